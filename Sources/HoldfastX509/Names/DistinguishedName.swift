/// The name of a subject or an issuer: levels from the top down, as written.
///
/// `==` compares bytes. Whether two names are the same to RFC 5280 is ``matches(_:)``.
public struct DistinguishedName: Hashable, Sendable {
    private final class Levels: Sendable {
        let names: [RelativeDistinguishedName]
        init(_ names: [RelativeDistinguishedName]) { self.names = names }
    }

    /// The DER encoding, as it stands in the certificate.
    public let bytes: ArraySlice<UInt8>
    private let levels: Levels

    /// A name of one attribute a level, in this order.
    public init(_ attributes: [(type: ObjectIdentifier, text: String)]) {
        self.init(attributes.map { RelativeDistinguishedName([AttributeValue($0.type, $0.text)]) })
    }

    /// A name of these levels, the top one first.
    public init(_ relativeNames: [RelativeDistinguishedName]) {
        var writer = DERWriter()
        writer.sequenceOf(relativeNames)
        bytes = writer.bytes[...]
        levels = Levels(relativeNames)
    }

    /// The levels, the top one first.
    public var relativeNames: [RelativeDistinguishedName] { levels.names }

    /// Whether there is no level: allowed for a subject that is named by alternative names only.
    public var isEmpty: Bool { relativeNames.isEmpty }

    /// The last, most specific common name.
    public var commonName: String? { lastString(of: .commonName) }

    func lastString(of type: ObjectIdentifier) -> String? {
        for level in relativeNames.reversed() {
            for attribute in level.attributes where attribute.type == type { return attribute.string }
        }
        return nil
    }

    /// The form in which names are compared; equal for names that match.
    public var comparisonForm: NormalizedName { NormalizedName(self) }

    /// Whether the names are the same by RFC 5280 §7.1: without regard to case, white space and string type.
    public func matches(_ other: DistinguishedName) -> Bool {
        bytes == other.bytes || comparisonForm == other.comparisonForm
    }

    /// Whether the name lies in the subtree of another one: its first levels match all levels of `base`.
    public func isWithin(_ base: DistinguishedName) -> Bool { comparisonForm.isWithin(base.comparisonForm) }

    public static func == (left: DistinguishedName, right: DistinguishedName) -> Bool { left.bytes == right.bytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension DistinguishedName: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        let names = try reader.readSequenceOf { (element: inout DERReader) throws(DERError) in
            try RelativeDistinguishedName(from: &element, as: .set)
        }
        bytes = reader.bytes(from: start)
        levels = Levels(names)
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(relativeNames) }
}
