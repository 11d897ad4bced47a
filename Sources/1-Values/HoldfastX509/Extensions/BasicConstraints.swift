/// Whether the subject is a CA, and how many CAs may stand below it (RFC 5280 §4.2.1.9).
public struct BasicConstraints: Sendable {
    /// Whether the subject is a CA.
    public var isCA: Bool
    /// The number of intermediates that are not self-issued and may follow; `nil` for any number.
    public var pathLengthConstraint: Int?
    /// Whether `cA FALSE` was written out, which DER forbids for a default value (X.690 §11.5) and issuers do.
    public var hasExplicitDefault: Bool

    /// Makes constraints.
    ///
    /// - Parameters:
    ///   - isCA: whether the subject is a CA.
    ///   - pathLengthConstraint: how many intermediates may follow, `nil` for any number.
    ///   - hasExplicitDefault: whether to write `cA FALSE` out, for tests of others.
    public init(isCA: Bool, pathLengthConstraint: Int? = nil, hasExplicitDefault: Bool = false) {
        self.isCA = isCA
        self.pathLengthConstraint = pathLengthConstraint
        self.hasExplicitDefault = hasExplicitDefault
    }
}

extension BasicConstraints: Hashable {
    /// Equal when they mean the same, however the default is encoded.
    public static func == (left: BasicConstraints, right: BasicConstraints) -> Bool {
        left.isCA == right.isCA && left.pathLengthConstraint == right.pathLengthConstraint
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(isCA)
        hasher.combine(pathLengthConstraint)
    }
}

// BasicConstraints ::= SEQUENCE {
//     cA                 BOOLEAN DEFAULT FALSE,
//     pathLenConstraint  INTEGER (0..MAX) OPTIONAL }
extension BasicConstraints: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        let cA = try reader.optional("cA", as: ASN1.Boolean.self)
        isCA = cA ?? false
        hasExplicitDefault = cA == false
        pathLengthConstraint =
            reader.isAtEnd ? nil : try reader.value("pathLenConstraint", as: ASN1.Count.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if isCA || hasExplicitDefault { inner.boolean(isCA) }
            if let pathLengthConstraint { inner.integer(pathLengthConstraint) }
        }
    }
}
