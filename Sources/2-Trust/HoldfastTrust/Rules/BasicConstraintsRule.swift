import HoldfastStatements
import HoldfastX509

/// Each certificate that signs another one is marked as a certificate authority's.
///
/// Without this rule the holder of any certificate could issue one for any name (CVE-2002-0862, CVE-2020-0601's kin).
struct BasicConstraintsRule: StandardRule {
    static let isAuthority = Requirement(
        "basicConstraints.cA", .basicConstraints, source: "RFC 5280 §4.2.1.9, §6.1.4(k)",
        advice: BasicConstraintsSentence.haveAuthorityIssue)
    /// An anchor is a name and a key (RFC 5280 §6.1.1(d)): what its own extensions say is worth a word, not a refusal.
    static let anchorIsAuthority = Requirement(
        "basicConstraints.anchor", .basicConstraints, source: "RFC 5280 §6.1.1(d), §4.2.1.9",
        advice: BasicConstraintsSentence.giveAuthorityAsAnchor)
    static let pathLength = Requirement(
        "basicConstraints.pathLength", .basicConstraints, source: "RFC 5280 §4.2.1.9",
        advice: BasicConstraintsSentence.withoutPathLength)

    static let requirements = [isAuthority, anchorIsAuthority, pathLength]
    static let judgesCertificatesAlone = true

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
            seen: isStated ? BasicConstraintsSentence.isFalse : .absent,
            expected: BasicConstraintsSentence.isTrue,
            message: BasicConstraintsSentence.signedWithoutAuthority(signer: certificate.subject.inSentence))
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
            seen: constraints.isCA
                ? BasicConstraintsSentence.pathLengthWithoutCertificateSigning(length: Int(length))
                : .pathLengthWithoutAuthority(length: Int(length)),
            expected: BasicConstraintsSentence.pathLengthForAuthorities,
            message: BasicConstraintsSentence.pathLengthOfNoAuthority)
    }
}
