/// Under which policies a certificate was issued (RFC 5280 §4.2.1.4). An empty list is carried; rules judge it.
public struct CertificatePolicies: Hashable, Sendable {
    /// The policies, in order.
    public var policies: [PolicyInformation]

    /// Makes a list of policies.
    public init(_ policies: [PolicyInformation]) { self.policies = policies }
}

/// One policy, with what its issuer says about it.
public struct PolicyInformation: Hashable, Sendable {
    /// Which policy.
    public var policyIdentifier: ObjectIdentifier
    /// What qualifies it; `nil` where the field is absent.
    public var policyQualifiers: [PolicyQualifier]?

    /// Names a policy.
    public init(_ policyIdentifier: ObjectIdentifier, policyQualifiers: [PolicyQualifier]? = nil) {
        self.policyIdentifier = policyIdentifier
        self.policyQualifiers = policyQualifiers
    }
}

/// A statement about a policy: a pointer to a practice statement, a notice for users, or anything else.
public struct PolicyQualifier: Hashable, Sendable {
    /// What kind of statement.
    public var identifier: ObjectIdentifier
    /// The statement's whole encoding.
    public var qualifier: ArraySlice<UInt8>

    /// Makes a qualifier from its encoding.
    public init(_ identifier: ObjectIdentifier, qualifier: ArraySlice<UInt8>) {
        self.identifier = identifier
        self.qualifier = qualifier
    }

    /// Where the certification practice statement is; `nil` for other qualifiers.
    public var practiceStatementURI: IA5String? {
        guard identifier == .certificationPracticeStatement, var reader = try? DERReader(qualifier),
            let content = try? reader.readContent(.ia5String)
        else { return nil }
        return IA5String(content)
    }
}

extension CertificatePolicies: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        policies = try reader.readSequenceOf { (element: inout DERReader) throws(DERError) in
            try PolicyInformation(from: &element)
        }
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(policies) }
}

extension PolicyInformation: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> PolicyInformation in
            let identifier = try inner.field("policyIdentifier") { (field: inout DERReader) throws(DERError) in
                try field.readObjectIdentifier()
            }
            if inner.isAtEnd { return PolicyInformation(identifier) }
            let qualifiers = try inner.readSequenceOf("policyQualifiers") {
                (element: inout DERReader) throws(DERError) in
                try PolicyQualifier(from: &element)
            }
            return PolicyInformation(identifier, policyQualifiers: qualifiers)
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(policyIdentifier)
            if let policyQualifiers { inner.sequenceOf(policyQualifiers) }
        }
    }
}

extension PolicyQualifier: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> PolicyQualifier in
            PolicyQualifier(
                try inner.field("policyQualifierId") { (field: inout DERReader) throws(DERError) in
                    try field.readObjectIdentifier()
                },
                qualifier: try inner.field("qualifier") { (field: inout DERReader) throws(DERError) in
                    try field.readAny().bytes
                })
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(identifier)
            inner.raw(qualifier)
        }
    }
}
