import TestSupport
import Testing
import PeerPrograms

@testable import HoldfastServing

/// Servers that do not speak TLS, seen by curl.
@Suite(.ownThread) struct RawServerTests {
    @Test func speaksHTTPInTheClear() throws {
        let server = try RawServer(serve: RawBehaviour.plainHTTP)
        let clear = try Peer.curl(["http://127.0.0.1:\(server.port)/"])
        #expect(clear.output == "in the clear\n")
        let tls = try Peer.curl(["https://127.0.0.1:\(server.port)/"])
        // CURLE_SSL_CONNECT_ERROR: "wrong version number", since `H` is no record type.
        #expect(tls.status == 35, "\(tls.all)")
        #expect(tls.errors.contains("wrong version number"), "\(tls.all)")
        #expect(server.counters.connections == 2)
    }

    @Test func neverAnswers() throws {
        let server = try RawServer(serve: RawBehaviour.neverAnswers)
        let curl = try Peer.run("curl", ["-q", "-sS", "--max-time", "5", "https://127.0.0.1:\(server.port)/"])
        // CURLE_OPERATION_TIMEDOUT.
        #expect(curl.status == 28, "\(curl.all)")
        #expect(server.wait { $0.openConnections == 0 && $0.connections == 1 })
        #expect(server.counters.bytesReceived > 100)
    }

    @Test func closesAtOnce() throws {
        let server = try RawServer(serve: RawBehaviour.closesAtOnce)
        let curl = try Peer.curl(["https://127.0.0.1:\(server.port)/"])
        #expect(curl.status == 35, "\(curl.all)")
        #expect(server.counters.bytesReceived == 0)
    }
}
