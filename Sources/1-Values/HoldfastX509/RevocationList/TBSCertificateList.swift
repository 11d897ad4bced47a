/// The part of a revocation list that is signed (RFC 5280 §5.1.2), as values.
struct TBSCertificateList: Sendable {
    let bytes: ArraySlice<UInt8>
    let version: Version
    let signature: AlgorithmIdentifier
    let issuer: DistinguishedName
    let thisUpdate: Time
    let nextUpdate: Time?
    /// Whether there is a list of entries, which may be empty.
    let hasEntryList: Bool
    let revokedCertificates: RevokedCertificates
    /// `nil` where the field is absent; a list without elements is carried.
    let extensions: [Extension]?
    let decoded: DecodedListExtensions
}

// TBSCertList ::= SEQUENCE {
//     version              Version OPTIONAL,
//     signature            AlgorithmIdentifier,
//     issuer               Name,
//     thisUpdate           Time,
//     nextUpdate           Time OPTIONAL,
//     revokedCertificates  SEQUENCE OF SEQUENCE { … } OPTIONAL,
//     crlExtensions        [0] EXPLICIT Extensions OPTIONAL }
extension TBSCertificateList: ToBeSigned {
    static var fieldName: StaticString { "tbsCertList" }

    init(fields reader: inout DERReader) throws(DERError) {
        bytes = reader.enclosingElement
        version = try Self.version(&reader)
        signature = try reader.value("signature", as: AlgorithmIdentifier.self)
        issuer = try reader.value("issuer", as: DistinguishedName.self)
        thisUpdate = try reader.value("thisUpdate", as: Time.self)
        let hasNextUpdate = reader.nextIs(.utcTime) || reader.nextIs(.generalizedTime)
        nextUpdate = hasNextUpdate ? try reader.value("nextUpdate", as: Time.self) : nil
        let entries = try reader.readOptionalSequence("revokedCertificates", as: .sequence) {
            (field: inout DERReader) throws(DERError) in try RevokedCertificates(content: &field)
        }
        hasEntryList = entries != nil
        revokedCertificates = entries ?? .none
        var decoded = DecodedListExtensions()
        extensions = try reader.optionalExtensions("crlExtensions", explicit: 0, into: &decoded)
        self.decoded = decoded
    }

    /// "if present, MUST be v2" (RFC 5280 §5.1).
    private static func version(_ reader: inout DERReader) throws(DERError) -> Version {
        let start = reader.offset
        guard let number = try reader.optional("version", as: ASN1.Integer.self) else { return .v1 }
        guard number == Version.v2.rawValue else {
            throw DERError(
                .invalidValue(.version(of: .revocationList)), at: start, path: ["version"])
        }
        return .v2
    }

    func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if version != .v1 { inner.value(version) }
            inner.value(signature)
            inner.value(issuer)
            inner.value(thisUpdate)
            if let nextUpdate { inner.value(nextUpdate) }
            if hasEntryList { inner.sequenceOf(revokedCertificates) }
            if let extensions { inner.explicit(0) { $0.sequenceOf(extensions) } }
        }
    }
}
