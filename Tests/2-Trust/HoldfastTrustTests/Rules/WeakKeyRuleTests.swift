import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

@Suite("Weak keys", .ownThread)
struct WeakKeyRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("keys: RSA below 2048 bits is a warning under one's own anchor, below 1024 an error")
    func weakKey() throws {
        let medium = try test.intermediate.issue(TestChain.server(), key: .generate(.rsa(bits: 1024)))
        let judged = try test.judge(medium.chain)
        #expect(judged.codes(.error) == [])
        #expect(judged.codes(.warning) == [.weakKey])
        // Who runs it on Linux meets OpenSSL and curl, which take no such key: SSL_CTX_set_security_level(3), level 2.
        let advice = try #require(judged.success?.findings.first { $0.code == .weakKey }?.advice)
        #expect(advice.contains("OpenSSL and curl refuse"))
        // Without an anchor the strict reading holds.
        let unanchored = try test.errors(medium.chain, policy: test.policy(anchors: []))
        #expect(unanchored == [.weakKey, .issuerNotFound])
        let small = try test.intermediate.issue(TestChain.server(), key: .generate(.rsa(bits: 512)))
        #expect(try test.errors(small.chain) == [.weakKey])
    }

    /// RFC 8017 §3.1: "the RSA public exponent, e, is an integer between 3 and n - 1 satisfying GCD(e, lambda(n)) = 1",
    /// so that it is odd. With 1 a signature is the padded digest itself: anybody writes it.
    @Test(
        "exponents that protect nothing",
        arguments: [([1], true), ([2], true), ([4], true), ([1, 0, 0], true), ([3], false), ([1, 0, 1], false)])
    func exponent(octets: [UInt8], isRefused: Bool) throws {
        var modulus = [UInt8](repeating: 0xFF, count: 256)
        modulus[255] = 0x1B
        let key = try SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(algorithm: .rsaEncryption, parameters: [5, 0]),
            subjectPublicKey: BitString(RSAPublicKey(modulus: modulus, publicExponent: octets).der))
        let certificate = try test.intermediate.issue(TestChain.server(), for: key)
        let chain = [certificate, test.intermediate.certificate]
        for profile in Profile.all {
            var policy = try test.policy()
            policy.profile = profile
            #expect(try test.errors(chain, policy: policy).contains(.weakKey) == isRefused, "\(profile.name)")
        }
    }

    /// RFC 4055 §1.2: a key whose owner wants it used with RSASSA-PSS alone says so by its identifier.
    @Test("a key for RSASSA-PSS alone is held to what is asked of RSA, and is one that programmes do not have")
    func pss() throws {
        for (bits, isWeak) in [(2048, false), (1016, true)] {
            let plain = try PrivateKey.generate(.rsa(bits: bits)).subjectPublicKeyInfo
            let key = try SubjectPublicKeyInfo(
                algorithm: AlgorithmIdentifier(algorithm: .rsaPSS), subjectPublicKey: plain.subjectPublicKey)
            let chain = [try test.intermediate.issue(TestChain.server(), for: key), test.intermediate.certificate]
            #expect(try test.errors(chain).contains(.weakKey) == isWeak)
            var policy = try test.policy()
            policy.profile = .webpki
            // CA/B BR 6.1.5, 7.1.3.1: "No other algorithms", which is no word about their strength.
            #expect(try test.errors(chain, policy: policy).contains(.unsupportedAlgorithm))
        }
    }

    /// RFC 5480 §2.2: "The elliptic curve public key (a value of type ECPoint)"; (4, 4) lies on no curve of NIST's.
    @Test("a key that is no point of its curve, which no handshake has touched yet")
    func point() throws {
        let fours = [UInt8](repeating: 0, count: 31) + [4]
        let key = try SubjectPublicKeyInfo(
            algorithm: PrivateKey.generate(.p256).subjectPublicKeyInfo.algorithm,
            subjectPublicKey: BitString([4] + fours + fours))
        let certificate = try test.intermediate.issue(TestChain.server(), for: key)
        #expect(try test.errors([certificate, test.intermediate.certificate]) == [.weakKey])
    }

    @Test("a modulus of 2052 bits is no whole number of octets (CA/B BR 6.1.5), and no programme has Ed25519")
    func programme() throws {
        for (kind, requirement) in [(KeyKind.rsa(bits: 2052), "weakKey.wholeOctets"), (.ed25519, "weakKey.algorithm")] {
            var chain = try RootProgramChain()
            chain.leafKey = try .generate(kind)
            #expect(try chain.findings(.webpki, .own)[requirement] == .error)
            // RFC 8410 defines Ed25519 for certificates; of servers' keys `rfc5280` asks for whole octets too.
            #expect(try chain.findings(.rfc5280, .own)[requirement] == (kind == .ed25519 ? nil : .error))
            // The root's key too: "For RSA key pairs the CA SHALL (…)" holds for all of them.
            chain = try RootProgramChain()
            chain.rootKey = try .generate(kind)
            #expect(try chain.findings(.webpki, .own)[requirement] == .error)
        }
    }

    /// Below 1,024 bits a modulus is factored on a desk (RSA-768 was in 2009): whoever has the factors signs anything
    /// below the anchor. NIST SP 800-131A r2 §3 disallows it; the user named the anchor, so that it is no error.
    @Test("as a chain alone (basic-x509), an anchor's key below 1,024 bits is a warning, and no other")
    func anchors() throws {
        for (bits, warns) in [(512, true), (1016, true), (1024, false), (2048, false)] {
            let root = CertificateAuthority(
                try Identity.selfSigned(
                    .root(name: "Small", at: TestChain.moment), key: .generate(.rsa(bits: bits))))
            for chain in [try root.issue(TestChain.server()).chain, [root.certificate]] {
                for profile in Profile.all {
                    var policy = try test.policy(anchors: [root.certificate])
                    policy.purpose = .basicX509
                    policy.profile = profile
                    let result = try test.judge(chain, policy: policy)
                    let all = result.success?.findings ?? result.failure?.findings ?? []
                    let weak = all.filter { $0.code == .weakKey }
                    #expect(weak.map(\.severity) == (warns ? [.warning] : []), "\(bits) \(profile.name)")
                    let depth = (result.success?.chain.count ?? 0) - 1
                    #expect(weak.allSatisfy { $0.position == .certificate(depth: depth) })
                }
            }
        }
    }
}
