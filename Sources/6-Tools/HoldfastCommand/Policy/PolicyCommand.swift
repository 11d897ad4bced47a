import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastJSON
import HoldfastResolving
import HoldfastPolicy
import HoldfastStatements
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension CommandOption {
    static let policyOffline = CommandOption(
        "--offline", help: "look at the file alone; judge no server", chinese: "只看文件，不判定任何服务器")
    static let failOnDifference = CommandOption(
        "--fail-on", "KIND",
        help: "the differences that end with 33: any (default), changed (all but those called stronger) or weaker",
        chinese: "以 33 结束的差异：any（默认）、changed（除“更严格”以外的全部）或 weaker")
}

extension Command {
    static let policyFiles = Command(
        name: "policy", operands: "VERB …", operandCount: 0...0,
        summary: LocalizedText(
            "show, compare and test policy files", "显示、比较、检验策略文件"),
        text: LocalizedText(
            """
            A policy file says which servers are judged how; commands that judge read it with --policy-file.

            holdfast policy VERB --help explains a verb.
            """,
            """
            策略文件写明如何判定哪些服务器；作判定的命令用 --policy-file 读取它。

            holdfast policy VERB --help 说明一个动词。
            """),
        examples: [
            "holdfast policy show policy.json www.example.com", "holdfast policy diff old.json policy.json",
            "holdfast policy test policy.json",
        ],
        verbs: [.policyShow, .policyDiff, .policyTest]
    ) { _ throws(CommandError) in ExitCode.usage }

    static let policyShow = Command(
        name: "policy show", operands: "FILE [HOST…]", operandCount: 1...1_000,
        summary: LocalizedText(
            "say what a policy file has in force, for all or for a host, and where it says so",
            "说明策略文件对全部或某一主机有何规定，以及写在何处"),
        text: LocalizedText(
            """
            For each HOST, a name, an address or a URL: every member that counts, with its value, the entry that has the
            say, and its line. An entry that the name misses by little is named. Without HOST, the same for each entry
            of the file, with the hosts of the file that a pattern matches. The file is read as --policy-file reads it.
            """,
            """
            对每个 HOST（名称、地址或 URL）：列出起作用的每个成员及其值、决定它的条目和所在的行。名称只差一点而未匹配的条目也会指出。不给出 \
            HOST 时，对文件的每个条目作同样的说明，并列出模式所匹配的文件中的主机。文件的读取方式与 --policy-file 相同。
            """),
        options: [.dangerousDebugOverrides, .ownTime, .language, .json],
        examples: [
            "holdfast policy show policy.json", "holdfast policy show policy.json www.example.com",
            "holdfast policy show --json policy.json a.example",
        ]
    ) { invocation throws(CommandError) in
        try PolicyShow(invocation).run()
    }

    static let policyDiff = Command(
        name: "policy diff", operands: "OLD NEW", operandCount: 2...2,
        summary: LocalizedText(
            "say which hosts are judged by less, by more, or otherwise", "说明哪些主机的判定变松、变严或有所不同"),
        text: LocalizedText(
            """
            Compared is what is in force, host by host and pattern by pattern: moving an entry makes no difference. Each
            difference is called weaker or stronger where it is one of both. The files are read as texts, whoever may
            write them; - is standard input. Files that they name are not read.

            Exits with 0 where nothing differs, with 33 where something does; with --fail-on weaker only where
            something is called weaker, with --fail-on changed where something is called weaker or changed.
            """,
            """
            比较的是实际生效的内容，逐个主机、逐个模式：移动条目没有影响。只要能分出强弱，每处差异都注明变弱或变强。文件按文本读取，无论谁可以写入；- 为标准输入。文件中指明的其他文件不读取。

            没有差异时退出码为 0，有差异时为 33；给出 --fail-on weaker 时，仅在有内容变弱时为 33；给出 --fail-on changed 时，有内容变弱或改变时为 33。
            """),
        options: [.failOnDifference, .ownTime, .language, .quiet, .json],
        examples: [
            "holdfast policy diff old.json policy.json", "holdfast policy diff --fail-on weaker old.json policy.json",
            "git show HEAD:policy.json | holdfast policy diff - policy.json",
        ],
        exitCodes: [.findings]
    ) { invocation throws(CommandError) in
        try PolicyDiff(invocation).run()
    }

    static let policyTest = Command(
        name: "policy test", operands: "FILE [HOST…]", operandCount: 1...TargetList.maximumCount,
        summary: LocalizedText(
            "look for mistakes in a policy file, and judge its servers by it", "查找策略文件中的错误，并据其判定各服务器"),
        text: LocalizedText(
            """
            Says what each entry sets; which say nothing, repeat a wider one, or keep one from some servers; and what
            pin lint finds. Then every exact host of the file, or each HOST, is judged as holdfast check --policy-file
            judges it, a line each; HOST without a port at that of its connectTo. --offline leaves that out. What is
            found has error, warning or note before it, as compilers write it, in every language.

            --junit has one test case for the file, which fails where there is more than notes, and one for each server.

            The exit code is that of check, and 33 where the servers are well and the file is not.
            """,
            """
            说明每个条目设置了什么；哪些条目什么也没有设置、重复了更宽的条目，或使某些服务器得不到更宽的条目；以及 pin lint 发现的问题。随后像 holdfast check --policy-file \
            那样判定文件中的每个确切主机，或每个 HOST，每个一行；未写端口的 HOST 使用其 connectTo 的端口。--offline 略去这一步。所发现的问题之前为 \
            error、warning 或 note，与编译器相同，在任何语言中都是如此，供工具读取。

            --junit 中，文件有一个测试用例，除提示外还有其他问题时失败；每台服务器各有一个测试用例。

            退出码与 check 相同；服务器没有问题而文件有问题时为 33。
            """),
        options: [.policyOffline] + CommandOption.trust.filter { $0 != .policyFile && $0 != .policy }
            + CommandOption.liveRevocation + CommandOption.startingTLS + [.junit, .language, .json, .quiet],
        common: [.policyOffline, .anchors, .revocation, .startTLS, .junit, .json, .language],
        examples: [
            "holdfast policy test policy.json", "holdfast policy test --offline policy.json",
            "holdfast policy test policy.json www.example.com",
        ],
        exitCodes: ExitCode.connections + ExitCode.refusals + [.findings]
    ) { invocation throws(CommandError) in
        var command = try PolicyTest(invocation)
        return try await command.run()
    }
}

extension ReadPolicyFile {
    /// Reads a file as `--policy-file` does.
    init(path: String, _ invocation: Invocation, at now: Instant) throws(CommandError) {
        do throws(PolicyFileError) {
            try self.init(
                path: path, dangerouslyAllowingDebugOverrides: invocation.has(.dangerousDebugOverrides),
                publicSuffixes: .system, at: now)
        } catch {
            throw PolicyOptions.failure(error)
        }
    }

    /// Reads a file, or standard input, as a text.
    init(textOf path: String, at now: Instant) throws(CommandError) {
        let bytes = try InputFile.bytes(of: path, limit: PolicyDocument.maximumBytes, advice: FileAdvice.pins)
        do throws(PolicyDocumentError) {
            try self.init(text: bytes, publicSuffixes: .system, at: now)
        } catch {
            throw PolicyOptions.failure(PolicyFileError(path: path, reason: .document(error)))
        }
    }
}

/// A member of a policy file as JSON has it.
struct PolicySettingLine: Encodable {
    private let member: String
    private let pattern: String
    private let line: Int
    private let column: Int
    private let value: String
    private let statement: StatementReport
    private let takesBack: String?

    init(_ setting: ReadPolicyFile.Setting) {
        (member, pattern) = (setting.member, "\(setting.pattern)")
        (line, column) = (setting.position.line, setting.position.column)
        (value, statement) = (setting.value.english, StatementReport(setting.value))
        takesBack = setting.takesBack
    }
}
