/// A signed answer about certificates (RFC 6960 §4.2.1): parsed completely, judged not at all.
public struct BasicOCSPResponse: Hashable, Sendable {
    /// What is signed.
    public let tbsResponseData: ResponseData
    /// The algorithm of the signature, as encoded.
    public let signatureAlgorithmIdentifier: AlgorithmIdentifier
    /// The signature over the bytes of ``tbsResponseData``.
    public let signature: BitString
    /// Certificates that may help to check it, the responder's among them; `nil` where the field is absent.
    public let certs: [Certificate]?

    /// Makes an answer from its parts; nothing is checked.
    public init(
        _ tbsResponseData: ResponseData, algorithm: AlgorithmIdentifier, signature: BitString,
        certs: [Certificate]? = nil
    ) {
        self.tbsResponseData = tbsResponseData
        signatureAlgorithmIdentifier = algorithm
        self.signature = signature
        self.certs = certs
    }

    /// The algorithm of the signature, with its parameters bound.
    public var signatureAlgorithm: SignatureAlgorithm {
        SignatureAlgorithm(signatureAlgorithmIdentifier)
    }
}

extension BasicOCSPResponse: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence("BasicOCSPResponse") {
            (inner: inout DERReader) throws(DERError) in
            try BasicOCSPResponse(content: &inner)
        }
    }

    private init(content reader: inout DERReader) throws(DERError) {
        tbsResponseData = try reader.field("tbsResponseData") {
            (field: inout DERReader) throws(DERError) in
            try ResponseData(from: &field)
        }
        signatureAlgorithmIdentifier = try reader.field("signatureAlgorithm") {
            (field: inout DERReader) throws(DERError) in try AlgorithmIdentifier(from: &field)
        }
        signature = try reader.field("signature") { (field: inout DERReader) throws(DERError) in
            try field.readBitString()
        }
        certs = try reader.readOptionalSequence("certs", as: .context(0, constructed: true)) {
            (field: inout DERReader) throws(DERError) in
            try field.readSequenceOf { (element: inout DERReader) throws(DERError) in
                try Certificate(from: &element)
            }
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(tbsResponseData)
            inner.value(signatureAlgorithmIdentifier)
            inner.bitString(signature)
            if let certs { inner.explicit(0) { $0.sequenceOf(certs) } }
        }
    }
}
