import HoldfastStatements
import HoldfastHTTPS
import HoldfastX509

/// Connections to servers that are not judged, or judged for the report alone.
extension FrontConnection {
    /// Hands a connection through as it is.
    func pass(
        _ target: GateTarget, _ client: BufferedStream, observes: Bool
    ) async throws(GateError) {
        let server: FrontSocket
        do throws(GateError) { server = try await connect(to: target) } catch {
            _ = await answer(PlainAnswer(502, error.message), keepsConnection: false)
            throw error
        }
        defer { server.close() }
        guard !isItself(server) else {
            turnAway(GateSentence.leadsToNoGate.statement)
            _ = await answer(PlainAnswer(403, GateSentence.leadsToNoGate.english), keepsConnection: false)
            return
        }
        gate.journal.note(GateEvent(.passed, number, at: gate.now, server: target))
        try await confirm()
        socket.limitIdle(to: limits.idle)
        try await server.write(Array(client.take(.max)))
        guard observes else { return await StreamPump.join(socket, server) }
        async let report: Void = observe(target)
        await StreamPump.join(socket, server)
        await report
    }

    /// Whether a connection leads to this gate's own port, whatever address of this machine it was made to.
    private func isItself(_ server: FrontSocket) -> Bool {
        guard let peer = server.peer, peer.port == gate.endpoint.port else { return false }
        return peer.address.isThisMachine || peer.address == gate.endpoint.address
            || peer.address == server.own?.address
    }

    private func connect(to target: GateTarget) async throws(GateError) -> FrontSocket {
        guard gate.session.configuration.proxy == nil else {
            throw GateError(.configuration, .notJudged(target: "\(target)"))
        }
        let addresses: [IPAddress]
        do throws(HTTPSError) {
            addresses = try await gate.session.addresses(of: target.url, timeout: limits.connect)
        } catch {
            throw GateError(.server, statement: error.statement)
        }
        var last = GateError(.server, .noAddress(name: "\(target.name)"))
        for address in addresses.prefix(4) {
            do throws(GateError) {
                return try await FrontSocket.connected(
                    to: Endpoint(address, port: gate.session.dialledPort(of: target.url)), in: gate.reactor,
                    within: .seconds(10), idle: limits.idle, isHandedThrough: true)
            } catch {
                last = error
            }
        }
        throw last
    }

    /// Judges a server over a connection of its own, for the report.
    private func observe(_ target: GateTarget) async {
        var event = GateEvent(.observed, number, at: gate.now, server: target)
        do throws(HTTPSError) {
            let record = try await gate.session.verify(target.url, timeout: limits.connect)
            event.take(record)
            event.statement = GateSentence.accepted.statement
        } catch {
            event.take(error)
        }
        gate.journal.note(event)
    }
}
