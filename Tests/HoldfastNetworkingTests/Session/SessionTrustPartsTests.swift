import HoldfastAuthority
import HoldfastNetworking
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@Suite("Anchors and pins of a URLSession's configuration", .hangLimit)
struct SessionTrustPartsTests {
    private let bench: Loopback

    init() throws { bench = try Loopback() }

    private func failure(
        _ server: TLSServer, _ change: (URLSessionConfiguration) throws -> Void
    ) async throws -> URLError.Code? {
        let configuration = bench.configuration(server)
        try change(configuration)
        // What is set is copied with the configuration, as by a session.
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        do {
            _ = try await session.data(from: bench.url(server))
            return nil
        } catch let error as URLError { return error.code }
    }

    private func pins(_ pin: Pin) throws -> TrustPins {
        let host = try HostPattern(Loopback.host, publicSuffixes: nil)
        return TrustPins(try PinnedHosts([host: .pinned(PinSet(anywhere: [pin], backup: .waived))]))
    }

    @Test("anchors trust, pins refuse, and neither goes with a policy of its own")
    func parts() async throws {
        let server = try bench.server()
        let root = try Pin(Certificate(der: bench.root.certificate))
        let other = try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
        #expect(try await failure(server) { _ in } == .serverCertificateUntrusted)
        #expect(try await failure(server) { $0.anchors = bench.anchors } == nil)
        #expect(try await failure(server) { ($0.anchors, $0.pins) = (bench.anchors, try pins(root)) } == nil)
        #expect(server.counters.requestsReceived == 2)
        #expect(try await failure(server) { ($0.anchors, $0.pins) = (bench.anchors, try pins(other)) } != nil)
        let opened = server.counters.connections
        #expect(
            try await failure(server) { ($0.serverTrustPolicy, $0.pins) = (bench.trusting, try pins(other)) } != nil)
        #expect(
            try await failure(server) { ($0.serverTrustPolicy, $0.anchors) = (bench.trusting, bench.anchors) } != nil)
        #expect(server.counters.requestsReceived == 2 && server.counters.connections == opened)
    }
}
