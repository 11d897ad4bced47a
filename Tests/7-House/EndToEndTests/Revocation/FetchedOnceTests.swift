import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// What is kept of fetches, for how long, and what goes along with them.
@Suite("Evidence in memory", .hangLimit)
struct FetchedOnceTests {
    private let service: RevocationService

    init() throws { service = try RevocationService() }

    private func fetch(
        _ request: EvidenceRequest, at instant: Instant, by fetcher: EvidenceFetcher
    ) async throws -> EvidenceFetch {
        let answers = await fetcher.evidence(for: [request], at: instant, within: .seconds(120))
        guard case .fetched(request, let fetches)? = answers.first else {
            Issue.record("\(answers)")
            return EvidenceFetch(url: "", .nothing(reason: "no answer"), bytes: [], duration: .zero)
        }
        return try #require(fetches.last)
    }

    /// RFC 6960 §4.2.2.1: "If nextUpdate is set, … the time at or before which newer information will be available".
    @Test("an answer is kept until its own nextUpdate, and asked for anew from then on")
    func nextUpdate() async throws {
        let now = service.bench.now
        let identity = try service.identity(ocsp: ["/ocsp"])
        let end = now.advanced(bySeconds: 3_600)
        service.serve("/ocsp", try service.response(about: identity) { $0.nextUpdate = end })
        let request = EvidenceRequest.ocspResponse(
            certificate: try Certificate(der: identity.certificate),
            issuer: try Certificate(der: service.bench.intermediate.certificate))
        let fetcher = try service.fetcher()
        let first = try await fetch(request, at: now, by: fetcher)
        fetcher.keep([request: [first]], at: now)
        let kept = try await fetch(request, at: end.advanced(bySeconds: -1), by: fetcher)
        #expect(kept.isCached && kept.content == first.content && service.asked.lines.count == 1)
        #expect(try await !fetch(request, at: end, by: fetcher).isCached && service.asked.lines.count == 2)
    }

    /// RFC 6265 §5.4 would have them sent; what looks certificates up for a server is nobody's visit.
    @Test("no cookie comes back, and no login goes along")
    func nothingPersonal() async throws {
        let fields = Notes<String>()
        let identity = try service.identity(ocsp: ["/ocsp"])
        service.serve("/ocsp") { request in
            for field in request.fields { fields.add(field.name.lowercased()) }
            return ServerResponse(
                status: 401,
                fields: [
                    HTTPField("Set-Cookie", "id=1; Path=/"), HTTPField("WWW-Authenticate", "Basic realm=\"x\""),
                ], body: [])
        }
        let request = EvidenceRequest.ocspResponse(
            certificate: try Certificate(der: identity.certificate),
            issuer: try Certificate(der: service.bench.intermediate.certificate))
        let fetcher = try service.fetcher { $0.failureMemory = .zero }
        for _ in 1...2 {
            #expect(try await fetch(request, at: service.bench.now, by: fetcher).problem == "it answered with 401")
        }
        #expect(service.asked.lines.count == 2)
        #expect(!fields.lines.contains { ["cookie", "authorization", "proxy-authorization"].contains($0) })
    }
}
