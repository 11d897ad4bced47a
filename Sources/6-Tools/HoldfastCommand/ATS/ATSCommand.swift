import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTracing
import HoldfastTrust
import HoldfastStatements
import HoldfastWeb

extension CommandOption {
    static let system = CommandOption(
        "--system",
        help: "judge by what the system's own processes ask for, from Apple's 27 releases on",
        chinese: "按系统自身进程的要求判定，自 Apple 第 27 代系统起")
}

extension Command {
    static let ats = Command(
        name: "ats", operands: "SERVER…|Info.plist", operandCount: 1...TargetList.maximumCount,
        summary: LocalizedText(
            "say whether iOS will accept a server (App Transport Security)",
            "说明 iOS 是否接受某台服务器（App Transport Security）"),
        text: LocalizedText(
            """
            Tries the sixteen settings of nscurl --ats-diagnostics, each by a real handshake: versions and suites as an
            app with these settings offers them, the certificate judged under the profile apple, the key and the
            signature by what App Transport Security demands. Says for each row whether it passes, and why; whether iOS
            will accept the server, which is the first row; and the smallest exception of an Info.plist that would pass,
            though to mend the server is better. Nothing is sent after a handshake; versions before TLS 1.2, which are
            broken, are offered by the diagnostic client only.

            URL is https://host[:port]/…, host, host:port or an address; - reads targets from standard input. A server
            that does not answer the first handshake is asked no second time; all handshakes with one server take at
            most twice the time of --timeout. A user's exceptions, pins and policy files have no say: a device knows
            nothing of them.

            --system tries what processes of Apple's systems ask for in the place of an app: from the 27 releases on
            device management, enrolment, installation of profiles and apps, and software updates may refuse a server
            without TLS 1.3, or TLS 1.2 with ECDHE, AES-GCM and the extended master secret (Apple, 126655). Without it a
            line says where an app is served and they may not be.

            --ct-logs names the logs that Apple knows: what Apple asks of public certificates is then asked too; without
            it the answer says that certificate transparency was not checked. --ct-policy chrome counts timestamps as
            Chrome does; what iOS makes of them is then not known, and the answer says so.

            --revocation and its like ask for more than App Transport Security by itself: what it then refuses passes no
            row.

            The exit code is 0 where every server is accepted and 33 where one is not; 1 to 7, as check has them, where
            no row could be judged. A row to which no answer came in time is marked as not judged; the others count.

            FILE of --report is replaced as a whole when all is done; - is standard output, with --quiet. The page is in
            Chinese where --language or the locale says so, and so is the text.
            """,
            """
            用真实的握手逐一尝试 nscurl --ats-diagnostics 的十六种设置：按采用该设置的应用提供版本和密码套件，按规则集 apple 判定证书，按 App Transport \
            Security 的要求检查密钥和签名。逐行说明是否通过及原因；iOS 是否会接受该服务器，即第一行；以及能够通过的最小 Info.plist 例外，尽管修正服务器更好。握手之后不发送任何内容；TLS \
            1.2 之前的版本已被攻破，只由诊断客户端提供。

            URL 为 https://host[:port]/…、host、host:port 或地址；- 从标准输入读取目标。第一次握手没有应答的服务器不再询问；与一台服务器的全部握手最多用 \
            --timeout 的两倍时间。用户的例外、固定值和策略文件不起作用：设备对它们一无所知。

            --system 尝试 Apple 系统进程代替应用时的要求：自 27 系列版本起，设备管理、注册、描述文件和应用的安装以及软件更新，可能拒绝不支持 TLS 1.3，也不支持带 ECDHE、\
            AES-GCM 和扩展主密钥的 TLS 1.2 的服务器（Apple，126655）。不给出时，用一行说明应用可用而系统进程可能不可用之处。

            --ct-logs 指明 Apple 认可的日志：此时还要求 Apple 对公共证书的要求；不给出时，答案说明没有检查证书透明度。--ct-policy chrome 按 Chrome 的方式计算时间\
            戳；iOS 如何看待则不得而知，答案会说明。

            --revocation 等选项的要求超出 App Transport Security 本身：被其拒绝的，任何一行都不通过。

            每台服务器都被接受时退出码为 0，有一台不被接受时为 33；没有一行能够判定时为 1 至 7，含义与 check 相同。没有及时得到应答的行标为未判定；其余照常计入。

            --report 的 FILE 在全部完成后整体替换；- 为标准输出，须与 --quiet 同用。--language 或区域设置为中文时，页面和文字为中文。
            """),
        options: [.system, .anchors, .anchorsOnly, .at, .ctPolicy, .ctLogs] + CommandOption.liveRevocation
            + CommandOption.connecting + [.report, .language, .json, .quiet],
        common: [.system, .anchors, .anchorsOnly, .connectTo, .report, .json, .language],
        examples: [
            "holdfast ats https://www.example.com", "holdfast ats --system https://mdm.example.com",
            "holdfast ats --json www.example.com api.example.com:8443",
            "holdfast ats --anchors-only root.pem --report ats.html https://intranet.example.com",
        ],
        exitCodes: ExitCode.connections + [.findings]
    ) { invocation throws(CommandError) in
        if let file = try propertyList(among: invocation.operands) {
            guard invocation.operands.count == 1 else {
                throw .usage(
                    ATSSentence.fileBesideServer(file: file),
                    hint: ATSAdvice.fileOrServers)
            }
            try Operand.refuse(connectionOptionsOf: invocation, and: [.system])
            return try ATSLintReport.run(file: file, try ResultOutput(invocation))
        }
        return try await ATSCommand(invocation).run()
    }

    /// The first operand that is a file; standard input has targets here.
    private static func propertyList(among operands: [String]) throws(CommandError) -> String? {
        for operand in operands where operand != "-" {
            if case .file(let path) = try Operand(operand) { return path }
        }
        return nil
    }
}

/// `holdfast ats`: servers in, the rows of App Transport Security out.
struct ATSCommand {
    /// Servers that are asked at the same time; each has one connection at a time.
    private static let concurrency = 16

    private let audience: ATSAudience
    private let targets: [Target]
    private let server: LiveServer
    private let anchors: TrustAnchors
    private let transparency: TransparencyRequirement?
    private let page: ReportFile?
    private let output: ResultOutput

    init(_ invocation: Invocation) throws(CommandError) {
        audience = invocation.has(.system) ? .system : .apps
        output = try ResultOutput(invocation)
        let trust = try TrustOptions(
            invocation, exceptions: TrustExceptions.none, transparency: TransparencyOptions.none)
        let dial = try DialOptions(invocation)
        try dial.allowDiagnosticClient(of: "ats")
        targets = try TargetList.read(invocation.operands)
        try LiveServer.check(targets, by: dial)
        page = try ReportFile(page: invocation)
        anchors = trust.anchors
        transparency =
            try TransparencyOptions(invocation, purpose: nil, standing: .apple, scope: .publicAnchors).requirement
        server = LiveServer(trust: trust, dial: dial, identity: try IdentityOptions(invocation))
    }

    func run() async throws(CommandError) -> ExitCode {
        var progress = Progress(total: output.isQuiet ? 0 : targets.count, language: output.language)
        var finished: [Int: ATSReport] = [:]
        var reports: [ATSReport] = []
        var iterator = Parallel.map(targets, atOnce: Self.concurrency, report(on:)).makeAsyncIterator()
        let slow = targets.count == 1 && !output.isQuiet ? targets[0].text : nil
        while let (index, report) = await SlowTarget.during(slow, { await iterator.next() }) {
            progress.finished()
            finished[index] = report
            while let report = finished.removeValue(forKey: reports.count) {
                progress.clear()
                show(report, isFirst: reports.isEmpty)
                reports.append(report)
            }
            progress.draw()
        }
        progress.clear()
        try page?.write(ATSPage(reports, language: output.language, at: SystemClock.now()).html)
        return ExitCode(status: VerdictReport.exitCode(ofAll: reports.map(\.exitCode)))
    }

    private func report(on target: Target) async -> ATSReport {
        let asked = server.policy(for: target)
        let judge = ATSJudge(
            of: target.url.serverName, for: audience, anchors: anchors, transparency: transparency,
            revocation: asked.revocation,
            fetching: asked.fetching, publicSuffixes: .system, at: server.trust?.at, timeout: server.dial.timeout
        ) { [server] configuration, address in
            // What was dialled is the proxy's where there is one, which finds the server's.
            let place = server.dial.proxy == nil ? address : nil
            return await server.trace(target, configuration, at: place, within: configuration.timeout)
        }
        return await judge.report(on: target.text)
    }

    private func show(_ report: ATSReport, isFirst: Bool) {
        output.show(report) { language in
            guard report.failure == nil else { return "" }
            let text = report.text(Console.resultStyle, width: Descriptor.columns, language: language)
            let cause =
                report.verdict.cause?.code ?? report.verdict.failure?.code ?? FindingCode.appTransportSecurity.rawValue
            let more = Console.explanation(of: [report.accepted ? nil : cause], language)
            return (isFirst ? "" : "\n") + text + more
        }
        if let failure = report.failure {
            Console.complain(CommandError(failure, target: report.target))
        }
    }
}
