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
        case .stayOnLoopback: LocalizedText("stories stay on loopback", "情景只在回环地址上运行")
        case .leadsToLoopback: LocalizedText("a delay line leads to loopback", "延迟线路只通向回环地址")
        case .suchAs9000: LocalizedText("such as 9000", "例如 9000")
        case .endingSaysForm: LocalizedText("the ending says what is written", "写出的格式由扩展名决定")
        }
    }
}
