import HoldfastX509

/// A name of one common name, its value in any type; read from its encoding, as out of a certificate.
func commonName(_ value: [UInt8], as tag: DERTag) -> DistinguishedName? {
    let attribute = AttributeValue(.commonName, valueTag: tag, value: value[...])
    return try? DistinguishedName(der: DistinguishedName([RelativeDistinguishedName([attribute])]).der)
}

func commonName(_ text: String, as tag: DERTag = .utf8String) -> DistinguishedName? {
    commonName(Array(text.utf8), as: tag)
}

/// Text in two octets a character, for characters of the first plane.
func ucs2(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { [UInt8(truncatingIfNeeded: $0.value >> 8), UInt8(truncatingIfNeeded: $0.value)] }
}

/// Text in four octets a character.
func ucs4(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
        stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
    }
}
