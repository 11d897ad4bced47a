/// From which certificate on policies are required, or mappings forbidden (RFC 5280 §4.2.1.11).
///
/// Both fields absent is carried; rules judge it.
public struct PolicyConstraints: Hashable, Sendable {
    /// How many certificates may follow before an acceptable policy is required of all; `nil` for no requirement.
    public var requireExplicitPolicy: Int?
    /// How many certificates may follow before mappings no longer count; `nil` for no prohibition.
    public var inhibitPolicyMapping: Int?

    /// Makes constraints.
    public init(requireExplicitPolicy: Int? = nil, inhibitPolicyMapping: Int? = nil) {
        self.requireExplicitPolicy = requireExplicitPolicy
        self.inhibitPolicyMapping = inhibitPolicyMapping
    }
}

extension PolicyConstraints: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> PolicyConstraints in
            var result = PolicyConstraints()
            if inner.nextIs(.context(0)) {
                result.requireExplicitPolicy = try inner.field("requireExplicitPolicy") {
                    (field: inout DERReader) throws(DERError) in
                    try field.readCount(as: .context(0))
                }
            }
            if inner.nextIs(.context(1)) {
                result.inhibitPolicyMapping = try inner.field("inhibitPolicyMapping") {
                    (field: inout DERReader) throws(DERError) in
                    try field.readCount(as: .context(1))
                }
            }
            return result
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let requireExplicitPolicy { inner.integer(requireExplicitPolicy, as: .context(0)) }
            if let inhibitPolicyMapping { inner.integer(inhibitPolicyMapping, as: .context(1)) }
        }
    }
}
