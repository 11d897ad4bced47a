/// The part of a certificate that is signed (RFC 5280 §4.1.2), as values.
struct TBSCertificate: Sendable {
    let bytes: ArraySlice<UInt8>
    let version: Version
    /// Whether version 1 was written out, which DER forbids for a default value (X.690 §11.5).
    let hasExplicitVersion1: Bool
    let serialNumber: SerialNumber
    let signature: AlgorithmIdentifier
    let issuer: DistinguishedName
    let validity: Validity
    let subject: DistinguishedName
    let subjectPublicKeyInfo: SubjectPublicKeyInfo
    let issuerUniqueID: BitString?
    let subjectUniqueID: BitString?
    /// `nil` where the field is absent; a list without elements is carried.
    let extensions: [Extension]?
    let decoded: DecodedExtensions
}

// TBSCertificate ::= SEQUENCE {
//     version               [0] EXPLICIT Version DEFAULT v1,
//     serialNumber          CertificateSerialNumber,
//     signature             AlgorithmIdentifier,
//     issuer                Name,
//     validity              Validity,
//     subject               Name,
//     subjectPublicKeyInfo  SubjectPublicKeyInfo,
//     issuerUniqueID        [1] IMPLICIT UniqueIdentifier OPTIONAL,
//     subjectUniqueID       [2] IMPLICIT UniqueIdentifier OPTIONAL,
//     extensions            [3] EXPLICIT Extensions OPTIONAL }
extension TBSCertificate: ToBeSigned {
    static var fieldName: StaticString { "tbsCertificate" }

    init(fields reader: inout DERReader) throws(DERError) {
        bytes = reader.enclosingElement
        let version = try reader.optional("version", explicit: 0, as: Version.self)
        self.version = version ?? .v1
        hasExplicitVersion1 = version == .v1
        serialNumber = try reader.value("serialNumber", as: SerialNumber.self)
        signature = try reader.value("signature", as: AlgorithmIdentifier.self)
        issuer = try reader.value("issuer", as: DistinguishedName.self)
        validity = try reader.value("validity", as: Validity.self)
        subject = try reader.value("subject", as: DistinguishedName.self)
        subjectPublicKeyInfo = try reader.value("subjectPublicKeyInfo", as: SubjectPublicKeyInfo.self)
        issuerUniqueID = try reader.optional("issuerUniqueID", implicit: 1, as: BitString.self)
        subjectUniqueID = try reader.optional("subjectUniqueID", implicit: 2, as: BitString.self)
        var decoded = DecodedExtensions()
        extensions = try reader.optionalExtensions("extensions", explicit: 3, into: &decoded)
        self.decoded = decoded
    }

    func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if version != .v1 || hasExplicitVersion1 { inner.explicit(0) { $0.value(version) } }
            inner.value(serialNumber)
            inner.value(signature)
            inner.value(issuer)
            inner.value(validity)
            inner.value(subject)
            inner.value(subjectPublicKeyInfo)
            if let issuerUniqueID { inner.bitString(issuerUniqueID, as: .context(1)) }
            if let subjectUniqueID { inner.bitString(subjectUniqueID, as: .context(2)) }
            if let extensions { inner.explicit(3) { $0.sequenceOf(extensions) } }
        }
    }
}
