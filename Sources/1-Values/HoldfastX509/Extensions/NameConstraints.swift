/// The names that certificates below a CA may have (RFC 5280 §4.2.1.10).
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

// NameConstraints ::= SEQUENCE {
//     permittedSubtrees  [0] GeneralSubtrees OPTIONAL,
//     excludedSubtrees   [1] GeneralSubtrees OPTIONAL }
// GeneralSubtrees ::= SEQUENCE SIZE (1..MAX) OF GeneralSubtree
extension NameConstraints: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        permittedSubtrees = try reader.optionalValues("permittedSubtrees", implicit: 0, of: GeneralSubtree.self)
        excludedSubtrees = try reader.optionalValues("excludedSubtrees", implicit: 1, of: GeneralSubtree.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let permittedSubtrees { inner.sequenceOf(permittedSubtrees, as: .context(0, constructed: true)) }
            if let excludedSubtrees { inner.sequenceOf(excludedSubtrees, as: .context(1, constructed: true)) }
        }
    }
}

// GeneralSubtree ::= SEQUENCE {
//     base     GeneralName,
//     minimum  [0] BaseDistance DEFAULT 0,
//     maximum  [1] BaseDistance OPTIONAL }
extension GeneralSubtree: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        base = try reader.value("base", as: GeneralName.self)
        minimum = try reader.optional("minimum", implicit: 0, as: ASN1.Count.self) ?? 0
        maximum = try reader.optional("maximum", implicit: 1, as: ASN1.Count.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(base)
            if minimum != 0 { inner.integer(minimum, as: .context(0)) }
            if let maximum { inner.integer(maximum, as: .context(1)) }
        }
    }
}
