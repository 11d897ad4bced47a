import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import LoopbackSupport
import TestSupport
import Testing

/// Servers of other protocols than HTTP that refuse whoever offers none of theirs.
///
/// RFC 7301 §3.2: "In the event that the server supports no protocols that the client advertises, then the server SHALL
/// respond with a fatal "no_application_protocol" alert."
@Suite("ALPN refused", .hangLimit)
struct RefusedProtocolTests {
    private let bench: Loopback
    private let server: TLSServer

    init() throws {
        bench = try Loopback()
        server = try bench.server { $0.applicationProtocols = ["smtp"] }
    }

    @Test("a server is verified once more without ALPN")
    func verified() async throws {
        let session = bench.session(server, policy: bench.trusting)
        let record = try await session.verify(try bench.url(server))
        #expect(record.evaluation != nil && record.applicationProtocol == nil)
        #expect(await server.becomesIdle(afterAtLeast: 2))
        #expect(server.counters.connections == 2 && server.counters.handshakesCompleted == 1)
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("a refusal without ALPN is a refusal: nothing of the first handshake was judged")
    func refused() async throws {
        let other = try bench.server(as: bench.identity("other.test")) { $0.applicationProtocols = ["smtp"] }
        let session = bench.session(other, policy: bench.trusting)
        let url = try bench.url(other)
        let error = await failure { () throws(HTTPSError) in try await session.verify(url) }
        #expect(error?.trustFailure?.cause.code == .hostMismatch, "\(String(describing: error))")
        #expect(await other.becomesIdle(afterAtLeast: 2))
        #expect(other.counters.connections == 2 && other.counters.handshakesCompleted == 0)
    }

    /// What a request is written in has to be agreed on.
    @Test("a request is never sent without ALPN")
    func request() async throws {
        let session = bench.session(server, policy: bench.trusting)
        let request = HTTPSRequest(try bench.url(server))
        let error = await failure { () throws(HTTPSError) in
            try await session.data(for: request)
        }
        #expect(error?.code == .noApplicationProtocol, "\(String(describing: error))")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.connections == 1 && server.counters.applicationBytesReceived == 0)
    }
}
