import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
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

    /// RFC 5280 §4.1.2.5: "a SEQUENCE of two dates: the date on which the certificate validity period begins
    /// (notBefore) and the date on which the certificate validity period ends (notAfter)."
    @Test("dates the wrong way round: valid at no time, whatever the clock", arguments: [1, 20, 40])
    func reversed(_ days: Int64) throws {
        let at = TestChain.moment.advanced(byDays: days)
        let chain = try test.chain {
            $0.notBefore = TestChain.moment.advanced(byDays: 30)
            $0.notAfter = TestChain.moment.advanced(byDays: 10)
        }
        let cause = try #require(try test.judge(chain, at: at).failure).cause
        #expect(cause.code == .expired)
        #expect(cause.message.hasPrefix("the certificate is valid at no time: it ends at 2026-06-11T08:00:00Z"))
        #expect(cause.advice.hasPrefix("have the certificate issued anew with its dates in order"), "\(cause.advice)")
        #expect(cause.statements.message.chinese.contains("在任何时间都无效"))
    }

    /// RFC 5280 §3.2: "cross-certificates are CA certificates in which the issuer and subject are different entities",
    /// which no owner of a server has issued anew.
    @Test("what has expired: a leaf is renewed, an authority's certificate taken out, a cross certificate for its root")
    func whose() throws {
        let (later, root) = (TestChain.moment.advanced(byDays: 30), test.root)
        let key = try PrivateKey.generate(.p256)
        let newer = CertificateAuthority(
            try Identity.selfSigned(.root(name: "Newer Root", at: TestChain.moment), key: key))
        var template = CertificateTemplate.intermediate(name: "Newer Root", at: TestChain.moment, pathLength: nil)
        template.notAfter = TestChain.moment.advanced(byDays: 10)
        let cross = try root.issue(template, key: key).certificate
        let leaf = try newer.issue(TestChain.server { $0.notAfter = TestChain.moment.advanced(byDays: 60) }).certificate
        func advice(_ chain: [[UInt8]]) throws -> String? {
            let failure = try #require(try test.judge(chain, at: later).failure)
            return failure.errors.first { $0.code == .expired }?.statements.advice.identifier
        }
        #expect(try advice([leaf, cross]) == "validity.takeOutOrReplace")
        #expect(try advice([leaf, cross, newer.certificate]) == "validity.haveNewerRoot")
        let old = try test.chain { $0.notAfter = TestChain.moment.advanced(byDays: 10) }
        #expect(try advice(old) == "validity.renew")
    }
}
