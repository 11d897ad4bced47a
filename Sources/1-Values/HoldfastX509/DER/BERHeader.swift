/// The identifier and the length of an element of BER with a tag of one octet (X.690 §8.1.2 and §8.1.3), which may
/// announce more than there is.
///
/// For what only has to be told apart, or has no other encoding: values are read by ``DERReader``.
package struct BERHeader {
    package let tag: UInt8
    /// The octets of content that it announces; nil for the indefinite form.
    package let length: Int?
    /// The index of the content's first octet.
    package let content: Int

    /// Reads a header; nil where there is none.
    ///
    /// - Parameters:
    ///   - bytes: what the element stands in, to the end of what it may be read from.
    ///   - start: the index of the identifier.
    ///   - limit: the most octets that a length of the long form may have.
    package init?(_ bytes: ArraySlice<UInt8>, at start: Int, lengthOctets limit: Int = 4) {
        guard start >= bytes.startIndex, start < bytes.endIndex - 1 else { return nil }
        tag = bytes[start]
        let first = Int(bytes[start + 1])
        switch first {
        case 0..<0x80: (length, content) = (first, start + 2)
        case 0x80: (length, content) = (nil, start + 2)
        default:
            let octets = bytes[(start + 2)...].prefix(first - 0x80)
            guard first - 0x80 <= limit, octets.count == first - 0x80 else { return nil }
            (length, content) = (octets.reduce(0) { $0 << 8 | Int($1) }, octets.endIndex)
        }
    }
}
