import HoldfastX509

/// The path holds no more intermediates than the caller's policy allows.
struct MaximumPathRule: TrustRule {
    static let maximum = Requirement(
        "pathLength.policy", .pathLength, source: "RFC 5280 §6.1.2(k), §6.1.4(l)",
        advice: "allow a longer path in the policy, or have the certificate issued closer to the anchor")

    var cacheKey: [UInt8]? { Array("maximumPath".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard let maximum = judgement.policy.maximumIntermediates else { return }
        let count = path.certificates.dropFirst().dropLast().count { !$0.isSelfIssued }
        guard count > maximum else { return }
        judgement.report(
            Self.maximum, at: .chain, seen: "\(count) intermediates", expected: "at most \(maximum)",
            message: "the path has \(count) intermediates, and the policy allows \(maximum)")
    }
}
