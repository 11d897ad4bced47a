import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastPins
import HoldfastPolicy
import HoldfastResolving
import HoldfastStatements
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension Command {
    static let pinLint = Command(
        name: "pin lint", operands: "FILE…", operandCount: 1...256,
        summary: LocalizedText("find mistakes in pins before a program locks itself out", "在程序把自己锁在外面之前找出固定值的错误"),
        text: LocalizedText(
            """
            FILE is a policy file or has any format that is imported, which is found out; - is standard input. What is
            looked for: hashes that are none or cannot be of a key (of nothing, of an empty key, examples of
            documentation), keys that are not in use any more, a missing backup, ends that are over or near, wildcards
            over public suffixes, reports that cannot arrive. With --certificates, the server's chain, also hashes of
            the wrong part of a certificate, and backups that are in the chain itself.

            Each line has the form of compilers, FILE:LINE:COLUMN and error, warning or note, in every language.
            Exits with 33 where there is more than notes.
            """,
            """
            FILE 为策略文件，或可导入的任何格式，格式会自动识别；- 为标准输入。查找的内容有：不是散列或不可能属于密钥的散列（空内容的、空密钥的、文档示例的），不再使用的密钥，缺少备用，已过或将到的期限，覆\
            盖公共后缀的通配符，无法送达的报告。给出 --certificates（服务器的证书链）时，还查找证书其他部分的散列，以及就在证书链中的备用。

            每行采用编译器的格式：FILE:LINE:COLUMN 与 error、warning 或 note，在任何语言中都是如此，供工具读取。除 note 以外还有其他问题时退出码为 33。
            """),
        options: [.lintCertificates, .ownTime, .language, .quiet, .json],
        examples: [
            "holdfast pin lint policy.json", "holdfast pin lint --certificates chain.pem Info.plist",
            "holdfast pin lint --json app/src/main/res/xml/network_security_config.xml",
        ],
        exitCodes: [.malformedCertificate, .findings]
    ) { invocation throws(CommandError) in
        try PinLintCommand(invocation).run()
    }
}

/// `holdfast pin lint`: files of pins in, findings out.
struct PinLintCommand {
    private let invocation: Invocation
    private let output: ResultOutput

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        output = try ResultOutput(invocation)
        try StandardInput.check(invocation.operands + invocation.values(.lintCertificates))
    }

    func run() throws(CommandError) -> ExitCode {
        let certificates = try InputCertificate.all(in: invocation.values(.lintCertificates))
        let instant = try PinInput.instant(invocation)
        var hasProblems = false
        for path in invocation.operands {
            for lint in try lints(of: path, certificates, instant) {
                hasProblems = hasProblems || lint.hasProblems
                PinLintOutput.show(lint, path, by: output)
            }
        }
        return hasProblems ? .findings : .success
    }

    private func lints(
        of path: String, _ certificates: [Certificate], _ instant: Instant
    ) throws(CommandError) -> [PinLint] {
        let bytes = try PinInput.bytes(of: path)
        do throws(PinFileError) {
            return try PinFile.read(bytes, okHttpSource: OkHttpSource.calls(in:_:)).map {
                PinLint($0, certificates: certificates, at: instant, publicSuffixes: .system)
            }
        } catch {
            return [PinLint(unreadable: error)]
        }
    }
}

/// Findings about pins as commands print them.
enum PinLintOutput {
    static func show(_ lint: PinLint, _ path: String, by output: ResultOutput) {
        for finding in lint.findings {
            output.show(PinLintLine(finding, path)) { language in
                let message = finding.statement.text(in: language)
                var text = place(of: finding, path) + " \(finding.severity.rawValue): \(Wording.line(message))"
                text += " [\(finding.rule.rawValue)]\n"
                if finding.severity > .note { text += "  \(finding.adviceStatement.text(in: language))\n" }
                return text
            }
        }
        if lint.findings.isEmpty, output.hasWords { Console.note(LintNote.nothingFound(file: path)) }
    }

    /// `FILE:LINE:COLUMN:`, as compilers write it, or `FILE: KEY:`.
    static func place(of finding: PinLint.Finding, _ path: String) -> String {
        guard !finding.place.isEmpty else { return "\(Wording.line(path)):" }
        return Wording.line(path) + (finding.place.beginsWithLine ? ":" : ": ") + "\(Wording.line(finding.place)):"
    }
}

/// A finding as JSON, in the schema `holdfast.pinLint/1`.
private struct PinLintLine: Encodable {
    private let schema = "holdfast.pinLint/1"
    private let file: String
    private let id: String
    private let severity: String
    private let message: String
    private let advice: String
    private let statement: StatementReport
    private let adviceStatement: StatementReport
    private let source: String
    private let pattern: String
    private let place: String

    init(_ finding: PinLint.Finding, _ file: String) {
        self.file = file
        id = finding.rule.rawValue
        severity = finding.severity.rawValue
        message = finding.message
        advice = finding.rule.advice
        statement = StatementReport(finding.statement)
        adviceStatement = StatementReport(finding.adviceStatement)
        source = finding.rule.source
        (pattern, place) = (finding.pattern, finding.place)
    }
}
