import HoldfastHTTPS
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust

/// One connection of a client's, from its first byte to its end: what is asked (``FrontRequest``), who the server is,
/// and from there one of three ways: handed through (``FrontPassing``), carried (``FrontRelay``) or refused
/// (``FrontRefusal``).
struct FrontConnection: Sendable {
    private let client: FrontClient

    private var gate: Gate { client.gate }

    init(_ gate: Gate, _ socket: FrontSocket, _ number: UInt64) {
        client = FrontClient(gate: gate, socket: socket, number: number)
    }

    /// Serves the client; returns when there is nothing left to do.
    func run() async {
        await withTaskCancellationHandler {
            do throws(GateError) {
                try await serve()
            } catch {
                // Whatever ended the connection, the client sees its end; refusals were told where they were made.
            }
            client.socket.close()
        } onCancel: {
            client.socket.close()
        }
    }

    private func serve() async throws(GateError) {
        let stream = BufferedStream(client.socket)
        guard let target = try await FrontRequest(client: client).read(stream) else { return }
        gate.opened(client.number)
        switch gate.configuration.scope.treatment(of: target.name) {
        case .judge: try await judge(target, stream)
        case let treatment:
            try await FrontPassing(client: client, target: target).pass(stream, observes: treatment == .observe)
        }
    }

    private func judge(_ target: GateTarget, _ stream: BufferedStream) async throws(GateError) {
        guard gate.authority.issues(for: target.name) else {
            let why = GateSentence.notVouchedFor(name: "\(target.name)").statement
            client.turnAway(why)
            _ = await client.answer(PlainAnswer(503, why.english))
            return
        }
        try await client.confirm()
        let handshake = FrontHandshake(client: client, target: target)
        let refusal = FrontRefusal(client: client, target: target, handshake: handshake)
        guard let hello = try await handshake.readHello(stream) else { return }
        let decisions = gate.decisions.stamp()
        let server: JudgedStream
        do throws(HTTPSError) {
            server = try await OwnTask.run { () async throws(HTTPSError) -> JudgedStream in
                try await self.open(target, offering: hello.applicationProtocols)
            }
        } catch {
            return try await refusal.refuse(error, hello, stream, since: decisions)
        }
        defer { server.close() }
        try await FrontRelay(client: client, target: target, handshake: handshake, refusal: refusal)
            .join(stream, server, speaking: server.tunnel.applicationProtocol)
    }

    /// Connects to a server and judges it.
    ///
    /// - Parameter protocols: the client's, which are offered to the server: what the two agree on, both speak.
    private func open(
        _ target: GateTarget, offering protocols: [String]
    ) async throws(HTTPSError) -> JudgedStream {
        let tunnel = try await gate.session.openTunnel(
            to: target.url, offering: Array(protocols.prefix(16)), timeout: client.limits.connect)
        var event = client.event(.accepted, of: target)
        event.take(tunnel.connection)
        gate.configuration.judged?(target.url, .success(tunnel.connection))
        if let exception = tunnel.connection.evaluation?.exception {
            event.statement = GateSentence.acceptedByException(until: exception.until).statement
        }
        client.note(event)
        return JudgedStream(tunnel)
    }
}
