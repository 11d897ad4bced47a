/// The part of a revocation list that is signed (RFC 5280 §5.1.2), as values.
struct TBSCertificateList: Sendable {
    private(set) var bytes: ArraySlice<UInt8> = []
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

    private static let explicitExtensions = DERTag.context(0, constructed: true)

    /// Reads the content of the SEQUENCE.
    private init(content reader: inout DERReader) throws(DERError) {
        version = try Self.version(&reader)
        signature = try reader.field("signature") { (field: inout DERReader) throws(DERError) in
            try AlgorithmIdentifier(from: &field)
        }
        issuer = try reader.field("issuer") { (field: inout DERReader) throws(DERError) in
            try DistinguishedName(from: &field)
        }
        thisUpdate = try reader.field("thisUpdate") { (field: inout DERReader) throws(DERError) in
            try Time(from: &field)
        }
        if reader.nextIs(.utcTime) || reader.nextIs(.generalizedTime) {
            nextUpdate = try reader.field("nextUpdate") { (field: inout DERReader) throws(DERError) in
                try Time(from: &field)
            }
        } else {
            nextUpdate = nil
        }
        let entries = try reader.readOptionalSequence("revokedCertificates", as: .sequence) {
            (field: inout DERReader) throws(DERError) in try RevokedCertificates(content: &field)
        }
        hasEntryList = entries != nil
        revokedCertificates = entries ?? .none
        var decoded = DecodedListExtensions()
        extensions = try reader.readOptionalSequence("crlExtensions", as: Self.explicitExtensions) {
            (field: inout DERReader) throws(DERError) -> [Extension] in
            try field.readSequenceOf { (element: inout DERReader) throws(DERError) -> Extension in
                let next = try Extension(from: &element)
                try decoded.decode(next, &element)
                return next
            }
        }
        self.decoded = decoded
    }

    /// "if present, MUST be v2" (RFC 5280 §5.1).
    private static func version(_ reader: inout DERReader) throws(DERError) -> Version {
        guard reader.nextIs(.integer) else { return .v1 }
        return try reader.field("version") { (field: inout DERReader) throws(DERError) -> Version in
            let start = field.offset
            guard try field.readInt() == Version.v2.rawValue else {
                throw DERError(.invalidValue("version that a revocation list does not have"), at: start)
            }
            return .v2
        }
    }
}

extension TBSCertificateList: ToBeSigned {
    static var fieldName: StaticString { "tbsCertList" }

    init(from reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) in
            try TBSCertificateList(content: &inner)
        }
        bytes = reader.bytes(from: start)
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
