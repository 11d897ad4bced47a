import HoldfastServing
import HoldfastTrust
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// RFC 9112 §9.2: "A client that has more than one outstanding request on a connection MUST maintain a list of
/// outstanding requests in the order sent and MUST correctly associate each received response message on that
/// connection to the first outstanding request"; what comes where none is outstanding answers nothing.
@Suite("What comes behind an answer")
struct LeftoverTests {
    @Test("is no answer to the next request, also where no socket tells of it: within the TLS of a proxy")
    func withinProxy() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let head = "HTTP/1.1 200 OK\r\nContent-Length: "
        // The answer fills one record, and the rest is one of its own.
        let size = (16 << 10) - head.utf8.count - 9
        let answer = head + "\(size)\r\n\r\n" + String(repeating: "a", count: size) + head + "6\r\n\r\npoison"
        let server = try world.conversing { conversation throws(ServingError) in
            while !(try conversation.readHead().head.isEmpty) { try conversation.write(answer) }
        }
        let proxy = try ProxyServer(
            ProxyConfiguration(
                .https(TLSServerConfiguration(try world.identity("127.0.0.1"))),
                routes: ["example.test:\(server.port)": server.port]))
        var configuration = TransportEngine.Configuration()
        configuration.maximumConnectionsPerHost = 1
        let engine = try TransportEngine(configuration)
        let judge = world.trusting()
        var request = world.request(port: server.port)
        request.connection.dial = DialTargets()
        request.connection.proxy = ProxyTarget(kind: .https, host: "127.0.0.1", port: proxy.port)
        request.connection.proxy?.policyDigest = [1]
        let asked = request
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await engine.perform(asked, judge: judge).text } }
            return try await group.reduce(into: [String]()) { $0.append(String($1.prefix(6))) }
        }
        #expect(bodies == Array(repeating: "aaaaaa", count: 20))
    }
}
