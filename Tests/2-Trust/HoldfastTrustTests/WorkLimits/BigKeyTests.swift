import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// A check takes time by the square of an RSA modulus and by the length of its exponent (CVE-2023-29409,
/// CVE-2023-3446).
@Suite("Work: big RSA keys", .ownThread)
struct BigKeyTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    /// A chain below an authority whose key is this one, signed by whom it may be.
    private func chain(_ key: RSAPublicKey) throws -> [[UInt8]] {
        let info = try SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(algorithm: .rsaEncryption, parameters: [0x05, 0x00]),
            subjectPublicKey: BitString(key.der))
        let authority = try test.root.issue(
            .intermediate(name: "Big", at: TestChain.moment, pathLength: nil), for: info)
        var template = TestChain.server()
        template.issuer = DistinguishedName([(.commonName, "Big")])
        template.authorityKeyIdentifier = .omitted
        let other = try CertificateAuthority.root(name: "Big", at: TestChain.moment, key: .generate(.rsa(bits: 2048)))
        return [try other.issue(template).certificate, authority]
    }

    @Test(
        "are refused before anything is computed",
        arguments: [(8_200, 4), (16_384, 4), (65_536, 4), (4_000_000, 4), (2_048, 8), (2_048, 256), (4_096, 512)])
    func refused(_ bits: Int, _ exponentBytes: Int) throws {
        let key = RSAPublicKey(
            modulus: Array(repeating: 0xFF, count: bits / 8),
            publicExponent: Array(repeating: 0xFF, count: exponentBytes))
        let (result, work) = try test.judge(pool: chain(key), within: .seconds(5))
        #expect(result.failure != nil && !result.codes(.error).contains(.workLimit), "\(result.codes(.error))")
        #expect(result.failure?.errors.contains { [.weakKey, .weakSignature].contains($0.code) } == true)
        #expect(work.signatureChecks <= 3)
    }
}
