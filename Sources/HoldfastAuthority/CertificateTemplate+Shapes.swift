public import HoldfastX509

extension CertificateTemplate {
    /// A root: a CA without limit of depth, valid from a day before `at` for ten years.
    public static func root(name: String, at moment: Instant) -> CertificateTemplate {
        authority(name, pathLength: nil, from: moment, days: 3652)
    }

    /// An intermediate CA: valid from a day before `at` for five years.
    ///
    /// - Parameter pathLength: How many CAs may stand below it; `nil` for any number.
    public static func intermediate(
        name: String, at moment: Instant, pathLength: Int? = 0
    ) -> CertificateTemplate {
        authority(name, pathLength: pathLength, from: moment, days: 1826)
    }

    /// A TLS server: named in the subject alternative name, by the first name in the subject too, for the purpose
    /// serverAuth, valid from a day before `at` to 40 days after it (under every programme's limit until 2029 and on).
    ///
    /// - Parameter names: Host names (A-labels, wildcards) and literal IP addresses.
    public static func server(names: [String], at moment: Instant) -> CertificateTemplate {
        var template = leaf(commonName: names.first ?? "", purpose: .serverAuth, at: moment)
        template.names = names
        return template
    }

    /// A TLS client: for the purpose clientAuth, valid as a server.
    public static func client(name: String, at moment: Instant) -> CertificateTemplate {
        leaf(commonName: name, purpose: .clientAuth, at: moment)
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
        template.extendedKeyUsage = [purpose]
        return template
    }

    /// A subject of one common name; empty for a name that is empty or too long for one (RFC 5280 appendix A.1:
    /// `ub-common-name` is 64).
    private static func subject(named name: String) -> DistinguishedName {
        let fits = (1...64).contains(name.unicodeScalars.count)
        return DistinguishedName(fits ? [(type: .commonName, text: name)] : [])
    }
}
