public import HoldfastCrypto
public import HoldfastX509

/// A certificate with timestamps of logs in it, and what was shown to the logs.
public struct LoggedCertificate: Hashable, Sendable {
    /// The certificate (DER).
    public let certificate: [UInt8]
    /// The precertificate (DER): the same with the poison in place of the timestamps; nobody may accept it.
    public let precertificate: [UInt8]
    /// The timestamps that the logs gave, in their order.
    public let timestamps: [SignedCertificateTimestamp]
}

extension CertificateAuthority {
    /// Issues a certificate for somebody else's key, after showing it to logs (RFC 6962 §3.1, §3.3).
    ///
    /// The timestamps stand in the last extension. A ``CertificateTemplate/tbsEdit`` is applied to both papers.
    ///
    /// - Parameters:
    ///   - logs: One or more; their timestamps say `moment`.
    public func issue(
        _ template: CertificateTemplate, for publicKey: SubjectPublicKeyInfo, loggedBy logs: [TransparencyLog],
        at moment: Instant
    ) throws(AuthorityError) -> LoggedCertificate {
        try issue(template, for: publicKey) { (precertificate) throws(AuthorityError) in
            var timestamps: [SignedCertificateTimestamp] = []
            for log in logs {
                timestamps.append(
                    try log.timestamp(
                        precertificate: precertificate, issuerKey: identity.key.subjectPublicKeyInfo, at: moment))
            }
            return timestamps
        }
    }

    /// Issues a certificate for somebody else's key with timestamps in it that the caller makes of its precertificate.
    ///
    /// Nothing is checked: the timestamps may be of anybody, and for anything.
    ///
    /// - Parameter timestamps: Given the precertificate (DER); what it returns stands in the last extension.
    public func issue(
        _ template: CertificateTemplate, for publicKey: SubjectPublicKeyInfo,
        embedding timestamps: ([UInt8]) throws(AuthorityError) -> [SignedCertificateTimestamp]
    ) throws(AuthorityError) -> LoggedCertificate {
        var template = template
        template.serialNumber = try identity.signer.serialNumber(template.serialNumber)
        var pre = template
        // RFC 6962 §3.1: "the extension […] whose extnValue OCTET STRING contains ASN.1 NULL data (0x05 0x00)",
        // critical.
        pre.additionalExtensions.append(Extension(.precertificatePoison, isCritical: true, value: [0x05, 0x00]))
        let precertificate = try issue(pre, for: publicKey)
        let timestamps = try timestamps(precertificate)
        let list = SignedCertificateTimestampList(timestamps).encoded
        template.add(.embeddedSCTList, EmbeddedSCTList(list[...]))
        return LoggedCertificate(
            certificate: try issue(template, for: publicKey), precertificate: precertificate, timestamps: timestamps)
    }

    /// Issues a certificate with timestamps of logs in it, together with its key and the chain up to below the root.
    ///
    /// - Parameter key: `nil` for a new P-256 key.
    public func issue(
        _ template: CertificateTemplate, key: PrivateKey? = nil, loggedBy logs: [TransparencyLog], at moment: Instant
    ) throws(AuthorityError) -> Identity {
        let key = try key.orNew()
        return assembled(try issue(template, for: key.subjectPublicKeyInfo, loggedBy: logs, at: moment), key, template)
    }

    /// Issues a certificate with timestamps in it that the caller makes, together with its key and the chain up to
    /// below the root.
    ///
    /// - Parameters:
    ///   - key: `nil` for a new P-256 key.
    ///   - timestamps: As in ``issue(_:for:embedding:)``.
    public func issue(
        _ template: CertificateTemplate, key: PrivateKey? = nil,
        embedding timestamps: ([UInt8]) throws(AuthorityError) -> [SignedCertificateTimestamp]
    ) throws(AuthorityError) -> Identity {
        let key = try key.orNew()
        return assembled(try issue(template, for: key.subjectPublicKeyInfo, embedding: timestamps), key, template)
    }

    private func assembled(
        _ logged: LoggedCertificate, _ key: PrivateKey, _ template: CertificateTemplate
    ) -> Identity {
        Identity(
            signer: Signer(key: key, template: template), certificate: logged.certificate,
            issuers: identity.isSelfSigned ? [] : identity.chain, isSelfSigned: false)
    }
}
