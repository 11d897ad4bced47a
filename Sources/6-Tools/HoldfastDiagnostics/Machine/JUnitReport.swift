import HoldfastStatements
package import HoldfastTrust
package import HoldfastX509

/// Verdicts as JUnit XML: one test case a target, for Jenkins, GitLab and others that show test results.
///
/// A refusal, a certificate that expires within the time asked for, or a client that does not get on, is a `failure`; a
/// target that got no verdict (exit codes 1 to 7) is an `error`. Warnings are properties of the suite, and stand in its
/// `system-out`. The shape is the one that both the Ant task's schema and Jenkins' `junit-10.xsd` accept.
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
    public var text: String {
        let errors = reports.count { $0.failure != nil }
        let failures = reports.count { $0.failure == nil && $0.exitCode != 0 } + (file?.cause == nil ? 0 : 1)
        let warned = reports.flatMap { report in report.findings.filter { !$0.isError }.map { (report, $0) } }
        let document = XMLText.element(
            "testsuites", [:],
            [
                "",
                XMLText.element(
                    "testsuite",
                    [
                        "name": suite, "package": suite, "id": "0", "timestamp": timestamp, "hostname": "localhost",
                        "tests": String(reports.count + (file == nil ? 0 : 1)), "failures": String(failures),
                        "errors": String(errors),
                        "skipped": "0", "time": Self.seconds(reports.reduce(0) { $0 + Self.milliseconds(of: $1) }),
                    ],
                    [""] + [properties(warned)] + (file.map { [testCase($0)] } ?? []) + reports.map(testCase)
                        + [log("system-out", warned.map(Self.line)), log("system-err", said), ""]), "",
            ])
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + document + "\n"
    }

    /// The schema of the Ant task wants the form without a zone; it is UTC.
    private var timestamp: String {
        let at = (reports.map(\.at) + (file.map { [$0.at] } ?? [])).min() ?? Instant(secondsSince1970: 0)
        return String(Instant(secondsSince1970: at.secondsSince1970).description.dropLast())
    }

    private func properties(_ warned: [(VerdictReport, FindingReport)]) -> String {
        let list = warned.map { report, finding in
            XMLText.element(
                "property",
                ["name": "\(report.title): \(finding.severity.rawValue): \(finding.code)", "value": finding.message])
        }
        return XMLText.element("properties", [:], list.isEmpty ? [] : [""] + list + [""])
    }

    private func testCase(_ file: FileCase) -> String {
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

    private var said: [String] {
        reports.flatMap { report in (report.failure?.librarySays ?? []).map { "\(report.title): \($0)" } }
    }

    private func log(_ name: String, _ lines: [String]) -> String {
        XMLText.element(name, [:], lines.map(XMLText.content))
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
}
