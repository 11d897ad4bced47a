import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTrust
import HoldfastStatements

extension CommandOption {
    static let judge = CommandOption(
        "--judge",
        help: "connect to every address, and say whether its server proves the name",
        chinese: "连接每个地址，并说明其服务器能否证明该名称")
    static let judgedPort = CommandOption(
        "--port", "PORT",
        help: "the port to connect to with --judge (default 443)", chinese: "--judge 连接的端口（默认 443）")
}

extension Command {
    static let resolve = Command(
        name: "resolve", operands: "NAME…", operandCount: 1...NameList.maximumCount,
        summary: LocalizedText(
            "ask several resolvers for a name's addresses, and find out which of them lie", "向多个解析器询问名称的地址，找出其中说谎者"),
        text: LocalizedText(
            """
            Asks every source for the addresses of each name, A and AAAA, all at once, and shows the answers side by
            side: addresses, how long they may be kept (TTL), how long the answer took, or why there is none. Without
            --resolver the system's resolver and its hosts file are asked. NAME is a host in any script, or a server as
            check takes one, to whose port --judge connects; - reads names from standard input, one a line, # beginning
            a remark. Nothing is taken from a cache of ours.

            --judge connects to each address once and judges inside the handshake whether its server proves the name, as
            check does: that an address is another one than elsewhere says little, since large sites answer by region;
            that its server cannot show the name's certificate says that the answer is wrong, or that someone stands in
            between.

            The exit code is 0 where every source answered (that there is no such name is an answer) and, with --judge,
            every address proved the name; that of the verdict where an address could not, and so came from a source
            that lies or is lied to; 3 where no source has an address, or one could not be asked; 7 where it did not
            answer in time; that of the failure where an address could not be judged.

            A resolver is one of system · hosts or hosts:PATH · static:NAME=ADDRESS[,ADDRESS] · https://HOST/PATH, DNS
            over HTTPS by POST (RFC 8484), get+https://… by GET · provider:NAME, or provider:PATH.json for one that a
            file describes. None is asked through --proxy, which leads to the judged addresses. Where a HOST's own
            addresses are not to be asked for, --resolver-bootstrap has them.
            --timeout is for each answer (default \(ResolverOptions.defaultTimeout.components.seconds)) and for each
            judged address (default \(DialOptions.defaultTimeout.components.seconds)). The table is in Chinese where
            --language or the locale says so.
            """,
            """
            同时向每个来源询问每个名称的 A 和 AAAA 地址，并排显示答案：地址、可以保留多久（TTL）、应答用时，或没有答案的原因。不给出 --resolver 时，询问系统的解析器及其 hosts 文件。\
            NAME 为任何文字的主机名，或 check 所接受的服务器写法，--judge 连接其端口；- 从标准输入读取名称，每行一个，# 之后为注释。不使用我们的任何缓存。

            --judge 连接每个地址一次，并像 check 那样在握手之中判定其服务器能否证明该名称：地址与别处不同说明不了什么，因为大型网站按地区应答；其服务器拿不出该名称的证书，则说明答案有误，或有人夹在\
            中间。

            每个来源都有应答（没有该名称也是应答），且给出 --judge 时每个地址都证明了该名称，退出码为 0；某个地址不能证明，因而来自说谎或受骗的来源时，为结论的退出码；没有来源有地址，或有一个无法询问时\
            为 3；没有及时应答时为 7；某个地址无法判定时为该失败的退出码。

            解析器为以下之一：system · hosts 或 hosts:PATH · static:NAME=ADDRESS[,ADDRESS] · https://HOST/PATH，即 DNS over \
            HTTPS，用 POST（RFC 8484），get+https://… 则用 GET · provider:NAME，或由文件描述的 provider:PATH.json。都不经过 --proxy \
            询问，它只通往所判定的地址。不应询问 HOST 自己的地址时，由 --resolver-bootstrap 给出。--timeout 用于每次应答（默认 \
            \(ResolverOptions.defaultTimeout.components.seconds)）和每个所判定的地址（默认 \
            \(DialOptions.defaultTimeout.components.seconds)）。--language 或区域设置为中文时，表格为中文。
            """),
        options: [.resolver, .resolverBootstrap, .resolverAnchors, .resolverAccount, .judge, .judgedPort]
            + judging + [.ipv4, .ipv6, .timeout, .language, .json, .quiet],
        common: [.resolver, .judge, .judgedPort, .ipv4, .ipv6, .timeout, .json, .language],
        examples: [
            "holdfast resolve www.example.com",
            "holdfast resolve --judge --resolver system --resolver https://dns.example/dns-query www.example.com",
            "holdfast resolve --json --judge - < names.txt",
        ],
        exitCodes: ExitCode.connections + ExitCode.refusals
    ) { invocation throws(CommandError) in
        try await ResolveCommand(invocation).run()
    }

    /// Options of how addresses are judged.
    fileprivate static let judging: [CommandOption] =
        CommandOption.trust.filter { $0 != .policy } + CommandOption.liveRevocation
        + [.startTLS, .proxy, .noSNI, .groups] + CommandOption.identity
}

/// `holdfast resolve`: names in, what each source says of them out.
struct ResolveCommand {
    /// Names that are asked for at the same time; fewer where each may lead to many connections.
    private static let concurrency = (names: 16, judged: 4)

    private let names: [NameOperand]
    private let sources: [ResolverOptions.Source]
    private let kinds: [AddressKind]
    private let timeout: Duration
    private let judge: AddressJudge?
    private let output: ResultOutput

    init(_ invocation: Invocation) throws(CommandError) {
        output = try ResultOutput(invocation)
        let resolvers = try ResolverOptions(invocation, standard: ["system", "hosts"])
        let dial = try DialOptions(invocation, resolvers: resolvers)
        sources = resolvers.sources
        timeout = resolvers.timeoutOfSources
        kinds =
            switch dial.family {
            case .any: [.ipv4, .ipv6]
            case .ipv4: [.ipv4]
            case .ipv6: [.ipv6]
            }
        if invocation.has(.judge) {
            let trust = try TrustOptions(invocation)
            judge = AddressJudge(trust: trust, dial: dial, identity: try IdentityOptions(invocation))
        } else {
            try invocation.refuse([.judgedPort] + Command.judging, without: "--judge", ResolveAdvice.noneConnected)
            judge = nil
        }
        let startTLS = try StartTLSOption.parse(invocation)
        if startTLS != nil { try dial.allowDiagnosticClient(of: CommandOption.startTLS.name) }
        let port = try invocation.number(of: .judgedPort, in: 1...UInt16.max) { text in
            .usage(ResolveSentence.noPort(text: text), hint: ResolveAdvice.writePort)
        }
        names = try NameList.read(invocation.operands, NameOperand.Reading(port: port, startTLS: startTLS))
    }

    func run() async throws(CommandError) -> ExitCode {
        var finished: [Int: ResolvedName] = [:]
        var next = 0
        var exitCode = ExitCode.success
        let limit = judge == nil ? Self.concurrency.names : Self.concurrency.judged
        for await (index, resolved) in Parallel.map(names, atOnce: limit, { await self.resolved($0) }) {
            finished[index] = resolved
            while let resolved = finished.removeValue(forKey: next) {
                show(resolved, isFirst: next == 0)
                if exitCode == .success { exitCode = resolved.exitCode }
                next += 1
            }
        }
        return exitCode
    }

    private func resolved(_ operand: NameOperand) async -> ResolvedName {
        let questions = sources.flatMap { source in kinds.map { (source, $0) } }
        var answers: [SourceAnswer?] = Array(repeating: nil, count: questions.count)
        let finished = Parallel.map(questions, atOnce: questions.count) { (source, kind) in
            await SourceAnswer(asking: source, operand.name, kind, timeout: timeout)
        }
        for await (index, answer) in finished { answers[index] = answer }
        let resolved = ResolvedName(operand: operand, answers: answers.compactMap(\.self), verdicts: nil)
        guard let judge else { return resolved }
        let verdicts = await judge.verdicts(on: resolved.addresses, for: operand.target)
        return ResolvedName(operand: operand, answers: resolved.answers, verdicts: verdicts)
    }

    private func show(_ resolved: ResolvedName, isFirst: Bool) {
        output.show(lines: resolved.answers.map { ResolutionLine($0, of: resolved) }) { language in
            let more = Console.explanation(of: resolved.causes, language)
            return (isFirst ? "" : "\n") + resolved.text(Console.resultStyle, language: language) + more
        }
        for complaint in resolved.complaints { Console.complain(complaint) }
    }
}
