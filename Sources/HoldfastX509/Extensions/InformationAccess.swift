/// Where more is to be had: from the issuer (RFC 5280 §4.2.2.1) or from the subject (§4.2.2.2).
///
/// An empty list is carried; rules judge it.
public struct InformationAccess: Hashable, Sendable {
    /// The places, in order.
    public var descriptions: [AccessDescription]

    /// Makes a list of places.
    public init(_ descriptions: [AccessDescription]) { self.descriptions = descriptions }
}

/// One place, and what is there.
public struct AccessDescription: Hashable, Sendable {
    /// What is there, as `ocspAccess` or `caIssuersAccess`.
    public var accessMethod: ObjectIdentifier
    /// Where it is; mostly a URI.
    public var accessLocation: GeneralName

    /// Describes a place.
    public init(_ accessMethod: ObjectIdentifier, _ accessLocation: GeneralName) {
        self.accessMethod = accessMethod
        self.accessLocation = accessLocation
    }
}

extension InformationAccess: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        descriptions = try reader.readSequenceOf { (element: inout DERReader) throws(DERError) in
            try AccessDescription(from: &element)
        }
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(descriptions) }
}

extension AccessDescription: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> AccessDescription in
            AccessDescription(
                try inner.field("accessMethod") { (field: inout DERReader) throws(DERError) in
                    try field.readObjectIdentifier()
                },
                try inner.field("accessLocation") { (field: inout DERReader) throws(DERError) in
                    try GeneralName(from: &field)
                })
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.oid(accessMethod)
            inner.value(accessLocation)
        }
    }
}
