import HoldfastX509
import TestSupport

/// A small certificate made of parts, each of which a test may replace by any bytes.
///
/// It is written with `tlv`, not with the writer under test.
struct SampleCertificate {
    var version: [UInt8]? = hex("A0 03 02 01 02")
    var serialNumber = hex("02 02 12 34")
    var innerAlgorithm = Self.ecdsaWithSHA256
    var issuer = Self.name("CA")
    var notBefore = tlv(0x17, Array("260101000000Z".utf8))
    var notAfter = tlv(0x17, Array("270101000000Z".utf8))
    var subject = Self.name("leaf")
    var publicKey = Self.p256Key
    var uniqueIDs: [UInt8] = []
    /// `nil` leaves the field out.
    var extensions: [[UInt8]]? = [
        Self.extensionField("55 1D 13", critical: true, hex("30 00")),
        Self.extensionField("55 1D 0F", critical: true, hex("03 02 07 80")),
    ]
    var afterExtensions: [UInt8] = []
    var outerAlgorithm = Self.ecdsaWithSHA256
    var signature = hex("03 09 00 30 06 02 01 01 02 01 01")
    var afterSignature: [UInt8] = []

    var tbs: [UInt8] {
        tlv(
            0x30, version ?? [], serialNumber, innerAlgorithm, issuer, tlv(0x30, notBefore, notAfter), subject,
            publicKey, uniqueIDs, extensions.map { tlv(0xA3, tlv(0x30, Array($0.joined()))) } ?? [],
            afterExtensions)
    }

    var der: [UInt8] { tlv(0x30, tbs, outerAlgorithm, signature, afterSignature) }

    static let ecdsaWithSHA256 = hex("30 0A 06 08 2A 86 48 CE 3D 04 03 02")

    static let p256Key = tlv(
        0x30, hex("30 13 06 07 2A 86 48 CE 3D 02 01 06 08 2A 86 48 CE 3D 03 01 07"),
        tlv(0x03, [0x00, 0x04], [UInt8](repeating: 0x11, count: 64)))

    static func name(_ commonName: String) -> [UInt8] {
        tlv(0x30, tlv(0x31, tlv(0x30, hex("06 03 55 04 03"), tlv(0x0C, Array(commonName.utf8)))))
    }

    static func extensionField(_ oid: String, critical: Bool? = nil, _ value: [UInt8]) -> [UInt8] {
        let flag: [UInt8] = critical.map { [0x01, 0x01, $0 ? 0xFF : 0x00] } ?? []
        return tlv(0x30, tlv(0x06, hex(oid)), flag, tlv(0x04, value))
    }
}
