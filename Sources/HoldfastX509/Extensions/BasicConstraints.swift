/// Whether the subject is a CA, and how many CAs may stand below it (RFC 5280 §4.2.1.9).
public struct BasicConstraints: Sendable {
    /// Whether the subject is a CA.
    public var isCA: Bool
    /// How many intermediates that are not self-issued may follow; `nil` for any number.
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

extension BasicConstraints: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> BasicConstraints in
            var result = BasicConstraints(isCA: false)
            if inner.nextIs(.boolean) {
                result.isCA = try inner.field("cA") { (field: inout DERReader) throws(DERError) in
                    try field.readBoolean()
                }
                result.hasExplicitDefault = !result.isCA
            }
            if !inner.isAtEnd {
                result.pathLengthConstraint = try inner.field("pathLenConstraint") {
                    (field: inout DERReader) throws(DERError) in
                    try field.readCount()
                }
            }
            return result
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if isCA || hasExplicitDefault { inner.boolean(isCA) }
            if let pathLengthConstraint { inner.integer(pathLengthConstraint) }
        }
    }
}
