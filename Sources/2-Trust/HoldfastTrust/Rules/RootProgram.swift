import HoldfastX509

/// The common ground of the rules of the web's root programmes: the certificates that they speak of, and the dates from
/// which they do.
enum RootProgram {
    /// The certificate of a TLS server that a programme's rules speak of; nil for other purposes, and for a leaf that
    /// is itself the anchor, which nobody issued.
    static func subscriber(_ path: CertificationPath, _ judgement: Judgement) -> Certificate? {
        guard judgement.policy.purpose.isServer, !path.isAnchor(depth: 0) else { return nil }
        return path.leaf
    }

    /// The authorities between the server's certificate and the anchor, with their depths, for the purpose `ssl`.
    static func subordinates(
        _ path: CertificationPath, _ judgement: Judgement
    ) -> [(depth: Int, certificate: Certificate)] {
        guard judgement.policy.purpose.isServer else { return [] }
        return path.certificates.enumerated().dropFirst().filter { !path.isAnchor(depth: $0.offset) }
            .map { (depth: $0.offset, certificate: $0.element) }
    }

    /// The anchor, where it stands above others and issued itself: what the programmes call a root.
    static func root(
        _ path: CertificationPath, _ judgement: Judgement
    ) -> (depth: Int, certificate: Certificate)? {
        guard judgement.policy.purpose.isServer, path.certificates.count > 1,
            let anchor = path.anchor?.certificate, anchor.isSelfIssued
        else { return nil }
        return (path.certificates.count - 1, anchor)
    }

    /// Whether a rule of that date speaks of a certificate.
    ///
    /// Public authorities issued by the rules of the day: "these Requirements apply only to relevant events that occur
    /// on or after" their effective date (CA/B BR 1.1). Under one's own anchor no older rules were ever in force.
    static func applies(since date: Instant, to certificate: Certificate, _ judgement: Judgement) -> Bool {
        judgement.column == .own || certificate.validity.notBefore.instant >= date
    }

    /// The day from which a row of the programmes' table holds; where there is no such row the beginning of time, from
    /// which on a rule judges every certificate.
    static func day(of identifier: String) -> Instant {
        ProgrammeDeadline.named(identifier)?.effective ?? Instant(secondsSince1970: .min)
    }

    /// Midnight UTC of a day; for a day that does not exist the end of time, at which no rule begins.
    static func day(_ year: Int, _ month: Int, _ day: Int) -> Instant {
        Instant(year: year, month: month, day: day) ?? Instant(secondsSince1970: .max)
    }

    /// The certificate profiles of version 2.0.0 (ballot SC62).
    static let profilesInForce = day(of: "br.profiles")
}
