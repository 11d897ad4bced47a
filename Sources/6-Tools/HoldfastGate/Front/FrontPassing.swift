import HoldfastStatements
import HoldfastHTTPS
import HoldfastX509

/// A connection to a server that is not judged, or judged for the report alone.
struct FrontPassing: Sendable {
    let client: FrontClient
    let target: GateTarget

    private var gate: Gate { client.gate }

    /// Hands a connection through as it is.
    func pass(_ stream: BufferedStream, observes: Bool) async throws(GateError) {
        let server: FrontSocket
        do throws(GateError) { server = try await connect() } catch {
            _ = await client.answer(PlainAnswer(502, error.message))
            throw error
        }
        defer { server.close() }
        guard !isItself(server) else {
            client.turnAway(GateSentence.leadsToNoGate.statement)
            _ = await client.answer(PlainAnswer(403, GateSentence.leadsToNoGate.english))
            return
        }
        client.note(client.event(.passed, of: target))
        try await client.confirm()
        client.socket.limitIdle(to: client.limits.idle)
        try await server.write(Array(stream.take(.max)))
        guard observes else { return await StreamPump.join(client.socket, server) }
        async let report: Void = observe()
        await StreamPump.join(client.socket, server)
        await report
    }

    /// Whether a connection leads to this gate's own port, whatever address of this machine it was made to.
    private func isItself(_ server: FrontSocket) -> Bool {
        guard let peer = server.peer, peer.port == gate.endpoint.port else { return false }
        return peer.address.isThisMachine || peer.address == gate.endpoint.address
            || peer.address == server.own?.address
    }

    private func connect() async throws(GateError) -> FrontSocket {
        guard gate.session.configuration.proxy == nil else {
            throw GateError(.configuration, .notJudged(target: "\(target)"))
        }
        let addresses: [IPAddress]
        do throws(HTTPSError) {
            addresses = try await gate.session.addresses(of: target.url, timeout: client.limits.connect)
        } catch {
            throw GateError(.server, statement: error.statement)
        }
        var last = GateError(.server, .noAddress(name: "\(target.name)"))
        for address in addresses.prefix(4) {
            do throws(GateError) {
                return try await FrontSocket.connected(
                    to: Endpoint(address, port: gate.session.dialledPort(of: target.url)), in: gate.reactor,
                    within: .seconds(10), idle: client.limits.idle, isHandedThrough: true)
            } catch {
                last = error
            }
        }
        throw last
    }

    /// Judges a server over a connection of its own, for the report.
    private func observe() async {
        var event = client.event(.observed, of: target)
        do throws(HTTPSError) {
            let record = try await gate.session.verify(target.url, timeout: client.limits.connect)
            event.take(record)
            event.statement = GateSentence.accepted.statement
        } catch {
            event.take(error)
        }
        client.note(event)
    }
}
