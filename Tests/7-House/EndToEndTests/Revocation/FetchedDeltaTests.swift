import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// RFC 5280 §5.2.6: a list says where its changes are, and these are fetched with it.
@Suite("Deltas of fetched lists", .hangLimit)
struct FetchedDeltaTests {
    private let service: RevocationService
    private let identity: Identity
    private var now: Instant { service.bench.now }

    init() throws {
        service = try RevocationService()
        identity = try service.identity(lists: ["/complete"])
    }

    /// Number 5, which names the place of its changes.
    private func complete(
        at place: String = "/delta", _ change: (inout RevocationListTemplate) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        try service.list { list in
            list.cRLNumber = CRLNumber(5)
            list.thisUpdate = now.advanced(bySeconds: -7_200)
            let name = try GeneralName(alternativeName: "URI:" + service.url(place))
            list.freshestCRL = [DistributionPoint(distributionPoint: .fullName([name]))]
            try change(&list)
        }
    }

    /// Number 7, for lists from a number on.
    private func delta(
        base: UInt64 = 5, _ change: (inout RevocationListTemplate) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        try service.list { list in
            list.cRLNumber = CRLNumber(7)
            list.deltaCRLIndicator = CRLNumber(base)
            list.thisUpdate = now.advanced(bySeconds: -60)
            try change(&list)
        }
    }

    private var serial: SerialNumber { get throws { try Certificate(der: identity.certificate).serialNumber } }

    private func verdict(
        _ fetcher: EvidenceFetcher, at instant: Instant? = nil
    ) async throws -> Result<TrustEvaluation, TrustFailure> {
        try await service.verdict(about: identity, by: fetcher, at: instant)
    }

    @Test("what is revoked in the delta alone is refused; both are kept, and neither is fetched twice")
    func revoked() async throws {
        service.serve("/complete", try complete())
        service.serve("/delta", try delta())
        let fetcher = try service.fetcher()
        for _ in 1...2 {
            let good = try await verdict(fetcher)
            #expect(good.check?.answer == .good && good.check?.fetches.map(\.url).count == 2)
        }
        #expect(service.asked.lines == ["GET /complete", "GET /delta"])
        service.serve("/delta", try delta { $0.revoke(try serial, for: .keyCompromise) })
        #expect(try await verdict(service.fetcher()).failure?.cause.code == .revoked)
    }

    @Test("a complete list that is kept is brought up to date by a delta that is fetched anew")
    func keptList() async throws {
        let end = now.advanced(bySeconds: 3_600)
        service.serve("/complete", try complete())
        service.serve("/delta", try delta { $0.nextUpdate = end })
        let fetcher = try service.fetcher()
        #expect(try await verdict(fetcher).success != nil)
        service.serve(
            "/delta",
            try delta {
                $0.cRLNumber = CRLNumber(8); $0.revoke(try serial)
            })
        #expect(try await verdict(fetcher).success != nil)
        #expect(try await verdict(fetcher, at: end).failure?.cause.code == .revoked)
        #expect(service.asked.lines == ["GET /complete", "GET /delta", "GET /delta"])
    }

    /// §5.2.4: "the CRL number of the complete CRL is equal to or greater than the BaseCRLNumber specified in the delta
    /// CRL".
    @Test("a delta whose base is newer than the list changes nothing", arguments: [(UInt64(5), true), (6, false)])
    func base(_ number: UInt64, _ fits: Bool) async throws {
        service.serve("/complete", try complete { $0.revoke(try serial, for: .certificateHold) })
        service.serve("/delta", try delta(base: number) { $0.revoke(try serial, for: .removeFromCRL) })
        #expect(try await verdict(service.fetcher()).failure?.cause.code == (fits ? nil : .revoked))
    }

    @Test("a delta that is missing, or no list, leaves the complete list as it is", arguments: ["/gone", "/page"])
    func missing(_ place: String) async throws {
        service.serve("/complete", try complete(at: place))
        service.serve("/page", Array("<html>".utf8))
        let good = try await verdict(service.fetcher())
        #expect(good.check?.answer == .good && good.check?.fetches.last?.problem != nil)
    }

    /// "This extension MUST NOT appear in delta CRLs" (§5.2.6): one that names itself would be fetched for ever.
    @Test("a delta's own places are not looked at, and four of a list are")
    func places() async throws {
        let urls = try (0..<6).map { number in
            DistributionPoint(
                distributionPoint: .fullName([
                    try GeneralName(alternativeName: "URI:" + service.url("/delta\(number)"))
                ]))
        }
        service.serve("/complete", try complete { $0.freshestCRL = urls })
        service.serve("/delta", try delta { $0.freshestCRL = urls })
        #expect(try await verdict(service.fetcher()).success != nil)
        #expect(
            service.asked.lines.sorted()
                == ["/complete", "/delta0", "/delta1", "/delta2", "/delta3"].map { "GET " + $0 })
    }
}
