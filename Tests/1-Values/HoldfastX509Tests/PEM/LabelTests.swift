import HoldfastX509
import TestSupport
import Testing

/// RFC 7468 §2: "The type of data encoded is labeled depending on the type label in the "-----BEGIN " line".
@Suite("The label of a block, and bytes without one", .ownThread)
struct LabelTests {
    private static let der = EncodedObjectTests.der

    /// The first Oakley group of RFC 2409 §6.1, 768 bits.
    static let oakley = hex(
        """
        FFFFFFFF FFFFFFFF C90FDAA2 2168C234 C4C6628B 80DC1CD1 29024E08 8A67CC74 020BBEA6 3B139B22 514A0879 8E3404DD
        EF9519B3 CD3A431B 302B0A6D F25F1437 4FE1356D 6D51C245 E485B576 625E7EC6 F44C42E9 A63A3620 FFFFFFFF FFFFFFFF
        """)

    /// `DHParameter` of PKCS #3 §9: prime, base, privateValueLength OPTIONAL.
    static func group(_ base: Int, length: Int? = nil) -> [UInt8] {
        der {
            $0.integer(bytes: oakley)
            $0.integer(base)
            if let length { $0.integer(length) }
        }
    }

    private static func numbers(_ numbers: [UInt8]...) -> [UInt8] {
        der { for number in numbers { $0.integer(bytes: number) } }
    }

    private func kind(_ label: String, _ der: [UInt8]) throws -> EncodedObject.Kind? {
        let objects = try EncodedObject.all(in: Array(PEMBlock(label: label, contents: der).encoded.utf8))
        #expect(objects.count == 1)
        return objects.first?.kind
    }

    @Test(
        "parameters are parameters, whatever two INTEGERs could be besides",
        arguments: ["DH PARAMETERS", "X9.42 DH PARAMETERS", "DSA PARAMETERS", "EC PARAMETERS"])
    func parameters(_ label: String) throws {
        for base in [2, 3, 5] { #expect(try kind(label, Self.group(base)) == .parameters, "\(base)") }
        #expect(try kind(label, Self.group(2, length: 225)) == .parameters)
        #expect(try kind(label, [0x30, 0x00]) == .parameters)
    }

    @Test(
        "two INTEGERs are no key under a label of something else",
        arguments: ["SIGNATURE", "CERTIFICATE", "CERTIFICATE REQUEST", "PKCS7", "X509 CRL"])
    func others(_ label: String) throws {
        let key = Self.numbers(Self.oakley, [1, 0, 1])
        if case .publicKey = try kind(label, key) { Issue.record("a public key") }
        #expect(try kind("RSA PUBLIC KEY", key) == .publicKey(.rsa))
        #expect(try kind("PUBLIC KEY", key) == .publicKey(.rsa))
    }

    /// RFC 8017 §3.1: the modulus is "a product of u distinct odd primes", the exponent "an integer between 3 and n - 1
    /// satisfying GCD(e, \lambda(n)) = 1", and so odd. RFC 3279 §2.2.3: `ECDSA-Sig-Value` is two INTEGERs too.
    @Test("bytes without a label are a public key of RSA only where they can be nothing else")
    func unlabelled() throws {
        let long = [UInt8](repeating: 0xA5, count: 256)
        let rows: [(String, [UInt8])] = [
            ("a signature by P-256", Self.numbers(.init(long.prefix(32)), .init(long.suffix(32)))),
            ("a signature by P-384", Self.numbers(.init(long.prefix(48)), .init(long.suffix(48)))),
            ("a signature by P-521", Self.numbers([1] + long.prefix(65), [1] + long.prefix(64) + [7])),
            ("an even modulus", Self.numbers(long.dropLast() + [0x10], [1, 0, 1])),
            ("an even exponent", Self.numbers(long, [1, 0, 0])), ("an exponent of 1", Self.numbers(long, [1])),
            ("an exponent over the modulus", Self.numbers(.init(long.prefix(64)), long)),
            ("small numbers", Self.numbers([7], [5])), ("a small modulus", Self.numbers(.init(long.prefix(63)), [3])),
        ]
        for (name, bytes) in rows { #expect(try EncodedObject.all(in: bytes).map(\.kind) == [.unknown], "\(name)") }
        #expect(try EncodedObject.all(in: Self.numbers(long, [1, 0, 1])).map(\.kind) == [.publicKey(.rsa)])
        for group in [Self.group(2), Self.group(2, length: 225)] {
            #expect(try EncodedObject.all(in: group).map(\.kind) == [.parameters])
        }
    }

    @Test("what is of the form of an encrypted key, of PKCS #7 or of another key and is none of it is not called so")
    func forms() throws {
        let digest = AlgorithmIdentifier(algorithm: .sha256, parameters: [5, 0])
        let rows: [(String, [UInt8])] = [
            // RFC 8017 §9.2: DigestInfo ::= SEQUENCE { digestAlgorithm, digest OCTET STRING }
            (
                "DigestInfo",
                Self.der {
                    $0.value(digest)
                    $0.octetString([1])
                }
            ), ("AlgorithmIdentifier", digest.der),
            (
                "an algorithm that is none of a key",
                Self.der {
                    $0.value(digest)
                    $0.bitString([1])
                }
            ), ("six numbers", Self.der { for number in 1...6 { $0.integer(number) } }),
            ("nine numbers", Self.der { for number in 2...10 { $0.integer(number) } }),
        ]
        for (name, bytes) in rows { #expect(EncodedObject.kind(ofDER: bytes) == .unknown, "\(name)") }
    }

    @Test("a public key file is read as one only where its numbers are")
    func publicKeyFile() throws {
        for wrong in [Self.group(2), Self.numbers([7], [4]), Self.numbers([6], [3]), Self.numbers([7], [1])] {
            #expect(throws: DERError.self) { try SubjectPublicKeyInfo(publicKeyDER: wrong) }
        }
    }

    /// RFC 7468 §10: PKCS #8 is "PRIVATE KEY"; RFC 8017 A.1.2's form under it is another one.
    @Test("keys under the label of another form are of the form that they have")
    func mislabelled() throws {
        func object(_ label: PEMLabel, _ der: [UInt8]) throws -> EncodedObject {
            try #require(try EncodedObject.all(in: Array(PEMBlock(label, contents: der).encoded.utf8)).first)
        }
        let pkcs8 = EncodedObjectTests.forms[0].der
        let pkcs1 = Self.der { for _ in 0..<9 { $0.integer(0) } }
        let rows: [(PEMLabel, [UInt8], EncodedObject.Kind, PEMLabel?)] = [
            (.privateKey, pkcs8, .privateKey(.pkcs8), nil),
            (.privateKey, pkcs1, .privateKey(.rsa), .rsaPrivateKey),
            (.rsaPrivateKey, pkcs8, .privateKey(.pkcs8), .privateKey),
            (.ecPrivateKey, pkcs8, .privateKey(.pkcs8), .privateKey),
            (.publicKey, Self.numbers(Self.oakley, [3]), .publicKey(.rsa), .rsaPublicKey),
        ]
        for (label, der, kind, expected) in rows {
            let object = try object(label, der)
            #expect(object.kind == kind, "\(label)")
            #expect(object.expectedLabel == expected, "\(label)")
        }
    }

    /// RFC 5652 §3 and RFC 7292 §3 leave both in BER, with lengths that come at the end (X.690 §8.1.3.6).
    @Test("BER: PKCS #7 and PKCS #12 are told apart by what they begin with")
    func ber() throws {
        let signed = hex("30 80 06 09 2A 86 48 86 F7 0D 01 07 02 A0 80 30 80 00 00 00 00 00 00")
        let pfx = hex("30 80 02 01 03 30 80 06 09 2A 86 48 86 F7 0D 01 07 01 A0 80 24 80 00 00 00 00 00 00 00 00")
        #expect(try EncodedObject.all(in: signed).map(\.kind) == [.pkcs7])
        #expect(try EncodedObject.all(in: pfx).map(\.kind) == [.pkcs12])
        #expect(try kind("PKCS7", signed) == .pkcs7)
        #expect(throws: CertificateFileError.foreign(.pkcs7(isPEM: false))) {
            try EncodedObject.certificates(in: signed)
        }
        // Something else in BER is not called a container.
        #expect(throws: EncodedObjectError.unknownForm) { try EncodedObject.all(in: hex("30 80 30 80 00 00 00 00")) }
    }

    @Test("PKCS #12 with a line end behind it is PKCS #12")
    func lineEnd() throws {
        let pfx = hex("30 0E 02 01 03 30 09 06 01 2A A0 04 04 02 30 00")
        for end in ["\n", "\r\n"] {
            let objects = try EncodedObject.all(in: pfx + Array(end.utf8))
            #expect(objects.map(\.kind) == [.pkcs12])
            #expect(objects.map(\.bytes) == [pfx])
        }
    }
}
