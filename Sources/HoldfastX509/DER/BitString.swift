/// A string of bits, the first one being the highest bit of the first byte (X.680 §22).
public struct BitString: Hashable, Sendable {
    /// The bits, eight a byte; those that are not used are zero.
    public let bytes: ArraySlice<UInt8>
    /// How many of the last byte's low bits do not belong to the string, 0 to 7.
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

extension BitString: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { self = try reader.readBitString() }

    public func write(into writer: inout DERWriter) { writer.bitString(self) }
}
