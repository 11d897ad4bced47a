/// What a responder says of one certificate (RFC 6960 §4.2.1).
public struct SingleResponse: Hashable, Sendable {
    /// The status of a certificate.
    public enum CertStatus: Hashable, Sendable {
        /// Not known to be revoked; a responder may say so of certificates that were never issued (§2.2).
        case good
        /// Taken back, or on hold.
        case revoked(RevokedInfo)
        /// The responder does not know the certificate.
        case unknown
    }

    /// When and why a certificate was taken back.
    public struct RevokedInfo: Hashable, Sendable {
        /// When.
        public var revocationTime: Instant
        /// Why; `nil` where the responder does not say.
        public var revocationReason: RevocationReason?

        /// Describes a revocation.
        public init(revocationTime: Instant, revocationReason: RevocationReason? = nil) {
            self.revocationTime = revocationTime
            self.revocationReason = revocationReason
        }
    }

    /// Which certificate.
    public var certID: CertID
    /// Its status.
    public var certStatus: CertStatus
    /// The most recent time at which the status is known to be right.
    public var thisUpdate: Instant
    /// When newer knowledge is there at the latest; `nil`: "newer revocation information is available all the time".
    public var nextUpdate: Instant?
    /// All extensions in order, duplicates too; `nil` where the field is absent.
    public var singleExtensions: [Extension]?

    /// Makes a statement; times are written in whole seconds.
    public init(
        certID: CertID, certStatus: CertStatus, thisUpdate: Instant, nextUpdate: Instant? = nil,
        singleExtensions: [Extension]? = nil
    ) {
        self.certID = certID
        self.certStatus = certStatus
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        self.singleExtensions = singleExtensions
    }

    /// The SignedCertificateTimestampList in the first extension of its kind, TLS-encoded; `nil` where there is none
    /// or its value is no OCTET STRING (RFC 6962 §3.3).
    public var signedCertificateTimestampList: ArraySlice<UInt8>? {
        guard let value = singleExtensions?.first(where: { $0.oid == .ocspResponseSCTList })?.value
        else { return nil }
        return (try? EmbeddedSCTList(der: value))?.bytes
    }
}

extension SingleResponse: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) in
            try SingleResponse(content: &inner)
        }
    }

    private init(content reader: inout DERReader) throws(DERError) {
        certID = try reader.field("certID") { (field: inout DERReader) throws(DERError) in
            try CertID(from: &field)
        }
        certStatus = try reader.field("certStatus") { (field: inout DERReader) throws(DERError) in
            try CertStatus(from: &field)
        }
        thisUpdate = try reader.field("thisUpdate") { (field: inout DERReader) throws(DERError) in
            try Time.generalized(&field)
        }
        nextUpdate = try reader.readOptionalSequence("nextUpdate", as: .context(0, constructed: true)) {
            (field: inout DERReader) throws(DERError) in try Time.generalized(&field)
        }
        singleExtensions = try reader.readOptionalSequence(
            "singleExtensions", as: .context(1, constructed: true)
        ) {
            (field: inout DERReader) throws(DERError) in
            try field.readSequenceOf { (element: inout DERReader) throws(DERError) in
                try Extension(from: &element)
            }
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(certID)
            inner.value(certStatus)
            inner.value(Time.generalized(thisUpdate))
            if let nextUpdate { inner.explicit(0) { $0.value(Time.generalized(nextUpdate)) } }
            if let singleExtensions { inner.explicit(1) { $0.sequenceOf(singleExtensions) } }
        }
    }
}

extension SingleResponse.CertStatus: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        switch reader.peekTag {
        case .context(0):
            try reader.field("good") { (field: inout DERReader) throws(DERError) in
                try field.readNull(as: .context(0))
            }
            self = .good
        case .context(1, constructed: true):
            self = try reader.readSequence("revoked", as: .context(1, constructed: true)) {
                (inner: inout DERReader) throws(DERError) -> SingleResponse.CertStatus in
                let time = try inner.field("revocationTime") { (field: inout DERReader) throws(DERError) in
                    try Time.generalized(&field)
                }
                let reason = try inner.readOptionalSequence(
                    "revocationReason", as: .context(0, constructed: true)
                ) { (field: inout DERReader) throws(DERError) in try RevocationReason(from: &field) }
                return .revoked(SingleResponse.RevokedInfo(revocationTime: time, revocationReason: reason))
            }
        case .context(2):
            try reader.field("unknown") { (field: inout DERReader) throws(DERError) in
                try field.readNull(as: .context(2))
            }
            self = .unknown
        default:
            let start = reader.offset
            let element = try reader.readElement()
            throw DERError(
                .invalidValue("certificate status that does not exist: \(element.tag)"), at: start)
        }
    }

    public func write(into writer: inout DERWriter) {
        switch self {
        case .good: writer.write(.context(0), content: EmptyCollection())
        case .revoked(let info):
            writer.write(.context(1, constructed: true)) { inner in
                inner.value(Time.generalized(info.revocationTime))
                if let reason = info.revocationReason { inner.explicit(0) { $0.value(reason) } }
            }
        case .unknown: writer.write(.context(2), content: EmptyCollection())
        }
    }
}
