/// A string of bits, the first one being the highest bit of the first byte (X.680 §22).
public struct BitString: Hashable, Sendable {
    /// The bits, eight a byte; those that are not used are zero.
    public let bytes: ArraySlice<UInt8>
    /// The number of the last byte's low bits that do not belong to the string, 0 to 7.
    public let unusedBits: Int

    /// Makes a bit string.
    ///
    /// - Parameters:
    ///   - bytes: the bits; unused ones are set to zero.
    ///   - unusedBits: 0 to 7 low bits of the last byte that do not count; other values are brought into that
    ///     range, and an empty string has none.
    public init(_ bytes: [UInt8], unusedBits: Int = 0) {
        let unused = bytes.isEmpty ? 0 : min(max(unusedBits, 0), 7)
        var bytes = bytes
        if let last = bytes.indices.last { bytes[last] &= 0xFF << UInt8(unused) }
        self.init(checkedBytes: bytes[...], unusedBits: unused)
    }

    init(checkedBytes bytes: ArraySlice<UInt8>, unusedBits: Int) {
        self.bytes = bytes
        self.unusedBits = unusedBits
    }

    /// The number of bits.
    public var bitCount: Int { bytes.count * 8 - unusedBits }

    /// The bit at this position; bits beyond the end are not set.
    public subscript(bit bit: Int) -> Bool {
        guard bit >= 0, bit < bitCount else { return false }
        return bytes[bytes.startIndex + bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
    }
}

extension BitString: DERTaggable {
    package static var ownTag: DERTag { .bitString }

    package init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        self = try reader.readBitString(as: tag)
    }

    public func write(into writer: inout DERWriter) { writer.bitString(self) }
}

/// A BIT STRING whose bits have names, the first 16 of them (X.680 §22.7): bit `n` of the RFC is `1 << n`.
///
/// Trailing zero bits, which DER forbids here (X.690 §11.2.2), are read, because issuers write them; a value's own
/// encoding never has them. Bits after the sixteenth have no meaning in any of these types, and are not kept.
package protocol NamedBitList: DERTaggable, OptionSet where RawValue == UInt16 {}

extension NamedBitList {
    package static var ownTag: DERTag { .bitString }

    package init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        let string = try reader.readBitString(as: tag)
        var value: UInt16 = 0
        for bit in 0..<min(16, string.bitCount) where string[bit: bit] { value |= 1 << UInt16(bit) }
        self.init(rawValue: value)
    }

    public func write(into writer: inout DERWriter) { writer.bitString(shortestBitString) }

    /// The shortest string with these bits.
    var shortestBitString: BitString {
        let bitCount = 16 - rawValue.leadingZeroBitCount
        var bytes = [UInt8](repeating: 0, count: (bitCount + 7) / 8)
        for bit in 0..<bitCount where rawValue & (1 << UInt16(bit)) != 0 { bytes[bit / 8] |= 0x80 >> UInt8(bit % 8) }
        return BitString(bytes, unusedBits: bytes.count * 8 - bitCount)
    }
}
