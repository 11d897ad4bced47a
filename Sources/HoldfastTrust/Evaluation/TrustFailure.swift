public import HoldfastX509

/// Why a chain was refused: every finding of its best path, the cause first, and what else was tried.
public struct TrustFailure: Error, Sendable, CustomStringConvertible {
    /// All findings, errors first and by rank; at least one is an error.
    public private(set) var findings: [Finding]
    /// The best path that could be built, leaf first; empty where the leaf could not be read.
    public let chain: [Certificate]
    /// The anchor that ends that path; nil where it reached none.
    public let anchor: TrustAnchor?
    /// What is known of the revocation of each certificate of ``chain``.
    public let revocation: [RevocationAnswer]
    /// What the server's pins made of ``chain``.
    public let pins: PinOutcome
    /// Other paths that were tried and refused.
    public let nearMisses: [NearMiss]
    /// What was presented.
    public let presented: ServerTrust
    /// Who the peer had to be, by which rules.
    public let policy: TrustPolicy
    /// The instant that was judged for.
    public let at: Instant
    /// What it cost.
    public let work: WorkDone

    init(
        _ cause: Finding, others: [Finding], path: CertificationPath?, revocation: [RevocationAnswer],
        pins: PinOutcome, nearMisses: [NearMiss], presented: ServerTrust, policy: TrustPolicy, at: Instant,
        work: WorkDone
    ) {
        findings = ([cause] + others).sorted(by: Finding.isReportedBefore)
        chain = path?.certificates ?? []
        anchor = path?.anchor
        self.revocation = revocation
        self.pins = pins
        self.nearMisses = nearMisses
        self.presented = presented
        self.policy = policy
        self.at = at
        self.work = work
    }

    /// The failure with a note beside its findings, about something that no certificate shows: it changes neither the cause
    /// nor the result.
    package func noting(
        _ code: FindingCode, requirement: String, rule: String, seen: String, expected: String, message: String,
        advice: String
    ) -> TrustFailure {
        var copy = self
        copy.findings.append(
            Finding(
                code: code, position: .chain, fingerprint: nil, requirement: requirement, rule: rule, seen: seen,
                expected: expected, severity: .note, message: message, advice: advice))
        copy.findings.sort(by: Finding.isReportedBefore)
        return copy
    }

    /// The first-ranked error.
    public var cause: Finding { findings[0] }

    /// The errors among the findings.
    public var errors: [Finding] { findings.filter { $0.severity == .error } }

    /// SecTrustResultType's name for it: fatal when any error is of a class that nobody may override.
    public var result: TrustResult {
        let classes = errors.map(\.code.resultClass)
        if classes.contains(.otherError) { return .otherError }
        return classes.contains(.fatalTrustFailure) ? .fatalTrustFailure : .recoverableTrustFailure
    }

    /// The cause in one line.
    public var description: String { "\(cause.code): \(cause.message)" }

    /// The cause and every other finding, each with its evidence and advice, one block a finding.
    public var explanation: String {
        findings.map { finding in
            """
            \(finding.severity.rawValue) \(finding.code): \(finding.message)
              seen: \(finding.seen)
              expected: \(finding.expected)
              rule: \(finding.rule)
              advice: \(finding.advice)
            """
        }.joined(separator: "\n")
    }
}
