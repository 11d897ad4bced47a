import Synchronization

/// The name of a subject or an issuer: levels from the top down, as they are written (RFC 5280 §4.1.2.4).
///
/// `==` compares bytes. Whether two names are the same to RFC 5280 is ``matches(_:)``.
public struct DistinguishedName: Hashable, Sendable {
    /// Results of work that is done once, shared by the copies of a name.
    private final class Memory: Sendable {
        /// The levels of a name that was made and not read.
        let given: [RelativeDistinguishedName]?
        let form = Mutex<NormalizedName?>(nil)

        init(given: [RelativeDistinguishedName]?) { self.given = given }
    }

    /// The DER encoding, as it stands in the certificate.
    public let bytes: ArraySlice<UInt8>
    private let memory: Memory

    /// Makes a name of one attribute a level, the top level first.
    ///
    /// - Parameter attributes: types and texts, as `[(.countryName, "DE"), (.commonName, "Example CA")]`.
    public init(_ attributes: [(type: ObjectIdentifier, text: String)]) {
        self.init(attributes.map { RelativeDistinguishedName([AttributeValue($0.type, $0.text)]) })
    }

    /// Makes a name of these levels, the top one first.
    public init(_ relativeNames: [RelativeDistinguishedName]) {
        var writer = DERWriter()
        writer.sequenceOf(relativeNames)
        bytes = writer.bytes[...]
        memory = Memory(given: relativeNames)
    }

    /// The levels, the top one first; they are read anew from ``bytes`` at each call.
    public var relativeNames: [RelativeDistinguishedName] {
        if let given = memory.given { return given }
        var names: [RelativeDistinguishedName] = []
        try? forEachLevel { (reader: inout DERReader) throws(DERError) in
            names.append(try RelativeDistinguishedName(from: &reader))
        }
        return names
    }

    /// Reads ``bytes``, which have been read once without an error, under limits that the caller chose.
    func forEachLevel(_ body: (inout DERReader) throws(DERError) -> Void) throws(DERError) {
        let limits = DERLimits(maximumBytes: .max, maximumDepth: .max, maximumElements: .max)
        var reader = try DERReader(bytes, limits: limits)
        try Self.readLevels(&reader, body)
    }

    private static func readLevels(
        _ reader: inout DERReader, _ body: (inout DERReader) throws(DERError) -> Void
    ) throws(DERError) {
        try reader.readSequence { (inner: inout DERReader) throws(DERError) in
            var index = 0
            while !inner.isAtEnd {
                do throws(DERError) {
                    try body(&inner)
                } catch {
                    throw error.inside(index: index)
                }
                index += 1
            }
        }
    }

    /// Whether some level has an attribute of this type.
    package func contains(_ type: ObjectIdentifier) -> Bool {
        if let given = memory.given { return given.contains { $0.attributes.contains { $0.type == type } } }
        var isThere = false
        try? forEachLevel { (reader: inout DERReader) throws(DERError) in
            try RelativeDistinguishedName.readAttributes(&reader, as: .set) { isThere = isThere || $0.type == type }
        }
        return isThere
    }

    /// Whether there is no level, as in a subject that has alternative names only.
    public var isEmpty: Bool { bytes.count <= 2 }

    /// The last and most specific common name.
    public var commonName: String? { lastString(of: .commonName) }

    func lastString(of type: ObjectIdentifier) -> String? {
        for level in relativeNames.reversed() {
            if let attribute = level.attributes.last(where: { $0.type == type }) { return attribute.string }
        }
        return nil
    }

    /// The form in which names are compared; equal for names that match. It is worked out once.
    public var comparisonForm: NormalizedName {
        if let form = memory.form.withLock({ $0 }) { return form }
        let form = NormalizedName(self)
        memory.form.withLock { $0 = form }
        return form
    }

    /// Whether the names are the same by RFC 5280 §7.1: whatever their letters' case, white space and string types.
    public func matches(_ other: DistinguishedName) -> Bool {
        bytes == other.bytes || comparisonForm == other.comparisonForm
    }

    /// Whether the name is within the subtree of `base`: its first levels match all of `base` (RFC 5280 §7.1).
    public func isWithin(_ base: DistinguishedName) -> Bool { comparisonForm.isWithin(base.comparisonForm) }

    public static func == (left: DistinguishedName, right: DistinguishedName) -> Bool { left.bytes == right.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(octets: bytes) }
}

extension DistinguishedName: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        try Self.readLevels(&reader) { (inner: inout DERReader) throws(DERError) in
            try RelativeDistinguishedName.readAttributes(&inner, as: .set) { _ in }
        }
        bytes = reader.bytes(from: start)
        memory = Memory(given: nil)
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(relativeNames) }
}
