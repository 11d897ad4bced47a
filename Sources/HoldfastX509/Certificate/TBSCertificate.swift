/// The part of a certificate that is signed (RFC 5280 §4.1.2), as values.
struct TBSCertificate: Sendable {
    private(set) var bytes: ArraySlice<UInt8> = []
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

    private static let explicitVersion = DERTag.context(0, constructed: true)
    private static let explicitExtensions = DERTag.context(3, constructed: true)

    /// Reads the content of the SEQUENCE.
    private init(content reader: inout DERReader) throws(DERError) {
        let version = try reader.readOptionalSequence("version", as: Self.explicitVersion) {
            (field: inout DERReader) throws(DERError) in try Version(from: &field)
        }
        self.version = version ?? .v1
        hasExplicitVersion1 = version == .v1
        serialNumber = try reader.field("serialNumber") { (field: inout DERReader) throws(DERError) in
            try SerialNumber(from: &field)
        }
        signature = try reader.field("signature") { (field: inout DERReader) throws(DERError) in
            try AlgorithmIdentifier(from: &field)
        }
        issuer = try reader.field("issuer") { (field: inout DERReader) throws(DERError) in
            try DistinguishedName(from: &field)
        }
        validity = try reader.field("validity") { (field: inout DERReader) throws(DERError) in
            try Validity(from: &field)
        }
        subject = try reader.field("subject") { (field: inout DERReader) throws(DERError) in
            try DistinguishedName(from: &field)
        }
        subjectPublicKeyInfo = try reader.field("subjectPublicKeyInfo") {
            (field: inout DERReader) throws(DERError) in try SubjectPublicKeyInfo(from: &field)
        }
        issuerUniqueID = try Self.uniqueID("issuerUniqueID", 1, &reader)
        subjectUniqueID = try Self.uniqueID("subjectUniqueID", 2, &reader)
        var decoded = DecodedExtensions()
        extensions = try reader.readOptionalSequence("extensions", as: Self.explicitExtensions) {
            (field: inout DERReader) throws(DERError) -> [Extension] in
            try field.readSequenceOf { (element: inout DERReader) throws(DERError) -> Extension in
                let next = try Extension(from: &element)
                try decoded.decode(next, &element)
                return next
            }
        }
        self.decoded = decoded
    }

    private static func uniqueID(
        _ name: StaticString, _ number: UInt32, _ reader: inout DERReader
    ) throws(DERError) -> BitString? {
        guard reader.nextIs(.context(number)) else { return nil }
        return try reader.field(name) { (field: inout DERReader) throws(DERError) in
            try field.readBitString(as: .context(number))
        }
    }
}

extension TBSCertificate: ToBeSigned {
    static var fieldName: StaticString { "tbsCertificate" }

    init(from reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) in
            try TBSCertificate(content: &inner)
        }
        bytes = reader.bytes(from: start)
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
