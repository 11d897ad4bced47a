import HoldfastStatements
import HoldfastX509

/// No more intermediates follow an authority than its path length constraint allows.
struct PathLengthRule: StandardRule {
    static let constraint = Requirement(
        "pathLength.constraint", .pathLength, source: "RFC 5280 §4.2.1.9, §6.1.4(l)-(m)",
        advice: PathSentence.issueDirectly)
    static let requirements = [constraint]

    var cacheKey: [UInt8]? { Array("pathLength".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        // "the maximum number of non-self-issued intermediate certificates that may follow this certificate": the
        // last certificate of a path is not an intermediate (RFC 5280 §4.2.1.9).
        var intermediatesBelow = 0
        for (depth, certificate) in path.certificates.enumerated().dropFirst() {
            if let allowed = certificate.basicConstraints?.pathLengthConstraint, intermediatesBelow > allowed {
                judgement.report(
                    Self.constraint, at: .certificate(depth: depth),
                    seen: PathSentence.intermediatesBelow(count: intermediatesBelow),
                    expected: PathSentence.atMost(count: allowed),
                    message: PathSentence.lengthConstraint(
                        subject: certificate.subject.inSentence, allowed: allowed, count: intermediatesBelow))
            }
            if !certificate.isSelfIssued { intermediatesBelow += 1 }
        }
    }
}
