/// Which policies of the subject's domain stand for which of the issuer's (RFC 5280 §4.2.1.5).
///
/// An empty list, and anyPolicy in it, are carried; rules judge them.
public struct PolicyMappings: Hashable, Sendable {
    /// One pair of policies.
    public struct Mapping: Hashable, Sendable {
        /// The policy in the issuer's domain.
        public var issuerDomainPolicy: ObjectIdentifier
        /// The policy that is equivalent to it in the subject's domain.
        public var subjectDomainPolicy: ObjectIdentifier

        /// Makes a pair.
        public init(issuerDomainPolicy: ObjectIdentifier, subjectDomainPolicy: ObjectIdentifier) {
            self.issuerDomainPolicy = issuerDomainPolicy
            self.subjectDomainPolicy = subjectDomainPolicy
        }
    }

    /// The pairs, in order.
    public var mappings: [Mapping]

    /// Makes a list of pairs.
    public init(_ mappings: [Mapping]) { self.mappings = mappings }
}

extension PolicyMappings: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        mappings = try reader.readSequenceOf { (element: inout DERReader) throws(DERError) in
            try Mapping(from: &element)
        }
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(mappings) }
}

extension PolicyMappings.Mapping: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> Self in
            Self(
                issuerDomainPolicy: try inner.field("issuerDomainPolicy") {
                    (field: inout DERReader) throws(DERError) in
                    try field.readObjectIdentifier()
                },
                subjectDomainPolicy: try inner.field("subjectDomainPolicy") {
                    (field: inout DERReader) throws(DERError) in
                    try field.readObjectIdentifier()
                })
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(issuerDomainPolicy)
            inner.oid(subjectDomainPolicy)
        }
    }
}
