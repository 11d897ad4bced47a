/// A BIT STRING whose bits have names, the first 16 of them (X.680 §22.7).
///
/// Trailing zero bits, which DER forbids here (X.690 §11.2.2), are read, because issuers write them; a value's own
/// encoding never has them. Bits after the sixteenth have no meaning in any of these types, and are not kept.
enum NamedBits {
    /// Bit `n` of the string as `1 << n`.
    static func value(of string: BitString) -> UInt16 {
        var value: UInt16 = 0
        for bit in 0..<min(16, string.bitCount) where string[bit: bit] { value |= 1 << UInt16(bit) }
        return value
    }

    /// The shortest string with these bits.
    static func string(of value: UInt16) -> BitString {
        let bitCount = 16 - value.leadingZeroBitCount
        var bytes = [UInt8](repeating: 0, count: (bitCount + 7) / 8)
        for bit in 0..<bitCount where value & (1 << UInt16(bit)) != 0 { bytes[bit / 8] |= 0x80 >> UInt8(bit % 8) }
        return BitString(bytes, unusedBits: bytes.count * 8 - bitCount)
    }
}
