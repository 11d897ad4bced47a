import HoldfastStatements
import HoldfastTransport
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension Command {
    static let evaluate = Command(
        name: "evaluate", operands: "CHAIN…", operandCount: 1...256,
        summary: LocalizedText("judge a recorded chain, without a connection", "判定已记录的证书链，不建立连接"),
        meaning: LocalizedText(
            "CHAIN… are files, PEM or DER, which together hold one chain, the server's own certificate "
                + "first; - is standard input.",
            "CHAIN… 是 PEM 或 DER 文件，合起来为一条证书链，服务器自己的证书在前；- 为标准输入。"),
        text: LocalizedText(
            """
            With --host the chain is judged as that of a TLS server of that name (policy ssl), without
            it for itself alone (basic-x509), which says nothing about whose it is. A file may have up to 16 MiB. A
            certificate that the user has excepted for the host (holdfast trust) is trusted with the result proceed,
            unless --no-exceptions is given.

            --revocation looks at what --crl and --ocsp hand over, which alone asks for soft. Nothing is fetched.

            --expires-within looks at every certificate of the accepted chain; at the anchor where the profile would
            refuse an expired one. The chain stays trusted, and the exit code is 32.

            FILE of --report, --junit and --sarif is replaced as a whole; - is standard output, with --quiet. Verdict
            and page are in Chinese where --language or the locale says so.
            """,
            """
            给出 --host 时，证书链按该名称的 TLS 服务器判定（策略 ssl）；不给出时只判定证书链本身（basic-x509），这不说明它属于谁。文件最大 16 MiB。用户为该主机设为例外的证书（\
            holdfast trust）受信任，结果为 proceed，除非给出 --no-exceptions。

            --revocation 只看 --crl 和 --ocsp 给出的内容；单独给出这两者即为 soft。不从网络获取任何内容。

            --expires-within 检查所接受的证书链中的每张证书；规则集会因信任锚过期而拒绝时，也检查信任锚。证书链仍然可信，退出码为 32。

            --report、--junit 和 --sarif 的 FILE 整体替换；- 为标准输出，须与 --quiet 同用。--language 或区域设置为中文时，结论和页面为中文。
            """),
        options: [.host] + CommandOption.trust + CommandOption.recordedRevocation + [.expiresWithin]
            + CommandOption.reports + [.verdictDetails, .language, .json, .quiet],
        common: [.host, .anchors, .anchorsOnly, .at, .profile, .expiresWithin, .policyFile, .report, .json, .language],
        examples: [
            "holdfast evaluate chain.pem --host www.example.com",
            "holdfast evaluate leaf.der intermediate.der --host www.example.com --anchors-only root.pem",
            "holdfast evaluate chain.pem --host www.example.com --at 2026-11-21T10:00:00Z --json",
        ],
        exitCodes: ExitCode.refusals + [.expiresSoon]
    ) { invocation throws(CommandError) in
        var command = try EvaluateCommand(invocation)
        return try command.run()
    }
}

/// `holdfast evaluate`: files in, a verdict out.
struct EvaluateCommand {
    private let files: [String]
    private let options: TrustOptions
    private let policy: TrustPolicy
    private let reports: ReportFiles
    private var manner: VerdictManner
    private let output: ResultOutput

    init(_ invocation: Invocation) throws(CommandError) {
        files = invocation.operands
        for file in files where file.contains("://") {
            throw .usage(UsageSentence.noFile(file: file), hint: CheckAdvice.checkLive)
        }
        output = try ResultOutput(invocation)
        manner = try VerdictManner(invocation)
        options = try TrustOptions(invocation)
        let name = try invocation.value(.host).map { text throws(CommandError) in try HostArgument.parse(text) }
        if name != nil, let purpose = options.purpose, purpose != .ssl {
            throw .usage(
                CheckSentence.hostWithoutName(purpose: purpose.rawValue),
                hint: UsageAdvice.leaveOneOut)
        }
        policy = try options.policy(forRecorded: name)
        reports = try ReportFiles(invocation, of: "evaluate")
    }

    mutating func run() throws(CommandError) -> ExitCode {
        let target = files.joined(separator: " ")
        let at = options.at ?? SystemClock.now()
        let report: VerdictReport
        do throws(CommandError) {
            let trust = try readTrust()
            do throws(TrustFailure) {
                let evaluation = try TrustEngine().evaluate(
                    trust, with: policy, at: at, supplying: options.revocation.evidence)
                report = VerdictReport(evaluation, target: target)
            } catch {
                report = VerdictReport(error, target: target)
            }
        } catch {
            let failure = FailureReport(
                phase: .internal, FailureReport.Code(rawValue: error.code.rawValue), error.statement,
                advice: error.adviceStatement, exitCode: error.exitCode.rawValue)
            let report = VerdictReport(failure, target: target, policy: policy, at: at)
            if output.isJSON { Output.line(of: report) }
            try write(report)
            throw error
        }
        output.show(report) { _ in manner.text(of: report) }
        manner.advise()
        try write(report)
        return ExitCode(status: report.exitCode)
    }

    private func write(_ report: VerdictReport) throws(CommandError) {
        var report = report
        report.place = files.first.flatMap { ReportPlace(operand: $0) }
        try reports.write([report])
    }

    /// The certificates of a file; what is named like a server, and is no file, is answered with where servers go.
    private func certificates(in file: String) throws(CommandError) -> [[UInt8]] {
        do throws(CommandError) { return try CertificateInput.certificates(in: file) } catch {
            var failure = error
            if error.code == .command(.noSuchFile), case .server? = try? Operand(file) {
                failure.adviceStatement = CheckAdvice.judgedByCheck(target: ShownURL.text(ofTarget: file)).statement
            }
            throw failure
        }
    }

    private func readTrust() throws(CommandError) -> ServerTrust {
        var chain: [[UInt8]] = []
        for file in files { chain += try certificates(in: file) }
        return try CertificateInput.chain(chain)
    }
}
