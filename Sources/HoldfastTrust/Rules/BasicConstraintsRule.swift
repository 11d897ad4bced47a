import HoldfastX509

/// Each certificate that signs another one is marked as a certificate authority's.
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
    static let pathLength = Requirement(
        "basicConstraints.pathLength", .basicConstraints, source: "RFC 5280 §4.2.1.9",
        advice: "have the certificate issued anew: a path length constraint is for authorities that sign certificates")

    static let requirements = [isAuthority, anchorIsAuthority, pathLength]

    var cacheKey: [UInt8]? { Array("basicConstraints".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            if depth > 0 { judgeAuthority(certificate, at: depth, isAnchor: path.isAnchor(depth: depth), &judgement) }
            if !path.isAnchor(depth: depth) { judgePathLength(of: certificate, at: depth, &judgement) }
        }
    }

    private func judgeAuthority(
        _ certificate: Certificate, at depth: Int, isAnchor: Bool, _ judgement: inout Judgement
    ) {
        // RFC 5280 §6.1.4(k) speaks of version 3; the version rule refuses the others.
        guard certificate.version == .v3, certificate.basicConstraints?.isCA != true else { return }
        let isStated = certificate.basicConstraints != nil
        judgement.report(
            isAnchor ? Self.anchorIsAuthority : Self.isAuthority,
            at: .certificate(depth: depth),
            seen: isStated ? "basicConstraints cA FALSE" : "no basicConstraints extension",
            expected: "basicConstraints cA TRUE",
            message: "\(certificate.subject.shortDescription) signed a certificate and is no certificate authority")
    }

    /// "CAs MUST NOT include the pathLenConstraint field unless the cA boolean is asserted and the key usage extension
    /// asserts the keyCertSign bit"; a key usage that is absent restricts nothing.
    private func judgePathLength(of certificate: Certificate, at depth: Int, _ judgement: inout Judgement) {
        guard let constraints = certificate.basicConstraints, let length = constraints.pathLengthConstraint else {
            return
        }
        let maySign = certificate.keyUsage?.contains(.keyCertSign) ?? true
        guard !constraints.isCA || !maySign else { return }
        judgement.report(
            Self.pathLength, at: .certificate(depth: depth),
            seen: "a path length constraint of \(length) "
                + (constraints.isCA ? "and no keyCertSign in the key usage" : "and cA FALSE"),
            expected: "no path length constraint, or cA TRUE with keyCertSign",
            message: "the certificate has a path length constraint, and may sign no certificates")
    }
}
