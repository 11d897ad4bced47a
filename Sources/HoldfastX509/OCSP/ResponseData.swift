/// The part of a basic response that is signed (RFC 6960 §4.2.1), as values.
public struct ResponseData: Sendable {
    /// The SEQUENCE, as it was read or is to be signed.
    public private(set) var bytes: ArraySlice<UInt8>
    /// Who signed it.
    public let responderID: ResponderID
    /// When it was signed.
    public let producedAt: Instant
    /// What it says, certificate by certificate; an empty list is carried.
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
        self.producedAt = producedAt
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

extension ResponseData: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) in
            try ResponseData(content: &inner)
        }
        bytes = reader.bytes(from: start)
    }

    private init(content reader: inout DERReader) throws(DERError) {
        bytes = []
        let version = try reader.readOptionalSequence("version", as: .context(0, constructed: true)) {
            (field: inout DERReader) throws(DERError) -> Bool in
            let start = field.offset
            guard try field.readInt() == 0 else {
                throw DERError(.invalidValue("version that OCSP does not have"), at: start)
            }
            return true
        }
        hasExplicitVersion = version != nil
        responderID = try reader.field("responderID") { (field: inout DERReader) throws(DERError) in
            try ResponderID(from: &field)
        }
        producedAt = try reader.field("producedAt") { (field: inout DERReader) throws(DERError) in
            try Time.generalized(&field)
        }
        responses = try reader.readSequenceOf("responses") {
            (element: inout DERReader) throws(DERError) in
            try SingleResponse(from: &element)
        }
        responseExtensions = try reader.readOptionalSequence(
            "responseExtensions", as: .context(1, constructed: true)
        ) { (field: inout DERReader) throws(DERError) in
            try field.readSequenceOf { (element: inout DERReader) throws(DERError) in
                try Extension(from: &element)
            }
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if hasExplicitVersion { inner.explicit(0) { $0.integer(0) } }
            inner.value(responderID)
            inner.value(Time.generalized(producedAt))
            inner.sequenceOf(responses)
            if let responseExtensions { inner.explicit(1) { $0.sequenceOf(responseExtensions) } }
        }
    }
}

extension ResponseData: Hashable {
    public static func == (left: ResponseData, right: ResponseData) -> Bool {
        left.bytes == right.bytes
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
