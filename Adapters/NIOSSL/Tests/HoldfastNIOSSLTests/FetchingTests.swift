import Holdfast
import HoldfastNIOSSL
import HoldfastTestBed
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// Evidence that is fetched for a verdict: the handshake waits, and nobody else does.
@Suite("Evidence that is fetched")
struct FetchingTests {
    private static func judge(_ server: LabServer, _ source: GatedSource) throws -> ServerJudge {
        let anchors = TrustAnchors.only(try server.anchors.map { try Certificate(der: $0) })
        return ServerJudge(settings: JudgeSettings(evidence: source)) { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.fetching = EvidenceFetching(issuers: true)
            policy.fetching.timeout = .seconds(600)
            return policy
        }
    }

    @Test("while an issuer is fetched, event loops go on, and other servers are judged")
    func waits() async throws {
        let server = try TestBed.start("issuer-fetched")
        let source = GatedSource()
        let client = try TestClient(Self.judge(server, source))
        async let outcome = client.ask(server)
        await source.begun()
        for loop in NIOSingletons.posixEventLoopGroup.makeIterator() { try await loop.submit {}.get() }
        let good = try TestBed.start("good")
        guard case .accepted = try await TestClient(Self.judge(good, source)).ask(good) else {
            Issue.record("not accepted")
            return
        }
        #expect(server.applicationBytesReceived == 0)
        source.open()
        guard case .accepted(let peer, _) = try await outcome else {
            Issue.record("not accepted")
            return
        }
        #expect(peer.evaluation.issuerFetches.count == 1 && server.requestsReceived == 1)
    }

    @Test("a connection that is closed meanwhile is judged all the same, and nothing comes of it")
    func closed() async throws {
        let server = try TestBed.start("issuer-fetched")
        let source = GatedSource()
        let judge = try Self.judge(server, source)
        let client = try TestClient(judge)
        async let outcome = client.ask(server)
        await source.begun()
        server.stop()
        guard case .broken = try await outcome else {
            Issue.record("not broken off")
            return
        }
        #expect(judge.counters.refused == 0)
        source.open()
        while judge.counters.refused == 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(judge.counters.accepted == 0)
    }
}

/// A fetcher that waits until it is let go on.
final class GatedSource: EvidenceSource {
    private let fetcher: EvidenceFetcher
    private let gate = AsyncStream.makeStream(of: Void.self)
    private let start = AsyncStream.makeStream(of: Void.self)

    init() {
        var configuration = EvidenceFetcher.Configuration()
        configuration.dangerouslyAllowsPrivateNetworks = true
        fetcher = EvidenceFetcher(configuration: configuration)
    }

    /// Waits until evidence was asked for.
    func begun() async { for await _ in start.stream { return } }

    func open() { gate.continuation.finish() }

    func evidence(
        for requests: [EvidenceRequest], at instant: Instant, within limit: Duration
    ) async -> [Evidence] {
        start.continuation.yield()
        for await _ in gate.stream {}
        return await fetcher.evidence(for: requests, at: instant, within: limit)
    }

    func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant) {
        fetcher.keep(fetches, at: instant)
    }
}
