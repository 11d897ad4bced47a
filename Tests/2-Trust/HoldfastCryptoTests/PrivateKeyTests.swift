import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing
import PeerPrograms

@Suite("Private keys", .ownThread)
struct PrivateKeyTests {
    static let kinds: [KeyKind] = [
        .rsa(bits: 1024), .rsaPSS(bits: 1024, nil), .rsaPSS(bits: 1024, RSAPSSParameters(.sha384)), .p256, .p384,
        .p521, .ed25519, .ed448,
    ]

    @Test("survive being written and read", arguments: kinds)
    func roundTrip(_ kind: KeyKind) throws {
        let key = try PrivateKey.generate(kind)
        let copies = [try PrivateKey(der: key.pkcs8DER), try PrivateKey(pem: key.pem)]
        let message = bytes("signed by the copy")
        let judge = try PublicKey(key.subjectPublicKeyInfo)
        for copy in copies {
            #expect(copy.subjectPublicKeyInfo == key.subjectPublicKeyInfo)
            let signature = try copy.sign(message, algorithm: copy.defaultSignatureAlgorithm)
            #expect(
                judge.isValidSignature(
                    signature[...], for: message[...], algorithm: key.defaultSignatureAlgorithm))
        }
    }

    @Test("are what was asked for")
    func asked() throws {
        func seen(_ kind: KeyKind) throws -> String {
            let info = try PrivateKey.generate(kind).subjectPublicKeyInfo
            return "\(info.typeName) \(info.bits ?? 0) \(info.curveName ?? "-")"
        }
        #expect(try seen(.rsa(bits: 512)) == "RSA 512 -")
        #expect(try seen(.rsa(bits: 1024)) == "RSA 1024 -")
        #expect(try seen(.rsaPSS(bits: 1024, nil)) == "RSA-PSS 1024 -")
        #expect(try seen(.p256) == "EC 256 P-256")
        #expect(try seen(.p384) == "EC 384 P-384")
        #expect(try seen(.p521) == "EC 521 P-521")
        #expect(try seen(.ed25519) == "Ed25519 256 -")
        #expect(try seen(.ed448) == "Ed448 456 -")

        let bound = RSAPSSParameters(.sha384, maskGenerationDigest: .sha256, saltLength: 40)
        guard case .rsaPSS(_, let stated) = try PrivateKey.generate(.rsaPSS(bits: 1024, bound)).subjectPublicKeyInfo.key
        else {
            Issue.record("no RSA-PSS key")
            return
        }
        #expect(stated == bound)
        for bits in [-1, 0, 511, 8193, 1 << 40] {
            #expect(throws: CryptoError.self, "\(bits) bits") { try PrivateKey.generate(.rsa(bits: bits)) }
        }
    }

    @Test("are never the same twice")
    func fresh() throws {
        let keys = try (0..<4).map { _ in try PrivateKey.generate(.p256).subjectPublicKeyInfo }
        #expect(Set(keys).count == 4)
    }

    /// What `openssl` writes, in each of the forms that people have.
    static let forms = [
        "genrsa -traditional -out key 1024",
        "genrsa -out key 1024",
        "ecparam -name prime256v1 -genkey -out key",
        "ecparam -name secp384r1 -genkey -noout -out key",
        "ecparam -name prime256v1 -genkey -noout -outform DER -out key.der",
        "genpkey -algorithm ED25519 -out key",
        "genpkey -algorithm ED25519 -outform DER -out key.der",
        "genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:1024 -out key",
    ]

    @Test("of openssl's making are read", arguments: forms)
    func openssl(_ command: String) throws {
        let openssl = try OpenSSLCommand()
        try openssl(command)
        let name = command.hasSuffix(".der") ? "key.der" : "key"
        let bytes = try openssl.read(name)
        let key =
            try name == "key" ? PrivateKey(pem: String(decoding: bytes, as: UTF8.self)) : PrivateKey(der: bytes)
        try openssl("pkey -in \(name) -pubout -outform DER -out public")
        #expect(try openssl.read("public") == Array(key.subjectPublicKeyInfo.bytes))
        // And back: openssl finds no fault with what is written here.
        try openssl.write(key.pem.utf8, to: "ours")
        try openssl("pkey -in ours -check -noout")
    }

    private func reason(_ pem: String, _ passphrase: Passphrase?) -> CryptoError.Reason? {
        do throws(CryptoError) {
            _ = try PrivateKey(pem: pem, passphrase: passphrase)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("with a passphrase are read with it only, and nobody is asked at a terminal")
    func passphrase() throws {
        let openssl = try OpenSSLCommand()
        try openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out plain")
        try openssl("pkcs8 -topk8 -in plain -passout pass:secret -out encrypted")
        try openssl("pkcs8 -topk8 -in plain -passout pass:secret -outform DER -out encrypted.der")
        try openssl("ec -in plain -aes128 -passout pass:secret -out traditional")
        for name in ["encrypted", "traditional"] {
            let pem = String(decoding: try openssl.read(name), as: UTF8.self)
            #expect(throws: Never.self, "\(name)") { try PrivateKey(pem: pem, passphrase: Passphrase("secret")) }
            #expect(reason(pem, nil) == .passphraseNeeded, "\(name)")
            for wrong in ["", "Secret", "secret ", String(repeating: "s", count: 5000)] {
                #expect(reason(pem, Passphrase(wrong)) == .wrongPassphrase, "\(name), \(wrong)")
            }
        }
        let der = try openssl.read("encrypted.der")
        #expect(throws: CryptoError.self) { try PrivateKey(der: der) }
    }

    @Test("are not made of anything else")
    func notKeys() throws {
        let openssl = try OpenSSLCommand()
        try openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -outform DER -out key.der")
        try openssl("pkey -in key.der -pubout -outform DER -out public.der")
        try openssl("pkey -in key.der -pubout -out public")
        try openssl("genpkey -algorithm X25519 -out x25519")
        try openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp256k1 -out k1")
        let der = try openssl.read("key.der")
        #expect(throws: Never.self) { try PrivateKey(der: der) }

        let wrong: [(name: String, bytes: [UInt8])] = [
            ("nothing", []), ("noise", [UInt8](repeating: 0x41, count: 200)), ("a byte after the key", der + [0]),
            ("half a key", Array(der.prefix(der.count / 2))), ("a public key", try openssl.read("public.der")),
        ]
        for (name, bytes) in wrong { #expect(throws: CryptoError.self, "\(name)") { try PrivateKey(der: bytes) } }

        let wrongPEM: [(name: String, pem: String)] = [
            ("nothing", ""), ("prose", "no key here\n"),
            ("a public key", String(decoding: try openssl.read("public"), as: UTF8.self)),
            ("X25519", String(decoding: try openssl.read("x25519"), as: UTF8.self)),
            ("secp256k1", String(decoding: try openssl.read("k1"), as: UTF8.self)),
        ]
        for (name, pem) in wrongPEM { #expect(throws: CryptoError.self, "\(name)") { try PrivateKey(pem: pem) } }
    }
}
