/// The policies that a certificate was issued under (RFC 5280 §4.2.1.4). An empty list is carried; rules judge it.
public struct CertificatePolicies: Hashable, Sendable {
    /// The policies, in order.
    public var policies: [PolicyInformation]

    /// Makes a list of policies.
    public init(_ policies: [PolicyInformation]) { self.policies = policies }
}

/// One policy, with what its issuer says about it.
public struct PolicyInformation: Hashable, Sendable {
    /// The policy's identifier.
    public var policyIdentifier: ObjectIdentifier
    /// The statements that qualify it; `nil` where the field is absent.
    public var policyQualifiers: [PolicyQualifier]?

    /// Names a policy.
    public init(_ policyIdentifier: ObjectIdentifier, policyQualifiers: [PolicyQualifier]? = nil) {
        self.policyIdentifier = policyIdentifier
        self.policyQualifiers = policyQualifiers
    }
}

/// A statement about a policy: a pointer to a practice statement, a notice for users, or anything else.
public struct PolicyQualifier: Hashable, Sendable {
    /// The kind of statement.
    public var identifier: ObjectIdentifier
    /// The statement's whole encoding.
    public var qualifier: ArraySlice<UInt8>

    /// Makes a qualifier from its encoding.
    public init(_ identifier: ObjectIdentifier, qualifier: ArraySlice<UInt8>) {
        self.identifier = identifier
        self.qualifier = qualifier
    }

    /// The URI of the certification practice statement; `nil` for other qualifiers.
    public var practiceStatementURI: IA5String? {
        guard identifier == .certificationPracticeStatement, var reader = try? DERReader(qualifier),
            let content = try? reader.readContent(.ia5String)
        else { return nil }
        return IA5String(content)
    }
}

// CertificatePolicies ::= SEQUENCE SIZE (1..MAX) OF PolicyInformation
extension CertificatePolicies: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        policies = try reader.values(of: PolicyInformation.self)
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(policies) }
}

// PolicyInformation ::= SEQUENCE {
//     policyIdentifier  CertPolicyId,
//     policyQualifiers  SEQUENCE SIZE (1..MAX) OF PolicyQualifierInfo OPTIONAL }
extension PolicyInformation: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        policyIdentifier = try reader.value("policyIdentifier", as: ObjectIdentifier.self)
        policyQualifiers =
            reader.isAtEnd ? nil : try reader.values("policyQualifiers", of: PolicyQualifier.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(policyIdentifier)
            if let policyQualifiers { inner.sequenceOf(policyQualifiers) }
        }
    }
}

// PolicyQualifierInfo ::= SEQUENCE {
//     policyQualifierId  PolicyQualifierId,
//     qualifier          ANY DEFINED BY policyQualifierId }
extension PolicyQualifier: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        identifier = try reader.value("policyQualifierId", as: ObjectIdentifier.self)
        qualifier = try reader.any("qualifier").bytes
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(identifier)
            inner.raw(qualifier)
        }
    }
}

/// The policies of the subject's domain that stand for policies of the issuer's (RFC 5280 §4.2.1.5).
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

// PolicyMappings ::= SEQUENCE SIZE (1..MAX) OF SEQUENCE {
//     issuerDomainPolicy   CertPolicyId,
//     subjectDomainPolicy  CertPolicyId }
extension PolicyMappings: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { mappings = try reader.values(of: Mapping.self) }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(mappings) }
}

extension PolicyMappings.Mapping: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        issuerDomainPolicy = try reader.value("issuerDomainPolicy", as: ObjectIdentifier.self)
        subjectDomainPolicy = try reader.value("subjectDomainPolicy", as: ObjectIdentifier.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(issuerDomainPolicy)
            inner.oid(subjectDomainPolicy)
        }
    }
}

/// The place in the path from which on policies are required, or mappings forbidden (RFC 5280 §4.2.1.11).
///
/// Both fields absent is carried; rules judge it.
public struct PolicyConstraints: Hashable, Sendable {
    /// The number of certificates that may follow before an acceptable policy is required of all; `nil` for no
    /// requirement.
    public var requireExplicitPolicy: Int?
    /// The number of certificates that may follow before policy mappings no longer count; `nil` for no prohibition.
    public var inhibitPolicyMapping: Int?

    /// Makes constraints.
    public init(requireExplicitPolicy: Int? = nil, inhibitPolicyMapping: Int? = nil) {
        self.requireExplicitPolicy = requireExplicitPolicy
        self.inhibitPolicyMapping = inhibitPolicyMapping
    }
}

// PolicyConstraints ::= SEQUENCE {
//     requireExplicitPolicy  [0] SkipCerts OPTIONAL,
//     inhibitPolicyMapping   [1] SkipCerts OPTIONAL }
extension PolicyConstraints: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        requireExplicitPolicy = try reader.optional("requireExplicitPolicy", implicit: 0, as: ASN1.Count.self)
        inhibitPolicyMapping = try reader.optional("inhibitPolicyMapping", implicit: 1, as: ASN1.Count.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let requireExplicitPolicy { inner.integer(requireExplicitPolicy, as: .context(0)) }
            if let inhibitPolicyMapping { inner.integer(inhibitPolicyMapping, as: .context(1)) }
        }
    }
}

/// The place in the path from which on anyPolicy no longer counts (RFC 5280 §4.2.1.14).
public struct InhibitAnyPolicy: Hashable, Sendable {
    /// The number of certificates that may follow before anyPolicy no longer counts.
    public var skipCertificates: Int

    /// Makes the extension.
    public init(skipCertificates: Int) { self.skipCertificates = skipCertificates }
}

extension InhibitAnyPolicy: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { skipCertificates = try reader.readCount() }

    public func write(into writer: inout DERWriter) { writer.integer(skipCertificates) }
}
