import HoldfastDiagnostics
import HoldfastFacts
import HoldfastLesson
import HoldfastStatements
import HoldfastTestBed

extension Command {
    static let explain = Command(
        name: "explain", operands: "LINE|CODE|-", operandCount: 1...10_000,
        summary: LocalizedText("say what an error of this or another program means", "说明本程序或其他程序的错误含义"),
        text: LocalizedText(
            """
            LINE is what another program printed: OpenSSL, curl, Python, Go, Java, Node.js, .NET, GnuTLS, Firefox,
            Chrome, Android, Apple's systems, rustls, BoringSSL, Wget, PHP, Perl, Ruby, nginx or Apache. CODE is a
            number or a name of theirs, or one of our own: an exit code, a finding's or error's code, a requirement.
            Said are the program, the causes that it may mean, the likeliest first, what to do, and for each the command
            that decides; the lab's servers that show it, and the lesson's chapter. Nothing is asked of any network.

            - reads standard input, up to 4 MiB, and finds the known lines among others; those of one failure are
            explained together, and what was found again is counted.

            Several words are one line; in a shell's quotes it keeps its marks: 'curl: (60) …'. Exit code 33 says that
            nothing in it is known.
            """,
            """
            LINE 为另一程序输出的内容：OpenSSL、curl、Python、Go、Java、Node.js、.NET、GnuTLS、Firefox、Chrome、Android、Apple 系统、\
            rustls、BoringSSL、Wget、PHP、Perl、Ruby、nginx 或 Apache。CODE 为它们的编号或名称，或我们自己的：退出码、问题或错误的代码、要求。给出的内容有：是哪个程\
            序，可能的原因（最可能的在前），如何处理，在该程序中如何给出所缺的颁发机构、证书或名称，以及各自的判别命令；测试服务器目录中的实例，课程的章节。不访问任何网络。

            - 读取标准输入，最多 4 MiB，从中找出已知的行；属于同一次失败的行一起说明，重复出现的计数。

            几个词视为一行；放在 shell 的引号中可保留其符号：'curl: (60) …'。其中没有任何已知内容时退出码为 33。
            """),
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
    private let output: ResultOutput

    init(_ invocation: Invocation) throws(CommandError) {
        // A line without a shell's quotes comes in words.
        asked = invocation.operands.joined(separator: " ")
        output = try ResultOutput(invocation)
    }

    func run() throws(CommandError) -> ExitCode {
        let explainer: Explainer
        do throws(FactError) { explainer = try Explainer(exitCodes: ExitWords.all(in: output.language)) } catch {
            throw CommandError(.internalError, ExplainSentence.badTable(line: error.line))
        }
        let found =
            asked == "-"
            ? explainer.explanations(
                ofText: try InputFile.bytes(
                    of: "-", limit: Self.mostOctets, advice: ExplainSentence.giveEnd))
            : explainer.explanations(of: asked)
        guard !found.isEmpty else { return unknown() }
        for (index, explanation) in found.enumerated() {
            let report = report(on: explanation)
            output.show(report) { _ in
                (index == 0 ? "" : "\n") + report.text(Console.resultStyle, width: Descriptor.columns)
            }
        }
        return .success
    }

    private func report(on explanation: Explanation?) -> ExplanationReport {
        ExplanationReport(asked: asked, explanation, language: output.language) { Self.places(of: $0) }
    }

    private func unknown() -> ExitCode {
        if output.isJSON {
            Output.line(of: report(on: nil))
        } else {
            Console.complain(
                asked == "-" ? ExplainSentence.nothingKnown : .unknown(text: asked), hint: ExplainSentence.check)
        }
        return .findings
    }

    private static func places(of cause: ErrorCause) -> ExplanationReport.Places {
        let servers: [BadServer]
        switch cause {
        case .finding: servers = Array(TestBed.servers(showing: cause.code).prefix(mostServers))
        case .failure:
            servers = TestBed.server(failingWith: cause.code, exitCode: cause.exitCode).map { [$0] } ?? []
        }
        return ExplanationReport.Places(servers: servers.map(\.name), chapter: Lesson.chapter(about: cause.code))
    }
}

/// The meanings of exit codes, as `--help` has them.
enum ExitWords {
    static func all(in language: PageLanguage) -> [Int32: String] {
        ExitCode.allCases.reduce(into: [:]) { words, code in words[code.rawValue] = code.meaning.text(in: language) }
    }
}
