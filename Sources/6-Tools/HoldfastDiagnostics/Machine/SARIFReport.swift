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
        SARIFRun(toolVersion: toolVersion, maximumResults: maximumResults).whole(of: reports)
    }
}

/// A run of SARIF as it grows, verdict by verdict.
package struct SARIFRun: StreamedDocument {
    /// Targets without a verdict that have a notification of their own; each has a result as well.
    private static let maximumNotifications = 1_000

    private let toolVersion: String
    private let maximumResults: Int
    /// The least level of results that are told.
    private let least: SARIF.Level
    private var rules: [SARIF.Rule] = []
    private var places: [String: Int] = [:]
    /// The number of results of each fingerprint so far.
    private var seen: [String: Int] = [:]
    /// The level and the octets of each result that may be told.
    private var results: [(level: SARIF.Level, octets: Range<Int>)] = []
    private var counts: [SARIF.Level: Int] = [:]
    private var notifications: [JSONObject] = []
    private var failures = 0
    private var exitCode: Int32 = 0

    /// Makes a run that has no result yet.
    ///
    /// - Parameters:
    ///   - toolVersion: the version of the tool, `major.minor.patch`.
    ///   - maximumResults: results that the document may have; the weightiest stay.
    ///   - least: results below are left out; nil for none of them.
    package init(toolVersion: String, maximumResults: Int = 25_000, least: ScanLevel? = nil) {
        self.toolVersion = toolVersion
        self.maximumResults = maximumResults
        self.least =
            switch least {
            case .error: .error
            case .warning: .warning
            case .note, .some(.none), nil: .note
            }
    }

    package mutating func add(_ report: VerdictReport) -> [DocumentPiece] {
        exitCode = VerdictReport.exitCode(ofAll: [exitCode, report.exitCode])
        if let failure = report.failure {
            failures += 1
            if notifications.count < Self.maximumNotifications {
                notifications.append(
                    Self.notification(failure.code, .error, failure.message, at: [location(of: report)]))
            }
        }
        var told: [SARIF.Result] = []
        for (verdict, finding) in Self.findings(of: report) {
            told += wanted(SARIF.Level(finding.severity)) {
                $0.know(Self.rule(of: finding))
                return $0.result(finding, of: report, in: verdict)
            }
        }
        if let failure = report.failure {
            told += wanted(.error) {
                $0.know(Self.rule(of: failure))
                return $0.result(failure, of: report)
            }
        }
        for row in report.clients?.failing ?? [] {
            told += wanted(SARIF.Level(of: row)) {
                $0.know(Self.clientRule)
                return $0.result(row, of: report)
            }
        }
        return told.compactMap { piece($0) }
    }

    /// Makes a result where there may be one of its level: a document of the weightiest has no more of one.
    private mutating func wanted(_ level: SARIF.Level, _ make: (inout Self) -> SARIF.Result) -> [SARIF.Result] {
        guard level >= least else { return [] }
        counts[level, default: 0] += 1
        return counts[level, default: 0] <= maximumResults ? [make(&self)] : []
    }

    private mutating func know(_ rule: @autoclosure () -> SARIF.Rule) {
        let rule = rule()
        guard places[rule.id] == nil else { return }
        places[rule.id] = rules.count
        rules.append(rule)
    }

    private mutating func piece(_ result: SARIF.Result) -> DocumentPiece? {
        // A result holds texts and numbers only, which JSON has a form for.
        guard let bytes = try? JSONLine.bytes(of: result) else { return nil }
        let start = results.last?.octets.upperBound ?? 0
        results.append((result.level, start..<start + bytes.count))
        return DocumentPiece(0, String(decoding: bytes, as: UTF8.self))
    }

    package var segments: [DocumentSegment] {
        let kept = weightiest
        let total = counts.values.reduce(0, +)
        let driver = JSONObject(["name": "Holdfast", "semanticVersion": toolVersion, "rules": rules])
        let tool = Self.text(JSONObject(["driver": driver]))
        let invocation = Self.text(invocation(leftOut: total - kept.count))
        var segments: [DocumentSegment] = [
            .text(#"{"$schema":"\#(SARIF.schema)","runs":[{"invocations":[\#(invocation)],"results":["#)
        ]
        for (index, octets) in kept.enumerated() {
            if index > 0 { segments.append(.text(",")) }
            segments.append(.octets(octets, part: 0))
        }
        return segments + [.text(#"],"tool":\#(tool)}],"version":"2.1.0"}"# + "\n")]
    }

    private static func text(_ object: JSONObject) -> String {
        (try? JSONLine.bytes(of: object)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// As many as a run may have, in their order: errors are kept before warnings, and those before notes.
    private var weightiest: [Range<Int>] {
        guard results.count > maximumResults else { return results.map(\.octets) }
        var kept: Set<Int> = []
        for level in [SARIF.Level.error, .warning, .note] {
            for (index, result) in results.enumerated() where result.level == level && kept.count < maximumResults {
                kept.insert(index)
            }
        }
        return results.indices.filter(kept.contains).map { results[$0].octets }
    }

    private static func notification(
        _ id: String, _ level: SARIF.Level, _ text: String, at places: [JSONObject]
    ) -> JSONObject {
        JSONObject(["descriptor": ["id": id], "level": level, "message": SARIF.message(text), "locations": places])
    }

    /// The invocation (§3.20): whether every target got a verdict, and a notification (§3.58) for each that got none.
    private func invocation(leftOut: Int) -> JSONObject {
        var told = notifications
        if failures > told.count {
            let text = "\(failures - told.count) more targets got no verdict: each is a result"
            told.append(Self.notification("notificationsLeftOut", .warning, text, at: []))
        }
        if leftOut > 0 {
            let text = "\(leftOut) results of least weight are left out: a file holds \(maximumResults)"
            told.append(Self.notification("resultsLeftOut", .warning, text, at: []))
        }
        return JSONObject([
            "executionSuccessful": failures == 0, "exitCode": exitCode, "toolExecutionNotifications": told,
        ])
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

    private mutating func result(
        _ finding: FindingReport, of report: VerdictReport, in verdict: VerdictReport
    ) -> SARIF.Result {
        result(
            of: finding.code, SARIF.Level(finding.severity),
            "\(verdict.whose(finding).english): \(finding.message)", about: report,
            identity: [finding.requirement, finding.fingerprint ?? ""],
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

    private mutating func result(_ failure: FailureReport, of report: VerdictReport) -> SARIF.Result {
        result(
            of: failure.code, .error, failure.message, about: report, identity: [],
            properties: JSONObject([:], unlessNone: ["advice": failure.hint.map(SafeText.line)]))
    }

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - identity: what makes it the same one from run to run, besides its target and its rule.
    ///   - override: the user's explicit trust (§3.35); nil where there is none.
    mutating func result(
        of rule: String, _ level: SARIF.Level, _ message: String, about report: VerdictReport, identity: [String],
        overriddenBy override: String? = nil,
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
