import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastJSON
import HoldfastResolving
import HoldfastPins
import HoldfastPolicy
import HoldfastStatements
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// `holdfast policy test`: a file in, its mistakes and its servers' verdicts out.
struct PolicyTest {
    private let path: String
    private let now: Instant
    private let file: ReadPolicyFile
    private let review: PolicyReview
    private let lints: [PinLint]
    private let judged: (targets: [Target], checker: Checker)?
    /// Whether servers were to be judged, and the file names none.
    private let lacksServers: Bool
    private let output: ResultOutput
    private let files: ReportFiles
    private var manner: VerdictManner

    init(_ invocation: Invocation) throws(CommandError) {
        output = try ResultOutput(invocation)
        manner = try VerdictManner(invocation)
        files = try ReportFiles(invocation, of: "policy test")
        path = invocation.operands[0]
        now = try TimeArgument.value(of: .at, invocation) ?? SystemClock.now()
        file = try ReadPolicyFile(path: path, invocation, at: now)
        review = PolicyReview(file, at: now)
        let bytes = try PinInput.bytes(of: path)
        lints = try Self.lints(of: bytes, path, at: now)
        let hosts = Array(invocation.operands.dropFirst())
        lacksServers =
            !invocation.has(.policyOffline) && hosts.isEmpty
            && !file.document.hosts.keys.contains { $0.domain == nil }
        guard !invocation.has(.policyOffline) else {
            judged = nil
            try Operand.refuse(connectionOptionsOf: invocation)
            return
        }
        let dial = try DialOptions(invocation)
        let startTLS = try StartTLSOption.parse(invocation)
        let trust = try TrustOptions(invocation.with(.policyFile, path), revocation: .soft)
        // A file of patterns alone has nothing to be asked.
        guard !lacksServers else {
            judged = nil
            return
        }
        let targets =
            hosts.isEmpty
            ? try trust.targetsOfPolicyFile(startTLS: startTLS, namingUnused: false)
            : try PolicyFileHosts.placed(
                TargetList.read(hosts, startTLS: startTLS), by: file.document, unlessLedBy: dial)
        try LiveServer.check(targets, by: dial)
        let server = LiveServer(trust: trust, dial: dial, identity: try IdentityOptions(invocation))
        judged = (targets, Checker(server))
    }

    private static func lints(of bytes: [UInt8], _ path: String, at now: Instant) throws(CommandError) -> [PinLint] {
        do throws(PinFileError) {
            return try PinFile.read(bytes, as: .policy).map { PinLint($0, at: now, publicSuffixes: .system) }
        } catch {
            throw PinInput.failure(error, path)
        }
    }

    mutating func run() async throws(CommandError) -> ExitCode {
        output.show(PolicyTestLine(path, file.entries, review), fileText)
        // After findings of entries, nothing is not what was found.
        for lint in lints where review.findings.isEmpty || !lint.findings.isEmpty {
            PinLintOutput.show(lint, path, by: output)
        }
        // A file that judges nothing is no file that is well.
        if lacksServers { Console.note(PolicyCommandSentence.noServerJudged(file: path)) }
        let hasProblems = lacksServers || review.hasProblems || lints.contains(where: \.hasProblems)
        var codes: [Int32] = hasProblems ? [ExitCode.findings.rawValue] : []
        guard let judged else {
            try files.write([], beside: fileCase)
            return ExitCode(status: VerdictReport.exitCode(ofAll: codes))
        }
        var reportFiles = files.growing(beside: fileCase)
        var table = manner.table(of: judged.targets)
        var finished: [Int: [VerdictReport]] = [:]
        var next = 0
        await judged.checker.run(judged.targets) { index, reports in
            finished[index] = reports
            while let reports = finished.removeValue(forKey: next) {
                next += 1
                for report in judged.targets[next - 1].placed(reports) { reportFiles.add(report) }
                table.makeRoom(for: reports)
                for report in reports {
                    codes.append(report.exitCode)
                    output.show(report) { _ in table.line(of: report) + "\n" }
                    if output.hasWords { manner.keepNote(about: report, isLine: true) }
                }
            }
        }
        if output.hasWords { Console.result(table.summary + "\n") }
        manner.advise()
        try reportFiles.finish()
        // A server that fails is told before a file that could be better.
        let worst = VerdictReport.exitCode(ofAll: codes.filter { $0 != ExitCode.findings.rawValue })
        return ExitCode(status: worst == 0 && hasProblems ? ExitCode.findings.rawValue : worst)
    }

    /// The file as a test case beside those of its servers.
    private var fileCase: JUnitReport.FileCase {
        var findings = review.findings.map { finding in
            JUnitReport.FileCase.Finding(
                severity: finding.severity, code: finding.rule.rawValue,
                line: "\(Wording.line(path)):\(finding.position): \(finding.pattern): \(finding.statement.english)")
        }
        for finding in lints.flatMap(\.findings) {
            findings.append(
                JUnitReport.FileCase.Finding(
                    severity: finding.severity, code: finding.rule.rawValue,
                    line: PinLintOutput.place(of: finding, path) + " \(finding.message)"))
        }
        if lacksServers {
            let said = PolicyCommandSentence.noServerJudged(file: path).words.english
            findings.append(JUnitReport.FileCase.Finding(severity: .warning, code: "noServerJudged", line: said))
        }
        return JUnitReport.FileCase(name: path, at: now, findings: findings)
    }

    private func fileText(in language: PageLanguage) -> String {
        func told(_ sentence: PolicyCommandSentence) -> String {
            Wording.line(sentence.words.text(in: language)) + "\n"
        }
        var text = told(.entries(file: path, count: file.entries.count))
        for entry in file.entries {
            let parts = entry.settings.map { setting in
                PolicyCommandSentence.memberAndValue(member: setting.member, setting.value).statement
            }
            text += "  " + told(.entry(pattern: "\(entry.pattern)", line: entry.position.line, parts))
        }
        for finding in review.findings {
            text += "\(Wording.line(path)):\(finding.position): \(finding.severity.rawValue): "
            text += Wording.line("\(finding.pattern): \(finding.statement.text(in: language))")
            text += " [\(finding.rule.rawValue)]\n"
        }
        return text
    }
}

/// A policy file as it was tested, as JSON of the schema `holdfast.policyTest/1`.
private struct PolicyTestLine: Encodable {
    struct Entry: Encodable {
        let pattern: String
        let line: Int
        let column: Int
        let settings: [PolicySettingLine]
    }

    struct Finding: Encodable {
        let id: String
        let severity: String
        let pattern: String
        let line: Int
        let column: Int
        let message: String
        let statement: StatementReport
    }

    private let schema = "holdfast.policyTest/1"
    private let file: String
    private let entries: [Entry]
    private let findings: [Finding]

    init(_ file: String, _ entries: [ReadPolicyFile.Entry], _ review: PolicyReview) {
        self.file = file
        self.entries = entries.map { entry in
            Entry(
                pattern: "\(entry.pattern)", line: entry.position.line, column: entry.position.column,
                settings: entry.settings.map(PolicySettingLine.init))
        }
        findings = review.findings.map { finding in
            Finding(
                id: finding.rule.rawValue, severity: finding.severity.rawValue, pattern: "\(finding.pattern)",
                line: finding.position.line, column: finding.position.column, message: finding.statement.english,
                statement: StatementReport(finding.statement))
        }
    }
}
