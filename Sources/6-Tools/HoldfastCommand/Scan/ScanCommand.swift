import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust

extension Command {
    static let scan = Command(
        name: "scan", operands: "FILE|-", operandCount: 1...1,
        summary: LocalizedText("judge the servers of a list, of any length", "判定列表中的服务器，数量不限"),
        meaning: LocalizedText(
            "FILE has a server a line, as check takes it; then starttls=PROTOCOL, address=IP or sni=NAME where they "
                + "are wanted, then # and whose it is. - is standard input.",
            "FILE 每行一台服务器，写法与 check 相同；其后为所需的 starttls=协议、address=IP 或 sni=名称，最后是 # 与负责人。- 为标准输入。"),
        text: LocalizedText(
            """
            Judges each server as check does, several at once, and tells each as soon as it is done; nothing of the list
            is kept in memory. Each result has its place in the list, from 0, and what its line says.

            The exit code is 0, or 33 where a server has a finding of the level of --fail-on or above: error unless it
            says otherwise, which is a server that is refused or not reached. A certificate that ends within the time of
            --expires-within is a warning. Lines that are wrong are named, and left out: the exit code is then 2 where
            no finding makes it 33. --strict ends at the first of them.

            --rate bounds new connections a second, --per-address those at once to one address; the hellos of
            --protocols count among them. --retry asks again, after 1, 2, 4 and then 8 seconds, where a server was not
            reached or took too long; each result says how often it was asked. Second handshakes that explain a refusal
            are not counted.

            --shard 2/4 asks the second of four parts, so that four machines share a list: a target is in the same part
            whatever else the list has.

            The table has a line for each server, and says then what failed, what is warned about, and once what is
            noted on many. --least warning leaves the lines of the others out. --json prints an object a server, with
            the verdict in it. --csv, --junit and --sarif write files as a whole at the end, --report a page with charts
            and the gravest results, --metrics the numbers for Prometheus. --nagios prints one line for Nagios, Icinga
            and their like, and ends with 0 for OK, 1 for a warning, 2 for an error, 3 for a scan that could not be
            made.

            Where the file is what kubectl get secret -o json or yaml prints, the certificates of each secret of the
            type kubernetes.io/tls are judged as they stand there, and no server is asked.

            --database keeps every run in a file: --resume goes on with one that was ended, and prints what was missing,
            while numbers, files and exit code are about the whole run; --since tells what has changed since another,
            and with --only-new nothing counts for the exit code that was there before. The verbs show, diff, mute and
            unmute are about that file. A list that is called as one of them is, is written ./show.

            On a terminal a line shows how many are done, how many a second, and how long it may take.
            """,
            """
            与 check 一样判定每台服务器，多台同时进行，完成一台即报告一台；内存中不保存列表。每项结果带有在列表中的位置（从 0 起）以及该行的内容。

            退出码为 0；有服务器出现 --fail-on 级别或更高的发现时为 33，默认级别为 error，即被拒绝或无法到达的服务器。在 --expires-within 期限之内到期的证书是警告。有误的行会指出并略去：\
            没有发现使退出码为 33 时，退出码为 2。--strict 在第一个有误的行结束。

            --rate 限定每秒新建的连接数，--per-address 限定对同一地址同时进行的连接数；\
            --protocols 的 ClientHello 也计算在内。服务器无法到达或超时时，--retry 在 1、2、4、8 秒之后再次尝试；每项结果说明尝试了几次。为解释拒绝原因而做\
            的第二次握手不计算在内。

            --shard 2/4 处理四份中的第二份，以便四台机器分担一个列表：无论列表中还有什么，一个目标总在同一份中。

            表格中每台服务器一行，随后说明哪些失败、有哪些警告，许多服务器共有的注释只说一次。--least warning 略去其他行。--json 每台服务器输出一个对象，其中有结论。--csv、--junit 和 --s\
            arif 在结束时整体写出文件，--report 写出带图表和最严重结果的页面，\
            --metrics 写出供 Prometheus 使用的数字。--nagios 为 Nagios、Icinga 等输出一行，正常以 0、警告以 1、错误以 2、无法扫描以 3 结束。

            若文件是 kubectl 输出的 Secret（-o json 或 -o yaml），则判定其中每个 kubernetes.io/tls 类型的 Secret 所含的证书，而不访问任何服务器。

            --database 把每次运行存入文件：--resume 继续被中断的运行，只输出尚缺的结果，而数字、文件与退出码涵盖整次运行；--since 说明自另一次运行以来的变化，\
            --only-new 使以前已有的问题不计入退出码。show、diff、mute 和 unmute 处理该文件。名称与它们相同的列表写作 ./show。

            在终端上有一行显示已完成的数量、每秒的数量以及大约还需多久。
            """),
        options: scanOptions,
        common: [
            .anchors, .expiresWithin, .failOn, .json, .nagios, .database, .since,
        ],
        examples: [
            "holdfast scan servers.txt", "holdfast scan --json - < servers.txt",
            "holdfast scan --expires-within 33% --fail-on warning --least warning servers.txt",
            "holdfast scan --retry 2 --rate 50 --csv servers.csv servers.txt",
            "holdfast scan --nagios --timeout 5 --expires-within 14d servers.txt",
            "holdfast scan --shard 1/4 --json servers.txt",
            "holdfast scan --database scans.sqlite --since last --only-new servers.txt",
            "kubectl get secret -A -o json | holdfast scan --expires-within 30d -",
        ],
        verbs: Command.scanVerbs, exitCodes: [.findings]
    ) { invocation throws(CommandError) in
        do throws(CommandError) {
            return try await ScanCommand(invocation).run()
        } catch {
            guard invocation.has(.nagios) else { throw error }
            // A plugin's usage and I/O errors are no state of a service.
            Console.complain(error)
            Console.result(ScanNagios.failed(error.message) + "\n")
            return ProgramEnd(status: ScanNagios.State.unknown.rawValue)
        }
    }
}

private let scanOptions: [CommandOption] =
    CommandOption.scan + CommandOption.scanHistory + CommandOption.trust + CommandOption.liveRevocation
    + [.expiresWithin, .allAddresses, .protocols] + CommandOption.startingTLS
    + [
        .report, .metrics, .csv, .junit, .sarif, .nagios, .table, .least, .failOn, .language, .json, .quiet,
    ]

/// `holdfast scan`: a list of servers in, a result for each out.
struct ScanCommand {
    private let list: ScanList
    private let checker: Checker
    private let run: ScanRun
    private let keeping: ScanKeeping
    private let trust: TrustOptions

    init(_ invocation: Invocation) throws(CommandError) {
        run = try ScanRun(invocation)
        let dial = try DialOptions(invocation)
        trust = try TrustOptions(invocation, revocation: .soft)
        let options = try ScanOptions(invocation)
        try invocation.exclude([.allAddresses], beside: .proxy, CheckAdvice.proxyResolves)
        let startTLS = try StartTLSOption.parse(invocation)
        if startTLS != nil { try dial.allowDiagnosticClient(of: CommandOption.startTLS.name) }
        let name = invocation.operands[0]
        list = try ScanList(
            name,
            ScanList.Reading(
                startTLS: startTLS, dial: dial, shard: options.shard, isStrict: options.isStrict,
                place: invocation.has(.sarif) ? ReportPlace.path(ofOperand: name) : nil))
        let server = LiveServer(trust: trust, dial: dial, identity: try IdentityOptions(invocation))
        checker = Checker(
            server, allAddresses: invocation.has(.allAddresses),
            asksProtocols: try ProtocolOption.parse(invocation, dial: dial), concurrency: options.concurrency,
            retries: options.retries, pace: options.pace)
        keeping = try ScanKeeping(try ScanHistoryOptions(invocation), list: name, shard: options.shard)
    }

    func run() async throws(CommandError) -> any ProcessEnd {
        var run = run
        let (list, keeping) = (list, keeping)
        if let began = keeping.began { run.goOn(since: began) }
        try await keeping.earlier { run.take(earlier: $0) }
        let (checker, trust) = (checker, trust)
        await BoundedWork.run(atOnce: checker.atOnce) {
            await keeping.left { await list.next() }
        } _: { job in
            let reports =
                switch job {
                case .server(let server): await checker.reports(on: server)
                case .secret(let secret): [secret.report(by: trust)]
                }
            return await keeping.keep(
                reports.map { report in
                    var report = report
                    report.place = job.place
                    return ScanResult(job.target, report)
                })
        } take: { results in
            for result in results ?? [] { run.take(result, list) }
            return results != nil
        }
        let kept = try await keeping.finish(isWhole: list.failure == nil) { run.tell(gone: $0) }
        return try run.finish(list, kept)
    }
}
