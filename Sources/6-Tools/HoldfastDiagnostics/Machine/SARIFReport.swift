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

    private var log: JSONObject {
        let rules = rules
        let places = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($0.element.id, $0.offset) })
        var seen: [String: Int] = [:]
        let results = reports.flatMap { report in
            Self.findings(of: report).map { result($0.finding, of: report, in: $0.verdict, places, &seen) }
                + (report.failure.map { [result($0, of: report, places, &seen)] } ?? [])
                + (report.clients?.failing ?? []).map { result($0, of: report, places, &seen) }
        }
        let kept = weightiest(results)
        let driver = JSONObject(["name": "Holdfast", "semanticVersion": toolVersion, "rules": rules])
        return JSONObject([
            "$schema": SARIF.schema, "version": "2.1.0",
            "runs": [
                JSONObject([
                    "tool": ["driver": driver], "invocations": [invocation(leftOut: results.count - kept.count)],
                    "results": kept,
                ])
            ],
        ])
    }

    /// As many as a run may have, in their order.
    private func weightiest(_ results: [SARIF.Result]) -> [SARIF.Result] {
        guard results.count > maximumResults else { return results }
        var kept: Set<Int> = []
        for level in [SARIF.Level.error, .warning, .note] {
            for (index, result) in results.enumerated() where result.level == level && kept.count < maximumResults {
                kept.insert(index)
            }
        }
        return results.indices.filter(kept.contains).map { results[$0] }
    }

    /// The invocation (§3.20): whether every target got a verdict, and a notification (§3.58) for each that got none.
    private func invocation(leftOut: Int) -> JSONObject {
        func notification(_ id: String, _ level: SARIF.Level, _ text: String, at places: [JSONObject]) -> JSONObject {
            JSONObject([
                "descriptor": ["id": id], "level": level, "message": SARIF.message(text), "locations": places,
            ])
        }
        var notifications = reports.compactMap { report in
            report.failure.map { notification($0.code, .error, $0.message, at: [location(of: report)]) }
        }
        let isSuccessful = notifications.isEmpty
        if leftOut > 0 {
            let text = "\(leftOut) results of least weight are left out: a file holds \(maximumResults)"
            notifications.append(notification("resultsLeftOut", .warning, text, at: []))
        }
        return JSONObject([
            "executionSuccessful": isSuccessful, "exitCode": VerdictReport.exitCode(ofAll: reports.map(\.exitCode)),
            "toolExecutionNotifications": notifications,
        ])
    }

    /// The rules that results refer to, each once, in the order in which they are met.
    private var rules: [SARIF.Rule] {
        var seen: Set<String> = []
        var rules: [SARIF.Rule] = []
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

    private static func rule(of finding: FindingReport) -> SARIF.Rule {
        let code = FindingCode.all.first { $0.rawValue == finding.code }
        let words = code.flatMap(FindingWords.of(_:))
        let meaning = words?.meaning.english ?? finding.message
        let exitCode = code?.exitCode ?? 28
        return SARIF.Rule(
            finding.code, short: words?.headline.english ?? finding.code, full: meaning,
            help: meaning + " " + (words?.advice.english ?? finding.advice),
            level: code == .expiresSoon ? .warning : .error, exitCode: exitCode,
            tags: ["security", "tls", "certificate"],
            properties: JSONObject(
                ["osStatus": finding.osStatus, "security-severity": securitySeverity(ofExit: exitCode)],
                unlessNone: ["osStatusName": StatusName.of(finding.osStatus)]))
    }

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

    private static func rule(of failure: FailureReport) -> SARIF.Rule {
        SARIF.Rule(
            failure.code, short: failure.words.english, full: failure.meaning.english,
            help: failure.hint ?? failure.meaning.english, exitCode: failure.exitCode, tags: ["tls", "connection"],
            properties: JSONObject(["problem.severity": "error"]))
    }

    private func result(
        _ finding: FindingReport, of report: VerdictReport, in verdict: VerdictReport, _ places: [String: Int],
        _ seen: inout [String: Int]
    ) -> SARIF.Result {
        let level: SARIF.Level =
            switch finding.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        return result(
            of: finding.code, level, "\(verdict.whose(finding).english): \(finding.message)", about: report,
            identity: [finding.requirement, finding.fingerprint ?? ""], places, &seen,
            overriddenBy: finding.overriddenBy,
            properties: JSONObject(
                [
                    "requirement": finding.requirement, "rule": finding.rule, "seen": SafeText.line(finding.seen),
                    "expected": SafeText.line(finding.expected), "advice": SafeText.line(finding.advice),
                ],
                unlessNone: [
                    "certificate": finding.certificate, "certificateFingerprint": finding.fingerprint,
                ]))
    }

    private func result(
        _ failure: FailureReport, of report: VerdictReport, _ places: [String: Int], _ seen: inout [String: Int]
    ) -> SARIF.Result {
        result(
            of: failure.code, .error, failure.message, about: report, identity: [], places, &seen,
            properties: JSONObject([:], unlessNone: ["advice": failure.hint.map(SafeText.line)]))
    }

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - identity: what makes it the same one from run to run, besides its target and its rule.
    ///   - places: the indices of the rules.
    ///   - seen: how many there are of each fingerprint so far.
    ///   - override: the user's explicit trust (§3.35); nil where there is none.
    func result(
        of rule: String, _ level: SARIF.Level, _ message: String, about report: VerdictReport, identity: [String],
        _ places: [String: Int], _ seen: inout [String: Int], overriddenBy override: String? = nil,
        properties: JSONObject
    ) -> SARIF.Result {
        let fingerprint = Self.fingerprint([report.title, rule] + identity)
        seen[fingerprint, default: 0] += 1
        // GitHub tells results apart by how many of the kind there are before it, as CodeQL writes the hash of a line.
        let place = "\(fingerprint):\(seen[fingerprint] ?? 1)"
        return SARIF.Result(
            level: level,
            json: JSONObject(
                [
                    "ruleId": rule, "ruleIndex": places[rule] ?? -1, "level": level,
                    "message": SARIF.message(message), "locations": [location(of: report)],
                    "fingerprints": ["holdfast.finding/1": fingerprint],
                    "partialFingerprints": ["primaryLocationLineHash": place], "properties": properties,
                ],
                unlessNone: [
                    "suppressions": override.map {
                        [["kind": "external", "status": "accepted", "justification": $0]]
                    }
                ]))
    }

    private func location(of report: VerdictReport) -> JSONObject {
        let place = report.place ?? ReportPlace(server: report.host ?? report.target)
        // §3.29: GitHub shows no result without a region.
        let region = [
            "startLine": place.line, "startColumn": place.column, "endLine": place.line, "endColumn": place.endColumn,
        ]
        return JSONObject([
            "physicalLocation": JSONObject(["artifactLocation": ["uri": place.uri], "region": region]),
            "logicalLocations": [
                [
                    "name": SafeText.line(report.host ?? report.target), "kind": "resource",
                    "fullyQualifiedName": SafeText.line(report.title),
                ]
            ],
        ])
    }

    /// A digest that stays the same for one finding about one certificate of one target, from run to run. Each part
    /// has its length in front, so that no two lists give the same bytes.
    private static func fingerprint(_ parts: [String]) -> String {
        let bytes = parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        return HexString.encode(Digest.sha256(bytes[...]))
    }
}
