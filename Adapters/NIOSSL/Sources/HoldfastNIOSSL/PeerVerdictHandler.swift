import HoldfastX509
public import NIOCore
import NIOSSL
import NIOTLS

/// The handler behind NIOSSL's: it has the verdict about the peer, and lets nothing through without one.
///
/// A refusal goes on through the pipeline as a ``PeerRefusedError``, in the place of NIOSSL's error. What is written
/// before the peer is accepted is kept until then. ``ServerJudge`` and ``ClientJudge`` make it.
public final class PeerVerdictHandler: ChannelDuplexHandler {
    public typealias InboundIn = ByteBuffer
    public typealias InboundOut = ByteBuffer
    public typealias OutboundIn = ByteBuffer
    public typealias OutboundOut = ByteBuffer

    private enum State {
        /// The handshake is under way.
        case handshaking
        /// The peer has resumed a session, and is judged anew.
        case judging
        /// The peer was accepted, or showed no certificate where it need not.
        case open
        case closed
    }

    /// Something that waits for the verdict.
    private enum Held {
        case read(NIOAny)
        case readComplete
        case write(NIOAny, EventLoopPromise<Void>?)
        case flush
    }

    private let question: PeerQuestion
    private let verdict: ConnectionVerdict
    private let isOptional: Bool
    private let tls: NIOSSLHandler
    private let issuers: PresentedIssuers?
    private var state = State.handshaking
    private var held: [Held] = []
    private var promise: EventLoopPromise<JudgedPeer?>?

    init(
        _ question: PeerQuestion, _ verdict: ConnectionVerdict, isOptional: Bool, tls: NIOSSLHandler,
        issuers: PresentedIssuers?
    ) {
        (self.question, self.verdict, self.isOptional) = (question, verdict, isOptional)
        (self.tls, self.issuers) = (tls, issuers)
    }

    /// The verdict, when the handshake has ended; nil for a client without a certificate, where that is let in.
    var judgedPeer: EventLoopFuture<JudgedPeer?>? { promise?.futureResult }

    // MARK: The channel's life

    public func handlerAdded(context: ChannelHandlerContext) {
        promise = context.eventLoop.makePromise()
        note(context.channel.remoteAddress)
    }

    public func handlerRemoved(context: ChannelHandlerContext) { end(ChannelError.ioOnClosedChannel) }

    public func channelActive(context: ChannelHandlerContext) {
        note(context.channel.remoteAddress)
        context.fireChannelActive()
    }

    public func channelInactive(context: ChannelHandlerContext) {
        end(verdict.refusal ?? ChannelError.eof)
        context.fireChannelInactive()
    }

    private func note(_ address: SocketAddress?) {
        if let text = address?.ipAddress, let address = IPAddress(text) { verdict.address = address }
    }

    /// Ends the wait for a verdict, and what has waited with it.
    private func end(_ error: any Error) {
        state = .closed
        promise?.fail(error)
        for case .write(_, let promise) in held { promise?.fail(error) }
        held = []
    }

    // MARK: The verdict

    public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard state == .handshaking, let event = event as? TLSUserEvent, case .handshakeCompleted = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        switch verdict.verdict {
        case .success(let peer):
            issuers?.keep(peer)
            open(peer, event, context: context)
        case .failure(let refusal): refuse(refusal, context: context)
        case nil: judgeUnasked(event, context: context)
        }
    }

    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard state != .open else { return context.fireErrorCaught(error) }
        guard var refusal = verdict.refusal else {
            promise?.fail(error)
            return context.fireErrorCaught(error)
        }
        // NIOSSL tells that the handshake failed, and why is known here.
        refusal.tlsError = error
        promise?.fail(refusal)
        context.fireErrorCaught(refusal)
    }

    /// The handshake is complete, and NIOSSL did not ask: the peer resumed a session, or has no certificate.
    private func judgeUnasked(_ event: TLSUserEvent, context: ChannelHandlerContext) {
        guard let certificate = tls.peerCertificate else {
            return isOptional
                ? open(nil, event, context: context)
                : refuse(question.refusal(.noCertificate), context: context)
        }
        // NIOSSL's clients resume nothing.
        guard let issuers, let bytes = try? certificate.toDERBytes() else {
            return refuse(question.refusal(.notJudged), context: context)
        }
        state = .judging
        let presented = PeerQuestion.Presented(
            chain: issuers.chain(of: bytes), address: verdict.address, isResumed: true)
        let (loop, verdict) = (context.eventLoop, verdict)
        let bound = NIOLoopBound((self, context), eventLoop: loop)
        question.judge(presented) { result in
            verdict.keep(result)
            if loop.inEventLoop {
                bound.value.0.resume(with: result, event, context: bound.value.1)
            } else {
                loop.execute { bound.value.0.resume(with: result, event, context: bound.value.1) }
            }
        }
    }

    private func resume(with result: PeerQuestion.Verdict, _ event: TLSUserEvent, context: ChannelHandlerContext) {
        guard state == .judging else { return }
        switch result {
        case .success(let peer): open(peer, event, context: context)
        case .failure(let refusal): refuse(refusal, context: context)
        }
    }

    private func refuse(_ refusal: PeerRefusedError, context: ChannelHandlerContext) {
        end(refusal)
        context.fireErrorCaught(refusal)
        context.close(promise: nil)
    }

    private func open(_ peer: JudgedPeer?, _ event: TLSUserEvent, context: ChannelHandlerContext) {
        state = .open
        promise?.succeed(peer)
        context.fireUserInboundEventTriggered(event)
        // Whatever is sent on may close the channel, or come back with more, which waits for its turn.
        while !held.isEmpty {
            switch held.removeFirst() {
            case .read(let data): context.fireChannelRead(data)
            case .readComplete: context.fireChannelReadComplete()
            case .write(let data, let promise): context.write(data, promise: promise)
            case .flush: context.flush()
            }
        }
    }

    // MARK: What waits for it

    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .open where held.isEmpty: context.fireChannelRead(data)
        case .open, .handshaking, .judging: held.append(.read(data))
        case .closed: break
        }
    }

    public func channelReadComplete(context: ChannelHandlerContext) {
        if state == .judging || (state == .open && !held.isEmpty) {
            held.append(.readComplete)
        } else {
            context.fireChannelReadComplete()
        }
    }

    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch state {
        case .open where held.isEmpty: context.write(data, promise: promise)
        case .open, .handshaking, .judging: held.append(.write(data, promise))
        case .closed: promise?.fail(verdict.refusal ?? ChannelError.ioOnClosedChannel)
        }
    }

    public func flush(context: ChannelHandlerContext) {
        switch state {
        case .open where held.isEmpty: context.flush()
        case .open, .handshaking, .judging: held.append(.flush)
        case .closed: break
        }
    }
}

extension ConnectionVerdict {
    /// The refusal; nil where there is no verdict, or an acceptance.
    fileprivate var refusal: PeerRefusedError? {
        if case .failure(let refusal) = verdict { refusal } else { nil }
    }
}
