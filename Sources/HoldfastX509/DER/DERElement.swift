/// One element as it stands in the input: identifier, length and content octets.
public struct DERElement: Hashable, Sendable {
    /// What kind of element it is.
    public let tag: DERTag
    /// The whole encoding, header included.
    public let bytes: ArraySlice<UInt8>
    /// Where the content begins: an index into `bytes`.
    public let contentOffset: Int

    init(tag: DERTag, bytes: ArraySlice<UInt8>, contentOffset: Int) {
        self.tag = tag
        self.bytes = bytes
        self.contentOffset = contentOffset
    }

    /// The content octets, header not included.
    public var content: ArraySlice<UInt8> { bytes[contentOffset...] }

    /// Two elements are equal when their encodings are.
    public static func == (left: DERElement, right: DERElement) -> Bool { left.bytes == right.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
