import HoldfastStatements
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastGate
import HoldfastHTTPS
import HoldfastLibC
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

extension Command {
    static let browse = Command(
        name: "browse", operands: "URL [-- BROWSER-OPTION…]", operandCount: 1...200,
        summary: LocalizedText(
            "open a page in a real browser whose every connection is judged first", "在真实浏览器中打开页面，其每个连接先受判定"),
        text: LocalizedText(
            """
            Starts a gate (holdfast gate --help) and a real browser behind it: with a home and a profile that are made
            for this run, whose database of certificates holds this run's authority, and with the gate as its one way
            out, loopback included. Every connection of the page is judged by the options before a byte of it is shown:
            its images, scripts, frames, workers and fetches too. No check of certificates is switched off in the
            browser. What is refused shows the warning in the place of a page, and is missing in the place of a part.

            When the browser ends, so does the run, with its exit code; profile, authority and processes go with it,
            also where this command is killed. --report, --junit and --sarif then tell of every connection that was
            judged, as those of holdfast check do. --cert is shown to the page's own host alone, or to those that
            --cert-for names. What stands after -- are options of the browser's own. As the superuser Chromium asks for
            its --no-sandbox there: let another user look at pages instead.
            """,
            """
            启动一个 gate 代理（holdfast gate --help），并在其后启动真正的浏览器：主目录和配置为本次运行而建，证书数据库中有本次运行的颁发机构，gate 是它唯一的出口，本机环回地址也不\
            例外。页面的每个连接在显示任何字节之前都按选项判定：图像、脚本、框架、worker 和 fetch 也在内。浏览器的证书检查没有一项被关闭。被拒绝的内容若是整个页面，就在其位置显示警告；若是页面的一部\
            分，则不显示。

            浏览器结束时本次运行也结束，退出码为浏览器的；配置、颁发机构和进程随之清除，本命令被强行结束时也一样。随后 --report、--junit 和 --sarif 像 holdfast check 那样\
            报告判定过的每个连接。--cert 只向页面自己的主机出示，或向 --cert-for 指明的主机出示。-- 之后是浏览器自己的选项。以超级用户运行时，Chromium 要求 --no-sandbox\
            ：请换用其他用户浏览页面。
            """),
        options: [.browser] + CommandOption.gateBehaviour + CommandOption.trust + CommandOption.liveRevocation
            + CommandOption.connecting + CommandOption.reports + [.language],
        common: [.browser, .anchors, .policyFile, .connectTo, .report, .language],
        examples: [
            "holdfast browse https://www.example.com",
            "holdfast browse --policy-file policy.json https://example.com",
            "holdfast browse --report page.html https://example.com -- --headless=new --screenshot",
        ],
        exitCodes: ExitCode.connections
    ) { invocation throws(CommandError) in
        try await BrowseCommand(invocation).run()
    }
}

extension CommandOption {
    static let browser = CommandOption(
        "--browser", "NAME",
        help: "the browser: chromium (default) or firefox", chinese: "浏览器：chromium（默认）或 firefox")
}

/// `holdfast browse`: a browser behind a gate of its own.
struct BrowseCommand {
    private let url: String
    private let options: [String]
    private let browser: BrowserProgram
    private let program: String
    private let files: ReportFiles
    private let configuration: Gate.Configuration
    private let judged = JudgedConnections()

    init(_ invocation: Invocation) throws(CommandError) {
        let target = try Target(invocation.operands[0])
        // A fragment is no part of a request, and means something to the page (RFC 3986 §3.5).
        url = target.url.description + (target.text.firstIndex(of: "#").map { target.text[$0...] } ?? "")
        options = Array(invocation.operands.dropFirst())
        browser =
            try invocation.word(of: .browser) { text, words in
                .usage(BrowseSentence.unknownBrowser(browser: text), hint: BrowseAdvice.browsers(names: words))
            } ?? .chromium
        program = try browser.path()
        files = try ReportFiles(invocation, of: "browse")
        var configuration = try GateOptions.configuration(invocation, of: target.url.serverName)
        configuration.report = { Console.note($0) }
        let (judged, session) = (judged, configuration.session)
        configuration.judged = { judged.add($0, $1, by: session) }
        self.configuration = configuration
    }

    func run() async throws(CommandError) -> any ProcessEnd {
        let gate: Gate
        do throws(GateError) { gate = try Gate(configuration) } catch { throw CommandError(error) }
        let home = try ThrowAwayHome()
        let proxy = BrowserProgram.Proxy(host: "\(gate.endpoint.address)", port: gate.endpoint.port)
        for folder in browser.folders(in: home.path) { try home.makeFolder(folder) }
        for file in browser.files(in: home.path, behind: proxy) {
            try home.write(Array(file.text.utf8), to: file.path)
        }
        try await trust(gate, in: home)
        if browser == .chromium, geteuid() == 0, !options.contains("--no-sandbox") {
            Console.advise(BrowseAdvice.anotherUser)
        }
        let serving = Task { await gate.run() }
        let code = try await ChildProcess.run(
            [program] + browser.arguments(in: home.path, behind: proxy, url, options),
            setting: browser.variables(in: home.path), removing: BrowserProgram.removed)
        gate.stop()
        await serving.value
        home.remove()
        if judged.forgotten > 0 {
            Console.note(BrowseSentence.moreJudged(count: judged.forgotten))
        }
        try files.write(judged.reports)
        return code
    }

    /// Puts this run's authority among what the browser trusts: into a database of NSS in its own home.
    private func trust(_ gate: Gate, in home: borrowing ThrowAwayHome) async throws(CommandError) {
        let file = "\(home.path)/authority.pem"
        try home.write(Array(gate.authorityPEM.utf8), to: file)
        let database = "sql:\(browser.database(in: home.path))"
        for arguments in [
            ["-N", "--empty-password", "-d", database],
            ["-A", "-t", "C,,", "-n", "holdfast gate", "-i", file, "-d", database],
        ] {
            let end: ProgramEnd
            do throws(CommandError) {
                end = try await ChildProcess.run(["certutil"] + arguments, setting: [:], removing: [])
            } catch {
                throw CommandError(
                    .internalError, code: .noCertutil,
                    BrowseSentence.noCertutil,
                    hint: BrowseAdvice.installTools)
            }
            guard end.status == 0 else {
                throw CommandError(
                    .internalError, code: .browserTrust,
                    BrowseSentence.certutilFailed(verb: arguments[0], code: Int(end.status)))
            }
        }
    }
}

/// The verdicts about connections, in the order in which they were judged.
private final class JudgedConnections: Sendable {
    /// Verdicts that are kept for the reports; a page has some hundred.
    private static let most = 10_000
    private let state = Mutex<(reports: [VerdictReport], forgotten: Int)>(([], 0))

    var reports: [VerdictReport] { state.withLock { $0.reports } }
    /// The number of those beyond ``most``.
    var forgotten: Int { state.withLock { $0.forgotten } }

    func add(
        _ url: HTTPSURL, _ result: Result<ConnectionRecord, HTTPSError>, by session: HTTPSSession.Configuration
    ) {
        let report = VerdictReport(
            result, target: url.description, policy: session.trust.policy(url.serverName), at: session.clock(),
            engine: session.trust.engine)
        state.withLock { state in
            if state.reports.count < Self.most { state.reports.append(report) } else { state.forgotten += 1 }
        }
    }
}
