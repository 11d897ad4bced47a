public import HoldfastX509

extension CertificateTemplate {
    /// The successor of a certificate: the same subject, names, usages and other extensions, valid as long as it was,
    /// from a day before `moment`.
    ///
    /// Left out is what belongs to the certificate that was: the identifiers of keys, which are derived anew, and the
    /// timestamps of logs (RFC 6962 §3.3), which are signed over its serial number.
    ///
    /// - Parameters:
    ///   - certificate: Any certificate; one of version 1 gets the key identifiers of version 3.
    ///   - moment: The time of issuing.
    public init(renewing certificate: Certificate, at moment: Instant) {
        let start = moment.advanced(byDays: -1)
        let seconds =
            certificate.validity.notAfter.instant.secondsSince1970
            - certificate.validity.notBefore.instant.secondsSince1970
        self.init(subject: certificate.subject, notBefore: start, notAfter: start.advanced(bySeconds: seconds))
        keyUsage = certificate.keyUsage
        basicConstraints = certificate.basicConstraints
        // What older versions made of a server's RSA key may sign alone, which NSS refuses.
        let isServer = certificate.extendedKeyUsage?.contains(.serverAuth) == true
        if isServer, certificate.keyUsage == .digitalSignature { usageOfRSA = Self.usageOfServersRSA }
        extendedKeyUsage = certificate.extendedKeyUsage
        alternativeNames = certificate.subjectAlternativeName ?? []
        nameConstraints = certificate.nameConstraints
        let written: Set<ObjectIdentifier> = [
            .authorityKeyIdentifier, .subjectKeyIdentifier, .keyUsage, .basicConstraints, .extendedKeyUsage,
            .subjectAlternativeName, .nameConstraints, .embeddedSCTList, .precertificatePoison,
        ]
        additionalExtensions = certificate.extensions.filter { !written.contains($0.oid) }
        for known in certificate.extensions where written.contains(known.oid) {
            criticality[known.oid] = known.isCritical
        }
    }
}
