/// The part of a basic response that is signed (RFC 6960 §4.2.1), as values.
public struct ResponseData: Sendable {
    /// The SEQUENCE, as it was read or is to be signed.
    public private(set) var bytes: ArraySlice<UInt8>
    /// The signer, as the response names it.
    public let responderID: ResponderID
    /// The time at which the response was signed.
    public let producedAt: Instant
    /// The statements, certificate by certificate; an empty list is carried.
    public let responses: [SingleResponse]
    /// All extensions in order, duplicates too; `nil` where the field is absent.
    public let responseExtensions: [Extension]?
    /// Whether version 1 was written out, which DER forbids for a default value (X.690 §11.5).
    let hasExplicitVersion: Bool

    /// Makes what is to be signed.
    public init(
        responderID: ResponderID, producedAt: Instant, responses: [SingleResponse],
        responseExtensions: [Extension]? = nil
    ) {
        self.responderID = responderID
        self.producedAt = producedAt.inWholeSeconds
        self.responses = responses
        self.responseExtensions = responseExtensions
        hasExplicitVersion = false
        bytes = []
        bytes = der[...]
    }

    /// The nonce of the request that is answered; `nil` where there is none or its length is not allowed.
    public var nonce: OCSPNonce? {
        guard let value = responseExtensions?.first(where: { $0.oid == .ocspNonce })?.value else {
            return nil
        }
        return try? OCSPNonce(der: value)
    }
}

// ResponseData ::= SEQUENCE {
//     version             [0] EXPLICIT Version DEFAULT v1,
//     responderID         ResponderID,
//     producedAt          GeneralizedTime,
//     responses           SEQUENCE OF SingleResponse,
//     responseExtensions  [1] EXPLICIT Extensions OPTIONAL }
extension ResponseData: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        bytes = reader.enclosingElement
        hasExplicitVersion = try reader.optional("version", explicit: 0, as: OCSPVersion.self) != nil
        responderID = try reader.value("responderID", as: ResponderID.self)
        producedAt = try reader.value("producedAt", as: ASN1.FractionalTime.self)
        responses = try reader.values("responses", of: SingleResponse.self)
        responseExtensions = try reader.optionalValues("responseExtensions", explicit: 1, of: Extension.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if hasExplicitVersion { inner.explicit(0) { $0.integer(0) } }
            inner.value(responderID)
            Time.writeFractional(producedAt, into: &inner)
            inner.sequenceOf(responses)
            if let responseExtensions { inner.explicit(1) { $0.sequenceOf(responseExtensions) } }
        }
    }
}

extension ResponseData: Hashable, EqualByBytes {}
