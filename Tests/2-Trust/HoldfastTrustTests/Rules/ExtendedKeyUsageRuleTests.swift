import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Extended key usage", .ownThread)
struct ExtendedKeyUsageRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("extended key usage: of the leaf, of the authority, absent, any")
    func extendedKeyUsage() throws {
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [.clientAuth] }) == [.extendedKeyUsage])
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [.anyExtendedKeyUsage] }) == [])
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [] }) == [.extendedKeyUsage])
        let absent = try test.judge(test.chain { $0.extendedKeyUsage = nil })
        #expect(absent.codes(.error) == [])
        #expect(absent.codes(.warning) == [.extendedKeyUsage])
        var template = CertificateTemplate.intermediate(name: "Mail only", at: TestChain.moment)
        template.extendedKeyUsage = [.emailProtection]
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.extendedKeyUsage])
        var client = try test.policy()
        client.purpose = .sslClient
        #expect(try test.errors(test.chain(), policy: client) == [.extendedKeyUsage])
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [.clientAuth] }, policy: client) == [])
    }

    /// Apple, 103769: "TLS server certificates must contain an ExtendedKeyUsage (EKU) extension containing the
    /// id-kp-serverAuth OID", for what was issued after 1 July 2019.
    @Test("serverAuth by its own name, since July 2019")
    func serverAuth() throws {
        let any = try test.judge(test.chain { $0.extendedKeyUsage = [.anyExtendedKeyUsage] })
        #expect(any.codes(.error) == [])
        #expect(any.codes(.warning) == [.extendedKeyUsage])
        for profile in [Profile.apple, .webpki] {
            var policy = try test.policy()
            policy.profile = profile
            for usages in [nil, [ObjectIdentifier.anyExtendedKeyUsage]] {
                let chain = try test.chain { $0.extendedKeyUsage = usages }
                #expect(try test.errors(chain, policy: policy).contains(.extendedKeyUsage), "\(profile.name)")
            }
        }
        var old = try RootProgramChain()
        old.leaf.extendedKeyUsage = nil
        old.leaf.notBefore = try #require(Instant(year: 2019, month: 7, day: 1))
        #expect(try old.findings(.apple, .own)["extendedKeyUsage.presentBefore2019"] == nil)
        old.leaf.notBefore = try #require(Instant(year: 2019, month: 7, day: 2))
        #expect(try old.findings(.apple, .own)["extendedKeyUsage.present"] == .error)
    }
}
