import HoldfastCrypto
public import HoldfastX509

/// A description of a revocation list to be made: good by default, and wrong where you say so.
///
/// ```swift
/// var list = RevocationListTemplate(at: now)
/// list.revoke(serialNumber, on: now, for: .keyCompromise)
/// let der = try authority.issue(list)
/// ```
///
/// Nothing is checked: a template can describe lists that must never be used.
public struct RevocationListTemplate: Sendable {
    // MARK: Fields

    /// The version that is written: `v1` writes none. Extensions are written with any version.
    public var version = Version.v2
    /// The issuer that the list names; `nil` for the one that signs it.
    public var issuer: DistinguishedName?
    /// The time at which the list is issued, in whole seconds.
    public var thisUpdate: Instant
    /// The time by which the next list is there, in whole seconds; `nil` to leave it out.
    public var nextUpdate: Instant?
    /// The certificates that are taken back, in this order; the field is left out where there are none.
    public var entries: [RevokedCertificate] = []
    /// Whether to write the field all the same, which RFC 5280 §5.1.2.6 forbids.
    public var writesEmptyEntryList = false

    // MARK: Extensions, in the order in which they are written

    /// The identifier of the key that signed the list.
    public var authorityKeyIdentifier = KeyIdentifierField.derived
    /// The list's place in the issuer's sequence; `nil` for no extension.
    public var cRLNumber: CRLNumber? = CRLNumber(1)
    /// The number of the list that this one changes; critical. `nil` for a complete list.
    public var deltaCRLIndicator: CRLNumber?
    /// The certificates that the list speaks of; critical. `nil` for all of its issuer's.
    public var issuingDistributionPoint: IssuingDistributionPoint?
    /// The distribution points of the delta lists (Freshest CRL); `nil` for no extension.
    public var freshestCRL: [DistributionPoint]?
    /// Extensions written after those above, as they are.
    public var additionalExtensions: [Extension] = []
    /// Criticality by extension, where it differs from RFC 5280's.
    public var criticality: [ObjectIdentifier: Bool] = [:]

    // MARK: Signature

    /// The algorithm to sign by; `nil` for the default of the issuer's key.
    public var signatureAlgorithm: SignatureAlgorithm?
    /// The algorithm that the signed part names; `nil` for the one signed by.
    public var innerAlgorithm: SignatureAlgorithm?
    /// A change to the part to be signed (TBSCertList, DER), made before signing: the signature is good.
    public var tbsEdit: ByteEdit?
    /// A change to the signature's bytes: the signature is bad.
    public var signatureEdit: ByteEdit?

    /// A complete list without entries: issued an hour before `moment`, the next due a week after it, number 1.
    public init(at moment: Instant) {
        thisUpdate = moment.advanced(bySeconds: -3600)
        nextUpdate = moment.advanced(byDays: 7)
    }

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - serialNumber: the certificate's.
    ///   - date: when it was taken back; `nil` for a minute before the list was issued.
    ///   - reason: why; `nil` to leave the extension out.
    ///   - issuer: the certificate's issuer, in an indirect list; it holds for the entries after this one too.
    public mutating func revoke(
        _ serialNumber: SerialNumber, on date: Instant? = nil, for reason: RevocationReason? = nil,
        of issuer: DistinguishedName? = nil
    ) {
        entries.append(
            RevokedCertificate(
                serialNumber, revocationDate: Time(date ?? thisUpdate.advanced(bySeconds: -60)), reasonCode: reason,
                certificateIssuer: issuer.map { [.directoryName($0)] }))
    }

    /// The TBSCertList (RFC 5280 §5.1.2), before ``tbsEdit``.
    func tbsCertList(algorithm: SignatureAlgorithm, issuer: DistinguishedName, keyIdentifier: [UInt8]) -> [UInt8] {
        let extensions = extensions(keyIdentifier: keyIdentifier)
        var writer = DERWriter()
        writer.sequence { tbs in
            if version != .v1 { tbs.value(version) }
            tbs.value(algorithm.identifier)
            tbs.value(self.issuer ?? issuer)
            tbs.value(Time(thisUpdate))
            if let nextUpdate { tbs.value(Time(nextUpdate)) }
            if !entries.isEmpty || writesEmptyEntryList { tbs.sequenceOf(entries) }
            if !extensions.isEmpty { tbs.explicit(0) { $0.sequenceOf(extensions) } }
        }
        return writer.bytes
    }

    private func extensions(keyIdentifier: [UInt8]) -> [Extension] {
        var list: [Extension] = []
        func add(_ oid: ObjectIdentifier, isCritical: Bool = false, _ value: some DERCodable) {
            list.append(Extension(oid, isCritical: criticality[oid] ?? isCritical, value: value.der))
        }
        if let identifier = authorityKeyIdentifier.bytes(derived: keyIdentifier) {
            add(.authorityKeyIdentifier, AuthorityKeyIdentifier(keyIdentifier: identifier[...]))
        }
        if let cRLNumber { add(.cRLNumber, cRLNumber) }
        if let deltaCRLIndicator { add(.deltaCRLIndicator, isCritical: true, deltaCRLIndicator) }
        if let issuingDistributionPoint { add(.issuingDistributionPoint, isCritical: true, issuingDistributionPoint) }
        if let freshestCRL { add(.freshestCRL, CRLDistributionPoints(freshestCRL)) }
        return list + additionalExtensions
    }
}

extension CertificateAuthority {
    /// Issues a revocation list (DER), as `template` describes it, signed by the authority's key.
    ///
    /// Any identity will do, also one whose certificate does not allow it to sign lists.
    public func issue(_ template: RevocationListTemplate) throws(AuthorityError) -> [UInt8] {
        let signer = identity.signer
        let algorithm = template.signatureAlgorithm ?? signer.key.defaultSignatureAlgorithm
        var tbs = template.tbsCertList(
            algorithm: template.innerAlgorithm ?? algorithm, issuer: signer.subject,
            keyIdentifier: signer.keyIdentifier)
        if let edit = template.tbsEdit { tbs = edit.apply(tbs) }
        var signature = try library { () throws(CryptoError) in
            try signer.key.sign(tbs, algorithm: algorithm)
        }
        if let edit = template.signatureEdit { signature = edit.apply(signature) }
        var writer = DERWriter(capacity: tbs.count + signature.count + 64)
        writer.sequence { list in
            list.raw(tbs)
            list.value(algorithm.identifier)
            list.bitString(signature)
        }
        return writer.bytes
    }
}
