/// An identifier of a certificate in a question and its answer: its issuer by hashes, itself by number (RFC 6960
/// §4.1.1).
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

    /// The digest of the hashes; `nil` for one that is not known, or with parameters that are not NULL.
    public var digest: DigestAlgorithm? {
        guard hashAlgorithm.parameters == nil || hashAlgorithm.hasNullParameters else { return nil }
        return DigestAlgorithm(hashAlgorithm.algorithm)
    }
}

// CertID ::= SEQUENCE {
//     hashAlgorithm   AlgorithmIdentifier,
//     issuerNameHash  OCTET STRING,
//     issuerKeyHash   OCTET STRING,
//     serialNumber    CertificateSerialNumber }
extension CertID: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        hashAlgorithm = try reader.value("hashAlgorithm", as: AlgorithmIdentifier.self)
        issuerNameHash = try reader.value("issuerNameHash", as: ASN1.OctetString.self)
        issuerKeyHash = try reader.value("issuerKeyHash", as: ASN1.OctetString.self)
        serialNumber = try reader.value("serialNumber", as: SerialNumber.self)
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
