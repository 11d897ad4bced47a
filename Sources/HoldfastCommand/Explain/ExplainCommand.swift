import HoldfastDiagnostics
import HoldfastFacts
import HoldfastLesson
import HoldfastStatements
import HoldfastTestBed

extension Command {
    static let explain = Command(
        name: "explain", operands: "LINE|CODE|-", operandCount: 1...1,
        summary: "say what an error of this or another program means",
        text: """
            LINE is what another program printed: OpenSSL, curl, Python, Go, Java, Node.js, .NET, GnuTLS, Firefox,
            Chrome, Android, Apple's systems, nginx or Apache. CODE is a number or a name of theirs, or one of our own:
            an exit code, a finding's or error's code, a requirement. Said are the program, the causes that it may mean,
            the likeliest first, what to do, and for each the command that decides; the lab's servers that show it, and
            the lesson's chapter. Nothing is asked of any network.

            - reads standard input, up to 4 MiB, and finds the known lines among others; those of one failure are
            explained together, and what was found again is counted.

            Exit code 33 says that nothing in it is known. A line is looked at in a shell's quotes: 'curl: (60) …'.
            """,
        options: [.language, .json],
        examples: [
            "holdfast explain 'curl: (60) SSL certificate problem: unable to get local issuer certificate'",
            "holdfast explain SEC_ERROR_UNKNOWN_ISSUER", "holdfast explain -9813", "holdfast explain issuerNotFound",
            "curl https://www.example.com 2>&1 | holdfast explain -",
        ],
        exitCodes: [.findings], takesLines: true
    ) { invocation throws(CommandError) in
        try ExplainCommand(invocation).run()
    }
}

/// `holdfast explain`: a line in, causes out.
struct ExplainCommand {
    /// Octets of standard input.
    private static let mostOctets = 4 << 20
    /// Servers of the lab that are named for a cause.
    private static let mostServers = 3

    private let asked: String
    private let language: PageLanguage
    private let isJSON: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        asked = invocation.operands[0]
        language = try LanguageOption.parse(invocation)
        isJSON = invocation.has(.json)
    }

    func run() throws(CommandError) -> ExitCode {
        let explainer: Explainer
        do throws(FactError) { explainer = try Explainer(exitCodes: ExitWords.all(in: language)) } catch {
            throw CommandError(.internalError, "the table of lines cannot be read: line \(error.line)")
        }
        let found =
            asked == "-"
            ? explainer.explanations(
                ofText: try InputFile.bytes(
                    of: "-", limit: Self.mostOctets, advice: "give its end alone: tail -n 1000 LOG | holdfast explain -"
                ))
            : explainer.explanations(of: asked)
        guard !found.isEmpty else { return unknown() }
        for (index, explanation) in found.enumerated() {
            let report = ExplanationReport(asked: asked, explanation, language: language) {
                Self.places(of: $0, language)
            }
            if isJSON {
                Output.line(of: report)
            } else {
                let text = report.text(Console.resultStyle, width: Descriptor.columns)
                Console.result((index == 0 ? "" : "\n") + text)
            }
        }
        return .success
    }

    private func unknown() -> ExitCode {
        if isJSON {
            Output.line(of: ExplanationReport(asked: asked, nil, language: language) { Self.places(of: $0, language) })
        } else {
            let words =
                asked == "-"
                ? LocalizedText("no line of standard input is known", "标准输入中没有已知的行")
                : LocalizedText("not known: \(Wording.quoted(asked))", "未知：\(Wording.quoted(asked))")
            let hint = LocalizedText(
                "holdfast check HOST says what is wrong with a server", "holdfast check HOST 说明服务器有什么问题")
            Console.complain(words.text(in: language), hint: hint.text(in: language), in: language)
        }
        return .findings
    }

    private static func places(of cause: ErrorCause, _ language: PageLanguage) -> ExplanationReport.Places {
        let servers: [BadServer]
        switch cause {
        case .finding: servers = Array(TestBed.servers(showing: cause.code).prefix(mostServers))
        case .failure:
            servers = TestBed.server(failingWith: cause.code, exitCode: cause.exitCode).map { [$0] } ?? []
        }
        return ExplanationReport.Places(servers: servers.map(\.name), chapter: Lesson.chapter(about: cause.code))
    }
}

/// The meanings of exit codes, by ``ExitCode/table``.
enum ExitWords {
    static func all(in language: PageLanguage) -> [Int32: String] {
        ExitCode.table.reduce(into: [:]) { words, row in
            guard let number = Int32(row.code) else { return }
            words[number] = language == .english ? row.meaning : chinese[number] ?? row.meaning
        }
    }

    static let chinese: [Int32: String] = [
        0: "退出码：受信任，或已完成", 1: "退出码：内部或 I/O 错误，包括无法读取的文件", 2: "退出码：用法错误",
        3: "退出码：名称未找到，或连接失败", 4: "退出码：判定证书之前 TLS 失败", 5: "退出码：接受证书之后 TLS 失败",
        6: "退出码：HTTP 或传输失败", 7: "退出码：超时", 20: "退出码：未找到颁发者", 21: "退出码：已过期或尚未生效",
        22: "退出码：自签名且不是锚点", 23: "退出码：证书链终止于不是锚点的根", 24: "退出码：名称不符",
        25: "退出码：已吊销，或在必须知道时状态未知", 26: "退出码：固定（pin）不符", 27: "退出码：密钥或签名过弱",
        28: "退出码：策略的其他规则", 29: "退出码：签名验证失败", 30: "退出码：证书格式错误", 31: "退出码：超出工作量上限",
        32: "退出码：在所问的时间内到期", 33: "退出码：其他判定命令的发现；check --as 时为无法连接的客户端",
    ]
}
