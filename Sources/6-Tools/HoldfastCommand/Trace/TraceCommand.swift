import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastLibC
import HoldfastTracing
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

extension Command {
    static let trace = Command(
        name: "trace", operands: "SERVER", operandCount: 1...1,
        summary: LocalizedText("watch a TLS connection, message by message", "逐条消息观察一个 TLS 连接"),
        meaning: LocalizedText(
            "SERVER is https://host[:port]/…, host or host:port; with --starttls host or host:port, "
                + "whose default port is the protocol's.",
            "SERVER 为 https://host[:port]/…、host 或 host:port；用 --starttls 时为 host 或 host:port，默认端口随协议。"),
        text: LocalizedText(
            """
            Connects with a diagnostic client and prints what goes over the wire as a packet table: TCP, every TLS
            record and every message, decrypted where this end can; the phases of the handshake, what each side knows
            after each, the key exchange that was really used, the verdict in its place, and the times of TCP, TLS and
            trust.

            A refused server is traced to the end of its handshake, and gets nothing but a goodbye then, unless
            --stop-on-refusal is given; the exit code is the verdict's either way. Nothing is sent to a server that is
            not trusted, the certificate of --cert neither. TLS 1.0 and 1.1 exist in this diagnostic client only, since
            they can be broken.

            With --repeat each connection is a line, and then come minimum, median, 90th percentile and maximum of the
            times, TLS : TCP, and a plot. On loopback the ratio means nothing unless something between the two ends
            delays packets. The exit code is that of the first connection that fails.

            --rtt is that something: a delay line to a server of this machine, a network device through which every
            packet takes half of TIME. It needs root and /dev/net/tun, and goes with the command.

            Revocation is looked at where an option or the policy file says so; what is fetched then counts to the time
            of trust. A stapled response is asked for all the same, unless --revocation off is given.

            FILE of --report is replaced as a whole when all is done; - is standard output, with --quiet. Text and page
            are in Chinese where --language or the locale says so.
            """,
            """
            用诊断客户端连接，并以数据包表的形式显示网络上传输的内容：TCP、每个 TLS 记录和每条消息，本端能解密的均已解密；握手的各阶段、各阶段之后双方所知、实际使用的密钥交换、在其位置上的结论，以及 \
            TCP、TLS 和证书判定的用时。

            被拒绝的服务器会跟踪到握手结束，此后除告别外什么也不发送，除非给出 --stop-on-refusal；两种情况下退出码都是结论的退出码。不向不可信的服务器发送任何内容，--cert 的证书也不发送。\
            TLS 1.0 和 1.1 只存在于此诊断客户端，因为它们可以被攻破。

            给出 --repeat 时，每个连接一行，随后是各用时的最小值、中位数、第 90 百分位数和最大值，TLS : TCP，以及一张图。在本机环回地址上，除非两端之间有延迟数据包之物，否则比值没有意义。退\
            出码为第一个失败的连接的。

            --rtt 就是此物：通往本机服务器的延迟线路，每个数据包经过这个网络设备要用 TIME 的一半。它需要 root 和 /dev/net/tun，随命令结束。

            选项或策略文件要求时检查吊销；此时获取内容的用时计入证书判定。无论如何都会请求装订的应答，除非给出 --revocation off。

            --report 的 FILE 在全部完成后整体替换；- 为标准输出，须与 --quiet 同用。--language 或区域设置为中文时，文字和页面为中文。
            """),
        options: [
            .details, .repetitions, .resume, .roundTrip, .head, .stop, .tlsVersion, .ciphers, .alpn,
        ]
            + CommandOption.trust + CommandOption.liveRevocation + CommandOption.startingTLS
            + [.report, .language, .json, .quiet],
        common: [.details, .repetitions, .resume, .tlsVersion, .alpn, .anchors, .connectTo, .startTLS, .report, .json],
        examples: [
            "holdfast trace https://www.example.com", "holdfast trace --details --tls 1.2 www.example.com",
            "holdfast trace --repeat 20 --resume --report trace.html https://www.example.com",
            "holdfast trace --starttls smtp mail.example.com",
            "holdfast trace --rtt 22ms --repeat 20 https://localhost:8443",
        ],
        exitCodes: ExitCode.connections + ExitCode.refusals
    ) { invocation throws(CommandError) in
        try await TraceCommand(invocation).run()
    }
}

/// `holdfast trace`: a server in, its handshake out.
struct TraceCommand {
    private let target: Target
    private let options: TraceOptions
    private let server: LiveServer
    private let page: ReportFile?
    private let output: ResultOutput
    private let showsDetails: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        output = try ResultOutput(invocation)
        showsDetails = invocation.has(.details)
        options = try TraceOptions(invocation)
        let trust = try TrustOptions(invocation)
        let dial = try DialOptions(invocation, isForDiagnosis: true)
        try dial.allowDiagnosticClient(of: "trace")
        try invocation.exclude([.roundTrip], beside: .proxy, TraceCommandAdvice.serverOfThisMachine)
        target = try Target(invocation.operands[0], startTLS: try StartTLSOption.parse(invocation))
        try LiveServer.check([target], by: dial)
        page = try ReportFile(page: invocation)
        server = LiveServer(trust: trust, dial: dial, identity: options.identity)
    }

    func run() async throws(CommandError) -> ExitCode {
        var series = TraceSeries(target: target.text)
        var exitCode = ExitCode.success
        var causes: [String?] = []
        var session: TraceSession?
        let detour = try await TraceDetour(of: options.roundTrip, to: target, by: server)
        for number in 1...options.repetitions {
            let report = await SlowTarget.during(output.isQuiet || output.isJSON ? nil : target.text) {
                await trace(resuming: options.resumes ? session : nil, by: detour)
            }
            detour?.complain()
            // libssl gives one for each ticket; the last is as good as any.
            session = report.trace.session ?? session
            if let failure = report.verdict.failure, ExitCode(status: failure.exitCode) == .usage {
                throw CommandError(
                    .usage, .library(failure.code), failure.statement,
                    advice: TraceCommandAdvice.tellsOfOptions.statement)
            }
            series.add(report, isToResume: options.resumes && number > 1)
            if exitCode == .success { exitCode = ExitCode(status: report.exitCode) }
            causes.append(report.verdict.cause?.code)
            show(report, number)
        }
        if options.repetitions > 1 {
            output.show(series) { language in
                series.text(Console.resultStyle, width: Descriptor.columns, language: language)
                    + Console.explanation(of: causes, language)
            }
        }
        try page?.write(TracePage(series, language: output.language, at: SystemClock.now()).html)
        return exitCode
    }

    private func trace(resuming session: TraceSession?, by detour: TraceDetour?) async -> TraceReport {
        let policy = server.policy(for: target)
        let at = server.now
        var configuration = options.configuration(policy, server.settings(for: target), for: target)
        configuration.resuming = session
        let trace = await server.trace(target, configuration, at: detour?.address)
        var report = TraceReport(trace, target: target.text, policy: policy, at: at)
        if trace.endedUnanswered, configuration.requestsOCSP, await getsOn(withoutStapleIn: configuration, by: detour) {
            report.verdict.failure = report.verdict.failure?.namingStapleQuestion()
        }
        report.verdict = report.verdict.inCommandWords()
        report.delay = detour?.delay
        return report
    }

    /// Whether the server answers the very same ClientHello without the question for a stapled OCSP response.
    private func getsOn(withoutStapleIn configuration: TraceConfiguration, by detour: TraceDetour?) async -> Bool {
        var configuration = configuration
        configuration.requestsOCSP = false
        configuration.stopsOnRefusal = true
        configuration.request = []
        return await server.trace(target, configuration, at: detour?.address).negotiated.version != nil
    }

    private func show(_ report: TraceReport, _ number: Int) {
        output.show(report) { language in
            guard options.repetitions == 1 else { return "" }
            return report.text(
                Console.resultStyle, width: Descriptor.columns, language: language, details: showsDetails)
                + Console.explanation(of: [report.verdict.cause?.code], language)
        }
        guard let failure = report.verdict.failure else { return }
        var error = CommandError(failure, target: target.text)
        if options.repetitions > 1 {
            error.statement =
                TargetSentence.connection(
                    target: target.text, number: number, answer: failure.statement
                ).statement
        }
        Console.complain(error)
        if !output.isJSON, let file = report.verdict.policyFile, file.isTelling {
            Console.note(PolicySentence.note(file.statement))
        }
    }
}

extension Descriptor {
    /// The columns of the terminal that standard output is; nil for anything else.
    static var columns: Int? {
        var size = winsize()
        guard isTerminal(STDOUT_FILENO), unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
        else { return nil }
        return Int(size.ws_col)
    }
}
