import HoldfastStatements
import HoldfastX509

/// The path holds no more intermediates than the caller's policy allows.
struct MaximumPathRule: StandardRule {
    static let maximum = Requirement(
        "pathLength.policy", .pathLength, source: "RFC 5280 §6.1.2(k), §6.1.4(l)",
        advice: PathSentence.allowLonger)
    static let requirements = [maximum]

    var cacheKey: [UInt8]? { Array("maximumPath".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard let maximum = judgement.policy.maximumIntermediates else { return }
        let count = path.certificates.dropFirst().dropLast().count { !$0.isSelfIssued }
        guard count > maximum else { return }
        judgement.report(
            Self.maximum, at: .chain, seen: PathSentence.intermediates(count: count),
            expected: PathSentence.atMost(count: maximum),
            message: PathSentence.longerThanPolicy(count: count, allowed: maximum))
    }
}
