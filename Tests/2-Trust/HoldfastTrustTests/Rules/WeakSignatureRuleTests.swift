import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

@Suite("Weak signatures", .ownThread)
struct WeakSignatureRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("signatures: SHA-1 is refused")
    func weakSignature() throws {
        #expect(try test.errors(test.chain { $0.signatureAlgorithm = .ecdsa(.sha1) }) == [.weakSignature])
    }

    /// CA/B BR 7.1.3.2: "When encoded, the AlgorithmIdentifier MUST be byte-for-byte identical with the specified
    /// hex-encoded bytes"; 7.1.3.2.2: "If the signing key is P-256, the signature MUST use ECDSA with SHA-256."
    @Test("the programmes' encodings")
    func encodings() throws {
        func unmet(_ kind: KeyKind, _ algorithm: SignatureAlgorithm) throws -> [String] {
            var chain = try RootProgramChain()
            chain.intermediateKey = try .generate(kind)
            chain.leaf.signatureAlgorithm = algorithm
            return try chain.findings(.webpki, .publicWeb).filter { $0.value == .error }.keys
                .filter { $0.hasPrefix("weakSignature.") }.sorted()
        }
        let rsa = KeyKind.rsa(bits: 2048)
        #expect(try unmet(rsa, .rsaPKCS1(.sha256)) == [])
        #expect(try unmet(rsa, .rsaPSS(RSAPSSParameters(.sha384))) == [])
        #expect(try unmet(rsa, .rsaPKCS1(.sha224)) == ["weakSignature.encoding"])
        #expect(try unmet(rsa, .rsaPSS(RSAPSSParameters(.sha256, saltLength: 20))) == ["weakSignature.encoding"])
        #expect(try unmet(.p384, .ecdsa(.sha384)) == [])
        #expect(try unmet(.p384, .ecdsa(.sha256)) == ["weakSignature.curveDigest"])
        #expect(try unmet(.p521, .ecdsa(.sha512)) == [])
    }
}
