import HoldfastDelayLine
import HoldfastDiagnostics
import HoldfastJSON
import HoldfastStatements
import HoldfastTestBed
import HoldfastX509

extension Command {
    static let lab = Command(
        name: "lab", operands: "[NAME…]", operandCount: 0...10_000,
        summary: LocalizedText(
            "start a local catalogue of good and bad servers, or stories to try out", "在本机启动好坏服务器的目录，或可试用的情景"),
        text: LocalizedText(
            """
            Starts the servers of the catalogue, or those named, on loopback, prints how to reach and judge each, and
            runs until standard input closes or it is interrupted; behind & of a terminal until kill ends it.
            Certificates are issued for now; anchors and chains are written to a folder that is removed at the end.
            Servers of ML-DSA and ML-KEM are left out, by name, where the machine's OpenSSL is older than 3.5. With
            --check each server is judged as holdfast check does it, and the exit code is 33 when a verdict is not the
            expected one.

            --try starts the servers that are named, judges each as holdfast check does it, prints the verdict and what
            is wrong with the server, with the source, and ends; --report writes the page of them. The exit code is that
            of check: the verdict's, of several the worst. Of one that is refused it is not 0, though that is as it
            should be.

            --stories starts stories instead, all of them or those named: logins by Basic, Digest, four schemes and a
            form, certificates of the client's own, names and addresses, a proxy that reads along, renewals, redirects,
            codings, kept answers. Each is printed with command lines to paste, and what has to come of them, in their
            order. With --check they are run, and the exit code is 33 when one does not come out as told.

            --rtt puts a delay line before the servers of the catalogue: a network device through which every packet
            takes half of TIME. It needs root and /dev/net/tun, and goes with the command.

            For tests of other programs: --listen lets phones, containers and other machines in, --port-base gives each
            server the same port with each start, --root-out and --hosts-out write what a client has to know. --control
            serves HTTP at PORT itself: POST /reset puts every server back, POST /reset/NAME one, and GET has root.pem,
            root.cer, root.mobileconfig and hosts. The root is new with each start, and that for devices ends after 14
            days; take it from them afterwards.
            """,
            """
            在本机环回地址上启动目录中的服务器，或所指名的服务器，输出到达和判定每一台的方法，运行到标准输入关闭或被中断。证书按当前时间签发；信任锚和证书链写入一个最后删除的文件夹。本机 OpenSSL 早于 \
            3.5 时，ML-DSA 和 ML-KEM 的服务器略去，并列出名称。给出 --check 时，像 holdfast check 那样判定每台服务器；有结论与预期不符时退出码为 33。

            --try 启动所指名的服务器，像 holdfast check 那样判定每一台，输出结论、该服务器有什么问题及其出处，然后结束；--report \
            写出它们的页面。退出码与 check 相同：即结论的退出码，多台时取最严重的。被拒绝时它不为 0，尽管理应如此。

            --stories 改为启动情景，全部或所指名的：用 Basic、Digest、四种方案和表单登录，客户端自己的证书，名称和地址，旁读的代理，续期，重定向，编码，保存的应答。每个情景都输出可粘贴的命令\
            行及其应有的结果，按顺序排列。给出 --check 时会运行它们；有一个结果与所述不同时退出码为 33。

            --rtt 在目录的服务器之前放置延迟线路：每个数据包经过这个网络设备要用 TIME 的一半。它需要 root 和 /dev/net/tun，随命令结束。

            用于测试其他程序：--listen 允许手机、容器和其他机器访问，--port-base 使每台服务器每次启动都用相同的端口，--root-out 和 --hosts-out 写出客户端需要知道的内容\
            。--control 在 PORT 端口提供 HTTP：POST /reset 使所有服务器复原，POST /reset/NAME 使一台复原，GET 可取得 root.pem、root.cer、\
            root.mobileconfig 和 hosts。根证书每次启动都是新的，供设备使用的 14 天后到期；用后请从设备上删除。
            """),
        options: [.tryOut, .stories, .roundTrip] + CommandOption.labTesting + [
            .list, .check, .report, .language, .json,
        ],
        common: [.tryOut, .list, .check, .stories, .report, .portBase, .rootOut, .control, .json, .language],
        examples: [
            "holdfast lab --try expired", "holdfast lab --list", "holdfast lab --check --report lab.html",
            "holdfast lab", "holdfast lab expired wrong-name --json",
            "holdfast lab --stories digest cdn",
            "holdfast lab --stories --check", "holdfast lab --rtt 22ms good",
            "holdfast lab --listen 192.0.2.10 --port-base 9000 --root-out root.mobileconfig --control",
        ],
        exitCodes: ExitCode.connections + ExitCode.refusals + [.findings]
    ) { invocation throws(CommandError) in
        guard invocation.has(.stories) else { return try await LabCommand(invocation).run() }
        return try LabStories(invocation).run()
    }
}

/// `holdfast lab`: the test bed's catalogue, for whoever tests with other tools.
struct LabCommand {
    private let entries: [BadServer]
    /// The sentence about servers that the machine's OpenSSL lacks algorithms for; nil where there are none.
    private let leftOut: Statement?
    private let isJSON: Bool
    private let roundTrip: Duration?
    private let testing: LabTesting
    private let invocation: Invocation

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        isJSON = invocation.has(.json)
        roundTrip = try RoundTripArgument.parse(invocation)
        testing = try LabTesting(invocation)
        var entries: [BadServer] = []
        for name in invocation.operands { entries.append(try Self.entry(name)) }
        let isList = invocation.has(.list)
        if !isList, let entry = entries.first(where: { !$0.missing.isEmpty }) {
            throw .usage(
                TestBedError.notInLibrary(server: entry.name, missing: entry.missing),
                hint: invocation.has(.tryOut) ? LabAdvice.tryExpired : .othersStarted)
        }
        leftOut = entries.isEmpty ? TestBed.leftOutStatement : nil
        self.entries = !entries.isEmpty ? entries : isList ? TestBed.catalogue : TestBed.available
        if invocation.has(.report), !invocation.has(.check), !invocation.has(.tryOut) {
            throw .usage(
                UsageSentence.optionNeeds(option: "--report", needed: "--check"), hint: LabAdvice.tellsOfJudged)
        }
        if invocation.has(.tryOut) { try Self.allowTrying(invocation) }
        try invocation.exclude([.check, .roundTrip], beside: .list, LabAdvice.startsNoServer)
    }

    /// Refuses options beside `--try` that mean something while servers stay, or for judgements of the whole catalogue.
    private static func allowTrying(_ invocation: Invocation) throws(CommandError) {
        guard !invocation.operands.isEmpty else {
            throw .usage(
                UsageSentence.needs(option: CommandOption.tryOut.name, needed: "NAME"), hint: LabAdvice.tryExpired)
        }
        try invocation.exclude([.list, .check], beside: .tryOut, UsageAdvice.leaveOneOut)
    }

    func run() async throws(CommandError) -> ExitCode {
        if let leftOut { Console.note(leftOut.sentence) }
        if invocation.has(.list) {
            list()
            return .success
        }
        let line = try DelayLine.opened(roundTrip)
        if invocation.has(.check) {
            let folder = try TemporaryFolder(prefix: "holdfast-lab-")
            defer { folder.remove() }
            return try await LabCheck(
                entries, testing, in: folder, json: isJSON, report: invocation.value(.report), behind: line
            ).run()
        }
        if invocation.has(.tryOut) {
            let folder = try TemporaryFolder(prefix: "holdfast-lab-")
            defer { folder.remove() }
            return try await LabTry(entries, testing, in: folder, invocation, behind: line).run()
        }
        // From here on a signal ends the servers and removes the files, instead of the process alone.
        let stop = try StopSignal()
        let folder = try TemporaryFolder(prefix: "holdfast-lab-")
        defer { folder.remove() }
        try serve(until: stop, in: folder, behind: line)
        return .success
    }

    private func list() {
        if isJSON {
            for entry in entries { Output.line(of: LabLine(entry)) }
        } else {
            let rows = entries.map { ($0.name, $0.storyWords.text(in: LanguageOption.spoken)) }
            Console.result(TextColumns.columns(rows))
        }
    }

    private func serve(
        until stop: borrowing StopSignal, in folder: TemporaryFolder, behind line: DelayLine?
    ) throws(CommandError) {
        let servers: [LabServer]
        let authority: TestAuthority
        var ports: [DelayedPort] = []
        do throws(TestBedError) {
            let lab = try Lab(directory: folder.path, listeningOn: testing.address, ports: testing.ports)
            servers = try lab.start(names: entries.map(\.name))
            authority = lab.authority
        } catch {
            throw CommandError(error)
        }
        let resets = Dictionary(
            servers.map { server in (server.name, { @Sendable in server.reset() }) },
            uniquingKeysWith: { first, _ in first })
        let control = try testing.open(authority, hostsFile: Lab.hostsFile(for: servers), resets: resets)
        testing.warn()
        if let line { ports = try line.ports(before: servers.map(\.dialledPort)) }
        for server in servers { show(server, behind: line) }
        if isJSON {
            Output.line(of: LabReady(control: control?.url))
        } else {
            if let control { Console.note(LabNote.control(url: control.url)) }
            Console.note(
                LabNote.listening(
                    count: servers.count, roundTrip: line.map { DelayText.of($0.roundTrip) },
                    end: StopSignal.end))
        }
        stop.wait()
        withExtendedLifetime(ports) {}
        control?.stop()
        for server in servers { server.stop() }
    }

    private func show(_ server: LabServer, behind line: DelayLine?) {
        let line = LabLine(server, behind: line)
        if isJSON {
            Output.line(of: line)
        } else {
            let story = server.entry.storyWords
            let told = LocalizedText(": \(story.english)", "：\(story.chinese)").text(in: LanguageOption.spoken)
            Console.result("\(Console.resultStyle.strong(server.name))\(told)\n")
            Console.result("  \(ShellLine.of(["holdfast", "check"] + line.checkArguments))\n\n")
        }
    }

    private static func entry(_ name: String) throws(CommandError) -> BadServer {
        if let entry = TestBed.entry(name) { return entry }
        if TestBed.story(name) != nil {
            throw .usage(
                LabSentence.noServer(name: name),
                hint: LabAdvice.itIsAStory(name: name))
        }
        let near = Suggestion.closest(to: name, among: TestBed.catalogue.map(\.name))
        throw .usage(
            LabSentence.noServer(name: name),
            hint: near.map { UsageAdvice.didYouMean(word: $0) } ?? LabAdvice.listsServers)
    }
}
