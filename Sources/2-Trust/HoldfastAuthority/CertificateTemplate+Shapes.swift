public import HoldfastX509

extension CertificateTemplate {
    /// A root: a CA without limit of depth, valid from a day before `at` for ten years.
    ///
    /// - Parameter permitting: The only names that may stand below it; see
    ///   ``NameConstraints/only(domains:addresses:)``.
    public static func root(
        name: String, at moment: Instant, permitting: NameConstraints? = nil
    ) -> CertificateTemplate {
        var template = authority(name, pathLength: nil, from: moment, days: 3652)
        template.nameConstraints = permitting
        return template
    }

    /// An intermediate CA: valid from a day before `at` for five years.
    ///
    /// - Parameters:
    ///   - pathLength: How many CAs may stand below it; `nil` for any number.
    ///   - permitting: The only names that may stand below it.
    public static func intermediate(
        name: String, at moment: Instant, pathLength: Int? = 0, permitting: NameConstraints? = nil
    ) -> CertificateTemplate {
        var template = authority(name, pathLength: pathLength, from: moment, days: 1826)
        template.nameConstraints = permitting
        return template
    }

    /// The operation of a server's RSA key beside signing: RFC 5280 §4.2.1.3 has keyEncipherment "when an RSA public
    /// key is to be used for encrypting a symmetric content-decryption key", as in TLS 1.2 without (EC)DHE (RFC 5246
    /// §7.4.2). NSS asks for it whatever was negotiated.
    static let usageOfServersRSA: KeyUsage = .keyEncipherment

    /// A TLS server: named in the subject alternative name, by the first host name in the subject too, for the purpose
    /// serverAuth, valid from a day before `at` to 40 days after it (under every programme's limit until 2029 and on).
    /// Its key signs, and of RSA also takes a session's key that is encrypted to it. One that has addresses alone has
    /// no subject.
    ///
    /// - Parameter names: Host names (A-labels, wildcards) and literal IP addresses.
    public static func server(names: [String], at moment: Instant) -> CertificateTemplate {
        var template = leaf(commonName: names.first { !isAddress($0) } ?? "", purpose: .serverAuth, at: moment)
        template.names = names
        return template
    }

    /// A TLS client: for the purpose clientAuth, valid as a server.
    public static func client(name: String, at moment: Instant) -> CertificateTemplate {
        leaf(commonName: name, purpose: .clientAuth, at: moment)
    }

    /// A signer of OCSP responses in the issuer's place (RFC 6960 §4.2.2.2): for the purpose OCSPSigning, valid as a
    /// server. It is not asked about itself (`id-pkix-ocsp-nocheck`), so it has to be short-lived.
    public static func ocspSigner(name: String, at moment: Instant) -> CertificateTemplate {
        var template = leaf(commonName: name, purpose: .ocspSigning, at: moment)
        // RFC 6960 §4.2.2.2.1: "The value of the extension SHALL be NULL."
        template.additionalExtensions.append(Extension(.ocspNoCheck, value: [0x05, 0x00]))
        return template
    }

    /// A certificate that carries the public key of a Certificate Transparency log.
    ///
    /// A log is known by its key alone (RFC 6962 §3.2), so this is only a way to hand the key around; its purpose is
    /// that of RFC 6962 §3.1, which servers, clients and, without cA, issuers of precertificates cannot use.
    public static func transparencyLog(name: String, at moment: Instant) -> CertificateTemplate {
        leaf(commonName: name, purpose: .certificateTransparency, at: moment)
    }

    /// A certificate for a usage that people choose by name.
    ///
    /// - Parameters:
    ///   - name: The common name; of a server also its only alternative name where none is given.
    ///   - alternativeNames: Of a server: all its names. Where the common name is not one of them it is left out, since
    ///     nobody looks at it (RFC 9525 §6.1) and public issuers may not write it (CA/B BR 7.1.4.3); an address too.
    /// - Throws: ``AuthorityError`` for a server without a name, and a name that is none.
    public static func leaf(
        _ usage: LeafUsage, name: String, alternativeNames: [GeneralName] = [], at moment: Instant
    ) throws(AuthorityError) -> CertificateTemplate {
        var template: CertificateTemplate
        switch usage {
        case .server:
            let names = alternativeNames.isEmpty ? [try GeneralName(alternativeName: name)] : alternativeNames
            template = leaf(commonName: name, purpose: .serverAuth, at: moment)
            let isListed = (try? GeneralName.host(unchecked: name)).map(names.contains) ?? false
            if !isListed || isAddress(name) { template.subject = DistinguishedName([RelativeDistinguishedName]()) }
            template.alternativeNames = names
            return template
        case .client: template = client(name: name, at: moment)
        case .ocspSigner: template = ocspSigner(name: name, at: moment)
        case .transparencyLog: template = transparencyLog(name: name, at: moment)
        }
        template.alternativeNames = alternativeNames
        return template
    }

    /// Makes it valid from a day before `moment` (clocks differ) for so many days in all.
    ///
    /// The last second belongs to the period (RFC 5280 §4.1.2.5), so it ends one second before the days are over:
    /// limits such as 398 days count it.
    public mutating func lasts(days: Int64, from moment: Instant) {
        notBefore = moment.advanced(byDays: -1)
        notAfter = notBefore.advanced(byDays: days).advanced(bySeconds: -1)
    }

    private static func authority(
        _ name: String, pathLength: Int?, from moment: Instant, days: Int64
    ) -> CertificateTemplate {
        let start = moment.advanced(byDays: -1)
        var template = CertificateTemplate(
            subject: subject(named: name), notBefore: start, notAfter: start.advanced(byDays: days))
        template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: pathLength)
        template.keyUsage = [.keyCertSign, .cRLSign]
        return template
    }

    private static func leaf(
        commonName: String, purpose: ObjectIdentifier, at moment: Instant
    ) -> CertificateTemplate {
        var template = CertificateTemplate(
            subject: subject(named: commonName), notBefore: moment.advanced(byDays: -1),
            notAfter: moment.advanced(byDays: 40))
        template.basicConstraints = BasicConstraints(isCA: false)
        template.keyUsage = .digitalSignature
        if purpose == .serverAuth { template.usageOfRSA = Self.usageOfServersRSA }
        template.extendedKeyUsage = [purpose]
        return template
    }

    /// Whether a server's name is an address, which is no common name: where no `dNSName` stands beside it, OpenSSL
    /// holds one that could be a host name against the constraints of host names, and refuses it below an authority
    /// that has any (X509_V_ERR_PERMITTED_VIOLATION, seen with 3.0.19).
    private static func isAddress(_ name: String) -> Bool {
        if case .some(.ipAddress) = try? GeneralName.host(unchecked: name) { true } else { false }
    }

    /// A subject of one common name; empty for a name that is empty or too long for one (RFC 5280 appendix A.1:
    /// `ub-common-name` is 64).
    private static func subject(named name: String) -> DistinguishedName {
        let fits = (1...64).contains(name.unicodeScalars.count)
        return DistinguishedName(fits ? [(type: .commonName, text: name)] : [])
    }
}

/// The usages of a certificate that issues none, by the names that people write.
public enum LeafUsage: String, Hashable, Sendable, CaseIterable {
    /// A TLS server.
    case server
    /// A TLS client.
    case client
    /// The signer of OCSP responses.
    case ocspSigner = "ocsp"
    /// The key of a certificate log.
    case transparencyLog = "ct-log"
}
