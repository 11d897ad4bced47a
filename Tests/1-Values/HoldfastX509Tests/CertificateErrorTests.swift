import HoldfastX509
import TestSupport
import Testing

/// Every error says which field, and which byte.
@Suite struct CertificateErrorTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        var name: String
        var change: @Sendable (inout SampleCertificate) -> Void
        var reason: DERError.Reason
        var path: [String]

        init(
            _ name: String, _ reason: DERError.Reason, in path: String,
            _ change: @escaping @Sendable (inout SampleCertificate) -> Void
        ) {
            self.name = name
            self.change = change
            self.reason = reason
            self.path = path.split(separator: ".").map(String.init)
        }

        var testDescription: String { name }
    }

    static let inside = "Certificate.tbsCertificate."

    static let attacks: [Attack] = [
        Attack("version 4", .invalidValue(.version(of: .certificate)), in: inside + "version") {
            $0.version = hex("A0 03 02 01 03")
        },
        Attack("version -1", .invalidValue(.version(of: .certificate)), in: inside + "version") {
            $0.version = hex("A0 03 02 01 FF")
        },
        Attack("empty version", .missing(expected: .integer), in: inside + "version") { $0.version = hex("A0 00") },
        Attack("two versions", .trailingData(count: 3), in: inside + "version") {
            $0.version = hex("A0 06 02 01 02 02 01 02")
        },
        Attack("serial number not minimal", .nonMinimalInteger, in: inside + "serialNumber") {
            $0.serialNumber = hex("02 02 00 01")
        },
        Attack("serial number empty", .emptyInteger, in: inside + "serialNumber") { $0.serialNumber = hex("02 00") },
        Attack(
            "serial number of another type", .unexpectedTag(expected: .integer, found: .octetString),
            in: inside + "serialNumber"
        ) { $0.serialNumber = hex("04 01 01") },
        Attack("algorithm padded", .invalidObjectIdentifier, in: inside + "signature.algorithm") {
            $0.innerAlgorithm = hex("30 05 06 03 80 01 02")
        },
        Attack("algorithm with two parameters", .trailingData(count: 2), in: inside + "signature") {
            $0.innerAlgorithm = hex("30 07 06 01 2A 05 00 05 00")
        },
        Attack(
            "parameters that are not DER inside", .indefiniteLength, in: "Certificate.signatureAlgorithm.parameters"
        ) { $0.outerAlgorithm = hex("30 09 06 01 2A 30 04 30 80 00 00") },
        Attack(
            "issuer that is a SET", .unexpectedTag(expected: .sequence, found: .set), in: inside + "issuer"
        ) { $0.issuer = hex("31 00") },
        Attack("validity with a time too many", .trailingData(count: 15), in: inside + "validity") {
            $0.notAfter += tlv(0x17, Array("280101000000Z".utf8))
        },
        Attack(
            "public key with unused bits not zero", .unusedBitsNotZero,
            in: inside + "subjectPublicKeyInfo.subjectPublicKey"
        ) {
            $0.publicKey = hex("30 09 30 03 06 01 2A 03 02 01 01")
        },
        Attack(
            "RSA key without exponent", .missing(expected: .integer),
            in: inside + "subjectPublicKeyInfo.subjectPublicKey.publicExponent"
        ) {
            $0.publicKey = tlv(
                0x30, hex("30 0D 06 09 2A 86 48 86 F7 0D 01 01 01 05 00"), hex("03 06 00 30 03 02 01 05"))
        },
        Attack("negative RSA modulus", .integerOutOfRange, in: inside + "subjectPublicKeyInfo.subjectPublicKey.modulus")
        {
            $0.publicKey = tlv(
                0x30, hex("30 0D 06 09 2A 86 48 86 F7 0D 01 01 01 05 00"), hex("03 09 00 30 06 02 01 85 02 01 03"))
        },
        Attack("unique identifiers in the wrong order", .trailingData(count: 4 + 34), in: "Certificate.tbsCertificate")
        {
            $0.uniqueIDs = hex("82 02 00 AA 81 02 00 BB")
        },
        Attack(
            "extension value not an OCTET STRING", .unexpectedTag(expected: .octetString, found: .null),
            in: inside + "extensions.[0].extnValue"
        ) {
            $0.extensions = [hex("30 07 06 03 55 1D 13 05 00")]
        },
        Attack("critical that is neither true nor false", .invalidBoolean, in: inside + "extensions.[1].critical") {
            $0.extensions?[1] = hex("30 0C 06 03 2A 03 04 01 01 01 04 02 05 00")
        },
        Attack("extension with more behind it", .trailingData(count: 2), in: inside + "extensions.[0]") {
            $0.extensions = [hex("30 0B 06 03 2A 03 04 04 02 05 00 05 00")]
        },
        Attack("key usage with more behind it", .trailingData(count: 1), in: inside + "extensions.[0].keyUsage") {
            $0.extensions = [SampleCertificate.extensionField("55 1D 0F", hex("03 02 07 80 00"))]
        },
        Attack("data after the extensions", .trailingData(count: 2), in: "Certificate.tbsCertificate") {
            $0.afterExtensions = hex("05 00")
        },
        Attack(
            "signature that is an OCTET STRING", .unexpectedTag(expected: .bitString, found: .octetString),
            in: "Certificate.signatureValue"
        ) {
            $0.signature = hex("04 01 00")
        },
        Attack("data after the signature", .trailingData(count: 2), in: "Certificate") {
            $0.afterSignature = hex("05 00")
        },
    ]

    @Test(arguments: attacks)
    func refuses(_ attack: Attack) {
        var sample = SampleCertificate()
        attack.change(&sample)
        let error = derError { () throws(DERError) in _ = try Certificate(der: sample.der) }
        #expect(error?.reason == attack.reason, "\(attack.name): \(String(describing: error))")
        #expect(error?.path == attack.path, "\(attack.name): \(String(describing: error))")
    }

    @Test func theSampleItselfParses() throws {
        let certificate = try Certificate(der: SampleCertificate().der)
        #expect(certificate.reencoded() == SampleCertificate().der)
    }

    @Test func oneLineForPeople() {
        var sample = SampleCertificate()
        sample.extensions = [SampleCertificate.extensionField("55 1D 13", hex("30 03 01 01 01"))]
        let error = derError { () throws(DERError) in _ = try Certificate(der: sample.der) }
        let offset = sample.der.count - sample.signature.count - sample.outerAlgorithm.count - 1
        #expect(
            error?.description == "Certificate.tbsCertificate.extensions[0].basicConstraints.cA: "
                + "BOOLEAN that is neither 00 nor FF (at byte \(offset))")
    }
}
