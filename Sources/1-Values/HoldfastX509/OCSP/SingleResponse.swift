/// A responder's statement about one certificate (RFC 6960 §4.2.1).
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

    /// The time and the reason of a revocation.
    public struct RevokedInfo: Hashable, Sendable {
        /// The time from which the certificate is revoked.
        public var revocationTime: Instant
        /// The reason; `nil` where the responder does not say.
        public var revocationReason: RevocationReason?

        /// Describes a revocation.
        public init(revocationTime: Instant, revocationReason: RevocationReason? = nil) {
            self.revocationTime = revocationTime.inWholeSeconds
            self.revocationReason = revocationReason
        }
    }

    /// The certificate that is meant.
    public var certID: CertID
    /// The certificate's status.
    public var certStatus: CertStatus
    /// The most recent time at which the status is known to be right.
    public var thisUpdate: Instant
    /// The time by which newer knowledge is there; `nil`: "newer revocation information is available all the time".
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
        self.thisUpdate = thisUpdate.inWholeSeconds
        self.nextUpdate = nextUpdate?.inWholeSeconds
        self.singleExtensions = singleExtensions
    }

    /// The SignedCertificateTimestampList that the responder gives with its statement, TLS-encoded and not read
    /// further; `nil` where there is none.
    ///
    /// Source: RFC 6962 §3.3, an extension of the SingleResponse about the server's certificate, an OCTET STRING in it.
    /// It is not the responder's signature that vouches for a timestamp, but the timestamp's own.
    ///
    /// - Throws: ``DERError`` where the extension's value is no OCTET STRING, or where there are two of the kind.
    public var signedCertificateTimestamps: ArraySlice<UInt8>? {
        get throws(DERError) {
            let kind = (singleExtensions ?? []).filter { $0.oid == .ocspResponseSCTList }
            guard let value = kind.first?.value else { return nil }
            guard kind.count == 1 else {
                throw DERError(.invalidValue(.timestampsTwice), at: kind[1].value.startIndex)
            }
            return try EmbeddedSCTList(der: value).bytes
        }
    }
}

// SingleResponse ::= SEQUENCE {
//     certID            CertID,
//     certStatus        CertStatus,
//     thisUpdate        GeneralizedTime,
//     nextUpdate        [0] EXPLICIT GeneralizedTime OPTIONAL,
//     singleExtensions  [1] EXPLICIT Extensions OPTIONAL }
extension SingleResponse: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        certID = try reader.value("certID", as: CertID.self)
        certStatus = try reader.value("certStatus", as: CertStatus.self)
        thisUpdate = try reader.value("thisUpdate", as: ASN1.FractionalTime.self)
        nextUpdate = try reader.optional("nextUpdate", explicit: 0, as: ASN1.FractionalTime.self)
        singleExtensions = try reader.optionalValues("singleExtensions", explicit: 1, of: Extension.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(certID)
            inner.value(certStatus)
            Time.writeFractional(thisUpdate, into: &inner)
            if let nextUpdate { inner.explicit(0) { Time.writeFractional(nextUpdate, into: &$0) } }
            if let singleExtensions { inner.explicit(1) { $0.sequenceOf(singleExtensions) } }
        }
    }
}

// CertStatus ::= CHOICE {
//     good     [0] IMPLICIT NULL,
//     revoked  [1] IMPLICIT RevokedInfo,
//     unknown  [2] IMPLICIT UnknownInfo }     -- NULL
extension SingleResponse.CertStatus: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        switch reader.peekTag {
        case .context(0):
            try reader.field("good") { (field: inout DERReader) throws(DERError) in
                try field.readNull(as: .context(0))
            }
            self = .good
        case .context(1, constructed: true):
            let tag = DERTag.context(1, constructed: true)
            self = .revoked(try reader.value("revoked", tag: tag, as: SingleResponse.RevokedInfo.self))
        case .context(2):
            try reader.field("unknown") { (field: inout DERReader) throws(DERError) in
                try field.readNull(as: .context(2))
            }
            self = .unknown
        default:
            let start = reader.offset
            let element = try reader.readElement()
            throw DERError(
                .invalidValue(.certificateStatus(element.tag)), at: start)
        }
    }

    public func write(into writer: inout DERWriter) {
        switch self {
        case .good: writer.write(.context(0), content: EmptyCollection())
        case .revoked(let info): info.write(into: &writer, as: .context(1, constructed: true))
        case .unknown: writer.write(.context(2), content: EmptyCollection())
        }
    }
}

// RevokedInfo ::= SEQUENCE {
//     revocationTime    GeneralizedTime,
//     revocationReason  [0] EXPLICIT CRLReason OPTIONAL }
extension SingleResponse.RevokedInfo: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        revocationTime = try reader.value("revocationTime", as: ASN1.FractionalTime.self)
        revocationReason = try reader.optional("revocationReason", explicit: 0, as: RevocationReason.self)
    }

    public func write(into writer: inout DERWriter) { write(into: &writer, as: .sequence) }

    fileprivate func write(into writer: inout DERWriter, as tag: DERTag) {
        writer.sequence(as: tag) { inner in
            Time.writeFractional(revocationTime, into: &inner)
            if let revocationReason { inner.explicit(0) { $0.value(revocationReason) } }
        }
    }
}
