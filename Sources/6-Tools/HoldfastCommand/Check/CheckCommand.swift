import HoldfastStatements
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

extension Command {
    static let check = Command(
        name: "check", operands: "SERVER…", operandCount: 0...TargetList.maximumCount,
        summary: LocalizedText("connect to servers and judge their certificates", "连接服务器并判定其证书"),
        meaning: LocalizedText(
            "SERVER is https://host[:port]/…, host, host:port or an address, in any script; - reads "
                + "servers from standard input, one a line, # beginning a remark.",
            "SERVER 为 https://host[:port]/…、host、host:port 或地址，可用任何文字；- 从标准输入读取服务器，每行一个，# 之后为备注。"),
        text: """
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

            --starttls judges servers of mail, LDAP, PostgreSQL and XMPP: it asks them to change to TLS, judges the
            certificate inside the handshake, and leaves. A target is then host or host:port; the ports are
            \(StartTLSOption.ports).

            --as also asks each server as other programs do, by their recorded hellos, since a server that holds several
            certificates chooses by them: each certificate that it shows is judged, and a table says who gets on, and
            why another does not, which is exit code 33 where nothing is worse. Nothing is sent after those hellos. Of
            ios nothing is recorded: it never passes.

            --expires-within looks at every certificate of the accepted chain; at the anchor where the profile would
            refuse an expired one. The chain stays trusted, and the exit code is 32.

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
        options: checkOptions,
        common: [
            .anchors, .anchorsOnly, .expiresWithin, .connectTo, .startTLS, .policyFile, .table, .json, .report,
            .language,
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
    CommandOption.trust + CommandOption.liveRevocation + [.expiresWithin, .allAddresses, .asClient]
    + CommandOption.startingTLS + CommandOption.reports + [.table, .verdictDetails, .language, .json, .quiet]

/// `holdfast check`: servers in, verdicts out.
struct CheckCommand {
    private let targets: [Target]
    private let server: LiveServer
    private let checker: Checker
    private let files: ReportFiles
    private var manner: VerdictManner
    private let isJSON: Bool
    private let isQuiet: Bool
    private let isTable: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        isJSON = invocation.has(.json)
        isQuiet = invocation.has(.quiet)
        isTable = try invocation.hasTable(.table)
        manner = try VerdictManner(invocation)
        let dial = try DialOptions(invocation)
        let trust = try TrustOptions(invocation, revocation: .soft)
        let startTLS = try StartTLSOption.parse(invocation)
        targets =
            invocation.operands.isEmpty
            ? try trust.targetsOfPolicyFile(startTLS: startTLS, namingUnused: true)
            : try TargetList.read(invocation.operands, startTLS: startTLS)
        try LiveServer.check(targets, by: dial)
        if dial.proxy != nil, invocation.has(.allAddresses) {
            throw .usage(
                UsageSentence.excludes(option: "--proxy", other: "--all-addresses"),
                hint: CheckAdvice.proxyResolves)
        }
        server = LiveServer(trust: trust, dial: dial, identity: try IdentityOptions(invocation))
        checker = Checker(
            server, allAddresses: invocation.has(.allAddresses), clients: try ClientOptions(invocation, dial: dial))
        files = try ReportFiles(invocation, of: "check")
    }

    mutating func run() async throws(CommandError) -> ExitCode {
        var progress = Progress(total: isQuiet ? 0 : targets.count, language: manner.language)
        var table = manner.table(of: targets)
        var issuers = IssuersOfOthers(targets, server)
        var kept: [VerdictReport] = []
        var shown = 0
        var exitCode: Int32 = 0
        var causes: [String?] = []
        var iterator = checker.reports(on: targets).makeAsyncIterator()
        // Several have a line of their own.
        let slow = targets.count == 1 && !isQuiet ? targets[0].text : nil
        while let (index, reports) = await SlowTarget.during(slow, { await iterator.next() }) {
            progress.finished()
            issuers.add(reports, of: index)
            while let (index, reports) = issuers.following() {
                progress.clear()
                table.makeRoom(for: reports)
                for report in reports {
                    if isTable {
                        Console.result(table.line(of: report) + "\n")
                        causes.append(report.cause?.code ?? report.failure?.code)
                        manner.keepNote(about: report, isLine: true)
                    } else {
                        show(report, isFirst: shown == 0)
                    }
                    shown += 1
                }
                exitCode = VerdictReport.exitCode(ofAll: [exitCode] + reports.map(\.exitCode))
                if !files.isEmpty { kept += targets[index].placed(reports) }
            }
            progress.draw()
        }
        progress.clear()
        if isTable {
            Console.result(table.summary + "\n" + Console.explanation(of: causes, manner.language))
        }
        manner.advise()
        try files.write(kept)
        return ExitCode(status: exitCode)
    }

    private mutating func show(_ report: VerdictReport, isFirst: Bool) {
        if isJSON {
            Output.line(of: report)
        } else if report.failure == nil, !isQuiet {
            Console.result((isFirst ? "" : "\n") + manner.text(of: report))
        } else if !isQuiet, let clients = manner.clients(of: report) {
            Console.result(clients)
        }
        if let complaint = manner.complaint(about: report) {
            Console.complain(complaint)
            if !isJSON { manner.keepNote(about: report, isLine: false) }
        }
    }
}
