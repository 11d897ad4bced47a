import HoldfastServing
import LoopbackSupport
import Testing

@testable import HoldfastTracing

/// How servers end connections, and what that has to do with resuming their sessions.
@Suite("The end of a connection") struct ClosingTests {
    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    private func server(
        _ version: TLSVersion, _ change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try world.identity())
        (configuration.minimumVersion, configuration.maximumVersion) = (version, version)
        change(&configuration)
        return try TLSServer(configuration) { _ in ServerResponse(text: "") }
    }

    /// RFC 4346 §7.2.1: "as of TLS 1.1, failure to properly close a connection no longer requires that a session not be
    /// resumed. This is a change from TLS 1.0 to conform with widespread implementation practice." RFC 8446 §6.2 has
    /// tickets discarded upon a fatal alert, and there is none.
    @Test("without close_notify: that is said, and its session is resumed", arguments: [TLSVersion.tls12, .tls13])
    func cut(version: TLSVersion) async throws {
        let server = try server(version) {
            $0.conversation = { connection throws(ServingError) in
                while try !connection.read().isEmpty {}
                connection.cut(silently: true)
            }
        }
        let first = try await world.trace(server.port)
        #expect(first.isCompleted && first.closing == .withoutCloseNotify, "\(first.outcome) \(first.words)")
        #expect(first.notes.contains("the server ended the connection without close_notify"))
        guard let session = first.session else {
            Issue.record("there is no session")
            return
        }
        for _ in 0..<2 {
            let next = try await world.trace(server.port) { $0.resuming = session }
            #expect(next.offeredSession && next.negotiated.isResumed && next.session != nil, "\(next.words)")
            #expect(next.verdict?.isOfResumedSession == true)
        }
    }

    @Test("with close_notify it is in good order", arguments: [TLSVersion.tls12, .tls13])
    func closed(version: TLSVersion) async throws {
        let server = try server(version)
        let trace = try await world.trace(server.port)
        #expect(trace.isCompleted && trace.closing == .closeNotify, "\(trace.words)")
        #expect(!trace.offeredSession && trace.session != nil)
    }

    @Test("a server that does not resume is said not to", arguments: [TLSVersion.tls12, .tls13])
    func declined(version: TLSVersion) async throws {
        let (taking, declining) = (try server(version), try server(version) { $0.resumesSessions = false })
        let session = try await world.trace(taking.port).session
        #expect(session != nil)
        let other = try await world.trace(declining.port) { $0.resuming = session }
        #expect(other.isCompleted && other.offeredSession && !other.negotiated.isResumed, "\(other.outcome)")
        #expect(other.notes.contains("the server did not resume the session that it was offered"))
    }

    /// RFC 5246 §7.4.7: the client's half goes with ClientKeyExchange. RFC 8446 §7.1: both halves are in the hellos.
    @Test("a refusal within the handshake: in TLS 1.2 before there are keys, in 1.3 after")
    func stopped() async throws {
        for (version, isDone) in [(TLSVersion.tls12, false), (.tls13, true)] {
            let server = try server(version)
            let trace = try await world.trace(server.port, trusting: false) { $0.stopsOnRefusal = true }
            #expect(trace.negotiated.keyExchange != nil && trace.negotiated.isKeyExchangeDone == isDone)
            #expect(try await world.trace(server.port).negotiated.isKeyExchangeDone)
        }
    }
}
