import HoldfastStatements

/// One option as a command offers it.
struct CommandOption: Hashable, Sendable {
    /// The long spelling; it names the option everywhere.
    let name: String
    /// The one-letter spelling, without its dash.
    let letter: Character?
    /// The placeholder of the value in the help; nil for a flag.
    let placeholder: String?
    let isRepeatable: Bool
    /// The part of the help that it stands in.
    let group: OptionGroup
    let help: LocalizedText

    init(
        _ name: String, letter: Character? = nil, _ placeholder: String? = nil, repeatable: Bool = false,
        in group: OptionGroup = .own, help: String, chinese: String
    ) {
        self.name = name
        self.letter = letter
        self.placeholder = placeholder
        self.isRepeatable = repeatable
        self.group = group
        self.help = LocalizedText(help, chinese)
    }

    var takesValue: Bool { placeholder != nil }

    /// Whether it is spelled so, the long or the short way.
    func isCalled(_ spelling: String) -> Bool { spelling == name || letter.map { "-\($0)" } == spelling }

    static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Options that belong together, in the order in which the help shows them.
enum OptionGroup: CaseIterable, Sendable {
    /// The options that are one command's own.
    case own
    case trust, revocation, connection, resolvers, identity, output

    /// The title of the part of the help.
    var title: LocalizedText {
        switch self {
        case .own: LocalizedText("options", "选项")
        case .trust: LocalizedText("whom to trust, and by which rules", "信任谁，按何规则")
        case .revocation: LocalizedText("revoked certificates", "已吊销的证书")
        case .connection: LocalizedText("the connection", "连接")
        case .resolvers: LocalizedText("whom to ask for addresses", "向谁询问地址")
        case .identity: LocalizedText("a certificate of one's own", "自己的证书")
        case .output: LocalizedText("what is printed", "输出")
        }
    }
}

extension CommandOption {
    // Of every command; Command adds them.
    static let help = CommandOption(
        "--help", letter: "h", in: .output,
        help: "print this help; with --all every option and all that is to be known",
        chinese: "显示此帮助；加 --all 显示全部选项与说明")
    static let colour = CommandOption(
        "--color", "WHEN", in: .output,
        help: "colours: auto (default: on a terminal, as NO_COLOR and CLICOLOR_FORCE say), always or never",
        chinese: "颜色：auto（默认：终端上有，遵从 NO_COLOR 与 CLICOLOR_FORCE）、always 或 never")

    static let json = CommandOption(
        "--json", in: .output,
        help: "print JSON for machines, one object a line",
        chinese: "输出供机器读取的 JSON，每行一个对象")
    static let quiet = CommandOption(
        "--quiet", in: .output,
        help: "print no verdicts and no progress; errors, the exit code and --json stay",
        chinese: "不输出结论与进度；错误、退出码与 --json 保留")

    // Files beside what is printed.
    static let report = CommandOption(
        "--report", "FILE", in: .output,
        help: "also write the results to this file, as an HTML page", chinese: "另把结果写入此文件（HTML 页面）")
    static let junit = CommandOption(
        "--junit", "FILE", in: .output,
        help: "also write them to this file, as JUnit XML", chinese: "另写入此文件（JUnit XML）")
    static let sarif = CommandOption(
        "--sarif", "FILE", in: .output,
        help: "also write them to this file, as SARIF 2.1.0", chinese: "另写入此文件（SARIF 2.1.0）")

    // Whom to trust, and as what.
    static let anchors = CommandOption(
        "--anchors", "PATH", repeatable: true, in: .trust,
        help: "trust the certificates of this file or folder besides the system's",
        chinese: "在系统的信任锚之外，信任此文件或文件夹中的证书")
    static let anchorsOnly = CommandOption(
        "--anchors-only", "PATH", repeatable: true, in: .trust,
        help: "trust the certificates of this file or folder and no others", chinese: "只信任此文件或文件夹中的证书")
    static let policy = CommandOption(
        "--policy", "PURPOSE", in: .trust,
        help: "judge as ssl, ssl-client or basic-x509 (no name)",
        chinese: "按 ssl、ssl-client 或 basic-x509（不比较名称）判定")
    static let profile = CommandOption(
        "--profile", "PROFILE", in: .trust,
        help: "the rule set: default, rfc5280, webpki or apple", chinese: "规则集：default、rfc5280、webpki 或 apple")
    static let at = CommandOption(
        "--at", "TIME", in: .trust,
        help: "judge as of this time instead of now: \(TimeArgument.forms.english)",
        chinese: "以此时间而非现在判定：\(TimeArgument.forms.chinese)")
    static let expiresWithin = CommandOption(
        "--expires-within", "DURATION", in: .trust,
        help: "exit with 32 where a certificate of a trusted chain expires in 30 days (30 or 30d), 90m, 12h, 2w, or "
            + "where the server's own is in the last 33% of its lifetime",
        chinese: "可信链中有证书在 30 天（30 或 30d）、90m、12h、2w 之内到期，或服务器自己的证书已进入有效期的最后 33% 时，以 32 退出")
    static let host = CommandOption(
        "--host", "NAME",
        help: "the name or address that the leaf must carry; without it: basic-x509",
        chinese: "叶证书须含的名称或地址；不给出则为 basic-x509")

    // Where to connect.
    static let connectTo = CommandOption(
        "--connect-to", "HOST:PORT:ADDR:PORT", repeatable: true, in: .connection,
        help: "dial ADDR:PORT for HOST:PORT, as curl does; the certificate is still judged for HOST",
        chinese: "以 ADDR:PORT 代替 HOST:PORT 连接，与 curl 相同；证书仍按 HOST 判定")
    static let resolve = CommandOption(
        "--resolve", "HOST:PORT:ADDR[,ADDR]", repeatable: true, in: .connection,
        help: "use these addresses for HOST:PORT instead of asking the resolver; IPv6 in brackets",
        chinese: "HOST:PORT 使用这些地址，不询问解析器；IPv6 加方括号")
    static let proxy = CommandOption(
        "--proxy", "URL", in: .connection,
        help: "go through this proxy: http://HOST:PORT, https://…, which is judged too, or socks5://…",
        chinese: "经由此代理：http://HOST:PORT、https://…（也受判定）或 socks5://…")
    static let timeout = CommandOption(
        "--timeout", "TIME", in: .connection,
        help: "give up on a target, or one address of it, after this long: 2 or 2s, 500ms, 1m (default 30)",
        chinese: "一个目标或其一个地址的最长用时：2 或 2s、500ms、1m（默认 30）")
    static let ipv4 = CommandOption(
        "--ipv4", letter: "4", in: .connection, help: "dial IPv4 addresses only", chinese: "只连接 IPv4 地址")
    static let ipv6 = CommandOption(
        "--ipv6", letter: "6", in: .connection, help: "dial IPv6 addresses only", chinese: "只连接 IPv6 地址")
    static let allAddresses = CommandOption(
        "--all-addresses", in: .connection,
        help: "dial every address of each target and judge it by itself, with a verdict for each",
        chinese: "连接每个目标的所有地址并逐一判定，各有结论")
    static let startTLS = CommandOption(
        "--starttls", "PROTOCOL", in: .connection,
        help: "first speak \(StartTLSOption.names), and have it change to TLS",
        chinese: "先用 \(StartTLSOption.names) 协议，再转为 TLS")
    static let noSNI = CommandOption(
        "--no-sni", in: .connection,
        help: "send no server name; the certificate is judged for the name all the same",
        chinese: "不发送服务器名称；证书仍按该名称判定")

    static let groups = CommandOption(
        "--groups", "LIST", in: .connection,
        help: "agree on keys by these groups alone: names with colons between them, such as X25519MLKEM768:x25519; the "
            + "first gets the key share",
        chinese: "只以这些群协商密钥：名称以冒号分隔，如 X25519MLKEM768:x25519；第一个带密钥份额")

    // request
    static let method = CommandOption(
        "--method", letter: "X", "METHOD",
        help: "the method (default GET; POST with --data)", chinese: "方法（默认 GET；有 --data 时为 POST）")
    static let header = CommandOption(
        "--header", letter: "H", "'NAME: VALUE'", repeatable: true,
        help: "send this header field", chinese: "发送此首部字段")
    static let data = CommandOption(
        "--data", letter: "d", "TEXT",
        help: "send this body; @FILE sends a file's bytes, @- standard input's",
        chinese: "发送此正文；@FILE 发送文件的字节，@- 为标准输入")
    static let fail = CommandOption(
        "--fail", letter: "f",
        help: "exit with 6 when the status is 400 or more",
        chinese: "状态为 "
            + "400 或以上时以 6 退出")
    static let bodyOut = CommandOption(
        "--out", letter: "o", "FILE",
        help: "write the body to this file instead of standard output", chinese: "把正文写入此文件，而非标准输出")
    static let include = CommandOption(
        "--include", letter: "i",
        help: "print the status line and the header fields before the body", chinese: "在正文之前输出状态行与首部字段")
    static let maxRedirects = CommandOption(
        "--max-redirects", "N",
        help: "follow at most N redirects (default 20; 0: a redirect is the answer)",
        chinese: "最多跟随 N 次重定向（默认 20；0：重定向即为应答）")
    static let http11 = CommandOption(
        "--http1.1", in: .connection,
        help: "speak HTTP/1.1, and offer no HTTP/2", chinese: "使用 HTTP/1.1，不提供 HTTP/2")
    static let authentication = CommandOption(
        "--auth", "SCHEME", in: .connection,
        help: "answer whoever asks for a login by this alone: basic, digest, ntlm or negotiate",
        chinese: "只以此应答登录要求：basic、digest、ntlm 或 negotiate")
    static let cache = CommandOption(
        "--cache", "DIR",
        help: "keep the answer in this folder, and answer from there where HTTP's rules allow it; says which it was",
        chinese: "把应答存入此文件夹，HTTP 规则允许时由此应答；并说明是哪一种")

    static let cookie = CommandOption(
        "--cookie", letter: "b", "FILE", repeatable: true,
        help: "send the cookies of this file in Netscape's format, as curl and browsers' tools write it",
        chinese: "发送此文件中的 cookie（Netscape 格式，与 curl 和浏览器工具相同）")
    static let cookieJar = CommandOption(
        "--cookie-jar", letter: "c", "FILE",
        help: "write the cookies that outlast the session to this file, for its owner alone",
        chinese: "把会话之后仍有效的 cookie 写入此文件，只供其所有者")

    // lab
    static let list = CommandOption(
        "--list", help: "list the servers, or the stories, without starting them", chinese: "列出服务器或情景，不启动")
    static let check = CommandOption(
        "--check",
        help: "check every server, and say whether each verdict is as expected; with --stories, run every line",
        chinese: "检查每台服务器，说明结论是否符合预期；与 --stories 同用时运行每一行")
    static let tryOut = CommandOption(
        "--try",
        help: "start the servers that are named, judge them, tell what is wrong with each, and end",
        chinese: "启动所指的服务器，判定它们，说明各有何问题，然后结束")
    static let stories = CommandOption(
        "--stories",
        help: "start the servers of stories instead, each with the command lines that show it",
        chinese: "改为启动情景的服务器，各附演示的命令行")
    static let roundTrip = CommandOption(
        "--rtt", "TIME",
        help: "put a delay line of this round-trip time before servers of this machine: 22ms (as root)",
        chinese: "在本机服务器之前设置此往返时间的延迟线路：22ms（须为 root）")

    /// Options of every command that judges a chain.
    static let trust: [CommandOption] = [
        .anchors, .anchorsOnly, .policy, .profile, .policyFile, .dangerousDebugOverrides, .pin, .ctPolicy, .ctLogs,
        .at, .noExceptions,
    ]
    /// Options of every command that connects.
    static let connecting: [CommandOption] =
        [.connectTo, .resolve, .ipv4, .ipv6, .proxy, .noSNI, .groups, .timeout] + resolving + identity
    /// Options of every command that judges servers which may speak something else before TLS.
    static let startingTLS: [CommandOption] = [.startTLS] + connecting
    /// The files that verdicts can go to.
    static let reports: [CommandOption] = [.report, .junit, .sarif]
}
