import HoldfastServing
import LoopbackSupport
import Testing

@testable import HoldfastTracing

/// Servers that read a request and say nothing: why a trace waits, and that it says so.
@Suite("HEAD without an answer") struct UnansweredHeadTests {
    private static let remark = "the server read HEAD and says nothing"

    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    /// A server that answers with these bytes, as `openssl s_server -www` does with none to what is no GET.
    private func trace(_ request: [UInt8], answering answer: String) async throws -> HandshakeTrace {
        var configuration = TLSServerConfiguration(try world.identity())
        configuration.conversation = { connection throws(ServingError) in
            _ = try connection.readHead()
            if !answer.isEmpty { try connection.write(answer) }
            while try !connection.read().isEmpty {}
        }
        let server = try TLSServer(configuration) { _ in ServerResponse(text: "") }
        // The limit of silence holds in the handshake too: where a busy machine took longer, it is a longer one.
        for limit in [Duration.milliseconds(300), .seconds(3), .seconds(30)] {
            let trace = try await world.trace(server.port) {
                $0.request = request
                $0.idleTimeout = limit
            }
            if trace.timing.tls != nil { return trace }
        }
        return try await world.trace(server.port) { $0.request = request }
    }

    private func isTimedOut(_ trace: HandshakeTrace) -> Bool {
        if case .failed(let error) = trace.outcome { return error.code == .timedOut }
        return false
    }

    @Test("The trace ends when nothing has come for its time, and says that HEAD is not known everywhere")
    func silent() async throws {
        let trace = try await trace(TraceConfiguration.httpHead(host: "example.test"), answering: "")
        #expect(isTimedOut(trace), "\(trace.outcome)")
        #expect(trace.notes.contains { $0.hasPrefix(Self.remark) }, "\(trace.notes)")
    }

    @Test("Half a head is an answer, and what is no HEAD is no matter of HEAD")
    func others() async throws {
        let half = try await trace(
            TraceConfiguration.httpHead(host: "example.test"), answering: "HTTP/1.1 200 OK\r\n")
        #expect(isTimedOut(half) && !half.notes.contains { $0.hasPrefix(Self.remark) }, "\(half.notes)")
        let get = try await trace(Array("GET / HTTP/1.1\r\nHost: example.test\r\n\r\n".utf8), answering: "")
        #expect(isTimedOut(get) && !get.notes.contains { $0.hasPrefix(Self.remark) }, "\(get.notes)")
    }

    /// RFC 9110 §9.3.2: the answer to HEAD ends with its head, so that a server that keeps the connection is no matter.
    @Test("A whole head ends the wait, though the server ends nothing")
    func answered() async throws {
        let trace = try await trace(
            TraceConfiguration.httpHead(host: "example.test"), answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
        )
        #expect(!isTimedOut(trace), "\(trace.outcome)")
    }
}
