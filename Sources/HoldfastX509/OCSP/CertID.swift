/// Names a certificate in a question and its answer: its issuer by hashes, itself by number (RFC 6960 §4.1.1).
///
/// Whether the hashes are those of an issuer is for whoever can hash. Two identifiers are equal when their encodings
/// are; a responder may write the same algorithm with NULL parameters or without, so compare field by field.
public struct CertID: Hashable, Sendable {
    /// The digest of both hashes.
    public let hashAlgorithm: AlgorithmIdentifier
    /// The digest of the issuer's name, as encoded in the certificate.
    public let issuerNameHash: ArraySlice<UInt8>
    /// The digest of the issuer's key: the content of the BIT STRING, without the count of unused bits.
    public let issuerKeyHash: ArraySlice<UInt8>
    /// The number of the certificate.
    public let serialNumber: SerialNumber

    /// Makes an identifier from hashes made before.
    ///
    /// - Parameter digest: which digest they are; responders understand SHA-1 (RFC 5019 §2.1.1), and many nothing else.
    public init(
        _ digest: DigestAlgorithm, issuerNameHash: [UInt8], issuerKeyHash: [UInt8],
        serialNumber: SerialNumber
    ) {
        // RFC 5754 §2 lets SHA-2's parameters be absent or NULL; for SHA-1 responders expect NULL.
        hashAlgorithm = AlgorithmIdentifier(algorithm: digest.identifier, parameters: [0x05, 0x00])
        self.issuerNameHash = issuerNameHash[...]
        self.issuerKeyHash = issuerKeyHash[...]
        self.serialNumber = serialNumber
    }

    /// Which digest the hashes are; `nil` for one that is not known, or with parameters that are not NULL.
    public var digest: DigestAlgorithm? {
        guard hashAlgorithm.parameters == nil || hashAlgorithm.hasNullParameters else { return nil }
        return DigestAlgorithm(hashAlgorithm.algorithm)
    }
}

extension CertID: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) in
            try CertID(content: &inner)
        }
    }

    private init(content reader: inout DERReader) throws(DERError) {
        hashAlgorithm = try reader.field("hashAlgorithm") { (field: inout DERReader) throws(DERError) in
            try AlgorithmIdentifier(from: &field)
        }
        issuerNameHash = try reader.field("issuerNameHash") {
            (field: inout DERReader) throws(DERError) in
            try field.readOctetString()
        }
        issuerKeyHash = try reader.field("issuerKeyHash") { (field: inout DERReader) throws(DERError) in
            try field.readOctetString()
        }
        serialNumber = try reader.field("serialNumber") { (field: inout DERReader) throws(DERError) in
            try SerialNumber(from: &field)
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(hashAlgorithm)
            inner.octetString(issuerNameHash)
            inner.octetString(issuerKeyHash)
            inner.value(serialNumber)
        }
    }
}
