/// Why a chain was refused: every finding of its best path, the cause first, and what else was tried.
public struct TrustFailure: Error, TrustOutcome, CustomStringConvertible {
    /// All findings, errors first and by rank; at least one is an error.
    public private(set) var findings: [Finding]
    public let record: EvaluationRecord

    init(_ cause: Finding, others: [Finding], _ record: EvaluationRecord) {
        findings = ([cause] + others).sorted(by: Finding.isReportedBefore)
        self.record = record
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
