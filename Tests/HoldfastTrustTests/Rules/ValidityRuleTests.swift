import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Validity", .ownThread)
struct ValidityRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("validity: both ends are inclusive (RFC 5280 §4.1.2.5)")
    func validity() throws {
        let chain = try test.chain {
            $0.notBefore = TestChain.moment.advanced(bySeconds: -10)
            $0.notAfter = TestChain.moment.advanced(bySeconds: 10)
        }
        #expect(try test.errors(chain, at: TestChain.moment.advanced(bySeconds: -10)) == [])
        #expect(try test.errors(chain, at: TestChain.moment.advanced(bySeconds: 10)) == [])
        #expect(try test.errors(chain, at: TestChain.moment.advanced(bySeconds: -11)) == [.notYetValid])
        #expect(try test.errors(chain, at: TestChain.moment.advanced(bySeconds: 11)) == [.expired])
        // notAfter names a second, all of which is included.
        let fraction = Instant(secondsSince1970: TestChain.moment.secondsSince1970 + 10, nanoseconds: 999_999_999)
        #expect(try test.errors(chain, at: fraction) == [])
    }

    /// Chromium 156, OpenSSL, GnuTLS, Go and Apple refuse one, and `default` refuses what Apple and Chromium refuse,
    /// also under anchors of one's own. RFC 5280 §6.1.1(d) leaves an anchor's dates to whoever relies on it.
    @Test("an anchor of one's own outside its validity refuses, both ends included", arguments: Profile.all)
    func anchor(_ profile: Profile) throws {
        let later = TestChain.moment.advanced(byDays: 3_700)
        func errors(from start: Instant, until end: Instant) throws -> [FindingCode] {
            var template = CertificateTemplate.root(name: "Root", at: TestChain.moment)
            (template.notBefore, template.notAfter) = (start, end)
            let root = CertificateAuthority(try Identity.selfSigned(template))
            let leaf = try root.issue(CertificateTemplate.server(names: [TestChain.host], at: later))
            var policy = try test.policy(anchors: [root.certificate])
            policy.profile = profile
            let result = try test.judge(leaf.chain, policy: policy, at: later)
            return result.codes(.error).filter { [.expired, .notYetValid].contains($0) }
        }
        let (before, after) = (TestChain.moment, later.advanced(byDays: 3_000))
        #expect(try errors(from: before, until: later) == [])
        #expect(try errors(from: before, until: later.advanced(bySeconds: -1)) == [.expired])
        #expect(try errors(from: later, until: after) == [])
        #expect(try errors(from: later.advanced(bySeconds: 1), until: after) == [.notYetValid])
    }
}
