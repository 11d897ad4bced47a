import HoldfastStatements

/// Advice for those who bring other programs' words.
enum HabitAdvice: Sentence {
    case write(line: String)
    case scanComes
    case otherCommand(option: String, command: String, others: String)
    case leftOut(words: String)
    case nothingSwitchesOff
    case alwaysJudged
    case oldVersionsAreNotSpoken
    case formIsFound
    case noRetry
    case severalAtOnce
    case redirectsAreFollowed
    case passphraseFile
    case oneAddress
    case version
    case noProxyByItself
    case http2
    case authForProxies
    case errorsAlwaysTold
    case decompressed
    case userInURL
    case proxyUser
    case metrics
    case compareRuns
    case warnings
    case secretOfCluster
    case stepsAreShown
    case showsSteps
    case withoutCodes
    case seeBefore(line: String)
    case judgesAlone
    case replacesNothing(command: String)
    case changesNothing(command: String)
    case cookiesInFile

    static let topic = "commandHabitAdvice"

    var words: LocalizedText {
        switch self {
        case .write(let line): LocalizedText("write \(line)", "请写 \(line)")
        case .scanComes:
            LocalizedText(
                "what a server speaks is listed by no command yet; one version is tried at a time",
                "尚无命令列出服务器支持的版本与套件；每次可试验一个版本")
        case .otherCommand(let option, let command, let others):
            LocalizedText(
                "it is \(option) here, which \(command) does not take"
                    + (others.isEmpty ? "" : "; \(others) \(others.contains(", ") ? "do" : "does")"),
                "此处对应 \(option)，而 \(command) 没有这个选项" + (others.isEmpty ? "" : "；\(others) 有"))
        case .leftOut(let words):
            LocalizedText("nothing here is like \(words), which is left out", "此处没有与 \(words) 对应的选项，已略去")
        case .nothingSwitchesOff:
            LocalizedText(
                "nothing switches the judging off: --anchors FILE, or holdfast trust add, says whom to trust",
                "判定无法关闭：以 --anchors FILE 或 holdfast trust add 指明信任谁")
        case .alwaysJudged:
            LocalizedText("leave it out: certificates are always judged", "请去掉：证书总会受判定")
        case .oldVersionsAreNotSpoken:
            LocalizedText(
                "leave it out: TLS 1.2 and 1.3 alone are spoken; holdfast trace --tls 1.0 HOST tries an old one",
                "请去掉：只使用 TLS 1.2 与 1.3；holdfast trace --tls 1.0 HOST 可试验旧版本")
        case .formIsFound: LocalizedText("leave it out: the file's form is found out", "请去掉：文件的格式会自行识别")
        case .noRetry:
            LocalizedText(
                "leave it out: a failure is told at once; holdfast scan --retry 3 asks a list again, and the shell "
                    + "repeats: for i in 1 2 3; do holdfast check HOST && break; done",
                "请去掉：失败会立即报告；holdfast scan --retry 3 会对列表重试，"
                    + "也可由 shell 重复：for i in 1 2 3; do holdfast check HOST && break; done")
        case .severalAtOnce:
            LocalizedText(
                "leave it out: several servers are judged at once, and told in their order",
                "请去掉：多台服务器同时判定，按其顺序报告")
        case .redirectsAreFollowed:
            LocalizedText(
                "leave it out: redirects are followed; --max-redirects 0 follows none",
                "请去掉：重定向会被跟随；--max-redirects 0 不跟随")
        case .passphraseFile:
            LocalizedText(
                "write --passphrase-file FILE: an argument is seen by everybody",
                "请写 --passphrase-file FILE：参数人人可见")
        case .oneAddress:
            LocalizedText(
                "leave it out: one address is dialled unless --all-addresses is given",
                "请去掉：除非给出 --all-addresses，只连接一个地址")
        case .version: LocalizedText("write holdfast --version", "请写 holdfast --version")
        case .noProxyByItself:
            LocalizedText("leave it out: there is a proxy only where --proxy names one", "请去掉：只有 --proxy 指明时才使用代理")
        case .http2:
            LocalizedText(
                "leave it out: holdfast request offers HTTP/2 unless --http1.1 is given, holdfast trace with --alpn h2",
                "请去掉：除非给出 --http1.1，holdfast request 都提供 HTTP/2；holdfast trace 以 --alpn h2 提供")
        case .authForProxies:
            LocalizedText("--auth SCHEME counts for proxies too", "--auth SCHEME 对代理同样有效")
        case .errorsAlwaysTold: LocalizedText("leave it out: errors are always told", "请去掉：错误总会报告")
        case .decompressed: LocalizedText("leave it out: answers are decompressed as they come", "请去掉：应答到达时即被解压")
        case .userInURL:
            LocalizedText(
                "the user and the password stand in the URL, USER:PASSWORD@ before the host; --auth SCHEME restricts "
                    + "it",
                "用户与密码写在 URL 中的主机之前：USER:PASSWORD@；--auth SCHEME 可加以限定")
        case .proxyUser:
            LocalizedText(
                "the proxy's user and password stand in its URL, USER:PASSWORD@ before its host",
                "代理的用户与密码写在其 URL 中的主机之前：USER:PASSWORD@")
        case .metrics:
            LocalizedText(
                "metrics are made of the JSON, by the lines under “Metrics” in Docs/check.md",
                "指标由 JSON 得出，所用命令见 Docs/check.md 的 Metrics 一节")
        case .compareRuns:
            LocalizedText(
                "two runs are compared by their JSON, by the lines under “What changed” in Docs/check.md",
                "两次运行以其 JSON 比较，所用命令见 Docs/check.md")
        case .warnings:
            LocalizedText(
                "a warning changes no exit code unless --fail-on warning is given; the JSON has the severity of each "
                    + "finding",
                "除非给出 --fail-on warning，警告不改变退出码；JSON 中有每项发现的严重程度")
        case .secretOfCluster:
            LocalizedText(
                "write kubectl get secret NAME -o 'jsonpath={.data.tls\\.crt}' | base64 -d | holdfast inspect -",
                "请写 kubectl get secret NAME -o 'jsonpath={.data.tls\\.crt}' | base64 -d | holdfast inspect -")
        case .stepsAreShown:
            LocalizedText(
                "leave it out: each step is shown first, and nothing is done unless you say yes",
                "请去掉：会先显示每一步，您同意之前不做任何改动")
        case .showsSteps:
            LocalizedText(
                "holdfast trust-store install CA.pem shows each step first, and does nothing unless you say yes; "
                    + "holdfast trust-store status CA.pem changes nothing",
                "holdfast trust-store install CA.pem 会先显示每一步，您同意之前不做任何改动；holdfast trust-store status CA.pem 不做改动")
        case .withoutCodes:
            LocalizedText(
                "without --codes it says which codes it would take, and adds nothing",
                "不带 --codes 时，它说明所需的代码，不添加任何内容")
        case .seeBefore(let line):
            LocalizedText("leave it out: \(line) shows what there is", "请去掉：\(line) 列出现有的内容")
        case .judgesAlone:
            LocalizedText(
                "leave it out: holdfast check judges a server, and requests nothing",
                "请去掉：holdfast check 只判定服务器，不发出请求")
        case .replacesNothing(let command):
            LocalizedText(
                "leave it out: \(command) replaces no file unless --force is given",
                "请去掉：除非给出 --force，\(command) 不会替换已有的文件")
        case .cookiesInFile:
            LocalizedText(
                "cookies come from a file, in Netscape's format: an argument is seen by everybody",
                "Cookie 来自文件（Netscape 格式）：参数人人可见")
        case .changesNothing(let command):
            LocalizedText("leave it out: \(command) changes nothing", "请去掉：\(command) 不做任何改动")
        }
    }

    /// Whether it says no more than that a word may be left out.
    var isNeedless: Bool {
        switch self {
        case .alwaysJudged, .oldVersionsAreNotSpoken, .formIsFound, .severalAtOnce, .redirectsAreFollowed, .oneAddress,
            .noProxyByItself, .http2, .errorsAlwaysTold, .decompressed:
            true
        default: false
        }
    }
}
