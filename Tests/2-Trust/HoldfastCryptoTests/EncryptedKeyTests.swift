import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@Suite("Encrypted private keys", .ownThread)
struct EncryptedKeyTests {
    private static let secret = "correct horse"
    private static let few = KeyEncryption.minimumIterations

    private func reason(_ body: () throws -> Void) -> CryptoError.Reason? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CryptoError)?.reason
        }
    }

    static let kinds: [KeyKind] = [
        .rsa(bits: 2048), .rsaPSS(bits: 1024, nil), .p256, .p384, .p521, .ed25519, .ed448,
    ]

    @Test("are opened by openssl, and by their passphrase alone", arguments: kinds)
    func written(_ kind: KeyKind) throws {
        let key = try PrivateKey.generate(kind)
        let pem = try key.encryptedPEM(Passphrase("secret"), iterations: Self.few)
        #expect(pem.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
        let openssl = try OpenSSLCommand()
        try openssl.write(pem.utf8, to: "key")
        try openssl("pkey -in key -passin pass:secret -pubout -outform DER -out public")
        #expect(try openssl.read("public") == Array(key.subjectPublicKeyInfo.bytes))
        #expect(try openssl.attempt("pkey -in key -passin pass:wrong -noout").status != 0)
        let copy = try PrivateKey(pem: pem, passphrase: Passphrase("secret"))
        #expect(copy.subjectPublicKeyInfo == key.subjectPublicKeyInfo)
        #expect(copy.isPairConsistent)
        #expect(reason { _ = try PrivateKey(pem: pem, passphrase: Passphrase("wrong")) } == .wrongPassphrase)
        #expect(reason { _ = try PrivateKey(pem: pem) } == .passphraseNeeded)
    }

    /// OWASP Password Storage Cheat Sheet: "use PBKDF2 with a work factor of 600,000 or more and set with an internal
    /// hash function of HMAC-SHA-256"; NIST SP 800-132 §5.1: "the length of the randomly-generated portion of the salt
    /// shall be at least 128 bits".
    @Test("say how they are encrypted: PBES2, PBKDF2-HMAC-SHA256, 600,000 iterations, AES-256-CBC")
    func parameters() throws {
        let key = try PrivateKey.generate(.p256)
        let der = try key.encryptedPKCS8DER(Passphrase("secret"))
        let info = try EncryptedPrivateKeyInfo(der: der)
        let encryption = try PassphraseEncryption(info.encryptionAlgorithm)
        #expect(encryption.derivation == .pbkdf2(iterations: 600_000, function: .hmacWithSHA256))
        #expect(encryption.cipher == .aes256CBC)
        #expect(encryption.salt.count == 16)
        let openssl = try OpenSSLCommand()
        try openssl.write(der, to: "key")
        let text = try openssl("asn1parse -inform DER -in key")
        for part in ["PBES2", "PBKDF2", ":0927C0", "hmacWithSHA256", "aes-256-cbc"] {
            #expect(text.contains(part), "\(part)")
        }
        // Never the same twice.
        let other = try EncryptedPrivateKeyInfo(
            der: try key.encryptedPKCS8DER(Passphrase("secret"), iterations: Self.few))
        #expect(try PassphraseEncryption(other.encryptionAlgorithm).salt != encryption.salt)
        #expect(other.encryptedData != info.encryptedData)
        for count in [0, 999, -1, 10_000_001] {
            #expect(throws: CryptoError.self, "\(count)") {
                try key.encryptedPKCS8DER(Passphrase("secret"), iterations: count)
            }
        }
    }

    /// What `openssl` has written over the years.
    static let forms = [
        "pkcs8 -topk8 -v2 aes-128-cbc", "pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA512",
        "pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA1", "pkcs8 -topk8 -v2 des3", "pkcs8 -topk8 -scrypt",
        "pkcs8 -topk8 -v1 PBE-SHA1-3DES", "pkcs8 -topk8 -v1 PBE-SHA1-2DES",
        "pkcs8 -topk8 -v1 PBE-MD5-DES -provider legacy -provider default",
        "pkcs8 -topk8 -v1 PBE-SHA1-RC2-40 -provider legacy -provider default",
        "pkcs8 -topk8 -v1 PBE-SHA1-RC4-128 -provider legacy -provider default", "rsa -traditional -aes128",
        "rsa -traditional -aes192", "rsa -traditional -aes256", "rsa -traditional -des3",
        "rsa -traditional -des -provider legacy -provider default",
    ]

    @Test("of openssl's making are read, and a wrong passphrase is told from damage", arguments: forms)
    func read(_ command: String) throws {
        let openssl = try OpenSSLCommand()
        try openssl("genrsa -out plain 1024")
        try openssl("\(command) -in plain -passout pass:secret -out key")
        try openssl("pkey -in plain -pubout -outform DER -out public")
        let pem = String(decoding: try openssl.read("key"), as: UTF8.self)
        let key = try PrivateKey(pem: pem, passphrase: Passphrase("secret"))
        #expect(try openssl.read("public") == Array(key.subjectPublicKeyInfo.bytes))
        for wrong in ["Secret", "", "s"] {
            #expect(reason { _ = try PrivateKey(pem: pem, passphrase: Passphrase(wrong)) } == .wrongPassphrase)
        }
        #expect(reason { _ = try PrivateKey(pem: pem) } == .passphraseNeeded)
    }

    @Test("that ask for more work than a file may are refused at once")
    func work() throws {
        func der(_ derivation: ObjectIdentifier, _ parameters: (inout DERWriter) -> Void) -> [UInt8] {
            var inner = DERWriter()
            inner.sequence(parameters)
            var outer = DERWriter()
            outer.sequence {
                $0.value(AlgorithmIdentifier(algorithm: derivation, parameters: inner.bytes))
                $0.value(
                    AlgorithmIdentifier(
                        algorithm: .aes256CBC, parameters: [4, 16] + [UInt8](repeating: 1, count: 16)))
            }
            return EncryptedPrivateKeyInfo(
                AlgorithmIdentifier(algorithm: .pbes2, parameters: outer.bytes),
                encryptedData: [UInt8](repeating: 7, count: 64)
            ).der
        }
        let attacks = [
            der(.pbkdf2) {
                $0.octetString([1, 2, 3, 4, 5, 6, 7, 8])
                $0.integer(0x7FFF_FFFF)
            },
            der(.pbkdf2) {
                $0.octetString([1, 2, 3, 4, 5, 6, 7, 8])
                $0.integer(bytes: [UInt8](repeating: 0xFF, count: 12))
            },
            der(.scrypt) {
                $0.octetString([1])
                $0.integer(1 << 40)
                $0.integer(8)
                $0.integer(1)
            },
            der(.scrypt) {
                $0.octetString([1])
                $0.integer(Int.max)
                $0.integer(Int.max)
                $0.integer(Int.max)
            },
        ]
        for attack in attacks {
            guard case .tooMuchWork? = reason({ _ = try PrivateKey(der: attack, passphrase: Passphrase("x")) }) else {
                Issue.record("not refused for its work")
                continue
            }
        }
        let none = der(.pbkdf2) {
            $0.octetString([])
            $0.integer(0)
        }
        #expect(throws: CryptoError.self) { try PrivateKey(der: none, passphrase: Passphrase("x")) }
        #expect(
            reason { _ = try PrivateKey(der: [UInt8](repeating: 0x30, count: PrivateKey.maximumByteCount + 1)) }
                == .tooLarge(bytes: PrivateKey.maximumByteCount + 1, limit: PrivateKey.maximumByteCount))
    }

    @Test("cut anywhere, or with any byte changed, end in an error or in a key")
    func hostile() throws {
        let key = try PrivateKey.generate(.p256)
        let der = try key.encryptedPKCS8DER(Passphrase("secret"), iterations: Self.few)
        for count in 0..<der.count {
            #expect(throws: CryptoError.self) {
                try PrivateKey(der: der.prefix(count), passphrase: Passphrase("secret"))
            }
        }
        var bytes = der
        for index in der.indices {
            for value in [der[index] ^ 1, der[index] ^ 0x80, 0x00, 0xFF] where value != der[index] {
                bytes[index] = value
                if let copy = try? PrivateKey(der: bytes, passphrase: Passphrase("secret")) {
                    // What opens all the same is a key that says of itself what it is.
                    _ = copy.isPairConsistent
                }
            }
            bytes[index] = der[index]
        }
        // The same with nothing around the key.
        let plain = try key.pkcs8DER
        bytes = plain
        for index in plain.indices {
            for value in [plain[index] ^ 1, plain[index] ^ 0x80, 0x00, 0xFF] {
                bytes[index] = value
                _ = try? PrivateKey(der: bytes).isPairConsistent
            }
            bytes[index] = plain[index]
        }
    }

    /// RFC 5958 §2: "publicKey … [1] PublicKey OPTIONAL" and "version … v2(1)" where it is there.
    @Test("of version 2 are read, and their public half has to be their own")
    func version2() throws {
        let key = try PrivateKey.generate(.ed25519)
        let info = try PrivateKeyInfo(der: try key.pkcs8DER)
        func der(_ publicKey: [UInt8]) -> [UInt8] {
            var writer = DERWriter()
            writer.sequence {
                $0.integer(1)
                $0.value(info.privateKeyAlgorithm)
                $0.octetString(info.privateKey)
                $0.bitString(publicKey, as: .context(1))
            }
            return writer.bytes
        }
        let own = Array(key.subjectPublicKeyInfo.subjectPublicKey.bytes)
        #expect(try PrivateKey(der: der(own)).subjectPublicKeyInfo == key.subjectPublicKeyInfo)
        var other = own
        other[3] ^= 1
        #expect(throws: CryptoError.self) { try PrivateKey(der: der(other)) }
    }

    @Test("whose halves do not belong together are told")
    func pair() throws {
        let key = try PrivateKey.generate(.p256)
        let other = try PrivateKey.generate(.p256)
        #expect(key.isPairConsistent)
        // ECPrivateKey (RFC 5915 §3) with the public key of another.
        func scalar(_ key: PrivateKey) throws -> [UInt8] {
            let info = try PrivateKeyInfo(der: try key.pkcs8DER)
            var reader = try DERReader(info.privateKey)
            return try reader.readSequence { (inner: inout DERReader) throws(DERError) -> [UInt8] in
                _ = try inner.readInt()
                let octets = Array(try inner.readOctetString())
                while !inner.isAtEnd { _ = try inner.readElement() }
                return octets
            }
        }
        var writer = DERWriter()
        let octets = try scalar(key)
        writer.sequence {
            $0.integer(1)
            $0.octetString(octets)
            $0.explicit(0) { $0.oid(.secp256r1) }
            $0.explicit(1) { $0.bitString(other.subjectPublicKeyInfo.subjectPublicKey) }
        }
        #expect(try !PrivateKey(der: writer.bytes).isPairConsistent)
    }

    @Test("of certtool's making that do not name their curve are read by their point, and by nothing less")
    func namelessCurve() throws {
        func der(_ scalar: [UInt8], _ point: [UInt8]?) -> [UInt8] {
            var writer = DERWriter()
            writer.sequence { key in
                key.integer(1)
                key.octetString(scalar)
                if let point { key.explicit(1) { $0.bitString(point) } }
            }
            return writer.bytes
        }
        for (kind, count) in [(KeyKind.p256, 32), (.p384, 48), (.p521, 66)] {
            let key = try PrivateKey.generate(kind)
            let info = try PrivateKeyInfo(der: try key.pkcs8DER)
            // ECPrivateKey: version (3 octets), then the scalar's OCTET STRING, inside a SEQUENCE.
            var reader = try DERReader(info.privateKey)
            let scalar = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> [UInt8] in
                _ = try inner.readInt()
                let octets = Array(try inner.readOctetString())
                while !inner.isAtEnd { _ = try inner.readElement() }
                return octets
            }
            #expect(scalar.count == count)
            var point = Array(key.subjectPublicKeyInfo.subjectPublicKey.bytes)
            let read = try PrivateKey(der: der(scalar, point))
            #expect(read.subjectPublicKeyInfo == key.subjectPublicKeyInfo)
            #expect(read.isPairConsistent)
            #expect(throws: CryptoError.self) { try PrivateKey(der: der(scalar, nil)) }
            point[point.count - 1] ^= 1
            #expect(throws: CryptoError.self, "a point that is not on the curve") {
                try PrivateKey(der: der(scalar, point))
            }
        }
    }

    @Test("are not shown by their text, nor are passphrases")
    func hidden() throws {
        let key = try PrivateKey.generate(.rsa(bits: 1024))
        #expect("\(key)" == "private key, RSA 1024 bits")
        #expect("\(try PrivateKey.generate(.p384))" == "private key, EC P-384")
        #expect("\(try PrivateKey.generate(.ed25519))" == "private key, Ed25519")
        #expect("\(Passphrase(Self.secret))" == "passphrase (hidden)")
        var dumped = ""
        dump(Passphrase(Self.secret), to: &dumped)
        #expect(!dumped.contains("horse"))
    }

    @Test("kinds are chosen by name")
    func names() throws {
        #expect(KeyKind(name: "p-256") == .p256)
        #expect(KeyKind(name: "P384") == .p384)
        #expect(KeyKind(name: "rsa:3072") == .rsa(bits: 3072))
        #expect(KeyKind(name: "Ed25519") == .ed25519)
        for name in ["", "rsa", "rsa-1024", "p-224", "dsa"] { #expect(KeyKind(name: name) == nil, "\(name)") }
    }
}
