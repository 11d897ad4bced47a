/// One entry of a revocation list (RFC 5280 §5.1.2.6, §5.3).
public struct RevokedCertificate: Hashable, Sendable {
    /// The serial number of the certificate.
    public let userCertificate: SerialNumber
    /// The time at which its authority took it back.
    public let revocationDate: Time
    /// All extensions in order, duplicates too; `nil` where the field is absent.
    public let crlEntryExtensions: [Extension]?
    /// The reason; `nil` where the list does not say, which means `unspecified`.
    public private(set) var reasonCode: RevocationReason?
    /// The time from which the key is suspected, which may be long before ``revocationDate``.
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

// revokedCertificates SEQUENCE OF SEQUENCE {
//     userCertificate     CertificateSerialNumber,
//     revocationDate      Time,
//     crlEntryExtensions  Extensions OPTIONAL }
extension RevokedCertificate: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        userCertificate = try reader.value("userCertificate", as: SerialNumber.self)
        revocationDate = try reader.value("revocationDate", as: Time.self)
        guard !reader.isAtEnd else {
            crlEntryExtensions = nil
            return
        }
        var decoded = DecodedEntryExtensions()
        crlEntryExtensions = try reader.extensions("crlEntryExtensions", into: &decoded)
        reasonCode = decoded.reasonCode
        invalidityDate = decoded.invalidityDate
        certificateIssuer = decoded.certificateIssuer?.names
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(userCertificate)
            inner.value(revocationDate)
            if let crlEntryExtensions { inner.sequenceOf(crlEntryExtensions) }
        }
    }
}

/// The values of the extensions of an entry that are known here.
private struct DecodedEntryExtensions: ExtensionDecoder {
    var reasonCode: RevocationReason?
    var invalidityDate: Time?
    var certificateIssuer: GeneralNames?

    mutating func decode(_ next: Extension, _ reader: inout DERReader) throws(DERError) {
        let range = next.value.startIndex..<next.value.endIndex
        if next.oid == .cRLReason {
            try Self.keep(&reasonCode, "reasonCode", range, &reader)
        } else if next.oid == .invalidityDate {
            try Self.keep(&invalidityDate, "invalidityDate", range, &reader)
            guard invalidityDate?.encoding == .generalizedTime else {
                throw DERError(
                    .unexpectedTag(expected: .generalizedTime, found: .utcTime), at: range.lowerBound,
                    path: ["invalidityDate"])
            }
        } else if next.oid == .certificateIssuer {
            try Self.keep(&certificateIssuer, "certificateIssuer", range, &reader)
        }
    }
}
