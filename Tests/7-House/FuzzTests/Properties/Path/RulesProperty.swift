import HoldfastX509

@testable import HoldfastTrust

/// Certificates of a stranger, one after the other, judged by every rule of every profile as if all signatures held: no
/// rule traps or hangs, all say the same twice, and what they say can be shown.
func checkRules(_ bytes: [UInt8]) throws(Violation) {
    var certificates: [Certificate] = []
    var rest = bytes[...]
    while certificates.count < 5, var reader = try? DERReader(rest),
        let next = try? reader.readElement(), let certificate = try? Certificate(der: next.bytes)
    {
        certificates.append(certificate)
        rest = rest[next.bytes.endIndex...]
    }
    guard let last = certificates.last else { return }
    // One alone stands below itself: as a server, and as what vouches for it.
    if certificates.count == 1 { certificates.append(last) }
    let name = try prepared { try ServerName("www.example.com") }
    for profile in Profile.all {
        for isPublic in [false, true] {
            var anchor = TrustAnchor(certificate: last, source: nil)
            anchor.countsAsPublic = isPublic
            let path = CertificationPath(
                certificates: certificates, signatures: certificates.dropLast().map { _ in .verified },
                end: .anchor(anchor))
            var policy = isPublic ? TrustPolicy.ssl(name) : .basicX509
            policy.profile = profile
            policy.anchors = .only([])
            policy.expiryNotice = .seconds(86_400)
            let findings = try judge(path, policy)
            try expect(try judge(path, policy) == findings, "another judgement of the same path")
            for finding in findings { try check(finding, in: path) }
        }
    }
}

private func judge(_ path: CertificationPath, _ policy: TrustPolicy) throws(Violation) -> [Finding] {
    let at = Instant(secondsSince1970: 1_790_000_000)
    var judgement = Judgement(path, policy: policy, at: at, meter: WorkMeter(policy.limits))
    for rule in StandardRules.all { rule.judge(path, &judgement) }
    let (work, limits) = (judgement.meter.done, policy.limits)
    try expect(work.nameComparisons <= limits.nameComparisons, "more comparisons of names than allowed")
    try expect(work.policySteps <= limits.policySteps, "more steps of policies than allowed")
    return judgement.findings
}

private func check(_ finding: Finding, in path: CertificationPath) throws(Violation) {
    if case .certificate(let depth) = finding.position {
        try expect(path.certificates.indices.contains(depth), "a finding about a certificate that is not in the path")
        try expect(finding.fingerprint == path.certificates[depth].fingerprint, "the fingerprint of another one")
    }
    for text in [finding.message, finding.seen, finding.expected, finding.advice] {
        try expect(!text.isEmpty, "\(finding.requirement): nothing is said")
        try expect(text.utf8.count < 2_100, "\(finding.requirement): \(text.utf8.count) octets of text")
        try checkText(text)
    }
}
