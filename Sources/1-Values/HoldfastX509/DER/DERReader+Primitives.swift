// Each reader of a type takes the tag in its place, for fields with IMPLICIT tags.
extension DERReader {
    /// Reads a BOOLEAN: one octet, 00 or FF (X.690 §11.1).
    public mutating func readBoolean(as tag: DERTag = .boolean) throws(DERError) -> Bool {
        let content = try readContent(tag)
        guard content.count == 1, let octet = content.first, octet == 0 || octet == 0xFF else {
            throw DERError(.invalidBoolean, at: content.startIndex)
        }
        return octet == 0xFF
    }

    /// Reads an INTEGER of any size: its content octets, two's complement, in the shortest form (X.690 §8.3).
    public mutating func readInteger(as tag: DERTag = .integer) throws(DERError) -> ArraySlice<UInt8> {
        let content = try readContent(tag)
        guard let first = content.first else { throw DERError(.emptyInteger, at: content.startIndex) }
        if content.count > 1 {
            let second = content[content.startIndex + 1]
            if (first == 0 && second < 0x80) || (first == 0xFF && second >= 0x80) {
                throw DERError(.nonMinimalInteger, at: content.startIndex)
            }
        }
        return content
    }

    /// Reads an INTEGER (0..MAX) that is not below zero; its magnitude without a leading zero octet, one octet for 0.
    ///
    /// - Throws: ``DERError/Reason/integerOutOfRange`` for a negative one.
    public mutating func readUnsigned(as tag: DERTag = .integer) throws(DERError) -> ArraySlice<UInt8> {
        let content = try readInteger(as: tag)
        guard content[content.startIndex] < 0x80 else {
            throw DERError(.integerOutOfRange, at: content.startIndex)
        }
        return content.count > 1 && content[content.startIndex] == 0 ? content.dropFirst() : content
    }

    /// Reads an INTEGER that fits into `Int`.
    ///
    /// - Throws: ``DERError/Reason/integerOutOfRange`` for one that does not.
    public mutating func readInt(as tag: DERTag = .integer) throws(DERError) -> Int {
        let content = try readInteger(as: tag)
        guard content.count <= 8 else { throw DERError(.integerOutOfRange, at: content.startIndex) }
        var value: Int64 = content[content.startIndex] >= 0x80 ? -1 : 0
        for octet in content { value = value << 8 | Int64(octet) }
        guard let result = Int(exactly: value) else {
            throw DERError(.integerOutOfRange, at: content.startIndex)
        }
        return result
    }

    /// Reads an INTEGER (0..MAX) used as a count; one above `Int.max` is read as `Int.max`.
    ///
    /// - Throws: ``DERError/Reason/integerOutOfRange`` for a negative one.
    public mutating func readCount(as tag: DERTag = .integer) throws(DERError) -> Int {
        let magnitude = try readUnsigned(as: tag)
        guard magnitude.count <= 8 else { return .max }
        var value: UInt64 = 0
        for octet in magnitude { value = value << 8 | UInt64(octet) }
        return Int(clamping: value)
    }

    /// Reads a BIT STRING whose unused bits are zero (X.690 §8.6, §11.2.1).
    public mutating func readBitString(as tag: DERTag = .bitString) throws(DERError) -> BitString {
        let content = try readContent(tag)
        guard let unused = content.first, unused <= 7, unused == 0 || content.count > 1 else {
            throw DERError(.invalidBitString, at: content.startIndex)
        }
        let bytes = content.dropFirst()
        if unused > 0, let last = bytes.last, last & ((1 << unused) - 1) != 0 {
            throw DERError(.unusedBitsNotZero, at: bytes.endIndex - 1)
        }
        return BitString(checkedBytes: bytes, unusedBits: Int(unused))
    }

    /// Reads an OCTET STRING.
    public mutating func readOctetString(as tag: DERTag = .octetString) throws(DERError) -> ArraySlice<UInt8> {
        try readContent(tag)
    }

    /// Reads an OBJECT IDENTIFIER.
    public mutating func readObjectIdentifier(
        as tag: DERTag = .objectIdentifier
    ) throws(DERError) -> ObjectIdentifier {
        try ObjectIdentifier(content: try readContent(tag))
    }

    /// Reads a NULL.
    public mutating func readNull(as tag: DERTag = .null) throws(DERError) {
        let content = try readContent(tag)
        guard content.isEmpty else { throw DERError(.invalidNull, at: content.startIndex) }
    }
}
