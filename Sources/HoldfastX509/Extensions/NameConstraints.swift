/// Which names certificates below a CA may have (RFC 5280 §4.2.1.10).
///
/// Empty lists, and both fields absent, are carried; rules judge them.
public struct NameConstraints: Hashable, Sendable {
    /// The only subtrees in which names of their kinds may be; `nil` where the field is absent.
    public var permittedSubtrees: [GeneralSubtree]?
    /// The subtrees in which no name may be; `nil` where the field is absent.
    public var excludedSubtrees: [GeneralSubtree]?

    /// Makes constraints.
    public init(permittedSubtrees: [GeneralSubtree]? = nil, excludedSubtrees: [GeneralSubtree]? = nil) {
        self.permittedSubtrees = permittedSubtrees
        self.excludedSubtrees = excludedSubtrees
    }
}

/// A subtree of one kind of name.
public struct GeneralSubtree: Hashable, Sendable {
    /// The name on top of the subtree; its form differs from that of a subject's name.
    public var base: GeneralName
    /// Levels below the base at which the subtree begins; RFC 5280 asks for 0.
    public var minimum: Int
    /// Levels below the base at which the subtree ends; RFC 5280 asks for none.
    public var maximum: Int?

    /// Makes a subtree, as RFC 5280 wants it when nothing more is said.
    public init(_ base: GeneralName, minimum: Int = 0, maximum: Int? = nil) {
        self.base = base
        self.minimum = minimum
        self.maximum = maximum
    }
}

extension NameConstraints: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> NameConstraints in
            NameConstraints(
                permittedSubtrees: try inner.readOptionalSequence(
                    "permittedSubtrees", as: .context(0, constructed: true), Self.subtrees),
                excludedSubtrees: try inner.readOptionalSequence(
                    "excludedSubtrees", as: .context(1, constructed: true), Self.subtrees))
        }
    }

    private static func subtrees(_ reader: inout DERReader) throws(DERError) -> [GeneralSubtree] {
        try reader.readAll { (element: inout DERReader) throws(DERError) in try GeneralSubtree(from: &element) }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let permittedSubtrees { inner.sequenceOf(permittedSubtrees, as: .context(0, constructed: true)) }
            if let excludedSubtrees { inner.sequenceOf(excludedSubtrees, as: .context(1, constructed: true)) }
        }
    }
}

extension GeneralSubtree: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> Self in
            var result = Self(
                try inner.field("base") { (field: inout DERReader) throws(DERError) in try GeneralName(from: &field) })
            if inner.nextIs(.context(0)) {
                result.minimum = try inner.field("minimum") { (field: inout DERReader) throws(DERError) in
                    try field.readCount(as: .context(0))
                }
            }
            if inner.nextIs(.context(1)) {
                result.maximum = try inner.field("maximum") { (field: inout DERReader) throws(DERError) in
                    try field.readCount(as: .context(1))
                }
            }
            return result
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(base)
            if minimum != 0 { inner.integer(minimum, as: .context(0)) }
            if let maximum { inner.integer(maximum, as: .context(1)) }
        }
    }
}
