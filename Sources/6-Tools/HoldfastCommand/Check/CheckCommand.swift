import HoldfastStatements
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

extension Command {
    static let check = Command(
        name: "check", operands: "SERVER…", operandCount: 0...Int.max,
        summary: LocalizedText("connect to servers and judge their certificates", "连接服务器并判定其证书"),
        meaning: LocalizedText(
            "SERVER is https://host[:port]/…, host, host:port or an address, in any script; - reads "
                + "servers from standard input, one a line, # beginning a remark.",
            "SERVER 为 https://host[:port]/…、host、host:port 或地址，主机名可含非拉丁字符；- 从标准输入读取服务器，每行一个，# 之后为备注。"),
        text: LocalizedText(
            """
            Connects to each server, judges its certificates inside the TLS handshake, and says trusted or not, by which
            rule, on what evidence, and what to do. Not one byte of HTTP is sent. Several are checked at once and
            reported in their order.

            The exit code is the worst of all targets and addresses: 20 to 31, then 33, then 1 to 7, and 32 only where
            nothing else failed; among equals the first in the order of the arguments. Each line of --json has its own
            exitCode.

            Where the certificate is for another name, a second handshake without the server name (SNI), or for an
            address with one, shows whether the server chooses its certificate by it. It changes no verdict.

            Without SERVER, --policy-file names the servers: every one that it has an exact entry for is judged.

            --all-addresses dials each A and AAAA of a target, those that cannot be reached too, IPv4 first, and judges
            each by itself for the same name; --resolve and --connect-to say which addresses there are.

            --starttls judges servers of mail, files, news, chat, directories and databases: it asks them to change to
            TLS, judges the certificate inside the handshake, and leaves. A target is then host or host:port; the ports
            are \(StartTLSOption.ports.english).
            postgresql is taken for postgres, mariadb for mysql; postgres-direct is PostgreSQL from 17 on with TLS from
            the first byte.

            --as also asks each server as other programs do, by their recorded hellos, since a server that holds several
            certificates chooses by them: each certificate that it shows is judged, and a table says who gets on, and
            why another does not, which is exit code 33 where nothing is worse. Nothing is sent after those hellos. Of
            ios nothing is recorded: it never passes.

            --protocols also asks each server, by hellos after which nothing is sent, which versions of TLS it speaks,
            with which suites, groups, signature schemes and protocols of ALPN. It changes no verdict and no exit code.

            --expires-within looks at every certificate of the accepted chain; at the anchor where the profile would
            refuse an expired one. The chain stays trusted, and the exit code is 32. As a share, as 33%, it is that of
            the lifetime of the server's own certificate, and no other is looked at.

            --fail-on warning ends with 33 where nothing worse is left and a server has a warning; --fail-on note where
            it has a note. Of many servers scan keeps no list in memory, asks again, and knows what changed.

            --ct-policy asks each server's certificate for timestamps of certificate transparency logs, under whatever
            anchor, and --ct-logs names the logs that are known. Without a list nothing can be verified: the verdict
            says notChecked, with a warning.

            --revocation says whether certificates are looked up that may have been revoked: by the response that the
            server staples, by what was kept, by their OCSP responders, by their revocation lists, in this order.
            Without it the mode is soft under the anchors of the public web, and nothing is looked up under one's own. A
            lookup goes to the place that the certificate names, by plain HTTP, never to a private network, and takes 3
            seconds at most. A certificate that names no such place is notOffered.

            A server that asks for a client certificate is trusted by its own, with a warning where none was sent;
            --cert and --key show one to a server that is trusted.

            Through an https:// --proxy, the proxy is judged by the same anchors for its own name; where it is refused
            the server is not reached, which is exit code 3.

            A verdict says first whether a server is trusted and how long its certificates last, or why it is refused.
            On a terminal it is folded to its width. --table prints one line for each target instead, and a summary.

            FILE is replaced as a whole when all is done; - is standard output, with --quiet. Verdicts and page are in
            Chinese where --language or the locale says so.
            """,
            """
            连接每台服务器，在 TLS 握手之中判定其证书，说明是否可信、依据哪条规则、有何证据、应如何处理。不发送任何 HTTP 字节。多台服务器同时检查，按给出的顺序报告。

            退出码取所有目标和地址中最严重的：先是 20 至 31，再是 33，再是 1 至 7；只有没有其他失败时才为 32；同等严重时取参数中靠前的。--json 的每一行都有自己的 exitCode。

            证书属于另一个名称时，再做一次不带服务器名称（SNI）的握手；访问的是地址时，则再做一次带名称的握手，以看出服务器是否据此选择证书。这不改变任何结论。

            没有 SERVER 时，由 --policy-file 指明服务器：判定其中有确切条目的每一台。

            --all-addresses 连接目标的每个 A 和 AAAA 地址，无法到达的也在内，IPv4 在前，并按同一名称分别判定；有哪些地址由 --resolve 和 --connect-to 决定。

            --starttls 判定邮件、文件、新闻、聊天、目录和数据库服务器：请求转为 TLS，在握手之中判定证书，然后离开。目标写作 host 或 host:port；端口为 \
            \(StartTLSOption.ports.chinese)。postgresql 等同 postgres，mariadb 等同 mysql；postgres-direct \
            是 PostgreSQL 17 起一开始就使用 TLS 的方式。

            --as 还像其他程序那样，用录下的 ClientHello 询问每台服务器，因为有多张证书的服务器据此选择：它出示的每张证书都会判定，并用一张表说明谁能连上、谁不能以及原因；没有更严重的问题时退出码\
            为 33。这些 ClientHello 之后不再发送任何内容。ios 没有录制，从不通过。

            --protocols 还用 ClientHello 询问每台服务器支持哪些 TLS 版本，以及密码套件、密钥交换组、签名算法和 ALPN 协议；
            此外不发送任何内容。不改变结论与退出码。

            --expires-within 检查所接受的证书链中的每张证书；规则集会因信任锚过期而拒绝时，也检查信任锚。证书链仍然可信，退出码为 32。\
            写作比例（如 33%）时，为服务器自己证书有效期的这一部分，不检查其他证书。

            --fail-on warning：没有更严重的问题而有服务器带警告时，退出码为 33；--fail-on note 则带注释时也是。服务器很多时请用 scan：内存中不保存列表，可重试，并知道有何变化。

            --ct-policy 要求每台服务器的证书带有证书透明度日志的时间戳，无论信任锚是哪个；--ct-logs 指明已知的日志。没有日志列表就无法核实：结论写明 notChecked，并给出警告。

            --revocation 指定是否查询证书已被吊销：依次看服务器装订的应答、已保存的应答、证书的 OCSP 应答服务器、吊销列表。不给出时，公共网络的信任锚之下为 soft 模式，自己的信任锚之下不查\
            询。查询访问证书指明的位置，使用明文 HTTP，从不访问私有网络，最多 3 秒。没有指明位置的证书为 notOffered。

            要求客户端证书的服务器凭自己的证书受信任；没有出示客户端证书时给出警告；--cert 和 --key 向可信的服务器出示一张。

            经过 https:// 的 --proxy 时，代理按自己的名称、用相同的信任锚判定；代理被拒绝时不会到达服务器，退出码为 3。

            结论先说明服务器是否可信、证书还有效多久，或为何被拒绝。在终端上按其宽度折行。--table 则每个目标输出一行，最后是小结。

            FILE 在全部完成后整体替换；- 为标准输出，须与 --quiet 同用。--language 或区域设置为中文时，结论和页面为中文。
            """),
        options: checkOptions,
        common: [
            .anchors, .anchorsOnly, .expiresWithin, .connectTo, .startTLS, .policyFile, .table, .json, .report,
        ],
        examples: [
            "holdfast check https://www.example.com", "holdfast check www.example.com 192.0.2.7:8443 --json",
            "holdfast check https://www.example.com --connect-to www.example.com:443:127.0.0.1:8443",
            "holdfast check --all-addresses --expires-within 30d www.example.com",
            "holdfast check --starttls smtp mail.example.com", "holdfast check --as all www.example.com",
            "holdfast check --table - < servers.txt", "holdfast check --quiet --junit servers.xml - < servers.txt",
        ],
        exitCodes: ExitCode.connections + ExitCode.refusals + [.expiresSoon, .findings]
    ) { invocation throws(CommandError) in
        var command = try CheckCommand(invocation)
        return try await command.run()
    }
}

private let checkOptions: [CommandOption] =
    CommandOption.trust + CommandOption.liveRevocation + [.expiresWithin, .allAddresses, .asClient, .protocols]
    + CommandOption.startingTLS + CommandOption.reports
    + [.table, .verdictDetails, .failOn, .language, .json, .quiet]

/// The state of a check while its servers are asked.
private struct CheckRun {
    let targets: [Target]
    var progress: Progress
    var table: VerdictTable
    var issuers: IssuersOfOthers
    var files: GrowingReports
    var notes = ScanCodes()
    var shown = 0
    var exitCode: Int32 = 0
    var causes: [String?] = []

    /// Counts the notes of a target whose line has no room for them, each code once.
    mutating func add(notesOf report: VerdictReport) {
        var seen: Set<String> = []
        for finding in report.findings where finding.severity == .note && seen.insert(finding.code).inserted {
            notes.add(finding.code, about: report.title)
        }
    }
}

/// `holdfast check`: servers in, verdicts out.
struct CheckCommand {
    private let targets: [Target]
    private let server: LiveServer
    private let checker: Checker
    private let files: ReportFiles
    private var manner: VerdictManner
    private let output: ResultOutput
    private let isTable: Bool
    private let failsOn: ScanLevel?

    init(_ invocation: Invocation) throws(CommandError) {
        output = try ResultOutput(invocation)
        isTable = try invocation.hasTable(.table)
        failsOn = try FailingLevel.parse(invocation)
        manner = try VerdictManner(invocation)
        let dial = try DialOptions(invocation)
        let trust = try TrustOptions(invocation, revocation: .soft)
        let startTLS = try StartTLSOption.parse(invocation)
        targets =
            invocation.operands.isEmpty
            ? try trust.targetsOfPolicyFile(startTLS: startTLS, namingUnused: true)
            : try TargetList.read(invocation.operands, startTLS: startTLS, atMost: .max)
        try LiveServer.check(targets, by: dial)
        try invocation.exclude([.protocols], beside: .table, CheckAdvice.protocolsTable)
        try invocation.exclude([.allAddresses], beside: .proxy, CheckAdvice.proxyResolves)
        server = LiveServer(trust: trust, dial: dial, identity: try IdentityOptions(invocation))
        checker = Checker(
            server, allAddresses: invocation.has(.allAddresses), clients: try ClientOptions(invocation, dial: dial),
            asksProtocols: try ProtocolOption.parse(invocation, dial: dial))
        files = try ReportFiles(invocation, of: "check")
    }

    mutating func run() async throws(CommandError) -> ExitCode {
        var run = CheckRun(
            targets: targets, progress: Progress(total: output.isQuiet ? 0 : targets.count, language: manner.language),
            table: manner.table(of: targets), issuers: IssuersOfOthers(targets, server), files: files.growing())
        if let only = targets.first, targets.count == 1 {
            let (name, checker) = (output.isQuiet ? nil : only.text, checker)
            let reports = await SlowTarget.during(name) { await checker.reports(on: CheckJob(only, at: 0)) }
            take(reports, of: 0, &run)
        } else {
            // Several have a line of their own.
            await checker.run(targets) { index, reports in take(reports, of: index, &run) }
        }
        run.progress.clear()
        if isTable {
            Console.result(run.table.summary + "\n")
            Console.result(manner.notes(of: run.notes) + Console.explanation(of: run.causes, manner.language))
        } else if output.hasWords {
            Console.result(manner.repeatedNotes())
        }
        manner.advise()
        try run.files.finish()
        return ExitCode(status: run.exitCode)
    }

    /// Takes the reports about a target, and tells those whose turn it is.
    private mutating func take(_ reports: [VerdictReport], of index: Int, _ run: inout CheckRun) {
        run.progress.finished()
        run.issuers.add(reports, of: index)
        while let (index, reports) = run.issuers.following() {
            run.progress.clear()
            run.table.makeRoom(for: reports)
            for report in reports {
                if isTable {
                    Console.result(run.table.line(of: report) + "\n")
                    run.causes.append(report.cause?.code ?? report.failure?.code)
                    run.add(notesOf: report)
                    manner.keepNote(about: report, isLine: true)
                } else {
                    show(report, isFirst: run.shown == 0)
                }
                run.shown += 1
                let found = failsOn.map { ScanLevel(report) >= $0 && report.exitCode == 0 } ?? false
                run.exitCode = VerdictReport.exitCode(
                    ofAll: [run.exitCode, found ? ExitCode.findings.rawValue : report.exitCode])
            }
            for report in targets[index].placed(reports) where !run.files.isEmpty { run.files.add(report) }
        }
        run.progress.draw()
    }

    private mutating func show(_ report: VerdictReport, isFirst: Bool) {
        output.show(report) { _ in
            report.failure == nil
                ? (isFirst ? "" : "\n") + manner.text(of: report) : manner.tables(of: report) ?? ""
        }
        if let complaint = manner.complaint(about: report) {
            Console.complain(complaint)
            if !output.isJSON { manner.keepNote(about: report, isLine: false) }
        }
    }
}
