import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastSystem
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Sessions of TLS that a session's connections resume: judged anew each time, and never instead of a certificate.
@Suite("Resumed connections of a session", .hangLimit)
struct ResumptionTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func request(_ server: TLSServer) throws -> HTTPSRequest {
        var request = HTTPSRequest(try bench.url(server))
        request.closesConnection = true
        return request
    }

    @Test("a new connection resumes, and its server is verified as on the first one")
    func resumed() async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.trusting)
        for round in 0..<3 {
            let response = try await session.data(for: request(server))
            #expect(response.connection.isResumed == (round > 0))
            #expect(response.connection.evaluation?.anchor != nil)
        }
        let statistics = session.statistics
        #expect(statistics.connectionsResumed == 2 && statistics.connectionsOpened == 3)
        #expect(statistics.verifications == 3 && server.counters.handshakesResumed == 2)
    }

    @Test("a handler is asked about the server of each connection, and what it refuses gets no request")
    func handler() async throws {
        let server = try bench.server()
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        let days = Days()
        let handler = TLSHandler { _ in days.value > 0 ? .cancelAuthenticationChallenge : .performDefaultHandling }
        configuration.credentials.handler = handler
        let session = HTTPSSession(configuration: configuration)
        for _ in 0..<2 { _ = try await session.data(for: request(server)) }
        #expect(handler.asked.count == 2 && server.counters.handshakesResumed == 1)
        days.value = 1
        let octets = server.counters.applicationBytesReceived
        await #expect(throws: HTTPSError.self) { _ = try await session.data(for: request(server)) }
        #expect(handler.asked.count == 3, "nobody is asked twice about one connection")
        #expect(await server.becomesIdle(afterAtLeast: 3))
        #expect(server.counters.applicationBytesReceived == octets && server.counters.requestsReceived == 2)
        #expect(server.counters.handshakesResumed == 1)
    }

    @Test("pins that were replaced refuse what was resumed a moment before")
    func pins() async throws {
        let server = try bench.server()
        let host = try HostPattern(Loopback.host, publicSuffixes: nil)
        func hosts(_ pin: Pin) throws -> PinnedHosts {
            try PinnedHosts([host: .pinned(PinSet(anywhere: [pin], backup: .waived))])
        }
        let pins = TrustPins(try hosts(Pin(try Certificate(der: bench.root.certificate))))
        let session = bench.session(server, policy: bench.trusting(pins: pins))
        for _ in 0..<2 { _ = try await session.data(for: request(server)) }
        #expect(session.statistics.connectionsResumed == 1)
        let other = try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
        pins.replace(with: try hosts(other))
        let octets = server.counters.applicationBytesReceived
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: request(server)) }
        #expect(error?.trustFailure?.cause.code == .pinMismatch)
        #expect(await server.becomesIdle(afterAtLeast: 3))
        #expect(server.counters.applicationBytesReceived == octets && server.counters.handshakesResumed == 1)
    }

    /// Some servers end a handshake that offers them what they do not know.
    @Test("an address whose handshake failed over a session is dialled once more, and no third time")
    func failing() async throws {
        var server: TLSServer? = try bench.server()
        let port = try #require(server?.port)
        let configuration = bench.configuration([(Loopback.host, port)], policy: bench.trusting)
        let session = HTTPSSession(configuration: configuration)
        var request = HTTPSRequest(try HTTPSURL("https://\(Loopback.host):\(port)/"))
        request.closesConnection = true
        _ = try await session.data(for: request)
        server = nil
        let broken = try RawServer(port: port) { connection throws(ServingError) in
            _ = try connection.read(until: .after(.seconds(30)))
        }
        let asked = request
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: asked) }
        #expect(error?.transportError.phase == .tls && error?.transportError.wasSent == false)
        #expect(broken.counters.connections == 2)
    }

    @Test("a session that is to resume none has a whole handshake each time, and so has a check")
    func off() async throws {
        let server = try bench.server()
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.trust.resumesSessions = false
        let session = HTTPSSession(configuration: configuration)
        let other = bench.session(server, policy: bench.trusting)
        for _ in 0..<2 {
            _ = try await session.data(for: request(server))
            _ = try await other.data(for: request(server))
            #expect(!(try await other.verify(bench.url(server)).isResumed))
        }
        #expect(session.statistics.connectionsResumed == 0 && other.statistics.connectionsResumed == 1)
    }
}
