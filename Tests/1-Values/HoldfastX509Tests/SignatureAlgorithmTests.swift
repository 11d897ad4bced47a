import HoldfastX509
import TestSupport
import Testing

/// Parameters belong to the algorithm: RFC 4055 §3.1 and §5, RFC 5758 §3.2, RFC 8410 §3.
@Suite struct SignatureAlgorithmTests {
    private static let known: [(String, SignatureAlgorithm)] = [
        ("30 0D 06 09 2A 86 48 86 F7 0D 01 01 0B 05 00", .rsaPKCS1(.sha256)),
        ("30 0D 06 09 2A 86 48 86 F7 0D 01 01 0C 05 00", .rsaPKCS1(.sha384)),
        ("30 0D 06 09 2A 86 48 86 F7 0D 01 01 0D 05 00", .rsaPKCS1(.sha512)),
        ("30 0D 06 09 2A 86 48 86 F7 0D 01 01 05 05 00", .rsaPKCS1(.sha1)),
        ("30 0D 06 09 2A 86 48 86 F7 0D 01 01 0E 05 00", .rsaPKCS1(.sha224)),
        ("30 0D 06 09 2A 86 48 86 F7 0D 01 01 04 05 00", .rsaPKCS1(.md5)),
        ("30 0A 06 08 2A 86 48 CE 3D 04 03 02", .ecdsa(.sha256)),
        ("30 0A 06 08 2A 86 48 CE 3D 04 03 03", .ecdsa(.sha384)),
        ("30 0A 06 08 2A 86 48 CE 3D 04 03 04", .ecdsa(.sha512)),
        ("30 09 06 07 2A 86 48 CE 3D 04 01", .ecdsa(.sha1)),
        ("30 05 06 03 2B 65 70", .ed25519),
        ("30 05 06 03 2B 65 71", .ed448),
    ]

    @Test func identifiersBothWays() throws {
        for (bytes, algorithm) in Self.known {
            let identifier = try AlgorithmIdentifier(der: hex(bytes))
            #expect(SignatureAlgorithm(identifier) == algorithm, "\(bytes)")
            #expect(algorithm.identifier == identifier, "\(algorithm)")
            #expect(identifier.der == hex(bytes))
        }
    }

    /// RFC 4055 §5 asks for NULL, and to accept an absent one; the identifiers stay different.
    @Test func absentParametersOfRSA() throws {
        let absent = try AlgorithmIdentifier(der: hex("30 0B 06 09 2A 86 48 86 F7 0D 01 01 0B"))
        #expect(SignatureAlgorithm(absent) == .rsaPKCS1(.sha256))
        #expect(!absent.hasNullParameters)
        #expect(absent != SignatureAlgorithm.rsaPKCS1(.sha256).identifier)
    }

    @Test func parametersThatDoNotBelongMakeItUnknown() throws {
        for (name, bytes) in [
            ("RSA with an OCTET STRING", "30 0E 06 09 2A 86 48 86 F7 0D 01 01 0B 04 01 00"),
            ("RSA with a NULL that has content is not DER's NULL", "30 0E 06 09 2A 86 48 86 F7 0D 01 01 0B 05 01 00"),
            ("ECDSA with NULL", "30 0C 06 08 2A 86 48 CE 3D 04 03 02 05 00"),
            ("Ed25519 with NULL", "30 07 06 03 2B 65 70 05 00"),
            ("PSS without parameters", "30 0B 06 09 2A 86 48 86 F7 0D 01 01 0A"),
            ("PSS with NULL", "30 0D 06 09 2A 86 48 86 F7 0D 01 01 0A 05 00"),
            ("MD2 with RSA", "30 0D 06 09 2A 86 48 86 F7 0D 01 01 02 05 00"),
            ("DSA with SHA-256", "30 0B 06 09 60 86 48 01 65 03 04 03 02"),
            ("a key's algorithm", "30 0D 06 09 2A 86 48 86 F7 0D 01 01 01 05 00"),
        ] {
            let identifier = try AlgorithmIdentifier(der: hex(bytes))
            #expect(SignatureAlgorithm(identifier) == .unknown(identifier), "\(name)")
            #expect(SignatureAlgorithm(identifier).identifier == identifier)
        }
    }

    /// RFC 4055 §3.1; the bytes are those of `openssl req -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:32`.
    @Test func pssParameters() throws {
        let sha256 = hex(
            """
            30 34 A0 0F 30 0D 06 09 60 86 48 01 65 03 04 02 01 05 00 A1 1C 30 1A 06 09 2A 86 48 86 F7 0D 01 01 08
            30 0D 06 09 60 86 48 01 65 03 04 02 01 05 00 A2 03 02 01 20
            """)
        #expect(try RSAPSSParameters(der: sha256) == RSAPSSParameters(.sha256))
        #expect(RSAPSSParameters(.sha256).der == sha256)
        // An empty SEQUENCE means SHA-1, MGF1 with SHA-1, 20.
        #expect(try RSAPSSParameters(der: hex("30 00")) == RSAPSSParameters(.sha1))
        #expect(RSAPSSParameters(.sha1).der == hex("30 00"))
        // Digests may differ, and defaults may be written out.
        let mixed = hex("30 17 A0 0F 30 0D 06 09 60 86 48 01 65 03 04 02 02 05 00 A3 03 02 01 01 00").dropLast()
        let value = try RSAPSSParameters(der: Array([0x30, 0x16] + mixed.dropFirst(2)))
        #expect(value == RSAPSSParameters(.sha384, maskGenerationDigest: .sha1, saltLength: 20))
        let algorithm = SignatureAlgorithm.rsaPSS(RSAPSSParameters(.sha512, saltLength: 0))
        #expect(SignatureAlgorithm(algorithm.identifier) == algorithm)
    }

    @Test func pssParametersThatMeanSomethingElse() throws {
        for (bytes, reason) in [
            ("30 05 A3 03 02 01 02", DERError.Reason.invalidValue(.trailerField)),
            ("30 05 A2 03 02 01 FF", .integerOutOfRange),
            ("30 07 A0 05 30 03 06 01 2A", .invalidValue(.unknownDigest)),
            ("30 07 A1 05 30 03 06 01 2A", .invalidValue(.unknownMask)),
            (
                "30 10 A1 0E 30 0C 06 01 2A 30 07 06 05 2B 0E 03 02 1A",
                .invalidValue(.unknownMask)
            ),
            ("30 02 A4 00", .trailingData(count: 2)),
        ] {
            let error = derError { () throws(DERError) in _ = try RSAPSSParameters(der: hex(bytes)) }
            #expect(error?.reason == reason, "\(bytes): \(String(describing: error))")
            let identifier = AlgorithmIdentifier(algorithm: .rsaPSS, parameters: hex(bytes))
            #expect(SignatureAlgorithm(identifier) == .unknown(identifier))
        }
    }

    @Test func words() {
        #expect(SignatureAlgorithm.rsaPKCS1(.sha1).description == "RSA with SHA-1")
        #expect(SignatureAlgorithm.ecdsa(.sha384).digest == .sha384)
        #expect(SignatureAlgorithm.ed25519.digest == nil)
        let unknown = SignatureAlgorithm.unknown(AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 2, 3)))
        #expect(unknown.description == "unknown algorithm 1.2.3")
    }
}
