import HoldfastX509
import TestSupport
import Testing

@Suite("What a file holds", .ownThread)
struct EncodedObjectTests {
    /// The least of each form, by its RFC's ASN.1.
    static func der(_ body: (inout DERWriter) -> Void) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence(body)
        return writer.bytes
    }

    static let algorithm = AlgorithmIdentifier(algorithm: .ed25519)

    static let forms: [(name: String, der: [UInt8], kind: EncodedObject.Kind)] = [
        (
            "PrivateKeyInfo (RFC 5208 §5)",
            der {
                $0.integer(0)
                $0.value(algorithm)
                $0.octetString([1])
            }, .privateKey(.pkcs8)
        ),
        (
            "OneAsymmetricKey with both optional fields (RFC 5958 §2)",
            der {
                $0.integer(1)
                $0.value(algorithm)
                $0.octetString([1])
                $0.setOf([], as: .context(0, constructed: true))
                $0.bitString([2], as: .context(1))
            }, .privateKey(.pkcs8)
        ),
        (
            "EncryptedPrivateKeyInfo (RFC 5208 §6)",
            der {
                $0.value(AlgorithmIdentifier(algorithm: .pbes2, parameters: [0x30, 0x00]))
                $0.octetString([1])
            }, .privateKey(.encryptedPKCS8)
        ),
        ("RSAPrivateKey (RFC 8017 A.1.2)", der { for _ in 0..<9 { $0.integer(0) } }, .privateKey(.rsa)),
        (
            "RSAPublicKey (RFC 8017 A.1.1)",
            der {
                $0.integer(bytes: [UInt8](repeating: 0xA5, count: 64))
                $0.integer(3)
            }, .publicKey(.rsa)
        ),
        (
            "ECPrivateKey (RFC 5915 §3)",
            der {
                $0.integer(1)
                $0.octetString([1])
            }, .privateKey(.ec)
        ),
        (
            "SubjectPublicKeyInfo (RFC 5280 §4.1)",
            der {
                $0.value(algorithm)
                $0.bitString([1])
            }, .publicKey(.subjectPublicKeyInfo)
        ),
        (
            "PFX (RFC 7292 §4)",
            der {
                $0.integer(3)
                $0.sequence { $0.oid(.pkcs7Data) }
            }, .pkcs12
        ),
        (
            "ContentInfo (RFC 5652 §3)",
            der {
                $0.oid(.pkcs7SignedData)
                $0.explicit(0) { $0.null() }
            }, .pkcs7
        ),
        ("OCSPResponse (RFC 6960 §4.2.1)", der { $0.integer(6, as: .enumerated) }, .ocspResponse),
        ("OCSPRequest (RFC 6960 §4.1.1)", der { $0.sequence { _ in } }, .ocspRequest),
        ("Certificate (RFC 5280 §4.1)", RealLeaf.der, .certificate),
        ("something else", der { $0.boolean(true) }, .unknown),
        ("nothing in it", der { _ in }, .unknown),
    ]

    @Test("is told by its form", arguments: forms.indices)
    func told(_ index: Int) throws {
        let (name, der, kind) = Self.forms[index]
        #expect(EncodedObject.kind(ofDER: der) == kind, "\(name)")
        let objects = try EncodedObject.all(in: der)
        #expect(objects.map(\.kind) == [kind], "\(name)")
        #expect(objects.map(\.bytes) == [der], "\(name)")
    }

    @Test("PEM: each block by its label, text around them passed over")
    func blocks() throws {
        let key = Self.forms[0].der
        let text =
            "Bag Attributes\n    friendlyName: x\n" + PEMBlock(.certificate, contents: RealLeaf.der).encoded
            + PEMBlock(.privateKey, contents: key).encoded
            + PEMBlock(label: "SOMETHING ELSE", contents: [1, 2]).encoded
            + PEMBlock(
                label: "RSA PRIVATE KEY",
                headers: [
                    PEMBlock.Header(name: "Proc-Type", value: "4,ENCRYPTED"),
                    PEMBlock.Header(name: "DEK-Info", value: "AES-256-CBC,00"),
                ], contents: [1, 2]
            ).encoded
        let objects = try EncodedObject.all(in: Array(text.utf8))
        #expect(objects.map(\.kind) == [.certificate, .privateKey(.pkcs8), .unknown, .privateKey(.rsa)])
        #expect(objects.map(\.isEncrypted) == [false, false, false, true])
        #expect(objects[1].bytes == key)
    }

    @Test("a block under another's label is what it is; a broken one what it says")
    func labels() throws {
        func kind(_ label: PEMLabel, _ der: [UInt8]) throws -> EncodedObject.Kind? {
            try EncodedObject.all(in: Array(PEMBlock(label, contents: der).encoded.utf8)).first?.kind
        }
        #expect(try kind(.certificate, RecordedRequest.openSSL) == .certificationRequest)
        #expect(try kind(.certificate, [0x30, 0x03, 0x01]) == .certificate)
        #expect(try kind(.trustedCertificate, RealLeaf.der + [0x30, 0x00]) == .certificate)
    }

    @Test("several DER elements, nothing, and noise")
    func files() throws {
        #expect(try EncodedObject.all(in: RealLeaf.der + RealLeaf.der).map(\.kind) == [.certificate, .certificate])
        #expect(throws: EncodedObjectError.empty) { try EncodedObject.all(in: Array(" \n".utf8)) }
        #expect(throws: EncodedObjectError.unknownForm) { try EncodedObject.all(in: Array("no key here".utf8)) }
        #expect(throws: EncodedObjectError.self) {
            try EncodedObject.all(in: Array("-----BEGIN CERTIFICATE-----\nAAAA\n".utf8))
        }
    }

    @Test(
        "every prefix and every changed byte is a kind or an error", arguments: [RealLeaf.der, RecordedRequest.keytool])
    func hostile(_ der: [UInt8]) {
        for count in 0...der.count { _ = try? EncodedObject.all(in: Array(der.prefix(count))) }
        var bytes = der
        for index in der.indices.prefix(200) {
            for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF, 0x30, 0x02] {
                bytes[index] = value
                _ = try? EncodedObject.all(in: bytes)
            }
            bytes[index] = der[index]
        }
    }

    @Test("encryption under a passphrase is described by its parameters (RFC 8018 appendix A)")
    func encryption() throws {
        let derivation = Self.der {
            $0.octetString([1, 2, 3, 4, 5, 6, 7, 8])
            $0.integer(2048)
            $0.value(AlgorithmIdentifier(algorithm: .hmacWithSHA256, parameters: [5, 0]))
        }
        let parameters = Self.der {
            $0.value(AlgorithmIdentifier(algorithm: .pbkdf2, parameters: derivation))
            $0.value(AlgorithmIdentifier(algorithm: .aes128CBC, parameters: [4, 0]))
        }
        let read = try PassphraseEncryption(AlgorithmIdentifier(algorithm: .pbes2, parameters: parameters))
        #expect(read.derivation == .pbkdf2(iterations: 2048, function: .hmacWithSHA256))
        #expect(read.description == "AES-128-CBC, PBKDF2 with HMAC-SHA256, 2048 iterations")
        for count in 0..<parameters.count {
            #expect(throws: DERError.self) {
                try PassphraseEncryption(
                    AlgorithmIdentifier(algorithm: .pbes2, parameters: Array(parameters.prefix(count))))
            }
        }
        #expect(throws: DERError.self) { try PassphraseEncryption(AlgorithmIdentifier(algorithm: .sha256)) }
    }
}
