/// What a key may be used for (RFC 5280 §4.2.1.3). An empty set is carried; rules judge it.
public struct KeyUsage: OptionSet, Hashable, Sendable {
    /// Bit `n` of the RFC as `1 << n`.
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// Called contentCommitment in newer editions of X.509.
    public static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    public static let cRLSign = KeyUsage(rawValue: 1 << 6)
    public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    public static let decipherOnly = KeyUsage(rawValue: 1 << 8)
}

extension KeyUsage: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self.init(rawValue: NamedBits.value(of: try reader.readBitString()))
    }

    public func write(into writer: inout DERWriter) { writer.bitString(NamedBits.string(of: rawValue)) }
}

extension KeyUsage: CustomStringConvertible {
    private static let names: [StaticString] = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]

    /// The RFC's names of the bits that are set, with commas; `none` for an empty set.
    public var description: String {
        let set = Self.names.enumerated().filter { rawValue & (1 << UInt16($0.offset)) != 0 }
        return set.isEmpty ? "none" : set.map { $0.element.description }.joined(separator: ", ")
    }
}
