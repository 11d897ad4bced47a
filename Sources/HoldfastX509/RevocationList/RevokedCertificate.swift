/// One entry of a revocation list (RFC 5280 §5.1.2.6, §5.3).
public struct RevokedCertificate: Hashable, Sendable {
    /// The serial number of the certificate.
    public let userCertificate: SerialNumber
    /// When its authority took it back.
    public let revocationDate: Time
    /// All extensions in order, duplicates too; `nil` where the field is absent.
    public let crlEntryExtensions: [Extension]?
    /// Why; `nil` where the list does not say, which means `unspecified`.
    public private(set) var reasonCode: RevocationReason?
    /// Since when the key is suspected, which may be long before ``revocationDate``.
    public private(set) var invalidityDate: Time?
    /// Names of the authority that issued the certificate, in an indirect list; it holds for the entries after it too,
    /// up to the next that names one. `nil` where this entry does not say.
    public private(set) var certificateIssuer: [GeneralName]?

    /// Makes an entry, with the extensions that are given; `further` ones come after them.
    public init(
        _ userCertificate: SerialNumber, revocationDate: Time, reasonCode: RevocationReason? = nil,
        invalidityDate: Instant? = nil, certificateIssuer: [GeneralName]? = nil,
        further: [Extension] = []
    ) {
        self.userCertificate = userCertificate
        self.revocationDate = revocationDate
        self.reasonCode = reasonCode
        self.invalidityDate = invalidityDate.map { Time($0, encoding: .generalizedTime) }
        self.certificateIssuer = certificateIssuer
        var list: [Extension] = []
        if let reasonCode { list.append(Extension(.cRLReason, value: reasonCode.der)) }
        if let date = self.invalidityDate { list.append(Extension(.invalidityDate, value: date.der)) }
        if let certificateIssuer {
            list.append(
                Extension(.certificateIssuer, isCritical: true, value: GeneralNames(certificateIssuer).der))
        }
        list += further
        crlEntryExtensions = list.isEmpty ? nil : list
    }

    /// The first critical extension of a kind that is not known here.
    ///
    /// A list that holds such an entry must not be used for any certificate (RFC 5280 §5.3).
    public var unknownCriticalExtension: ObjectIdentifier? {
        crlEntryExtensions?.first { $0.isCritical && !Self.isKnown($0.oid) }?.oid
    }

    /// The first extension of a kind that stands there twice.
    public var repeatedExtension: ObjectIdentifier? {
        guard let crlEntryExtensions, crlEntryExtensions.count > 1 else { return nil }
        var seen: Set<ObjectIdentifier> = []
        return crlEntryExtensions.first { !seen.insert($0.oid).inserted }?.oid
    }

    private static func isKnown(_ oid: ObjectIdentifier) -> Bool {
        oid == .cRLReason || oid == .invalidityDate || oid == .certificateIssuer
    }
}

extension RevokedCertificate: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence {
            (inner: inout DERReader) throws(DERError) -> RevokedCertificate in
            try RevokedCertificate(content: &inner)
        }
    }

    private init(content reader: inout DERReader) throws(DERError) {
        userCertificate = try reader.field("userCertificate") {
            (field: inout DERReader) throws(DERError) in
            try SerialNumber(from: &field)
        }
        revocationDate = try reader.field("revocationDate") {
            (field: inout DERReader) throws(DERError) in
            try Time(from: &field)
        }
        guard !reader.isAtEnd else {
            crlEntryExtensions = nil
            return
        }
        var reason: RevocationReason?
        var date: Time?
        var issuer: GeneralNames?
        crlEntryExtensions = try reader.readSequenceOf("crlEntryExtensions") {
            (element: inout DERReader) throws(DERError) -> Extension in
            let next = try Extension(from: &element)
            let range = next.value.startIndex..<next.value.endIndex
            if next.oid == .cRLReason {
                try DecodedExtensions.keep(&reason, "reasonCode", range, &element)
            } else if next.oid == .invalidityDate {
                let start = range.lowerBound
                try DecodedExtensions.keep(&date, "invalidityDate", range, &element)
                guard date?.encoding == .generalizedTime else {
                    throw DERError(
                        .unexpectedTag(expected: .generalizedTime, found: .utcTime), at: start,
                        path: ["invalidityDate"])
                }
            } else if next.oid == .certificateIssuer {
                try DecodedExtensions.keep(&issuer, "certificateIssuer", range, &element)
            }
            return next
        }
        reasonCode = reason
        invalidityDate = date
        certificateIssuer = issuer?.names
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(userCertificate)
            inner.value(revocationDate)
            if let crlEntryExtensions { inner.sequenceOf(crlEntryExtensions) }
        }
    }
}
