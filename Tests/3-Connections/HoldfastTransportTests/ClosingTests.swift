import HoldfastServing
import LoopbackSupport
import Synchronization
import Testing

@testable import HoldfastTransport

/// RFC 9112 §9.6: "A client that sends a 'close' connection option MUST NOT send further requests on that connection
/// (after the one containing the 'close') and MUST close the connection after reading the final response message
/// corresponding to this request."
@Suite("Requests that close their connection")
struct ClosingTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    @Test("the field is sent, and the connection is ended by this side, whatever the server does")
    func closes() async throws {
        let options = Mutex<[String]>([])
        let server = try world.server {
            $0.conversation = { connection throws(ServingError) in
                while true {
                    let (head, _) = try connection.readHead()
                    guard !head.isEmpty else { return }
                    let line = head.split(separator: "\r\n").first { $0.hasPrefix("Connection:") }
                    options.withLock { $0.append("\(connection.facts.number) \(line ?? "-")") }
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                }
            }
        }
        var request = world.request(port: server.port)
        let judge = world.trusting()
        _ = try await engine.perform(request, judge: judge)
        request.connection.isClosed = true
        for _ in 0..<2 {
            let response = try await engine.perform(request, judge: judge)
            #expect(!response.isReusedConnection)
        }
        #expect(await server.reaches { $0.openConnections == 1 })
        request.connection.isClosed = false
        #expect(try await engine.perform(request, judge: judge).isReusedConnection)
        #expect(options.withLock { $0 } == ["1 -", "2 Connection: close", "3 Connection: close", "1 -"])
    }

    /// RFC 9113 §8.2.2: "An endpoint MUST NOT generate an HTTP/2 message containing connection-specific header fields";
    /// such a message is malformed, and nghttpd resets its stream.
    @Test("HTTP/2 has no such field, and its connection serves nothing else", .enabled(if: Program.exists("nghttpd")))
    func http2() async throws {
        let identity = try world.identity()
        let server = try await Program("nghttpd", identity) { port, key, chain in
            ["-d", ".", "-a", "127.0.0.1", "\(port)", key, chain]
        }
        let judge = world.trusting()
        var request = world.request(port: server.port)
        request.message.target = "/hello.txt"
        let kept = try await engine.perform(request, judge: judge)
        request.connection.isClosed = true
        var connections: Set<UInt64> = []
        for _ in 0..<4 {
            let response = try await engine.perform(request, judge: judge)
            #expect(response.httpVersion == "2" && response.text == "hello")
            connections.insert(response.connection.id)
        }
        #expect(connections.count == 4 && !connections.contains(kept.connection.id))
    }
}
