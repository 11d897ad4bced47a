import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// Apple, Preventing Insecure Network Connections: "The server certificate must be signed with either a […] (RSA) key
/// of at least 2048 bits, or an […] (ECC) key of at least 256 bits" and "must use the Secure Hash Algorithm 2 (SHA-2)
/// with a digest length […] of at least 256 bits".
@Suite("The strength that App Transport Security asks of a certificate", .ownThread)
struct CertificateStrengthRuleTests {
    let test: TestChain
    private let apples = CertificateStrengthRule(minimumRSABits: 2048, minimumECBits: 256, requiresSHA2: true)

    init() throws { test = try TestChain() }

    /// The requirements of App Transport Security that a chain breaks.
    private func broken(_ chain: [[UInt8]], by rule: CertificateStrengthRule? = nil) throws -> Set<String> {
        var policy = try test.policy()
        policy.rules = [rule ?? apples]
        let judged = try test.judge(chain, policy: policy)
        let findings = (judged.success?.findings ?? []) + (judged.failure?.findings ?? [])
        return Set(findings.filter { $0.code == .appTransportSecurity && $0.severity == .error }.map(\.requirement))
    }

    @Test("a good chain; the server's own key") func keys() throws {
        #expect(try broken(test.chain()) == [])
        let weak = try test.intermediate.issue(TestChain.server(), key: .generate(.rsa(bits: 1024))).chain
        #expect(try broken(weak) == ["appTransportSecurity.key"])
        let strong = try test.intermediate.issue(TestChain.server(), key: .generate(.rsa(bits: 2048))).chain
        #expect(try broken(strong) == [])
        for kind in [KeyKind.p384, .p521] {
            #expect(try broken(test.intermediate.issue(TestChain.server(), key: .generate(kind)).chain) == [])
        }
        // Neither RSA nor ECC as Apple's systems know it.
        let edwards = try test.intermediate.issue(TestChain.server(), key: .generate(.ed25519)).chain
        #expect(try broken(edwards) == ["appTransportSecurity.key"])
        // "Disabling this requirement also removes the key length check": no bound, no finding.
        let unbound = CertificateStrengthRule(minimumRSABits: 0, minimumECBits: 0, requiresSHA2: true)
        #expect(try broken(weak, by: unbound) == [])
        let wide = CertificateStrengthRule(minimumRSABits: 0, minimumECBits: 384, requiresSHA2: false)
        #expect(try broken(test.chain(), by: wide) == ["appTransportSecurity.key"])
    }

    @Test("the key that signed the server's certificate") func signer() throws {
        let key = try PrivateKey.generate(.rsa(bits: 1024))
        let authority = try test.root.intermediate(name: "Weak", at: TestChain.moment, key: key)
        let leaf = try authority.issue(TestChain.server())
        #expect(try broken(leaf.chain) == ["appTransportSecurity.key"])
    }

    @Test("the digest of the server's certificate") func digests() throws {
        for (algorithm, isBroken) in [
            (SignatureAlgorithm.ecdsa(.sha1), true), (.ecdsa(.sha224), true), (.ecdsa(.sha256), false),
            (.ecdsa(.sha384), false), (.ecdsa(.sha512), false),
        ] {
            let chain = try test.chain { $0.signatureAlgorithm = algorithm }
            #expect(try broken(chain) == (isBroken ? ["appTransportSecurity.digest"] : []), "\(algorithm)")
        }
    }

    @Test("what it asks is a part of the policy's digest, and of what two of them ask both hold") func settings() throws
    {
        var digests: Set<[UInt8]> = []
        let rules = [
            apples, CertificateStrengthRule(minimumRSABits: 3072, minimumECBits: 256, requiresSHA2: true),
            CertificateStrengthRule(minimumRSABits: 2048, minimumECBits: 384, requiresSHA2: true),
            CertificateStrengthRule(minimumRSABits: 2048, minimumECBits: 256, requiresSHA2: false),
        ]
        for rule in rules {
            var policy = try test.policy()
            policy.rules = [rule]
            digests.insert(policy.digest)
        }
        #expect(digests.count == rules.count)
        let all = rules.dropFirst().reduce(rules[3]) { $0.merged(with: $1) }
        #expect(all == CertificateStrengthRule(minimumRSABits: 3072, minimumECBits: 384, requiresSHA2: true))
        #expect(CertificateStrengthRule(minimumRSABits: 0, minimumECBits: 0, requiresSHA2: false).isEmpty)
    }
}
