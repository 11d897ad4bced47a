import HoldfastStatements

/// Sentences about the servers of `holdfast lab`.
enum LabSentence: Sentence {
    case noDelayLine(reason: Statement)
    case roundTrip(reason: Statement)
    case noServer(name: String)
    case noStory(name: String)
    case noAddress(address: String)
    case noPortBase(text: String)
    case noEnding(path: String)

    static let topic = "commandLab"

    var words: LocalizedText {
        switch self {
        case .noDelayLine(let reason):
            LocalizedText(
                "--rtt: there can be no delay line here: \(reason.english)",
                "--rtt：此处无法建立延迟线路：\(reason.chinese)")
        case .roundTrip(let reason): LocalizedText("--rtt: \(reason.english)", "--rtt：\(reason.chinese)")
        case .noServer(let name):
            LocalizedText("the catalogue has no server \(Wording.quoted(name))", "目录中没有服务器 \(Wording.quoted(name))")
        case .noStory(let name):
            LocalizedText("there is no story \(Wording.quoted(name))", "没有情景 \(Wording.quoted(name))")
        case .noAddress(let address):
            LocalizedText(
                "--listen: \(Wording.quoted(address)) is no address",
                "--listen：\(Wording.quoted(address)) 不是地址")
        case .noPortBase(let text):
            LocalizedText(
                "--port-base: \(Wording.quoted(text)) is no port with enough others above it",
                "--port-base：\(Wording.quoted(text)) 不是其上还有足够端口可用的端口")
        case .noEnding(let path):
            LocalizedText(
                "--root-out: \(Wording.quoted(path)) ends neither in .pem nor .cer nor .mobileconfig",
                "--root-out：\(Wording.quoted(path)) 的扩展名既不是 .pem，也不是 .cer 或 .mobileconfig")
        }
    }
}

/// Advice of `holdfast lab`.
enum LabAdvice: Sentence {
    case listsServers
    case listsStories
    case tryExpired
    case otherPort
    case temporaryRoom
    case asRoot
    case serversHere
    case suchAs22ms
    case othersStarted
    case tellsOfJudged
    case startsNoServer
    case itIsAStory(name: String)
    case forCatalogue
    case ownAddress
    case endWithIt
    case stayOnLoopback
    case leadsToLoopback
    case suchAs9000
    case endingSaysForm

    static let topic = "commandLabAdvice"

    var words: LocalizedText {
        switch self {
        case .listsServers: LocalizedText("holdfast lab --list lists them", "holdfast lab --list 列出全部服务器")
        case .listsStories:
            LocalizedText("holdfast lab --stories --list lists them", "holdfast lab --stories --list 列出全部情景")
        case .tryExpired:
            LocalizedText(
                "such as holdfast lab --try expired; holdfast lab --list lists them",
                "例如 holdfast lab --try expired；holdfast lab --list 列出全部服务器")
        case .otherPort:
            LocalizedText(
                "is the port another program's? --port-base counts from another one",
                "端口是否被其他程序占用？--port-base 可从另一个端口开始")
        case .temporaryRoom: LocalizedText("check the room for temporary files, and TMPDIR", "请检查临时文件的空间与 TMPDIR")
        case .asRoot:
            LocalizedText("run it as root, on a Linux that has /dev/net/tun", "请在有 /dev/net/tun 的 Linux 上以 root 身份运行")
        case .serversHere:
            LocalizedText(
                "the line leads to servers of this machine, such as holdfast lab's; leave --rtt out "
                    + "for others",
                "该线路只通向本机的服务器，例如 holdfast lab 的服务器；其他服务器请去掉 --rtt")
        case .suchAs22ms: LocalizedText("such as 22ms", "例如 22ms")
        case .othersStarted:
            LocalizedText("without it, or without a name, the others are started", "不带它或不带名称时，会启动其他服务器")
        case .tellsOfJudged: LocalizedText("a report tells of judged servers", "报告所列的是已判定的服务器")
        case .startsNoServer: LocalizedText("--list starts no server", "--list 不启动服务器")
        case .itIsAStory(let name):
            LocalizedText("it is a story: holdfast lab --stories \(name)", "它是一个情景：holdfast lab --stories \(name)")
        case .forCatalogue: LocalizedText("it is for the servers of the catalogue", "它用于目录中的服务器")
        case .ownAddress: LocalizedText("write one of this machine's own", "请写本机自己的地址")
        case .endWithIt: LocalizedText("its servers end with it", "其服务器随它一起结束")
        case .stayOnLoopback: LocalizedText("stories stay on loopback", "情景只在环回地址上运行")
        case .leadsToLoopback: LocalizedText("a delay line leads to loopback", "延迟线路只通向环回地址")
        case .suchAs9000: LocalizedText("such as 9000", "例如 9000")
        case .endingSaysForm: LocalizedText("the ending says what is written", "写出的格式由扩展名决定")
        }
    }
}

/// Lines about the servers and the stories of `holdfast lab`.
enum LabNote: Sentence {
    case control(url: String)
    case listening(count: Int, roundTrip: String?, end: EndSentence)
    case listeningForStories(count: Int, end: EndSentence)
    case openToOthers(address: String)
    case report(file: String)
    case stories(count: Int, asTold: Int)
    case asTold
    case notAsTold
    case lines(count: Int)
    case exit(Int32)
    case exitInstead(Int32, expected: Int32)
    case notPrinted(text: String)

    static let topic = "commandLabNote"

    var words: LocalizedText {
        switch self {
        case .control(let url): LocalizedText("control: \(url)", "控制：\(url)")
        case .listening(let count, let roundTrip, let end):
            LocalizedText(
                "listening: \(count)\(roundTrip.map { ", behind a delay line of \($0)" } ?? ""); \(end.words.english)",
                "正在监听：\(count)\(roundTrip.map { "，位于 \($0) 的延迟线路之后" } ?? "")；\(end.words.chinese)")
        case .listeningForStories(let count, let end):
            LocalizedText(
                "listening for \(Counted.english(count, "story", "stories")); \(end.words.english)",
                "正在为 \(count) 个情景监听；\(end.words.chinese)")
        case .openToOthers(let address):
            LocalizedText(
                "other machines can reach these servers: they listen on \(address)",
                "其他机器可以连接这些服务器：它们监听 \(address)")
        case .report(let file): LocalizedText("report: \(file)", "报告：\(file)")
        case .stories(let count, let asTold):
            LocalizedText(
                "\(Counted.english(count, "story", "stories")), \(asTold) as told, \(count - asTold) not",
                "\(count) 个情景，\(asTold) 个与所述相符，\(count - asTold) 个不符")
        case .asTold: LocalizedText("as told", "与所述相符")
        case .notAsTold: LocalizedText("NOT as told", "与所述不符")
        case .lines(let count): LocalizedText(Counted.english(count, "line"), "\(count) 行")
        case .exit(let code): LocalizedText("exit \(code)", "退出码 \(code)")
        case .exitInstead(let code, let expected):
            LocalizedText("exit \(code) instead of \(expected)", "退出码为 \(code)，而不是 \(expected)")
        case .notPrinted(let text):
            LocalizedText("not printed: \(Wording.quoted(text))", "未输出：\(Wording.quoted(text))")
        }
    }
}

/// Sentences about the end of a command that runs on.
enum EndSentence: Sentence {
    case here
    case background(process: Int)
    case standardInputEnded
    case standardInputIsNull

    static let topic = "commandEnd"

    var words: LocalizedText {
        switch self {
        case .here:
            LocalizedText("ends with Ctrl-C, or when standard input closes", "按 Ctrl-C 或关闭标准输入即结束")
        case .background(let process):
            LocalizedText(
                "in the background, ends with kill \(process), or with Ctrl-C behind fg",
                "在后台运行，以 kill \(process) 结束，或以 fg 取回后按 Ctrl-C")
        case .standardInputEnded: LocalizedText("ended: standard input has come to its end", "已结束：标准输入已到末尾")
        case .standardInputIsNull:
            LocalizedText(
                "ended: standard input is /dev/null, as behind & in a script; what runs on until kill: "
                    + "tail -f /dev/null | holdfast … &",
                "已结束：标准输入是 /dev/null，如脚本中 & 之后；若要运行到 kill 为止：tail -f /dev/null | holdfast … &")
        }
    }
}
