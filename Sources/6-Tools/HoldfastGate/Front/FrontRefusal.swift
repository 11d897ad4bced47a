import HoldfastHTTPS
import HoldfastStatements
import HoldfastTrust

/// Answers of the gate itself to a client whose server was refused, or has ended before it answered.
struct FrontRefusal: Sendable {
    let client: FrontClient
    let target: GateTarget
    let handshake: FrontHandshake

    /// Tells the client why there is no way to a server, in a protocol that it offers.
    func refuse(
        _ error: HTTPSError, _ hello: OfferedHello, _ stream: BufferedStream, since decisions: [UInt8]
    ) async throws(GateError) {
        let configuration = client.gate.configuration
        var event = client.event(.refused, of: target)
        event.take(error)
        configuration.judged?(target.url, .failure(error))
        client.note(event)
        let offered = hello.applicationProtocols
        let spoken = offered.contains("http/1.1") ? "http/1.1" : offered.contains("h2") ? "h2" : nil
        // A client that speaks neither would take a page for something else.
        guard offered.isEmpty || spoken != nil else { return }
        let front = try await handshake.meet(stream, speaking: spoken)
        try await answer(
            Refusal(error, of: target, goOnLimit: configuration.goOnLimit), speaking: spoken, front,
            since: decisions)
    }

    /// Notes that a server that was accepted has ended the connection before it answered anything.
    func endedEarly(_ why: Statement) -> Refusal {
        client.note(client.event(.refused, of: target, why))
        return Refusal(502, why, proxyError: "connection_terminated", of: target)
    }

    /// Answers a client's requests by the gate itself.
    ///
    /// - Parameter decisions: the stamp of the user's decisions that the server was judged by; nil where it was not
    ///   refused for its certificate.
    func answer(
        _ refusal: Refusal, speaking applicationProtocol: String?, _ front: FrontTLS, begun: [UInt8] = [],
        since decisions: [UInt8]? = nil
    ) async throws(GateError) {
        let (client, gate) = (client, client.gate)
        let desk = RefusalDesk(
            refusal, language: gate.configuration.language, clock: gate.session.configuration.clock,
            isOver: { decisions.map { $0 != gate.decisions.stamp() } ?? false }
        ) { exception in
            gate.decisions.add(exception)
            client.note(
                client.event(.wentOn, of: refusal.target, GateSentence.goesOn(until: exception.until).statement))
        }
        let tunnel = RefusedTunnel(desk: desk, limits: client.limits)
        client.socket.limitIdle(to: client.limits.rest)
        if applicationProtocol == "h2" {
            try await tunnel.answerHTTP2(front)
        } else {
            try await tunnel.answerHTTP1(BufferedStream(front, begun: begun))
        }
    }
}
