import HoldfastX509
import TestSupport

/// A revocation list of version 2, field by field (RFC 5280 §5.1): what is not named is as in a good one.
struct HandMadeList {
    var version: [UInt8] = hex("02 01 01")
    /// ecdsa-with-SHA256.
    var algorithm: [UInt8] = hex("30 0A 06 08 2A 86 48 CE 3D 04 03 02")
    /// CN=a.
    var issuer: [UInt8] = hex("30 0C 31 0A 30 08 06 03 55 04 03 0C 01 61")
    /// 2026-06-01T08:00:00Z.
    var thisUpdate: [UInt8] = tlv(0x17, Array("260601080000Z".utf8))
    var nextUpdate: [UInt8] = tlv(0x17, Array("260701080000Z".utf8))
    var entries: [[UInt8]]?
    var extensions: [[UInt8]]?

    var der: [UInt8] {
        var tbs = version + algorithm + issuer + thisUpdate + nextUpdate
        if let entries { tbs += tlv(0x30, Array(entries.joined())) }
        if let extensions { tbs += tlv(0xA0, tlv(0x30, Array(extensions.joined()))) }
        return tlv(0x30, tlv(0x30, tbs), algorithm, hex("03 02 00 00"))
    }

    /// An entry of this number.
    static func entry(_ serialNumber: [UInt8], date: String = "260501000000Z", extensions: [UInt8]...)
        -> [UInt8]
    {
        let list = extensions.isEmpty ? [] : tlv(0x30, Array(extensions.joined()))
        return tlv(0x30, tlv(0x02, serialNumber), tlv(0x17, Array(date.utf8)), list)
    }

    /// An extension under id-ce.
    static func ce(_ number: UInt8, critical: Bool = false, _ value: [UInt8]) -> [UInt8] {
        tlv(0x30, hex("06 03 55 1D") + [number], critical ? hex("01 01 FF") : [], tlv(0x04, value))
    }

    /// A distinguished name of one common name, inside `directoryName`.
    static func directoryName(_ name: String) -> [UInt8] {
        tlv(0xA4, tlv(0x30, tlv(0x31, tlv(0x30, hex("06 03 55 04 03"), tlv(0x0C, Array(name.utf8))))))
    }
}
