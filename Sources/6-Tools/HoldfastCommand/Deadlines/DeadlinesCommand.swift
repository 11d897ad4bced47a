import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

extension CommandOption {
    static let deadlinesWithin = CommandOption(
        "--within", "DURATION", in: .output,
        help: "exit with 32 where something comes within 90 days (90 or 90d), 12h, 2w, or has ended",
        chinese: "若 90 天（90 或 90d）、12h、2w 之内有期限，或已经结束，以 32 退出")
    static let deadlineTable = CommandOption(
        table.name, in: .output,
        help: "print the days of all targets in one table, the earliest first", chinese: "把所有目标的日期列入一张表，最早的在前")
}

extension Command {
    static let deadlines = Command(
        name: "deadlines", operands: "[SERVER|FILE…]", operandCount: 0...TargetList.maximumCount,
        summary: LocalizedText(
            "say what stops working and when: ends, programmes' days, roots", "说明什么将在何时失效：证书到期、根证书计划的期限、根证书"),
        text: LocalizedText(
            """
            For each server, or file of certificates, the days that its chain will meet: the end of each certificate;
            what root programmes and authorities ask of the next one (how long it may last, what it may be for); the day
            on which programmes remove its root, or trust nothing new under it. Under one's own anchors the ends alone
            are told. Whether a server is trusted is said by holdfast check.

            Without an argument: the calendar of the programmes. What is to come stands first, the next day on top; then
            what is in force already, the newest first. --json has all of it in the order of the days, each row with its
            source and the day of that; what was decided later is not known.

            A file, PEM or DER, has the server's own certificate first; those of its certificates that are not part of
            that chain are told about as chains of their own. - is standard input.

            --within asks a question: the exit code is 32 where something happens until then, or a certificate has ended
            already. A day that has come and is for the next certificate alone counts no more.
            """,
            """
            对每台服务器或每个证书文件，列出其证书链将遇到的日期：每张证书的到期日；根证书计划和颁发机构对下一张证书的要求（最长有效期、允许的用途）；各计划移除其根证书，或不再信任其下新证书的日期。自己的信任锚之下只\
            列出到期日。服务器是否可信由 holdfast check 判定。

            没有参数时：列出各计划的日历。将来的在前，最近的一天在最上；随后是已经生效的，最新的在前。--json 按日期顺序包含全部内容，每行有来源及其日期；此后的决定不得而知。

            文件为 PEM 或 DER，服务器自己的证书在前；其中不属于该证书链的证书作为各自的证书链列出。- 为标准输入。

            --within 提出一个问题：到那时为止有事发生，或已有证书到期时，退出码为 32。已经到来、且只涉及下一张证书的日期不再计入。
            """),
        options: [.deadlinesWithin, .anchors, .anchorsOnly, .at] + CommandOption.startingTLS
            + [.deadlineTable, .language, .json, .quiet],
        common: [.deadlinesWithin, .anchors, .at, .startTLS, .deadlineTable, .json, .language],
        examples: [
            "holdfast deadlines", "holdfast deadlines www.example.com mail.example.com:8443",
            "holdfast deadlines --within 90d chain.pem", "holdfast deadlines --table a.example.com b.example.com",
            "holdfast deadlines --json --at 2027-01-01",
        ],
        exitCodes: ExitCode.connections + [.malformedCertificate, .workLimit, .expiresSoon]
    ) { invocation throws(CommandError) in
        try await DeadlinesCommand(invocation).run()
    }
}

/// `holdfast deadlines`: servers and files in, days out.
struct DeadlinesCommand {
    private static let concurrency = 16

    private let operands: [Operand]
    private let server: LiveServer?
    private let trust: TrustOptions
    private let within: Duration?
    private let output: ResultOutput
    private let isTable: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        isTable = try invocation.hasTable(.deadlineTable)
        output = try ResultOutput(invocation)
        within = try invocation.value(.deadlinesWithin).map { text throws(CommandError) in
            try DurationArgument.parse(text, of: .deadlinesWithin, inDays: true)
        }
        trust = try TrustOptions(
            invocation, exceptions: TrustExceptions.none, transparency: TransparencyOptions.none)
        try StandardInput.check(invocation.operands)
        operands = try Operand.read(invocation)
        let targets = operands.compactMap(\.target)
        guard !targets.isEmpty else {
            server = nil
            try Operand.refuse(connectionOptionsOf: invocation)
            return
        }
        let dial = try DialOptions(invocation)
        try LiveServer.check(targets, by: dial)
        server = LiveServer(
            trust: trust, dial: dial, identity: try IdentityOptions(invocation), language: output.language)
    }

    func run() async throws(CommandError) -> ExitCode {
        guard !operands.isEmpty else {
            let report = DeadlineReport(calendarAt: now, within: within)
            show(Answer(reports: [report]), isFirst: true)
            return ExitCode(status: report.exitCode)
        }
        var finished: [Int: Answer] = [:]
        var all: [DeadlineReport] = []
        var next = 0
        for await (index, answer) in Parallel.map(operands, atOnce: Self.concurrency, answer(about:)) {
            finished[index] = answer
            while let answer = finished.removeValue(forKey: next) {
                show(answer, isFirst: all.isEmpty)
                all += answer.reports
                next += 1
            }
        }
        if isTable {
            let table = DeadlineReport.table(
                of: all, Console.resultStyle, width: Descriptor.columns, language: output.language)
            Console.result(table)
        }
        return ExitCode(status: VerdictReport.exitCode(ofAll: all.map(\.exitCode)))
    }

    private var now: Instant { trust.at ?? SystemClock.now() }

    // MARK: Reports

    /// The reports about one operand, and the complaint where something went wrong with it.
    private struct Answer: Sendable {
        var reports: [DeadlineReport]
        var complaint: CommandError?
    }

    private func answer(about operand: Operand) async -> Answer {
        switch operand {
        case .server(let target):
            guard let server else { return Answer(reports: []) }
            let meeting = await server.meeting(with: target)
            if let refusal = meeting.refusal { return Answer(reports: [report(of: refusal, titled: target.text)]) }
            if meeting.failure == nil, let evaluation = meeting.evaluation {
                return Answer(reports: [report(of: evaluation, titled: target.text)])
            }
            let failure =
                meeting.failure
                ?? FailureReport(
                    phase: .internal, FailureReport.Code(rawValue: CommandCode.internal.rawValue),
                    CheckSentence.nothingShown.statement, advice: nil, exitCode: ExitCode.internalError.rawValue)
            return Answer(
                reports: [DeadlineReport(failure, target: target.text, at: now, within: within)],
                complaint: CommandError(failure, target: target.text))
        case .file(let path):
            do throws(CommandError) { return Answer(reports: try reports(onFile: path)) } catch {
                let failure = FailureReport(
                    phase: .internal, FailureReport.Code(rawValue: error.code.rawValue), error.statement,
                    advice: error.adviceStatement, exitCode: error.exitCode.rawValue)
                return Answer(
                    reports: [DeadlineReport(failure, target: path, at: now, within: within)], complaint: error)
            }
        }
    }

    /// The chains of a file: that of its first certificate, then those of what is not part of one yet.
    private func reports(onFile path: String) throws(CommandError) -> [DeadlineReport] {
        var rest = try CertificateInput.certificates(in: path)
        let policy = try trust.policy(forRecorded: nil)
        let engine = TrustEngine()
        var reports: [DeadlineReport] = []
        while let first = rest.first {
            // As many as a server may send go along, to build the chain of.
            let others = rest.dropFirst().prefix(Limits().presentedCertificates - 1)
            let outcome = try judge([first] + others, by: policy, engine)
            let used = Set(outcome.chain.map { Array($0.bytes) })
            guard !outcome.chain.isEmpty else {
                throw CommandError(
                    .malformedCertificate, code: .malformedCertificate,
                    DeadlinesSentence.unreadable(file: path),
                    hint: DeadlinesAdvice.inspectShows)
            }
            rest.removeFirst()
            rest.removeAll { used.contains($0) }
            let title = reports.isEmpty && rest.isEmpty ? path : "\(path) (\(reports.count + 1))"
            reports.append(report(of: outcome, titled: title))
        }
        return reports
    }

    private func report(of outcome: any TrustOutcome, titled title: String) -> DeadlineReport {
        DeadlineReport(of: outcome, target: title, within: within)
    }

    private func judge(
        _ chain: [[UInt8]], by policy: TrustPolicy, _ engine: TrustEngine
    ) throws(CommandError) -> any TrustOutcome {
        let given: ServerTrust
        do throws(ServerTrustError) { given = try ServerTrust(derChain: chain) } catch {
            throw CommandError(
                .workLimit, code: .workLimit, error, hint: DeadlinesAdvice.fewerAtOnce)
        }
        do throws(TrustFailure) { return try engine.evaluate(given, with: policy, at: now) } catch { return error }
    }

    // MARK: Showing

    private func show(_ answer: Answer, isFirst: Bool) {
        for (index, report) in answer.reports.enumerated() {
            output.show(report) { language in
                guard report.failure == nil, !isTable || operands.isEmpty else { return "" }
                let text = report.text(Console.resultStyle, width: Descriptor.columns, language: language)
                return (isFirst && index == 0 ? "" : "\n") + text
            }
        }
        if let complaint = answer.complaint { Console.complain(complaint) }
    }
}
