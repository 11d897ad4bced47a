import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Signatures over digests that are already there, made here and checked by the `openssl` command and the other way.
@Suite("Signatures over digests", .ownThread)
struct DigestSignatureTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let key: String
        let scheme: DigestSignature
        let count: Int
        let options: String
        var testDescription: String { name }
    }

    private static let digests: [(DigestAlgorithm, String)] = [
        (.sha1, "sha1"), (.sha224, "sha224"), (.sha256, "sha256"), (.sha384, "sha384"), (.sha512, "sha512"),
    ]

    static let cases: [Case] =
        digests.map { digest, name in
            Case(
                name: "PKCS #1 v1.5, \(digest)", key: rsa, scheme: .pkcs1(digest), count: digest.byteCount,
                options: "-pkeyopt digest:\(name)")
        }
        + digests.map { digest, name in
            Case(
                name: "PSS, \(digest)", key: rsa, scheme: .pss(digest), count: digest.byteCount,
                options: "-pkeyopt digest:\(name) -pkeyopt rsa_padding_mode:pss -pkeyopt rsa_pss_saltlen:digest")
        }
        + [
            Case(name: "PKCS #1 v1.5 without a name", key: rsa, scheme: .pkcs1(nil), count: 13, options: ""),
            Case(name: "P-256, 20 bytes", key: curve("prime256v1"), scheme: .ecdsa, count: 20, options: ""),
            Case(name: "P-256, 64 bytes", key: curve("prime256v1"), scheme: .ecdsa, count: 64, options: ""),
            Case(name: "P-384, 48 bytes", key: curve("secp384r1"), scheme: .ecdsa, count: 48, options: ""),
            Case(name: "P-521, 64 bytes", key: curve("secp521r1"), scheme: .ecdsa, count: 64, options: ""),
        ]

    private static let rsa = "genrsa -out key 2048"
    private static func curve(_ name: String) -> String { "ecparam -name \(name) -genkey -noout -out key" }

    @Test("are the same to openssl", arguments: cases)
    func agree(_ row: Case) throws {
        let openssl = try OpenSSLCommand()
        try openssl(row.key)
        try openssl("pkey -in key -pubout -out public")
        let digest = (0..<row.count).map { UInt8($0 * 7 % 251) }
        try openssl.write(digest, to: "digest")
        let key = try PrivateKey(pem: String(decoding: openssl.read("key"), as: UTF8.self))
        let judge = try PublicKey(key.subjectPublicKeyInfo)

        try openssl.write(row.scheme.sign(digest, with: key), to: "ours")
        try openssl("pkeyutl -verify -pubin -inkey public -in digest -sigfile ours \(row.options)")

        try openssl("pkeyutl -sign -inkey key -in digest -out theirs \(row.options)")
        var theirs = try openssl.read("theirs")
        #expect(row.scheme.isValid(theirs, of: digest, with: judge))
        #expect(!row.scheme.isValid(theirs, of: digest.reversed(), with: judge))
        theirs[theirs.count - 1] ^= 1
        #expect(!row.scheme.isValid(theirs, of: digest, with: judge))
        #expect(!row.scheme.isValid([], of: digest, with: judge))
    }

    @Test("A digest of another length and a key of another type are refused")
    func refused() throws {
        let rsa = try PrivateKey.generate(.rsa(bits: 1024))
        let curve = try PrivateKey.generate(.p256)
        let digest = [UInt8](repeating: 7, count: 32)
        let refused: [(DigestSignature, PrivateKey, [UInt8])] = [
            (.pkcs1(.sha256), rsa, Array(digest.dropLast())), (.pss(.sha256), rsa, digest + [7]),
            (.pkcs1(nil), rsa, [UInt8](repeating: 7, count: 118)), (.pss(.sha512), rsa, digest + digest),
            (.ecdsa, rsa, digest), (.pkcs1(.sha256), curve, digest), (.pss(.sha256), curve, digest),
        ]
        for (scheme, key, input) in refused {
            #expect(throws: CryptoError.self, "\(scheme)") { try scheme.sign(input, with: key) }
            let judge = try PublicKey(key.subjectPublicKeyInfo)
            #expect(!scheme.isValid([UInt8](repeating: 1, count: 128), of: input, with: judge), "\(scheme)")
        }
    }

    /// RFC 4055 §3.3: the digests of the signature and of the key have to be the same, the salt at least as long.
    @Test("A key for PSS alone keeps to its parameters")
    func restricted() throws {
        let key = try PrivateKey.generate(.rsaPSS(bits: 1024, RSAPSSParameters(.sha256)))
        let judge = try PublicKey(key.subjectPublicKeyInfo)
        let digest = [UInt8](repeating: 7, count: 32)
        #expect(
            try DigestSignature.pss(.sha256).isValid(
                DigestSignature.pss(.sha256).sign(digest, with: key), of: digest, with: judge))
        #expect(!DigestSignature.pss(.sha384).isOne(for: key.subjectPublicKeyInfo.key))
        #expect(!DigestSignature.pkcs1(.sha256).isOne(for: key.subjectPublicKeyInfo.key))
        let longer = try PrivateKey.generate(.rsaPSS(bits: 1024, RSAPSSParameters(.sha256, saltLength: 33)))
        #expect(!DigestSignature.pss(.sha256).isOne(for: longer.subjectPublicKeyInfo.key))
        let free = try PrivateKey.generate(.rsaPSS(bits: 1024, nil))
        #expect(DigestSignature.pss(.sha384).isOne(for: free.subjectPublicKeyInfo.key))
    }
}
