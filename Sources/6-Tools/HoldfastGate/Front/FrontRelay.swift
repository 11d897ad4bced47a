import HoldfastHTTP
import HoldfastStatements

/// Bytes and messages between a client and a server that was accepted, in the protocol that both speak.
struct FrontRelay: Sendable {
    let client: FrontClient
    let target: GateTarget
    let handshake: FrontHandshake
    let refusal: FrontRefusal

    /// Meets the client as the server's stand-in, and hands on what either says.
    func join(
        _ stream: BufferedStream, _ server: JudgedStream, speaking applicationProtocol: String?
    ) async throws(GateError) {
        guard applicationProtocol != "h2" else { return try await joinHTTP2(stream, server) }
        let front = try await handshake.meet(stream, speaking: applicationProtocol)
        client.socket.limitIdle(to: client.limits.idle)
        try await relay(front, server, applicationProtocol)
    }

    private func joinHTTP2(_ stream: BufferedStream, _ server: JudgedStream) async throws(GateError) {
        let bridge = try HTTP2Bridge(to: target, client.limits) { [client, target] method, path in
            client.noteRequest(to: target, method, path)
        }
        // Some servers wait for their client's preface (RFC 9113 §3.4) before they say anything; why one has ended
        // already, reading tells.
        try? await server.write(bridge.output(to: .server))
        let begin = PrefetchedStream.First { await server.next() }
        let front = try await handshake.meet(stream, speaking: "h2")
        // SETTINGS are the first that a server sends. One that ends in their place, as for want of a client's
        // certificate in TLS 1.3, gives its reason here.
        let first = try await ClosingLimit.within(client.limits.connect, closing: server) { await begin.value }
        guard case .success(.some) = first else {
            return try await refusal.answer(refusal.endedEarly(first.why), speaking: "h2", front)
        }
        client.socket.limitIdle(to: client.limits.idle)
        await HTTP2Relay(front, PrefetchedStream(server, first: begin), by: bridge).run()
    }

    private func relay(
        _ front: FrontTLS, _ server: JudgedStream, _ applicationProtocol: String?
    ) async throws(GateError) {
        switch applicationProtocol {
        case "http/1.1":
            try await relayHTTP1(BufferedStream(front), BufferedStream(server))
            await front.endWriting()
        case nil: try await relayUnknown(front, server)
        default: await StreamPump.join(front, server)
        }
    }

    private func relayHTTP1(_ front: BufferedStream, _ server: BufferedStream) async throws(GateError) {
        let relay = HTTP1Relay(target: target, limits: client.limits) { [client, target] head in
            client.noteRequest(to: target, head.method, head.target)
        } ended: { [refusal] why in
            refusal.endedEarly(why)
        }
        try await relay.run(front, server)
    }

    /// Finds out which side speaks first where nobody has said what is spoken: in HTTP it is the client.
    private func relayUnknown(_ front: FrontTLS, _ server: JudgedStream) async throws(GateError) {
        let fromClient = PrefetchedStream.First { await front.next() }
        let fromServer = PrefetchedStream.First { await server.next() }
        let other = PrefetchedStream(server, first: fromServer)
        guard await Self.isFirst(fromClient, before: fromServer) else {
            guard case .success(.some) = await fromServer.value else {
                return try await answerFirst(fromClient, refusal.endedEarly(await fromServer.value.why), front)
            }
            return await StreamPump.join(PrefetchedStream(front, first: fromClient), other)
        }
        let begun = BufferedStream(front, begun: try await fromClient.value.get() ?? [])
        guard FirstBytes.areHTTP(begun.waiting) else {
            try await server.write(Array(begun.take(.max)))
            return await StreamPump.join(front, other)
        }
        try await relayHTTP1(begun, BufferedStream(other))
        await front.endWriting()
    }

    /// Answers the request that is on its way to a server that has ended already, where it is one of HTTP.
    private func answerFirst(
        _ first: PrefetchedStream.First, _ ended: Refusal, _ front: FrontTLS
    ) async throws(GateError) {
        let piece = try await ClosingLimit.within(.seconds(1), closing: front) {
            () async throws(GateError) -> [UInt8]? in
            try await first.value.get()
        }
        guard let piece, FirstBytes.areHTTP(piece[...]) else { return }
        try await refusal.answer(ended, speaking: nil, front, begun: piece)
    }

    /// Whether one of two pieces comes first; whoever waits for the other goes on waiting.
    private static func isFirst(
        _ one: PrefetchedStream.First, before other: PrefetchedStream.First
    ) async -> Bool {
        let (firsts, continuation) = AsyncStream.makeStream(of: Bool.self)
        for (piece, isOne) in [(one, true), (other, false)] {
            Task {
                _ = await piece.value
                continuation.yield(isOne)
            }
        }
        var iterator = firsts.makeAsyncIterator()
        return await iterator.next() ?? true
    }
}

extension Result<[UInt8]?, GateError> {
    /// The reason why there are no bytes.
    fileprivate var why: Statement {
        guard case .failure(let error) = self else { return GateSentence.endedUnasked.statement }
        return error.statement
    }
}
