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

    @Test("an expired anchor: a warning under one's own (RFC 5280 §6.1.1(d) leaves it to the relying party)")
    func expiredAnchor() throws {
        let later = TestChain.moment.advanced(byDays: 3_700)
        let root = try CertificateAuthority.root(name: "Old Root", at: TestChain.moment)
        let leaf = try root.issue(CertificateTemplate.server(names: [TestChain.host], at: later))
        let result = try test.judge(leaf.chain, policy: test.policy(anchors: [root.certificate]), at: later)
        #expect(result.codes(.error) == [])
        #expect(result.codes(.warning) == [.expired])
    }
}
