import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Evidence that is kept, on the disk too: until its own end, asked about while it is, and never believed unjudged.
@Suite("Kept evidence", .hangLimit)
struct KeptEvidenceTests {
    private let service: RevocationService
    private let folder: TemporaryFolder
    private let told = Notes<String>()
    private var now: Instant { service.bench.now }

    init() throws {
        service = try RevocationService()
        folder = try TemporaryFolder()
    }

    private func fetcher() throws -> EvidenceFetcher {
        try service.fetcher { configuration in
            configuration.storage = EvidenceFetcher.Storage(folder: folder.path("evidence")) { [told] in
                told.add("\($0)")
            }
        }
    }

    @Test("another process judges what this one fetched, and asks nobody")
    func processes() async throws {
        let identity = try service.identity(ocsp: ["/ocsp"])
        service.serve("/ocsp", try service.response(about: identity))
        let first = try await service.verdict(about: identity, by: fetcher())
        #expect(first.check?.sources.map(\.origin) == [.network])
        let other = try fetcher()
        let second = try await service.verdict(about: identity, by: other, mode: .soft)
        #expect(second.success != nil && second.check?.sources.map(\.origin) == [.cache])
        #expect(other.counters.fetched == 0 && other.counters.kept == 1 && service.asked.lines.count == 1)
        // A revocation outlives the process too.
        let revoked = try service.identity(ocsp: ["/revoked"])
        let info = SingleResponse.RevokedInfo(revocationTime: now.advanced(bySeconds: -60), revocationReason: nil)
        service.serve("/revoked", try service.response(about: revoked, .revoked(info)))
        for origin in [EvidenceOrigin.network, .cache] {
            let verdict = try await service.verdict(about: revoked, by: fetcher())
            #expect(verdict.failure?.cause.code == .revoked && verdict.check?.sources.map(\.origin) == [origin])
        }
        #expect(told.lines.isEmpty)
    }

    @Test("nothing that no verdict has verified is on the disk")
    func unverified() async throws {
        let identity = try service.identity(ocsp: ["/ocsp"], lists: ["/crl"])
        let stranger = try Loopback().intermediate
        service.serve("/ocsp", try service.response(about: identity, by: stranger))
        service.serve("/crl", Array("no list".utf8))
        for _ in 1...2 { #expect(try await service.verdict(about: identity, by: fetcher()).success != nil) }
        #expect(service.asked.lines.count == 4 && folder.names.isEmpty)
    }

    /// RFC 9110 §13.1.2, §15.4.5.
    @Test("a list is asked about once a day by its mark, and counts while its place is down", arguments: [true, false])
    func revalidation(hasTag: Bool) async throws {
        let identity = try service.identity(lists: ["/crl"])
        let list = try service.list()
        let conditions = Notes<String>()
        let isDown = Flag()
        service.serve("/crl") { request in
            guard !isDown.isSet else { return ServerResponse(status: 503, text: "down") }
            let name = hasTag ? "If-None-Match" : "If-Modified-Since"
            let condition = request.fields.first { $0.name == name }?.value
            conditions.add(condition ?? "none")
            let mark =
                hasTag ? HTTPField("ETag", "\"1\"") : HTTPField("Last-Modified", "Mon, 01 Jun 2026 08:00:00 GMT")
            return ServerResponse(
                status: condition == mark.value ? 304 : 200, fields: [mark], body: condition == nil ? list : [])
        }
        func origin(hours: Int64, _ fetcher: EvidenceFetcher) async throws -> EvidenceOrigin? {
            let instant = now.advanced(bySeconds: hours * 3_600)
            let verdict = try await service.verdict(about: identity, by: fetcher, at: instant, mode: .soft)
            #expect(verdict.check?.answer == .good)
            return verdict.check?.sources.first?.origin
        }
        let first = try fetcher()
        #expect(try await origin(hours: 0, first) == .network)
        #expect(try await origin(hours: 23, first) == .cache)
        #expect(conditions.lines == ["none"])
        #expect(try await origin(hours: 25, first) == .cache)
        let mark = hasTag ? "\"1\"" : "Mon, 01 Jun 2026 08:00:00 GMT"
        #expect(conditions.lines == ["none", mark])
        // Confirmed for another day, of another process too.
        #expect(try await origin(hours: 48, first) == .cache)
        #expect(try await origin(hours: 48, fetcher()) == .cache)
        #expect(conditions.lines == ["none", mark])
        let other = try fetcher()
        #expect(try await origin(hours: 50, other) == .cache)
        #expect(conditions.lines == ["none", mark, mark])
        isDown.set()
        #expect(try await origin(hours: 80, other) == .cache)
        #expect(other.counters.fetched == 2)
        #expect(told.lines.isEmpty)
    }

    @Test("a newer list takes the place of the one that is kept")
    func newer() async throws {
        let identity = try service.identity(lists: ["/crl"])
        service.serve("/crl", try service.list())
        let fetcher = try fetcher()
        #expect(try await service.verdict(about: identity, by: fetcher).success != nil)
        service.serve("/crl", try service.list(revoking: identity) { $0.cRLNumber = CRLNumber(2) })
        let later = now.advanced(bySeconds: 90_000)
        #expect(try await service.verdict(about: identity, by: fetcher, at: later).failure?.cause.code == .revoked)
        let other = try self.fetcher()
        #expect(
            try await service.verdict(about: identity, by: other, at: later).check?.sources.map(\.origin) == [.cache])
    }

    @Test("certificates of one authority share its list")
    func shared() async throws {
        let (one, other) = (try service.identity(lists: ["/crl"]), try service.identity(lists: ["/crl"]))
        service.serve("/crl", try service.list(revoking: other))
        let fetcher = try fetcher()
        #expect(try await service.verdict(about: one, by: fetcher).success != nil)
        #expect(try await service.verdict(about: other, by: fetcher).failure?.cause.code == .revoked)
        #expect(service.asked.lines == ["GET /crl"])
    }

    /// RFC 9654 §2.1; RFC 6960 §4.4.1.
    @Test("with a nonce each verdict asks; an answer to another question is refused, one to all is taken")
    func nonce() async throws {
        let identity = try service.identity(ocsp: ["/ocsp"])
        let certID = try service.bench.intermediate.certID(for: Certificate(der: identity.certificate).serialNumber)
        let seen = Notes<[UInt8]>()
        let answers = Notes<String>()
        let (issuer, moment) = (service.bench.intermediate, now)
        service.serve("/ocsp") { request in
            guard let question = try? OCSPRequest(reading: request.body), let nonce = question.nonce else {
                return ServerResponse(status: 400, text: "no nonce")
            }
            seen.add(Array(nonce.bytes))
            var template = OCSPResponseTemplate(at: moment)
            switch answers.lines.last {
            case "other": template.nonce = OCSPNonce([UInt8](repeating: 1, count: 32))
            case "none": template.nonce = nil
            default: template.nonce = nonce
            }
            template.answer(certID, .good)
            return ServerResponse(body: (try? issuer.issue(template)) ?? [])
        }
        let fetcher = try service.fetcher { configuration in
            configuration.sendsNonce = true
            configuration.failureMemory = .zero
        }
        for _ in 1...2 { #expect(try await service.verdict(about: identity, by: fetcher).check?.answer == .good) }
        answers.add("none")
        for _ in 1...2 { #expect(try await service.verdict(about: identity, by: fetcher).check?.answer == .good) }
        answers.add("other")
        let refused = try await service.verdict(about: identity, by: fetcher, mode: .hard)
        #expect(refused.check?.fetches.first?.problem?.contains("nonce of another question") == true)
        #expect(refused.failure?.errors.contains { $0.code == .revocationUnknown } == true)
        #expect(seen.all.count == 5 && Set(seen.all).count == 5 && seen.all.allSatisfy { $0.count == 32 })
        #expect(service.asked.lines.allSatisfy { $0 == "POST /ocsp" })
    }
}
