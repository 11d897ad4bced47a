public import HoldfastX509

/// Why a chain was refused: every finding of its best path, the cause first, and what else was tried.
public struct TrustFailure: Error, Sendable, CustomStringConvertible {
    /// All findings, errors first and by rank; at least one is an error.
    public private(set) var findings: [Finding]
    private let record: EvaluationRecord

    init(_ cause: Finding, others: [Finding], _ record: EvaluationRecord) {
        findings = ([cause] + others).sorted(by: Finding.isReportedBefore)
        self.record = record
    }

    /// The best path that could be built, leaf first; empty where the leaf could not be read.
    public var chain: [Certificate] { record.chain }
    /// The anchor that ends that path; nil where it reached none.
    public var anchor: TrustAnchor? { record.anchor }
    /// What is known of the revocation of each certificate of ``chain``.
    public var revocation: [RevocationAnswer] { record.revocation }
    /// What the server's pins made of ``chain``.
    public var pins: PinOutcome { record.pins }
    /// Other paths that were tried and refused.
    public var nearMisses: [NearMiss] { record.nearMisses }
    /// What was presented.
    public var presented: ServerTrust { record.presented }
    /// Who the peer had to be, by which rules.
    public var policy: TrustPolicy { record.policy }
    /// The instant that was judged for.
    public var at: Instant { record.at }
    /// What it cost.
    public var work: WorkDone { record.work }

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
