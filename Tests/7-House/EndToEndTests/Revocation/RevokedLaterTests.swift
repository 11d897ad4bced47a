import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// A revocation that becomes known while connections are open: no further request goes out over them.
@Suite("Revoked while connections are open", .hangLimit)
struct RevokedLaterTests {
    private let service: RevocationService
    private let identity: Identity
    private let server: TLSServer
    private let seen = Notes<String>()
    private let gate = Gate()

    init() throws {
        service = try RevocationService()
        identity = try service.identity(ocsp: ["/ocsp"])
        server = try service.bench.answering(as: identity) { [seen, gate] request in
            seen.add(request.target)
            if request.target == "/first" { gate.holdThread() }
            return ServerResponse(text: "served")
        }
        service.serve("/ocsp", try service.response(about: identity))
    }

    private func flip(_ reason: RevocationReason = .keyCompromise) throws {
        let info = SingleResponse.RevokedInfo(
            revocationTime: service.bench.now.advanced(bySeconds: -60), revocationReason: reason)
        service.serve("/ocsp", try service.response(about: identity, .revoked(info)))
    }

    private func get(_ path: String, _ session: HTTPSSession) async throws -> HTTPSError? {
        let request = HTTPSRequest(try service.bench.url(server, path))
        return await failure { () throws(HTTPSError) in _ = try await session.data(for: request) }
    }

    @Test("whichever session's verdict learned it, by a shared fetcher or a shared engine", arguments: [true, false])
    func learned(sharesFetcher: Bool) async throws {
        let fetcher = try service.fetcher()
        let engine = TrustEngine()
        let session = service.session(to: server, mode: .soft, fetcher: fetcher) { $0.trust.engine = engine }
        // One alone would leave it open whether all connections are meant.
        try await openTwo(session)
        #expect(try await get("/before", session) == nil)
        #expect(session.statistics.connectionsOpened == 2)
        try flip()
        #expect(try await get("/unknown", session) == nil, "nobody has learned it yet")
        fetcher.removeAll()
        let other = service.session(
            to: server, mode: .soft, fetcher: sharesFetcher ? fetcher : try service.fetcher()
        ) { if !sharesFetcher { $0.trust.engine = engine } }
        let url = try service.bench.url(server)
        let refused = await failure { () throws(HTTPSError) in try await other.verify(url) }
        #expect(refused?.trustFailure?.cause.code == .revoked)
        for number in 1...3 {
            let error = try await get("/after\(number)", session)
            #expect(error?.trustFailure?.cause.code == .revoked, "\(String(describing: error))")
        }
        #expect(!seen.lines.contains { $0.hasPrefix("/after") }, "nothing was sent")
    }

    /// Two connections: none is answered before both are there.
    private func openTwo(_ session: HTTPSSession) async throws {
        let url = try service.bench.url(server, "/first")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { _ = try await session.data(for: HTTPSRequest(url)) } }
            group.addTask {
                try await eventually("two requests") { seen.lines.count == 2 }
                gate.open()
            }
            try await group.waitForAll()
        }
    }

    @Test("kept answers, however fresh, are asked about, and the server is refused") func kept() async throws {
        let fetcher = try service.fetcher()
        let cache = HTTPCache()
        let caching = try service.bench.answering(as: identity) { _ in
            ServerResponse(fields: [HTTPField("Cache-Control", "max-age=3600")], body: Array("kept".utf8))
        }
        let session = service.session(to: caching, mode: .soft, fetcher: fetcher) { $0.cache = cache }
        let request = HTTPSRequest(try service.bench.url(caching, "/kept"))
        _ = try await session.data(for: request)
        #expect(try await session.data(for: request).cacheUse?.kind == .fresh)
        try flip()
        fetcher.removeAll()
        #expect(try await session.data(for: request).cacheUse?.kind == .fresh, "nobody has learned it yet")
        #expect(try await service.verdict(about: identity, by: fetcher).failure?.cause.code == .revoked)
        for _ in 0..<2 {
            let error = await failure { () throws(HTTPSError) in _ = try await session.data(for: request) }
            #expect(error?.trustFailure?.cause.code == .revoked, "\(String(describing: error))")
        }
    }

    @Test("a session that does not look at revocation goes on")
    func off() async throws {
        let fetcher = try service.fetcher()
        let session = service.session(to: server, mode: .off, fetcher: fetcher)
        #expect(try await get("/before", session) == nil)
        try flip()
        #expect(try await service.verdict(about: identity, by: fetcher).failure?.cause.code == .revoked)
        #expect(try await get("/after", session) == nil && session.statistics.connectionsOpened == 1)
    }

    @Test("another server's connections stay open")
    func others() async throws {
        let fetcher = try service.fetcher()
        let good = try service.identity(ocsp: ["/good"])
        service.serve("/good", try service.response(about: good))
        let other = try service.bench.server(as: good)
        let session = service.session(to: other, mode: .soft, fetcher: fetcher)
        let request = HTTPSRequest(try service.bench.url(other))
        #expect(try await session.data(for: request).status == 200)
        try flip()
        #expect(try await service.verdict(about: identity, by: fetcher).failure?.cause.code == .revoked)
        #expect(try await session.data(for: request).status == 200)
        #expect(session.statistics.connectionsOpened == 1)
    }

    @Test("beyond the end of the response that it rests on, a connection is judged anew")
    func ended() async throws {
        let bench = service.bench
        let end = bench.now.advanced(bySeconds: 3_600)
        service.serve("/ocsp", try service.response(about: identity) { $0.nextUpdate = end })
        let days = Days()
        let session = service.session(to: server, mode: .soft, fetcher: try service.fetcher()) {
            $0.clock = { bench.now.advanced(byDays: Int64(days.value)) }
        }
        for _ in 1...2 { #expect(try await get("/before", session) == nil) }
        #expect(session.statistics.connectionsOpened == 1)
        days.value = 1
        service.serve("/ocsp", try service.response(about: identity) { $0.nextUpdate = bench.now.advanced(byDays: 3) })
        for _ in 1...2 { #expect(try await get("/later", session) == nil) }
        #expect(session.statistics.connectionsOpened == 2)
        days.value = 2
        try flip()
        #expect(try await get("/same", session) == nil, "within the time of the second response")
        days.value = 4
        #expect(try await get("/ended", session)?.trustFailure?.cause.code == .revoked)
        #expect(seen.lines.allSatisfy { $0 != "/ended" })
    }

    @Test("a handler's answer that is remembered is asked for anew once a revocation is known")
    func rememberedAnswer() async throws {
        let bench = service.bench
        let handler = TLSHandler { challenge in
            // Its own proof does not look at revocation.
            let policy = (try? ServerName(Loopback.host)).map(bench.trusting)
            guard let trust = challenge.protectionSpace.serverTrust, let policy,
                let proof = try? TrustEngine().evaluate(trust, with: policy, at: bench.now)
            else { return .performDefaultHandling }
            return challenge.error == nil ? .useCredential(Credential(trust: proof)) : .performDefaultHandling
        }
        let fetcher = try service.fetcher()
        let session = service.session(to: server, mode: .soft, fetcher: fetcher) {
            $0.trust.challenges = .rememberedForSession
            $0.credentials.handler = handler
        }
        let url = try bench.url(server)
        for _ in 1...2 { _ = try await session.verify(url) }
        #expect(handler.asked.count == 1 && session.statistics.rememberedVerifications == 1)
        try flip()
        fetcher.removeAll()
        #expect(try await service.verdict(about: identity, by: fetcher).failure?.cause.code == .revoked)
        let refused = await failure { () throws(HTTPSError) in try await session.verify(url) }
        #expect(refused?.trustFailure?.cause.code == .revoked && handler.asked.count == 2)
    }
}
