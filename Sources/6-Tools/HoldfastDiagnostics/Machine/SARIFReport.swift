import FoundationEssentials
import HoldfastCrypto
import HoldfastStatements
import HoldfastTrust
import HoldfastWords
import HoldfastX509

/// Verdicts as SARIF 2.1.0, for code scanning services and viewers of analysis results.
///
/// A finding is a result; its rule is the finding code, with the requirement, evidence and advice as properties. A
/// finding that a user's explicit trust overrides is suppressed. A target that got no verdict is a result as well,
/// since viewers show nothing else, and a notification of the invocation, which then was not successful. So is each
/// client that does not get on, and each finding about what only some clients are shown.
///
/// GitHub's code scanning takes it ("SARIF support for code scanning"): each result has a file with a region, which is
/// the report's ``VerdictReport/place`` or else made of the server's name, and a partial fingerprint that stays the
/// same from run to run.
///
/// ```swift
/// let document = SARIFReport([report], toolVersion: "1.0.0").text
/// ```
public struct SARIFReport: Sendable {
    /// Results of a run: of more than 25,000 GitHub refuses the whole file. Errors are kept before warnings, and those
    /// before notes.
    package var maximumResults = 25_000

    package let reports: [VerdictReport]
    /// The version of the tool, `major.minor.patch`.
    package let toolVersion: String

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
        var seen: [String: Int] = [:]
        let results = reports.flatMap { report in
            Self.findings(of: report).map { result($0.finding, of: report, in: $0.verdict, places, &seen) }
                + (report.failure.map { [result($0, of: report, places, &seen)] } ?? [])
                + (report.clients?.failing ?? []).map { result($0, of: report, places, &seen) }
        }
        let kept = weightiest(results)
        return SARIFLog(
            runs: [
                SARIFLog.Run(
                    tool: .init(driver: .init(semanticVersion: toolVersion, rules: rules)),
                    invocations: [invocation(leftOut: results.count - kept.count)], results: kept)
            ])
    }

    /// As many as a run may have, in their order.
    private func weightiest(_ results: [SARIFLog.Result]) -> [SARIFLog.Result] {
        guard results.count > maximumResults else { return results }
        var kept: Set<Int> = []
        for level in [SARIFLog.Level.error, .warning, .note] {
            for (index, result) in results.enumerated() where result.level == level && kept.count < maximumResults {
                kept.insert(index)
            }
        }
        return results.indices.filter(kept.contains).map { results[$0] }
    }

    private func invocation(leftOut: Int) -> SARIFLog.Invocation {
        var notifications = reports.compactMap { report in
            report.failure.map { failure in
                SARIFLog.Notification(
                    descriptor: .init(id: failure.code), level: .error, message: .init(failure.message),
                    locations: [location(of: report)])
            }
        }
        let isSuccessful = notifications.isEmpty
        if leftOut > 0 {
            notifications.append(
                SARIFLog.Notification(
                    descriptor: .init(id: "resultsLeftOut"), level: .warning,
                    message: .init(
                        "\(leftOut) results of least weight are left out: a file holds \(maximumResults)"),
                    locations: []))
        }
        return SARIFLog.Invocation(
            executionSuccessful: isSuccessful, exitCode: VerdictReport.exitCode(ofAll: reports.map(\.exitCode)),
            toolExecutionNotifications: notifications)
    }

    /// The rules that results refer to, each once, in the order in which they are met.
    private var rules: [SARIFLog.Rule] {
        var seen: Set<String> = []
        var rules: [SARIFLog.Rule] = []
        for report in reports {
            for (_, finding) in Self.findings(of: report) where seen.insert(finding.code).inserted {
                rules.append(Self.rule(of: finding))
            }
            if let failure = report.failure, seen.insert(failure.code).inserted {
                rules.append(Self.rule(of: failure))
            }
            if report.clients?.failing.isEmpty == false, seen.insert(Self.clientRule.id).inserted {
                rules.append(Self.clientRule)
            }
        }
        return rules
    }

    private static func rule(of finding: FindingReport) -> SARIFLog.Rule {
        let code = FindingCode.all.first { $0.rawValue == finding.code }
        let words = code.flatMap(FindingWords.of(_:))
        let meaning = words?.meaning.english ?? finding.message
        return SARIFLog.Rule(
            id: finding.code, name: name(of: finding.code),
            shortDescription: .init(words?.headline.english ?? finding.code),
            fullDescription: .init(meaning),
            help: .init(meaning + " " + (words?.advice.english ?? finding.advice)),
            defaultConfiguration: .init(level: code == .expiresSoon ? .warning : .error),
            properties: .init(
                exitCode: code?.exitCode ?? 28, osStatus: finding.osStatus,
                osStatusName: StatusName.of(finding.osStatus), tags: ["security", "tls", "certificate"],
                securitySeverity: securitySeverity(ofExit: code?.exitCode ?? 28), problemSeverity: nil))
    }

    /// `hostMismatch` as `HostMismatch`.
    private static func name(of code: String) -> String { code.prefix(1).uppercased() + code.dropFirst() }

    /// The security severity of such a finding where it is an error, as GitHub counts: above 9.0 critical, from 7.0
    /// high, from 4.0 medium, below that low. Whose server it is not known to be is high; what a forger could use is
    /// critical.
    private static func securitySeverity(ofExit code: Int32) -> String {
        switch code {
        case 25, 26, 29: "9.1"
        case 20, 22, 23, 24, 27: "8.1"
        case 21, 30: "5.9"
        case 32: "2.0"
        default: "4.3"
        }
    }

    private static func rule(of failure: FailureReport) -> SARIFLog.Rule {
        SARIFLog.Rule(
            id: failure.code, name: name(of: failure.code), shortDescription: .init(failure.words.english),
            fullDescription: .init(failure.meaning.english),
            help: .init(failure.hint ?? failure.meaning.english), defaultConfiguration: .init(level: .error),
            properties: .init(
                exitCode: failure.exitCode, osStatus: nil, osStatusName: nil, tags: ["tls", "connection"],
                securitySeverity: nil, problemSeverity: "error"))
    }

    private func result(
        _ finding: FindingReport, of report: VerdictReport, in verdict: VerdictReport, _ places: [String: Int],
        _ seen: inout [String: Int]
    ) -> SARIFLog.Result {
        let level: SARIFLog.Level =
            switch finding.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        let fingerprint = Self.fingerprint([
            report.title, finding.code, finding.requirement, finding.fingerprint ?? "",
        ])
        return SARIFLog.Result(
            ruleId: finding.code, ruleIndex: places[finding.code] ?? -1, level: level,
            message: .init("\(verdict.whose(finding).english): \(finding.message)"), locations: [location(of: report)],
            fingerprints: [Self.fingerprintName: fingerprint],
            partialFingerprints: Self.partial(fingerprint, &seen),
            suppressions: finding.overriddenBy.map { [.init(justification: $0)] },
            properties: .init(
                requirement: finding.requirement, rule: finding.rule, certificate: finding.certificate,
                certificateFingerprint: finding.fingerprint, seen: SafeText.line(finding.seen),
                expected: SafeText.line(finding.expected), advice: SafeText.line(finding.advice)))
    }

    private func result(
        _ failure: FailureReport, of report: VerdictReport, _ places: [String: Int], _ seen: inout [String: Int]
    ) -> SARIFLog.Result {
        let fingerprint = Self.fingerprint([report.title, failure.code])
        return SARIFLog.Result(
            ruleId: failure.code, ruleIndex: places[failure.code] ?? -1, level: .error,
            message: .init(failure.message), locations: [location(of: report)],
            fingerprints: [Self.fingerprintName: fingerprint],
            partialFingerprints: Self.partial(fingerprint, &seen), suppressions: nil,
            properties: .init(
                requirement: nil, rule: nil, certificate: nil, certificateFingerprint: nil, seen: nil, expected: nil,
                advice: failure.hint.map(SafeText.line)))
    }

    func location(of report: VerdictReport) -> SARIFLog.Location {
        let place = report.place ?? ReportPlace(server: report.host ?? report.target)
        return SARIFLog.Location(
            physicalLocation: .init(
                artifactLocation: .init(uri: place.uri),
                region: .init(
                    startLine: place.line, startColumn: place.column, endLine: place.line, endColumn: place.endColumn)),
            logicalLocations: [
                .init(
                    name: SafeText.line(report.host ?? report.target), fullyQualifiedName: SafeText.line(report.title))
            ])
    }

    /// A digest that stays the same for one finding about one certificate of one target, from run to run. Each part
    /// has its length in front, so that no two lists give the same bytes.
    static func fingerprint(_ parts: [String]) -> String {
        let bytes = parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        return HexString.encode(Digest.sha256(bytes[...]))
    }

    static let fingerprintName = "holdfast.finding/1"

    /// The fingerprint with how many of the kind there are before it, as CodeQL writes the hash of a line.
    static func partial(_ fingerprint: String, _ seen: inout [String: Int]) -> [String: String] {
        seen[fingerprint, default: 0] += 1
        return ["primaryLocationLineHash": "\(fingerprint):\(seen[fingerprint] ?? 1)"]
    }
}
