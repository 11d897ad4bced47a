import HoldfastDiagnostics
import HoldfastPolicy
import HoldfastStatements
import HoldfastTrust

extension CommandOption {
    static let until = CommandOption(
        "--until", "TIME",
        help: "until when: 30d, 12h, 2w; a date, such as 2027-01-31 (its beginning, UTC); RFC 3339",
        chinese: "到何时：30d、12h、2w；日期，如 2027-01-31（UTC 当日零时）；RFC 3339")
    static let codes = CommandOption(
        "--codes", "CODE[,CODE]",
        help: "the findings to override, and no others: expired,hostMismatch",
        chinese: "要放行的问题，仅限于此：expired,hostMismatch")
    static let note = CommandOption(
        "--note", "TEXT", help: "why, for whoever lists the exceptions later", chinese: "原因，供日后列出例外的人参考")
    static let all = CommandOption(
        "--all",
        help: "remove every exception that is meant; without an operand, all", chinese: "删除所指的每个例外；不带参数时为所有")
    static let exceptionHost = CommandOption(
        "--host", "NAME",
        help: "the name or address that FILE's certificate is trusted for; a URL names its own",
        chinese: "FILE 的证书对此名称或地址受信任；URL 自带名称")
    static let noExceptions = CommandOption(
        "--no-exceptions", in: .trust,
        help: "do not obey the user's exceptions (holdfast trust), by which a refused server is trusted: proceed",
        chinese: "不遵从用户的例外（holdfast trust），即不因例外信任本应拒绝的服务器")
}

extension Command {
    static let trust = Command(
        name: "trust", operands: "VERB …", operandCount: 0...0,
        summary: LocalizedText(
            "trust a certificate that is refused, for one host and until an end", "信任被拒绝的证书，限一台主机并有期限"),
        text: LocalizedText(
            """
            An exception names one certificate, one host, an end, and the findings that it overrides. With it check,
            evaluate and request trust that certificate for that host (policy ssl): result proceed, exit code 0, the
            overridden findings shown first. A finding of another code refuses as before. What does not verify, is
            malformed, revoked, pinned otherwise or too costly to judge cannot be excepted. An exception lasts 398 days
            at most.

            They are kept in holdfast/exceptions.json, in $XDG_STATE_HOME or ~/.local/state, for their owner alone; a
            store that others may read or write, or that is damaged, counts as empty.

            holdfast trust VERB --help explains a verb.
            """,
            """
            例外写明一张证书、一台主机、一个期限，以及放行的问题。有了它，check、evaluate 和 request 就对该主机信任该证书（策略 ssl）：结果为 proceed，退出码为 0，放行的问题最\
            先显示。其他代码的问题照旧拒绝。签名不能验证、格式错误、已吊销、与固定值不符或判定代价过高的，不能设为例外。例外最长 398 天。

            例外保存在 $XDG_STATE_HOME 或 ~/.local/state 的 holdfast/exceptions.json 中，只有其所有者可以访问；他人可以读写或已损坏的存储视为空。

            holdfast trust VERB --help 说明一个动词。
            """),
        examples: [
            "holdfast trust add https://printer.example --until 30d --codes selfSignedNotAnchor",
            "holdfast trust list --json", "holdfast trust remove printer.example",
        ],
        verbs: [.trustAdd, .trustList, .trustRemove]
    ) { _ throws(CommandError) in ExitCode.usage }

    static let trustAdd = Command(
        name: "trust add", operands: "FILE|SERVER", operandCount: 1...1,
        summary: LocalizedText("make an exception for a certificate and a host", "为一张证书与一台主机设立例外"),
        text: LocalizedText(
            """
            Judges first, a server by connecting; without --codes it says which codes it would take, and adds nothing.
            Where a finding remains that --codes does not name, it says which, keeps the exception, and exits with that
            finding's code. FILE holds the chain, the server's own certificate first. An exception lasts 398 days at
            most; one for the same certificate and host is replaced.
            """,
            """
            先作判定，服务器通过连接判定；没有 --codes 时，说明需要哪些代码，不添加任何例外。仍有 --codes 没有写明的问题时，指出是哪些，保存例外，并以该问题的退出码结束。FILE 含证书链，服务\
            器自己的证书在前。例外最长 398 天；同一证书和主机的例外会被取代。
            """),
        options: [.exceptionHost, .until, .codes, .note, .anchors, .anchorsOnly, .profile]
            + CommandOption.liveRevocation + CommandOption.startingTLS + [.language, .json],
        common: [.until, .codes, .note, .exceptionHost, .anchors, .startTLS, .json, .language],
        examples: [
            "holdfast trust add https://printer.example --until 30d --codes selfSignedNotAnchor",
            "holdfast trust add chain.pem --host www.example.com --until 2027-01-31 --codes expired",
        ],
        exitCodes: ExitCode.connections + ExitCode.refusals
    ) { invocation throws(CommandError) in
        try await TrustAdd(invocation, try ExceptionStore()).run()
    }

    static let trustList = Command(
        name: "trust list", operands: "", operandCount: 0...0,
        summary: LocalizedText("show all exceptions", "显示所有例外"),
        text: LocalizedText(
            "Shows those that have ended and are still in the file, too.", "已到期而仍在文件中的也显示。"),
        options: [.language, .json], examples: ["holdfast trust list", "holdfast trust list --json"]
    ) { invocation throws(CommandError) in
        TrustList(invocation, try ExceptionStore()).run()
    }

    static let trustRemove = Command(
        name: "trust remove", operands: "[FINGERPRINT|HOST]", operandCount: 0...1,
        summary: LocalizedText("take exceptions back", "收回例外"),
        text: LocalizedText(
            """
            FINGERPRINT is the SHA-256 of a certificate, and HOST a server as any command takes one, of which the host
            counts. Where several are meant, --all says that all of them are to go.
            """,
            """
            FINGERPRINT 为证书的 SHA-256；HOST 为任何命令所接受的服务器写法，只取其主机。匹配多个时，用 --all 表示全部移除。
            """),
        options: [.all, .language, .json],
        examples: ["holdfast trust remove printer.example", "holdfast trust remove --all"]
    ) { invocation throws(CommandError) in
        try TrustRemove(invocation, try ExceptionStore()).run()
    }
}

/// The user's store of exceptions as commands use it: what is wrong with it is said on standard error.
struct ExceptionStore: Sendable {
    let store: TrustExceptionStore

    init() throws(CommandError) {
        guard let store = TrustExceptionStore.user() else {
            throw CommandError(
                .internalError, code: .noStateFolder, TrustCommandSentence.noPlace,
                hint: TrustCommandAdvice.setStateHome)
        }
        self.store = store
    }

    func load() -> [TrustException] {
        let contents = store.load()
        Self.complain(contents.problems)
        return contents.exceptions
    }

    static func complain(_ problems: [TrustExceptionStoreError]) {
        for problem in problems {
            Console.complain(problem.statement, hint: problem.adviceStatement)
        }
    }

    /// The user's exceptions for a command that judges; none where it is told so, or where there is no place for them.
    static func exceptions(_ invocation: Invocation) -> TrustExceptions {
        guard !invocation.has(.noExceptions), let store = try? ExceptionStore() else { return .none }
        let exceptions = store.load()
        return exceptions.isEmpty ? .none : .only(exceptions)
    }
}

extension CommandError {
    init(_ problem: TrustExceptionStoreError) {
        self.init(
            .internalError, .command(.exceptions), problem.statement, advice: problem.adviceStatement)
    }
}
