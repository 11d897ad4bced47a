import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §4.1.2.5: "The validity period for a certificate is the period of time from notBefore through notAfter,
/// inclusive." What ends within the notice is a warning, and no reason to refuse.
@Suite("Certificates that expire soon", .ownThread)
struct ExpirySoonRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    /// A leaf that is valid for so many seconds after the moment of judgement.
    private func chain(leftSeconds: Int64) throws -> [[UInt8]] {
        try test.chain { $0.notAfter = TestChain.moment.advanced(bySeconds: leftSeconds) }
    }

    private func judge(
        _ chain: [[UInt8]], within seconds: Int64?, anchors: [[UInt8]]? = nil, profile: Profile = .default,
        at moment: Instant = TestChain.moment
    ) throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = try test.policy(anchors: anchors)
        policy.expiryNotice = seconds.map { .seconds($0) }
        policy.profile = profile
        return try test.judge(chain, policy: policy, at: moment)
    }

    @Test("the notice includes its last second, and the chain stays trusted")
    func boundary() throws {
        let chain = try chain(leftSeconds: 3_600)
        for (seconds, isWarned) in [(3_599, false), (3_600, true), (3_601, true)] as [(Int64, Bool)] {
            let result = try judge(chain, within: seconds)
            #expect(result.success?.result == .unspecified, "\(seconds)")
            #expect(result.codes(.warning) == (isWarned ? [.expiresSoon] : []), "\(seconds)")
        }
        #expect(try judge(chain, within: nil).codes(.warning) == [])
        // A fraction of the second of judgement is no time that is left.
        let fraction = Instant(secondsSince1970: TestChain.moment.secondsSince1970, nanoseconds: 999_999_999)
        #expect(try judge(chain, within: 3_600, at: fraction).codes(.warning) == [.expiresSoon])
        #expect(try judge(chain, within: 3_599, at: fraction).codes(.warning) == [])
    }

    @Test("in its last second a certificate still expires soon; after that it has expired, and is only that")
    func expired() throws {
        let chain = try chain(leftSeconds: 0)
        #expect(try judge(chain, within: 60).codes(.warning) == [.expiresSoon])
        let after = try judge(chain, within: 60, at: TestChain.moment.advanced(bySeconds: 1))
        #expect(after.codes(.error) == [.expired])
        #expect(after.codes(.warning) == [])
    }

    @Test("a share is that of the leaf's own lifetime, to the second, and of no other certificate's")
    func share() throws {
        // Ninety days, of which thirty are left.
        let chain = try test.chain {
            $0.notBefore = TestChain.moment.advanced(byDays: -60)
            $0.notAfter = TestChain.moment.advanced(byDays: 30)
        }
        var policy = try test.policy()
        for (share, isWarned) in [(33, false), (34, true), (99, true)] {
            policy.expiryShare = share
            let result = try test.judge(chain, policy: policy, at: TestChain.moment)
            #expect(result.codes(.warning) == (isWarned ? [.expiresSoon] : []), "\(share)")
            let places = result.success?.findings.map(\.position) ?? []
            #expect(places == (isWarned ? [.certificate(depth: 0)] : []), "\(share)")
        }
        policy.expiryShare = 33
        let part = Int64(90 * 86_400 / 100 * 33)
        let first = TestChain.moment.advanced(byDays: 30).advanced(bySeconds: -part)
        #expect(try test.judge(chain, policy: policy, at: first).codes(.warning) == [.expiresSoon])
        let before = first.advanced(bySeconds: -1)
        #expect(try test.judge(chain, policy: policy, at: before).codes(.warning) == [])
        // Of a length of time and a share the longer counts.
        policy.expiryNotice = .seconds(part + 1)
        #expect(try test.judge(chain, policy: policy, at: before).codes(.warning) == [.expiresSoon])
    }

    @Test("every certificate of the path is looked at, and named")
    func intermediate() throws {
        var template = CertificateTemplate.intermediate(name: "Short", at: TestChain.moment)
        template.notAfter = TestChain.moment.advanced(byDays: 5)
        let short = CertificateAuthority(try test.root.issue(template))
        let result = try judge(short.issue(TestChain.server()).chain, within: 10 * 86_400)
        let finding = try #require(result.success?.findings.first)
        #expect(finding.code == .expiresSoon && finding.position == .certificate(depth: 1))
        #expect(finding.message == "the certificate expires in 5 days")
    }

    @Test("an anchor's end counts where the profile would refuse it then, and is a note elsewhere")
    func anchor() throws {
        let later = TestChain.moment.advanced(byDays: 3_640)
        let leaf = try test.root.issue(CertificateTemplate.server(names: [TestChain.host], at: later))
        let lax = try Profile.default.dangerouslyLowering("validity.anchorNotAfter", to: .warning)
        for (profile, severity) in [(lax, Severity.note), (.default, .warning)] {
            let result = try judge(leaf.chain, within: 20 * 86_400, profile: profile, at: later)
            let findings = try #require(result.success?.findings.filter { $0.code == .expiresSoon })
            #expect(findings.map(\.severity) == [severity], "\(profile.name)")
            #expect(findings.map(\.position) == [.certificate(depth: 1)])
        }
    }

    @Test("no profile makes a refusal of it")
    func neverRefuses() throws {
        for name in ["expirySoon.notAfter", "expirySoon.anchorNotAfter"] {
            let strict = try Profile.default.raising(name, to: .error)
            let result = try judge(chain(leftSeconds: 60), within: 20 * 365 * 86_400, profile: strict)
            #expect(result.success != nil, "\(name)")
        }
    }

    @Test("a leaf that is itself the anchor counts as a leaf")
    func leafAnchor() throws {
        let chain = try chain(leftSeconds: 60)
        #expect(try judge(chain, within: 60, anchors: [chain[0]]).codes(.warning) == [.expiresSoon])
    }

    @Test("dates at the end of time overflow nothing")
    func extremes() throws {
        let chain = try test.chain { $0.notAfter = Instant(secondsSince1970: 253_402_300_799) }
        #expect(try judge(chain, within: .max).success != nil)
    }

    @Test("beside a refusal it stays a warning")
    func refused() throws {
        let chain = try test.intermediate.issue(
            CertificateTemplate.server(names: ["other.test"], at: TestChain.moment)
        ).chain
        let result = try judge(chain, within: 400 * 86_400)
        #expect(result.codes(.error) == [.hostMismatch])
        #expect(result.codes(.warning) == [.expiresSoon])
    }
}
