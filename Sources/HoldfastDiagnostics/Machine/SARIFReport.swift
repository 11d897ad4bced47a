import FoundationEssentials
import HoldfastCrypto
import HoldfastPolicy
import HoldfastTrust
import HoldfastX509

/// Verdicts as SARIF 2.1.0, for code scanning services and viewers of analysis results.
///
/// A finding is a result; its rule is the finding code, with the requirement, evidence and advice as properties. A
/// finding that a user's explicit trust overrides is suppressed. A target that got no verdict is a result as well, since
/// viewers show nothing else, and a notification of the invocation, which then was not successful.
public struct SARIFReport: Sendable {
    public let reports: [VerdictReport]
    /// The version of the tool, `major.minor.patch`.
    public let toolVersion: String

    public init(_ reports: [VerdictReport], toolVersion: String) {
        self.reports = reports
        self.toolVersion = toolVersion
    }

    /// The document, on one line, ending with a line end.
    public var text: String {
        // The log holds texts and numbers only, which JSON has a form for.
        guard let bytes = try? JSONLine.bytes(of: log) else { return "" }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }

    private var log: SARIFLog {
        let rules = rules
        let places = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($0.element.id, $0.offset) })
        let results = reports.flatMap { report in
            report.findings.map { result($0, of: report, places) }
                + (report.failure.map { [result($0, of: report, places)] } ?? [])
        }
        return SARIFLog(
            runs: [
                SARIFLog.Run(
                    tool: .init(driver: .init(semanticVersion: toolVersion, rules: rules)), invocations: [invocation],
                    results: results)
            ])
    }

    private var invocation: SARIFLog.Invocation {
        let notifications = reports.compactMap { report in
            report.failure.map { failure in
                SARIFLog.Notification(
                    descriptor: .init(id: failure.code), level: .error, message: .init(failure.message),
                    locations: [location(of: report)])
            }
        }
        return SARIFLog.Invocation(
            executionSuccessful: notifications.isEmpty, exitCode: reports.first { $0.exitCode != 0 }?.exitCode ?? 0,
            toolExecutionNotifications: notifications)
    }

    /// The rules that results refer to, each once, in the order in which they are met.
    private var rules: [SARIFLog.Rule] {
        var seen: Set<String> = []
        var rules: [SARIFLog.Rule] = []
        for report in reports {
            for finding in report.findings where seen.insert(finding.code).inserted {
                rules.append(Self.rule(of: finding))
            }
            if let failure = report.failure, seen.insert(failure.code).inserted {
                rules.append(Self.rule(of: failure))
            }
        }
        return rules
    }

    private static func rule(of finding: FindingReport) -> SARIFLog.Rule {
        let code = FindingCode.all.first { $0.rawValue == finding.code }
        let words = FindingWords.of(code: finding.code)
        let meaning = words?.meaning.english ?? finding.message
        return SARIFLog.Rule(
            id: finding.code, shortDescription: .init(words?.headline.english ?? finding.code),
            fullDescription: .init(meaning),
            help: .init(meaning + " " + (words?.advice.english ?? finding.advice)),
            defaultConfiguration: .init(level: code == .expiresSoon ? .warning : .error),
            properties: .init(
                exitCode: code?.exitCode ?? 28, osStatus: finding.osStatus,
                osStatusName: StatusName.of(finding.osStatus)))
    }

    private static func rule(of failure: FailureReport) -> SARIFLog.Rule {
        SARIFLog.Rule(
            id: failure.code, shortDescription: .init(failure.words.english),
            fullDescription: .init(failure.meaning.english),
            help: .init(failure.hint ?? failure.meaning.english), defaultConfiguration: .init(level: .error),
            properties: .init(exitCode: failure.exitCode, osStatus: nil, osStatusName: nil))
    }

    private func result(
        _ finding: FindingReport, of report: VerdictReport, _ places: [String: Int]
    ) -> SARIFLog.Result {
        let level: SARIFLog.Level =
            switch finding.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        return SARIFLog.Result(
            ruleId: finding.code, ruleIndex: places[finding.code] ?? -1, level: level,
            message: .init("\(report.who(finding)): \(finding.message)"), locations: [location(of: report)],
            fingerprints: Self.fingerprint([report.title, finding.code, finding.requirement, finding.fingerprint ?? ""]
            ),
            suppressions: finding.overriddenBy.map { [.init(justification: $0)] },
            properties: .init(
                requirement: finding.requirement, rule: finding.rule, certificate: finding.certificate,
                certificateFingerprint: finding.fingerprint, seen: SafeText.line(finding.seen),
                expected: SafeText.line(finding.expected), advice: SafeText.line(finding.advice)))
    }

    private func result(
        _ failure: FailureReport, of report: VerdictReport, _ places: [String: Int]
    ) -> SARIFLog.Result {
        SARIFLog.Result(
            ruleId: failure.code, ruleIndex: places[failure.code] ?? -1, level: .error,
            message: .init(failure.message), locations: [location(of: report)],
            fingerprints: Self.fingerprint([report.title, failure.code]), suppressions: nil,
            properties: .init(
                requirement: nil, rule: nil, certificate: nil, certificateFingerprint: nil, seen: nil, expected: nil,
                advice: failure.hint.map(SafeText.line)))
    }

    private func location(of report: VerdictReport) -> SARIFLog.Location {
        SARIFLog.Location(
            logicalLocations: [
                .init(
                    name: SafeText.line(report.host ?? report.target), fullyQualifiedName: SafeText.line(report.title))
            ])
    }

    /// The same for the same finding about the same certificate of the same target, whenever it is looked for. Each part
    /// has its length in front, so that no two lists give the same bytes.
    private static func fingerprint(_ parts: [String]) -> [String: String] {
        let bytes = parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        return ["holdfast.finding/1": HexString.encode(Digest.sha256(bytes[...]))]
    }
}
