/// A signed answer about certificates (RFC 6960 §4.2.1): parsed completely, judged not at all.
public struct BasicOCSPResponse: Hashable, Sendable {
    /// The part of the answer that is signed.
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

// BasicOCSPResponse ::= SEQUENCE {
//     tbsResponseData     ResponseData,
//     signatureAlgorithm  AlgorithmIdentifier,
//     signature           BIT STRING,
//     certs               [0] EXPLICIT SEQUENCE OF Certificate OPTIONAL }
extension BasicOCSPResponse: DERStructure {
    package static var errorName: StaticString? { "BasicOCSPResponse" }

    package init(fields reader: inout DERReader) throws(DERError) {
        tbsResponseData = try reader.value("tbsResponseData", as: ResponseData.self)
        signatureAlgorithmIdentifier = try reader.value("signatureAlgorithm", as: AlgorithmIdentifier.self)
        signature = try reader.value("signature", as: BitString.self)
        certs = try reader.optionalValues("certs", explicit: 0, of: Certificate.self)
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
