import HoldfastX509

/// Whoever signs certificates is marked as a certificate authority.
///
/// Without this rule the holder of any certificate could issue one for any name (CVE-2002-0862, CVE-2020-0601's kin).
struct BasicConstraintsRule: TrustRule {
    static let isAuthority = Requirement(
        "basicConstraints.cA", .basicConstraints, source: "RFC 5280 §4.2.1.9, §6.1.4(k)",
        advice: "have the certificate issued by a certificate authority, one with basicConstraints cA TRUE")
    /// An anchor is a name and a key (RFC 5280 §6.1.1(d)): what its own extensions say is worth a word, not a refusal.
    static let anchorIsAuthority = Requirement(
        "basicConstraints.anchor", .basicConstraints, source: "RFC 5280 §6.1.1(d), §4.2.1.9",
        advice: "give the authority's certificate as the anchor rather than one of a server")

    var cacheKey: [UInt8]? { Array("basicConstraints".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated().dropFirst() {
            // RFC 5280 §6.1.4(k) speaks of version 3; the version rule refuses the others.
            guard certificate.version == .v3, certificate.basicConstraints?.isCA != true else { continue }
            let isStated = certificate.basicConstraints != nil
            judgement.report(
                path.isAnchor(depth: depth) ? Self.anchorIsAuthority : Self.isAuthority,
                at: .certificate(depth: depth),
                seen: isStated ? "basicConstraints cA FALSE" : "no basicConstraints extension",
                expected: "basicConstraints cA TRUE",
                message: "\(certificate.subject.shortDescription) signed a certificate and is no certificate authority")
        }
    }
}
