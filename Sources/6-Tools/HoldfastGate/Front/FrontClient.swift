import HoldfastHTTPS
import HoldfastStatements
import HoldfastX509

/// The client of one connection: its socket, and what is told of it.
struct FrontClient: Sendable {
    let gate: Gate
    let socket: FrontSocket
    let number: UInt64

    var limits: GateLimits { gate.configuration.limits }

    func note(_ event: GateEvent) { gate.journal.note(event) }

    /// An event of this connection, now.
    func event(_ kind: GateEvent.Kind, of server: GateTarget, _ why: Statement? = nil) -> GateEvent {
        GateEvent(kind, number, at: gate.now, server: server, why)
    }

    /// Notes a request that goes to a server.
    func noteRequest(to server: GateTarget, _ method: String, _ path: String) {
        note(GateEvent(.request, number, at: gate.now, server: server, method: method, path))
    }

    /// Notes that the client was turned away, before it came to any server.
    func turnAway(_ why: Statement) { note(GateEvent(.turnedAway, number, at: gate.now, why)) }

    /// Answers without TLS; false where that failed.
    func answer(_ answer: PlainAnswer, keepsConnection: Bool = false) async -> Bool {
        do throws(GateError) {
            try await socket.write(answer.bytes(keepsConnection: keepsConnection))
            return true
        } catch {
            return false
        }
    }

    /// Says that the way to the server is open.
    func confirm() async throws(GateError) { try await socket.write(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)) }
}

extension Gate {
    /// The time, as servers are judged by it.
    var now: Instant { session.configuration.clock() }
}
