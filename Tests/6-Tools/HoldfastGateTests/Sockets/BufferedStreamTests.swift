import Synchronization
import Testing

@testable import HoldfastGate

/// A connection whose bytes are known, and which keeps what is written.
final class MemoryStream: ByteStream {
    private let pieces: Mutex<[[UInt8]]>
    private let sent = Mutex<[UInt8]>([])

    init(_ pieces: [String]) { self.pieces = Mutex(pieces.map { Array($0.utf8) }) }

    var written: String { sent.withLock { String(decoding: $0, as: UTF8.self) } }

    func read() async throws(GateError) -> [UInt8]? { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    func write(_ bytes: [UInt8]) async throws(GateError) { sent.withLock { $0 += bytes } }
    func endWriting() async {}
    func close() {}
}

@Suite("Streams that are read in parts")
struct BufferedStreamTests {
    @Test("parts follow no piece, and all that waits is taken, also where some was taken before")
    func parts() async throws {
        let stream = BufferedStream(MemoryStream(["abc", "defg"]))
        #expect(try await stream.more())
        #expect(Array(stream.take(2)) == Array("ab".utf8))
        #expect(try await stream.more())
        #expect(Array(stream.take(1)) == Array("c".utf8))
        #expect(Array(stream.take(.max)) == Array("defg".utf8))
        #expect(try await !stream.more() && stream.waiting.isEmpty)
    }
}

/// RFC 9112 §7, §9: one exchange in memory.
@Suite("The relay of HTTP/1.1")
struct HTTP1RelayTests {
    private func relay(client: [String], server: [String]) async throws -> (toClient: String, toServer: String) {
        let (front, back) = (MemoryStream(client), MemoryStream(server))
        let target = try GateTarget(authority: "a.test:443")
        let relay = HTTP1Relay(
            target: target, limits: GateLimits(), requested: { _ in },
            ended: { Refusal(502, $0, proxyError: "connection_terminated", of: target) })
        try await relay.run(BufferedStream(front), BufferedStream(back))
        return (front.written, back.written)
    }

    @Test("a request and its answer are written anew, without what was for one hop")
    func exchange() async throws {
        let (toClient, toServer) = try await relay(
            client: ["GET /x HTTP/1.1\r\nHost: a.test\r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\n"],
            server: ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\nKeep-Alive: 5\r\n\r\nok"])
        #expect(toServer == "GET /x HTTP/1.1\r\nHost: a.test\r\nvia: 1.1 holdfast\r\n\r\n")
        #expect(toClient.hasSuffix("\r\n\r\nok") && !toClient.contains("Keep-Alive:"))
    }

    @Test("chunks are written anew, their extensions dropped; to HTTP/1.0 the content goes without them")
    func chunks() async throws {
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\n\r\n"
        let new = try await relay(client: ["GET / HTTP/1.1\r\nHost: a.test\r\n\r\n"], server: [answer]).toClient
        #expect(new.hasSuffix("\r\n\r\n2\r\nok\r\n0\r\n\r\n"))
        let old = try await relay(client: ["GET / HTTP/1.0\r\nHost: a.test\r\n\r\n"], server: [answer]).toClient
        #expect(old.hasSuffix("\r\n\r\nok") && !old.contains("chunked"))
    }

    @Test("an upgrade hands both sides' bytes over, those that came with it first (RFC 9110 §7.8)")
    func upgrade() async throws {
        let (toClient, toServer) = try await relay(
            client: ["GET / HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello"],
            server: ["HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nworld"])
        #expect(toClient.hasSuffix("\r\n\r\nworld") && toServer.hasSuffix("\r\n\r\nhello"))
    }

    @Test("an upgrade that nobody asked for ends the connection")
    func unasked() async throws {
        let toClient = try await relay(
            client: ["GET / HTTP/1.1\r\nHost: a.test\r\n\r\n"],
            server: ["HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\nworld"]
        ).toClient
        #expect(toClient.hasPrefix("HTTP/1.1 502 ") && !toClient.contains("world"))
    }

    @Test("a server that ends before its first answer gives the client a reason; later the client may ask again")
    func endedEarly() async throws {
        let request = "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n"
        let first = try await relay(client: [request], server: []).toClient
        #expect(first.hasPrefix("HTTP/1.1 502 ") && first.contains("error=connection_terminated"))
        // RFC 9112 §9.3.1: a client repeats what a connection that was kept has lost, and no answer of a gateway.
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let second = try await relay(client: [request, request], server: [answer]).toClient
        #expect(second.hasSuffix("\r\n\r\nok") && !second.contains("502"))
    }
}
