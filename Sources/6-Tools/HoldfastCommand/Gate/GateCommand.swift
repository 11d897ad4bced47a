import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastFiles
import HoldfastGate
import HoldfastHTTPS
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust

extension Command {
    static let gate = Command(
        name: "gate", operands: "[-- COMMAND…]", operandCount: 0...10_000,
        summary: LocalizedText(
            "run a local proxy that judges every server for programs that cannot ask", "运行本地代理，为不能自行判定的程序判定每台服务器"),
        text: LocalizedText(
            """
            Listens on loopback as a proxy, makes every connection to a server itself, judges it as holdfast request
            would, and hands over what goes through that very connection. Towards its clients it speaks TLS with
            certificates of an authority that is made for this run: its key is in memory alone, it ends with the run and
            after a day at most, and it is installed nowhere. What is refused gets an answer that says why; a page in a
            browser's window shows the warning, with the way on where there is one.

            With a command the command runs behind the gate: the variables that curl, Python, Go, Java and Node (24 and
            later) read are set for it alone, the gate ends with it, and its exit code is the gate's. Without one the
            gate runs until standard input closes or it is interrupted, and prints the variables. Programs of this user,
            and those that show this run's credentials, may use it, and nobody else.

            --only hands connections to other servers through as they are: nothing is known of them. --observe hands all
            of them through, and judges over connections of its own, for the report alone. --names binds the authority
            to some servers. --cert is shown to the hosts that --cert-for names, and never to one that is trusted by an
            exception. Revocation is looked at where an option or the policy file says so. With --json a line of
            holdfast.gate/1 comes first, then one of holdfast.gate-event/1 for each event.
            """,
            """
            作为代理在本机环回地址上监听，自己建立到服务器的每个连接，像 holdfast request 那样判定，并转交正是经由该连接的内容。对客户端，它用本次运行所建颁发机构的证书使用 TLS：该机构的密钥\
            只在内存中，随本次运行结束，最多一天，且不安装到任何地方。被拒绝时会得到说明原因的应答；浏览器窗口中的页面显示警告，可以继续时附有继续的途径。

            给出命令时，该命令在 gate 之后运行：curl、Python、Go、Java 和 Node（24 及以后）读取的变量只为它设置，gate 随它结束，其退出码即 gate 的退出码。不给出命令时，\
            gate 运行到标准输入关闭或被中断，并输出这些变量。只有本用户的程序，以及出示本次运行凭据的程序可以使用它。

            --only 把到其他服务器的连接原样转交：对其内容一无所知。--observe 转交所有连接，并用自己的连接判定，仅用于报告。--names 把颁发机构限于某些服务器。--cert 向 \
            --cert-for 指明的主机出示，绝不向因例外而可信的主机出示。选项或策略文件要求时检查吊销。给出 --json 时，先是一行 holdfast.gate/1，随后每个事件一行 \
            holdfast.gate-event/1。
            """),
        options: [
            .gateOnly, .gateObserve, .gateNames, .gateLife, .gateListen, .gateCredentials,
        ] + CommandOption.gateBehaviour + [.gatePage] + CommandOption.trust + CommandOption.liveRevocation
            + CommandOption.connecting + [.language, .json],
        common: [.gateOnly, .gateObserve, .gateNames, .gateListen, .gatePage, .anchors, .policyFile, .json, .language],
        examples: [
            "holdfast gate -- curl https://www.example.com/",
            "holdfast gate --policy-file policy.json --page",
            "holdfast gate --only example.com --names example.com -- python3 client.py",
        ]
    ) { invocation throws(CommandError) in
        try await GateCommand(invocation).run()
    }
}

/// `holdfast gate`: the proxy for programs that cannot ask.
struct GateCommand {
    private let configuration: Gate.Configuration
    private let invocation: Invocation
    private let command: [String]

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        command = invocation.operands
        var configuration = try GateOptions.configuration(invocation)
        if invocation.has(.json) {
            configuration.report = { Output.line(of: $0) }
        } else {
            configuration.report = { Console.note($0) }
        }
        self.configuration = configuration
    }

    func run() async throws(CommandError) -> any ProcessEnd {
        // From here on a signal ends the gate and removes its files, instead of the process alone.
        guard command.isEmpty else {
            ChildProcess.takeSignals()
            return try await serve { environment throws(CommandError) in
                try await ChildProcess.run(
                    command, setting: environment.variables, removing: ClientEnvironment.removed)
            }
        }
        let stop = try StopSignal()
        return try await serve { _ throws(CommandError) in
            await stop.awaited()
            return ExitCode.success
        }
    }

    /// Runs a gate for as long as `use` takes, whose end is its own.
    private func serve(
        while use: (ClientEnvironment) async throws(CommandError) -> any ProcessEnd
    ) async throws(CommandError) -> any ProcessEnd {
        let folder = try TemporaryFolder(prefix: "holdfast-gate-")
        defer { folder.remove() }
        let gate: Gate
        var page: LivePage?
        do throws(GateError) {
            gate = try Gate(configuration)
            if invocation.has(.gatePage) { page = try LivePage(of: gate) }
        } catch {
            throw CommandError(error)
        }
        let environment = try environment(of: gate, in: folder)
        show(gate, page, environment, folder)
        let serving = Task { await gate.run() }
        let showing = page.map { page in Task { await page.run() } }
        let code = try await use(environment)
        showing?.cancel()
        gate.stop()
        await serving.value
        return code
    }

    /// Writes the files that clients read, and gives the variables that name them.
    private func environment(of gate: Gate, in folder: TemporaryFolder) throws(CommandError) -> ClientEnvironment {
        let anchors = gate.passesConnections ? TrustAnchors.system.current().anchors.map(\.certificate) : []
        let environment = ClientEnvironment(
            of: gate, in: folder.path, systemAnchors: anchors, javaOptions: Descriptor.environment("JAVA_TOOL_OPTIONS"),
            nodeOptions: Descriptor.environment("NODE_OPTIONS"))
        for file in environment.files {
            do throws(SystemError) {
                try FileWriting.put(file.bytes, at: "\(folder.path)/\(file.name)", .new, mode: 0o600)
            } catch {
                throw CommandError(
                    .internalError, code: .temporaryFolder,
                    UsageSentence.cannotWrite(path: folder.path, fault: SystemText.clause(error.number)))
            }
        }
        return environment
    }

    private func show(
        _ gate: Gate, _ page: LivePage?, _ environment: ClientEnvironment, _ folder: TemporaryFolder
    ) {
        if invocation.has(.json) {
            Output.line(
                of: GateLine(
                    listening: "\(gate.endpoint)", proxy: gate.proxyURL,
                    ca: environment.variables["SSL_CERT_FILE"] ?? "",
                    page: page?.url))
            return
        }
        // A token is no user and password of a URL: it is shown to be opened.
        if let page { Console.result("page: \(page.url)\n") }
        guard command.isEmpty else { return }
        for (name, value) in environment.variables.sorted(by: { $0.key < $1.key }) {
            Console.result("export \(name)='\(value.replacing("'", with: "'\\''"))'\n")
        }
        Console.note(GateNote.listening(at: "\(gate.endpoint)", end: StopSignal.end))
    }
}

extension Console {
    /// Lines for people about a gate's event; those of a refusal end with where its code is explained.
    static func note(_ event: GateEvent) {
        guard let line = GateNote(event) else { return }
        note(line)
        guard event.kind == .refused, let code = event.codes.first,
            let more = ExplainLine.note(code, language: LanguageOption.spoken)
        else { return }
        note(more)
    }
}

/// The first line of `gate --json`: how to reach the gate, in the schema `holdfast.gate/1`.
struct GateLine: Encodable {
    private let schema = "holdfast.gate/1"
    let listening: String
    /// With this run's user and password.
    let proxy: String
    /// The file with what a client has to trust.
    let ca: String
    /// The live page, with its token; nil without --page.
    let page: String?

}

extension CommandError {
    init(_ error: GateError) {
        self.init(
            error.kind == .configuration ? .usage : .internalError, .command(.gate), error.statement,
            advice: error.kind == .system ? GateCommandAdvice.anotherPlace.statement : nil)
    }
}
