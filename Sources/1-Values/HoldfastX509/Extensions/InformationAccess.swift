/// Places where more is to be had: from the issuer (RFC 5280 §4.2.2.1) or from the subject (§4.2.2.2).
///
/// An empty list is carried; rules judge it.
public struct InformationAccess: Hashable, Sendable {
    /// The places, in order.
    public var descriptions: [AccessDescription]

    /// Makes a list of places.
    public init(_ descriptions: [AccessDescription]) { self.descriptions = descriptions }
}

/// A place, and the kind of thing to be had there.
public struct AccessDescription: Hashable, Sendable {
    /// The kind of service or document there, as `ocspAccess` or `caIssuersAccess`.
    public var accessMethod: ObjectIdentifier
    /// The place itself; mostly a URI.
    public var accessLocation: GeneralName

    /// Describes a place.
    public init(_ accessMethod: ObjectIdentifier, _ accessLocation: GeneralName) {
        self.accessMethod = accessMethod
        self.accessLocation = accessLocation
    }
}

// AuthorityInfoAccessSyntax, SubjectInfoAccessSyntax ::= SEQUENCE SIZE (1..MAX) OF AccessDescription
extension InformationAccess: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        descriptions = try reader.values(of: AccessDescription.self)
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(descriptions) }
}

// AccessDescription ::= SEQUENCE {
//     accessMethod    OBJECT IDENTIFIER,
//     accessLocation  GeneralName }
extension AccessDescription: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        accessMethod = try reader.value("accessMethod", as: ObjectIdentifier.self)
        accessLocation = try reader.value("accessLocation", as: GeneralName.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(accessMethod)
            inner.value(accessLocation)
        }
    }
}
