/// Writes DER: every length in its shortest form, elements nested by closures.
///
/// What the caller passes is written as it is: test beds need wrong values in right DER. `raw` takes anything.
public struct DERWriter: Sendable {
    /// The encoding, as far as it has been written.
    public private(set) var bytes: [UInt8]

    /// Makes an empty writer.
    public init() { bytes = [] }

    /// Makes an empty writer with room for so many bytes.
    public init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Writes an element with this content.
    public mutating func write(_ tag: DERTag, content: some Collection<UInt8>) {
        header(tag)
        length(content.count)
        bytes.append(contentsOf: content)
    }

    /// Writes an element whose content `body` writes.
    public mutating func write(_ tag: DERTag, _ body: (inout DERWriter) -> Void) {
        header(tag)
        let start = bytes.count
        bytes.append(0)
        body(&self)
        let count = bytes.count - start - 1
        if count < 0x80 {
            bytes[start] = UInt8(count)
        } else {
            var long = DERWriter()
            long.length(count)
            bytes.replaceSubrange(start...start, with: long.bytes)
        }
    }

    /// Writes bytes as they are, for elements that are already encoded.
    public mutating func raw(_ encoded: some Collection<UInt8>) { bytes.append(contentsOf: encoded) }

    /// Writes a value.
    public mutating func value(_ value: some DERCodable) { value.write(into: &self) }

    // MARK: Constructed

    /// Writes a SEQUENCE whose content `body` writes.
    public mutating func sequence(as tag: DERTag = .sequence, _ body: (inout DERWriter) -> Void) { write(tag, body) }

    /// Writes a SEQUENCE OF.
    public mutating func sequenceOf(_ values: some Sequence<some DERCodable>, as tag: DERTag = .sequence) {
        write(tag) { inner in for value in values { value.write(into: &inner) } }
    }

    /// Writes a SET whose content `body` writes, in the order in which it does.
    public mutating func set(as tag: DERTag = .set, _ body: (inout DERWriter) -> Void) { write(tag, body) }

    /// Writes a SET OF: the encoded elements in ascending order (X.690 §11.6).
    public mutating func setOf(_ elements: [[UInt8]], as tag: DERTag = .set) {
        write(tag) { inner in
            for element in elements.sorted(by: { $0.lexicographicallyPrecedes($1) }) { inner.raw(element) }
        }
    }

    /// Writes the EXPLICIT context tag `[number]` around what `body` writes.
    public mutating func explicit(_ number: UInt32, _ body: (inout DERWriter) -> Void) {
        write(.context(number, constructed: true), body)
    }

    // MARK: Primitive

    /// Writes a BOOLEAN.
    public mutating func boolean(_ value: Bool, as tag: DERTag = .boolean) {
        write(tag, content: CollectionOfOne(value ? 0xFF : 0))
    }

    /// Writes an INTEGER.
    public mutating func integer(_ value: Int, as tag: DERTag = .integer) {
        var content: [UInt8] = []
        var rest = value
        repeat {
            content.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        } while !(rest == 0 && (content.last ?? 0) < 0x80) && !(rest == -1 && (content.last ?? 0) >= 0x80)
        write(tag, content: content.reversed())
    }

    /// Writes an INTEGER that is not negative, from its big-endian magnitude; leading zeros are dropped.
    public mutating func integer(bytes magnitude: some Sequence<UInt8>, as tag: DERTag = .integer) {
        write(tag, content: SerialNumber(magnitude: Array(magnitude)).bytes)
    }

    /// Writes a BIT STRING.
    public mutating func bitString(_ value: BitString, as tag: DERTag = .bitString) {
        bitString(value.bytes, unusedBits: value.unusedBits, as: tag)
    }

    /// Writes a BIT STRING from its bytes.
    public mutating func bitString(
        _ content: some Collection<UInt8>, unusedBits: Int = 0, as tag: DERTag = .bitString
    ) {
        header(tag)
        length(content.count + 1)
        bytes.append(UInt8(truncatingIfNeeded: unusedBits))
        bytes.append(contentsOf: content)
    }

    /// Writes a BIT STRING whose bytes `body` writes.
    public mutating func bitString(_ body: (inout DERWriter) -> Void) {
        write(.bitString) { inner in
            inner.raw(CollectionOfOne(0))
            body(&inner)
        }
    }

    /// Writes an OCTET STRING.
    public mutating func octetString(_ content: some Collection<UInt8>, as tag: DERTag = .octetString) {
        write(tag, content: content)
    }

    /// Writes an OCTET STRING whose content `body` writes.
    public mutating func octetString(_ body: (inout DERWriter) -> Void) { write(.octetString, body) }

    /// Writes an OBJECT IDENTIFIER.
    public mutating func oid(_ value: ObjectIdentifier, as tag: DERTag = .objectIdentifier) {
        write(tag, content: value.content)
    }

    /// Writes a NULL.
    public mutating func null() { write(.null, content: EmptyCollection()) }

    /// Writes a UTF8String.
    public mutating func utf8String(_ text: String) { write(.utf8String, content: text.utf8) }

    /// Writes a PrintableString; characters are not checked.
    public mutating func printableString(_ text: String) { write(.printableString, content: text.utf8) }

    /// Writes an IA5String; characters are not checked.
    public mutating func ia5String(_ text: String, as tag: DERTag = .ia5String) {
        write(tag, content: text.utf8)
    }

    // MARK: Headers

    private mutating func header(_ tag: DERTag) {
        if let octet = tag.singleOctet {
            bytes.append(octet)
            return
        }
        bytes.append(tag.leadingBits | 0x1F)
        var shift: UInt32 = 28
        while tag.number >> shift == 0 { shift -= 7 }
        while true {
            bytes.append(UInt8(truncatingIfNeeded: tag.number >> shift) & 0x7F | (shift > 0 ? 0x80 : 0))
            guard shift > 0 else { return }
            shift -= 7
        }
    }

    private mutating func length(_ count: Int) {
        guard count >= 0x80 else {
            bytes.append(UInt8(truncatingIfNeeded: count))
            return
        }
        let octets = (Int.bitWidth - count.leadingZeroBitCount + 7) / 8
        bytes.append(0x80 | UInt8(truncatingIfNeeded: octets))
        for index in (0..<octets).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index))) }
    }
}
