import HoldfastX509
import TestSupport
import Testing

/// RFC 3279 §2.3.1, RFC 5480 §2, RFC 4055 §1.2, RFC 8410 §4.
@Suite struct SubjectPublicKeyInfoTests {
    private func info(_ algorithm: String, key: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
        tlv(0x30, tlv(0x30, hex(algorithm)), tlv(0x03, [unusedBits] + key))
    }

    private let rsa = "06 09 2A 86 48 86 F7 0D 01 01 01"
    private let pss = "06 09 2A 86 48 86 F7 0D 01 01 0A"
    private let ec = "06 07 2A 86 48 CE 3D 02 01"
    /// Modulus 0x00C5, exponent 3.
    private let smallRSAKey = hex("30 07 02 02 00 C5 02 01 03")

    @Test func rsaKeys() throws {
        let bytes = info(rsa + "05 00", key: smallRSAKey)
        let read = try SubjectPublicKeyInfo(der: bytes)
        #expect(read.key == .rsa(RSAPublicKey(modulus: [0xC5], publicExponent: [3])))
        #expect(read.typeName == "RSA" && read.bits == 8 && read.curveName == nil)
        #expect(read.bytes.elementsEqual(bytes) && read.der == bytes)
        let odd = try SubjectPublicKeyInfo(
            der: info(rsa + "05 00", key: hex("30 08 02 02 01 C5 02 02 01 01")))
        #expect(odd.bits == 9)
        let built = RSAPublicKey(modulus: [0, 0, 0xC5], publicExponent: [0, 3])
        #expect(built.der == smallRSAKey)
        #expect(built.modulusBits == 8 && built.exponentBits == 2)
    }

    @Test func pssKeys() throws {
        let free = try SubjectPublicKeyInfo(der: info(pss, key: smallRSAKey))
        #expect(free.key == .rsaPSS(RSAPublicKey(modulus: [0xC5], publicExponent: [3]), nil))
        let bound = try SubjectPublicKeyInfo(
            der: info(pss + hexText(RSAPSSParameters(.sha256).der), key: smallRSAKey))
        #expect(bound.key == .rsaPSS(RSAPublicKey(modulus: [0xC5], publicExponent: [3]), RSAPSSParameters(.sha256)))
        #expect(bound.typeName == "RSA-PSS" && bound.bits == 8)
        #expect(try SubjectPublicKeyInfo(der: info(pss + "05 00", key: smallRSAKey)).key == .unknown)
    }

    @Test func curves() throws {
        for (oid, curve, size) in [
            ("06 08 2A 86 48 CE 3D 03 01 07", NamedCurve.p256, 65), ("06 05 2B 81 04 00 22", .p384, 97),
            ("06 05 2B 81 04 00 23", .p521, 133),
        ] {
            let point = [4] + [UInt8](repeating: 1, count: size - 1)
            let read = try SubjectPublicKeyInfo(der: info(ec + oid, key: point))
            #expect(read.key == .ec(curve, point: point[...]))
            #expect(read.typeName == "EC" && read.bits == curve.bits && read.curveName == curve.rawValue)
            #expect(2 * curve.coordinateByteCount + 1 == size)
        }
    }

    @Test func edwardsKeys() throws {
        let short = [UInt8](repeating: 1, count: 32)
        let long = [UInt8](repeating: 1, count: 57)
        let first = try SubjectPublicKeyInfo(der: info("06 03 2B 65 70", key: short))
        #expect(first.key == .ed25519(short[...]) && first.bits == 256 && first.typeName == "Ed25519")
        let second = try SubjectPublicKeyInfo(der: info("06 03 2B 65 71", key: long))
        #expect(second.key == .ed448(long[...]) && second.bits == 456 && second.typeName == "Ed448")
        #expect(try SubjectPublicKeyInfo(der: info("06 03 2B 65 70", key: long)).key == .unknown)
        #expect(try SubjectPublicKeyInfo(der: info("06 03 2B 65 70 05 00", key: short)).key == .unknown)
    }

    /// Explicit curves, other curves, other algorithms, wrong parameters: carried, judged later.
    @Test func whatIsNotKnownIsCarried() throws {
        let point = [4] + [UInt8](repeating: 1, count: 48)
        for (name, algorithm, key, type, curve) in [
            ("explicit curve", ec + "30 03 02 01 01", point, "EC", nil),
            ("no curve", ec, point, "EC", nil),
            ("implicit curve", ec + "05 00", point, "EC", nil),
            ("P-192", ec + "06 08 2A 86 48 CE 3D 03 01 01", point, "EC", "secp192r1"),
            ("a curve without name", ec + "06 02 2A 03", point, "EC", "1.2.3"),
            ("DSA", "06 07 2A 86 48 CE 38 04 01", hex("02 01 05"), "DSA", nil),
            ("an algorithm without name", "06 02 2A 03", hex("02 01 05"), "1.2.3", nil),
            ("RSA without NULL", rsa, smallRSAKey, "RSA", nil),
        ] as [(String, String, [UInt8], String, String?)] {
            let bytes = info(algorithm, key: key)
            let read = try SubjectPublicKeyInfo(der: bytes)
            #expect(read.key == .unknown, "\(name)")
            #expect(read.bits == nil && read.typeName == type && read.curveName == curve, "\(name)")
            #expect(read.der == bytes, "\(name)")
        }
        let bits = try SubjectPublicKeyInfo(
            der: info("06 03 2B 65 70", key: [UInt8](repeating: 2, count: 32), unusedBits: 1))
        #expect(bits.key == .unknown)
    }

    @Test func malformedKeys() {
        for (bytes, reason, path) in [
            (info(rsa + "05 00", key: []), DERError.Reason.missing(expected: .sequence), ["subjectPublicKey"]),
            (
                info(rsa + "05 00", key: hex("30 07 02 02 00 05 02 01 03")), .nonMinimalInteger,
                ["subjectPublicKey", "modulus"]
            ),
            (info(rsa + "05 00", key: smallRSAKey + [0]), .trailingData(count: 1), ["subjectPublicKey"]),
            (hex("30 06 30 04 06 02 2A 03"), .missing(expected: .bitString), ["subjectPublicKey"]),
            (hex("30 00"), .missing(expected: .sequence), ["algorithm"]),
        ] {
            let error = derError { () throws(DERError) in _ = try SubjectPublicKeyInfo(der: bytes) }
            #expect(error?.reason == reason, "\(hexText(bytes)): \(String(describing: error))")
            #expect(error?.path == path)
        }
    }

    @Test func isBuiltFromItsParts() throws {
        let identifier = AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: NamedCurve.p256.identifier.der)
        let key = BitString([4] + [UInt8](repeating: 0x11, count: 64))
        let built = try SubjectPublicKeyInfo(algorithm: identifier, subjectPublicKey: key)
        #expect(built.bytes.elementsEqual(SampleCertificate.p256Key))
        #expect(built == (try SubjectPublicKeyInfo(der: SampleCertificate.p256Key)))
    }
}
