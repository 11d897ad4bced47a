import HoldfastStatements
package import HoldfastTrust
package import HoldfastX509

/// Verdicts as JUnit XML: one test case a target, for Jenkins, GitLab and others that show test results.
///
/// A refusal, a certificate that expires within the time asked for, or a client that does not get on, is a `failure`; a
/// target that got no verdict (exit codes 1 to 7) is an `error`. Warnings are properties of the suite, and stand in its
/// `system-out`; so are the differences to an earlier run of a scan. What servers speak stands there alone. The shape
/// is the one that both the Ant task's schema and Jenkins' `junit-10.xsd` accept.
///
/// ```swift
/// let document = JUnitReport([report], suite: "certificates").text
/// ```
public struct JUnitReport: Sendable {
    package let reports: [VerdictReport]
    /// A file that was looked at too; its case is the first.
    package let file: FileCase?
    /// The name of the suite, and the class name of its cases.
    package let suite: String

    public init(_ reports: [VerdictReport], suite: String) { self.init(reports, beside: nil, suite: suite) }

    package init(_ reports: [VerdictReport], beside file: FileCase?, suite: String) {
        (self.reports, self.file, self.suite) = (reports, file, suite)
    }

    /// A file that was looked at, as a test case: a `failure` where more than notes was found.
    package struct FileCase: Sendable {
        /// A finding with its place, in one line.
        package struct Finding: Sendable {
            let severity: Severity
            let code: String
            let line: String

            package init(severity: Severity, code: String, line: String) {
                (self.severity, self.code, self.line) = (severity, code, line)
            }
        }

        package let name: String
        /// The time that it was looked at for.
        package let at: Instant
        package let findings: [Finding]

        package init(name: String, at: Instant, findings: [Finding]) {
            (self.name, self.at, self.findings) = (name, at, findings)
        }

        /// The first finding that makes it fail; nil where it passes.
        fileprivate var cause: Finding? { findings.first { $0.severity > .note } }
    }

    /// The document, ending with a line end.
    public var text: String { JUnitSuite(suite, beside: file).whole(of: reports) }
}

/// A suite of JUnit as it grows, case by case.
package struct JUnitSuite: DifferenceDocument {
    /// Parts of the suite, in the order in which they stand in it.
    private enum Part: Int {
        case properties, cases, output, errors
    }

    private let suite: String
    private let file: JUnitReport.FileCase?
    private var count = 0
    private var errors = 0
    private var failures = 0
    private var milliseconds: Double = 0
    private var began: Instant?
    private var hasProperties = false
    private var hasOutput = false
    private var hasErrors = false

    /// Makes a suite without cases, but for that of a file.
    package init(_ suite: String, beside file: JUnitReport.FileCase? = nil) {
        (self.suite, self.file) = (suite, file)
        began = file?.at
    }

    package mutating func add(_ report: VerdictReport) -> [DocumentPiece] {
        count += 1
        if report.failure != nil { errors += 1 } else if report.exitCode != 0 { failures += 1 }
        milliseconds += Self.milliseconds(of: report)
        began = min(began ?? report.at, report.at)
        var pieces = [piece(.cases, "\n" + testCase(report))]
        for finding in report.findings where !finding.isError {
            hasProperties = true
            pieces.append(piece(.properties, "\n" + property(report, finding)))
            pieces.append(output(Self.line(report, finding)))
        }
        for change in report.changes { pieces += self.pieces(of: change, about: report.title) }
        for line in report.protocols?.lines ?? [] { pieces.append(output("\(report.title): \(line)")) }
        for line in report.failure?.librarySays ?? [] {
            let text = XMLText.content("\(report.title): \(line)")
            pieces.append(piece(.errors, (hasErrors ? "\n" : "") + text))
            hasErrors = true
        }
        return pieces
    }

    /// A line of what was found besides.
    private mutating func output(_ line: String) -> DocumentPiece {
        defer { hasOutput = true }
        return piece(.output, (hasOutput ? "\n" : "") + XMLText.content(line))
    }

    private mutating func pieces(of change: ScanChange, about title: String) -> [DocumentPiece] {
        hasProperties = true
        let words = ScanChange.words(of: [change]).english
        let property = XMLText.element(
            "property", ["name": "\(title): change: \(change.kind.rawValue)", "value": words])
        return [piece(.properties, "\n" + property), output("\(title): \(words)")]
    }

    package var segments: [DocumentSegment] {
        func part(_ name: String, _ part: Part, isThere: Bool, end: String = "") -> [DocumentSegment] {
            isThere ? [.text("<\(name)>"), .part(part.rawValue), .text("\(end)</\(name)>")] : [.text("<\(name)/>")]
        }
        let head = XMLText.opening(
            "testsuite",
            [
                "name": suite, "package": suite, "id": "0", "timestamp": timestamp, "hostname": "localhost",
                "tests": String(count + (file == nil ? 0 : 1)),
                "failures": String(failures + (file?.cause == nil ? 0 : 1)), "errors": String(errors),
                "skipped": "0", "time": Self.seconds(milliseconds),
            ])
        var all: [DocumentSegment] = [.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(head)\n")]
        all += part("properties", .properties, isThere: hasProperties, end: "\n")
        if let file { all.append(.text("\n" + testCase(file))) }
        // Each case has its line end in front.
        all += [.part(Part.cases.rawValue), .text("\n")]
        all += part("system-out", .output, isThere: hasOutput) + [.text("\n")]
        all += part("system-err", .errors, isThere: hasErrors)
        return all + [.text("\n</testsuite>\n</testsuites>\n")]
    }

    package mutating func add(_ difference: ScanDifferenceReport) -> [DocumentPiece] {
        difference.comparison.changes.flatMap { pieces(of: $0, about: difference.comparison.record.text) }
    }

    private func piece(_ part: Part, _ text: String) -> DocumentPiece { DocumentPiece(part.rawValue, text) }

    /// The schema of the Ant task wants the form without a zone; it is UTC.
    private var timestamp: String {
        let at = began ?? Instant(secondsSince1970: 0)
        return String(Instant(secondsSince1970: at.secondsSince1970).description.dropLast())
    }

    private func property(_ report: VerdictReport, _ finding: FindingReport) -> String {
        XMLText.element(
            "property",
            ["name": "\(report.title): \(finding.severity.rawValue): \(finding.code)", "value": finding.message])
    }

    private func testCase(_ file: JUnitReport.FileCase) -> String {
        let lines = file.findings.map { "\($0.severity.rawValue) \($0.code): \($0.line)" }
        let outcome = file.cause.map { ["", body("failure", type: $0.code, message: $0.line, lines), ""] }
        return XMLText.element(
            "testcase", ["name": file.name, "classname": suite, "time": Self.seconds(0)], outcome ?? [])
    }

    private func testCase(_ report: VerdictReport) -> String {
        let outcome: [String]
        let clients = report.clients.map(Self.explanation) ?? []
        if let failure = report.failure {
            let lines = [failure.message, failure.hint].compactMap(\.self) + failure.librarySays + clients
            outcome = ["", body("error", type: failure.code, message: failure.message, lines), ""]
        } else if let cause = report.cause {
            let lines = Self.explanation(report) + clients
            outcome = ["", body("failure", type: cause.code, message: cause.message, lines), ""]
        } else if let first = report.clients?.failing.first {
            // 33, which is worse than 32.
            let lines = clients + (report.expiry == nil ? [] : Self.explanation(report))
            let message = "\(first.name.english): \(first.outcome.words.english)"
            outcome = ["", body("failure", type: "client", message: message, lines), ""]
        } else if let expiry = report.expiry ?? report.clients?.shown.compactMap(\.expiry).first {
            let lines = (report.expiry == nil ? [] : Self.explanation(report)) + clients
            outcome = ["", body("failure", type: expiry.code, message: expiry.message, lines), ""]
        } else if report.exitCode != 0 {
            outcome = ["", body("failure", type: report.result.rawValue, message: "not trusted", []), ""]
        } else {
            outcome = []
        }
        return XMLText.element(
            "testcase",
            ["name": report.title, "classname": suite, "time": Self.seconds(Self.milliseconds(of: report))], outcome)
    }

    private func body(_ name: String, type: String, message: String, _ lines: [String]) -> String {
        XMLText.element(
            name, ["type": type, "message": message], lines.isEmpty ? [] : lines.map(XMLText.content))
    }

    /// Every finding with its evidence, as text.
    private static func explanation(_ report: VerdictReport) -> [String] {
        report.findings.flatMap { finding in
            [
                "\(finding.severity.rawValue) \(finding.code): \(finding.message)",
                "  certificate: \(report.whose(finding).english)", "  seen: \(finding.seen)",
                "  expected: \(finding.expected)",
                "  rule: \(finding.rule)", "  advice: \(finding.advice)",
            ]
        }
    }

    /// A line for each client that does not get on, or is shown what ends within the time asked for.
    private static func explanation(_ clients: ClientsReport) -> [String] {
        clients.failing.map(\.complaint.english)
            + clients.rows.compactMap { row in
                clients.expiry(of: row).map { "\(row.name.english): \($0.severity.rawValue) \($0.code): \($0.message)" }
            }
    }

    private static func line(_ report: VerdictReport, _ finding: FindingReport) -> String {
        "\(report.title): \(finding.severity.rawValue) \(finding.code): \(finding.message)"
    }

    private static func milliseconds(of report: VerdictReport) -> Double {
        guard let timing = report.connection?.timing else { return 0 }
        let sum = [timing.dns, timing.tcp, timing.tls, timing.trust].compactMap(\.self).reduce(0) { $0 + max($1, 0) }
        return sum.isFinite ? min(sum, 1e12) : 0
    }

    /// Milliseconds as seconds with three decimal places, and no exponent.
    private static func seconds(_ milliseconds: Double) -> String {
        let whole = Int(milliseconds.rounded())
        let rest = String(whole % 1000)
        return "\(whole / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

/// The writing of XML 1.0: elements, with every text escaped.
private enum XMLText {
    static func content(_ text: String) -> String { SafeText.escaped(text, for: .xml) }

    /// An element with attributes and, where there are any, lines of content.
    static func element(_ name: String, _ attributes: KeyValuePairs<String, String>, _ content: [String] = []) -> String
    {
        let list = attributes.map { " \($0)=\"\(Self.content($1))\"" }.joined()
        return content.isEmpty
            ? "<\(name)\(list)/>" : "<\(name)\(list)>" + content.joined(separator: "\n") + "</\(name)>"
    }

    /// The beginning of an element that has content.
    static func opening(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
        "<\(name)" + attributes.map { " \($0)=\"\(Self.content($1))\"" }.joined() + ">"
    }
}
