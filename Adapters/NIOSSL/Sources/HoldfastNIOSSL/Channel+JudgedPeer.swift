public import NIOCore

extension Channel {
    /// The verdict about the peer: the proof when the handshake has ended, or the ``PeerRefusedError``.
    ///
    /// Nil for a client that showed no certificate where that is let in. Asked for while the handshake is under way it
    /// waits; without a ``PeerVerdictHandler`` in the pipeline, as of a channel that is closed, it fails at once.
    public func judgedPeer() -> EventLoopFuture<JudgedPeer?> {
        let promise = eventLoop.makePromise(of: JudgedPeer?.self)
        eventLoop.execute {
            do {
                let handler = try self.pipeline.syncOperations.handler(type: PeerVerdictHandler.self)
                guard let verdict = handler.judgedPeer else { throw ChannelPipelineError.notFound }
                verdict.cascade(to: promise)
            } catch {
                promise.fail(error)
            }
        }
        return promise.futureResult
    }
}

extension [any ChannelHandler] {
    /// Adds the handlers to a channel, and gives the verdict that the last of them waits for.
    func added(to channel: any Channel) throws -> EventLoopFuture<JudgedPeer?> {
        guard channel.eventLoop.inEventLoop else { throw JudgeContextError.notOnEventLoop }
        try channel.pipeline.syncOperations.addHandlers(self)
        guard let verdict = (last as? PeerVerdictHandler)?.judgedPeer else { throw ChannelPipelineError.notFound }
        return verdict
    }
}
