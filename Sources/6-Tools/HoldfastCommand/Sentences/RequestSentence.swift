import HoldfastStatements
import HoldfastX509

/// Sentences about requests and their answers.
enum RequestSentence: Sentence {
    case redirected(to: String, answer: Statement)
    case refused(Statement)
    case noAuth(text: String)
    case jarToStandardOutput
    case noCookieFile(file: String)
    case policy(purpose: String)
    case noMaxRedirects(text: String)
    case emptyCache
    case answered(target: String, status: Int)
    case binaryBody(target: String)
    case noMethod(method: String)
    case noHeader(text: String)
    case reservedHeader(name: String)
    case jsonIsOutput

    static let topic = "commandRequest"

    var words: LocalizedText {
        switch self {
        case .redirected(let to, let answer):
            LocalizedText("redirected to \(to): \(answer.english)", "重定向到 \(to)：\(answer.chinese)")
        case .refused(let cause): LocalizedText("refused: \(cause.english)", "不可信：\(cause.chinese)")
        case .noAuth(let text):
            LocalizedText("--auth: \(Wording.quoted(text)) is no scheme", "--auth：没有名为 \(Wording.quoted(text)) 的方案")
        case .jarToStandardOutput:
            LocalizedText(
                "--cookie-jar: cookies are not written to standard output, where the answer goes",
                "--cookie-jar：Cookie 不写到标准输出，那里是应答")
        case .noCookieFile(let file):
            LocalizedText(
                "--cookie: there is no file \(Wording.quoted(file))",
                "--cookie：没有文件 \(Wording.quoted(file))")
        case .policy(let purpose):
            LocalizedText(
                "--policy \(purpose) does not apply to request: a request goes to a server of proven name",
                "--policy \(purpose) 不适用于 request：请求发往名称经过证明的服务器")
        case .noMaxRedirects(let text):
            LocalizedText(
                "--max-redirects: \(Wording.quoted(text)) is no number from 0 to 100",
                "--max-redirects：\(Wording.quoted(text)) 不是 0 到 100 之间的数")
        case .emptyCache: LocalizedText("--cache: '' is no folder", "--cache：'' 不是文件夹")
        case .answered(let target, let status):
            LocalizedText("\(target): the server answered \(status)", "\(target)：服务器以 \(status) 应答")
        case .binaryBody(let target):
            LocalizedText("\(target): the body is binary and would spoil the terminal", "\(target)：正文是二进制内容，会扰乱终端")
        case .noMethod(let method):
            LocalizedText(
                "--method: \(Wording.quoted(method)) is no method",
                "--method：\(Wording.quoted(method)) 不是方法")
        case .noHeader(let text):
            LocalizedText(
                "--header: \(Wording.quoted(text)) is no header field",
                "--header：\(Wording.quoted(text)) 不是首部字段")
        case .reservedHeader(let name):
            LocalizedText("--header: \(name) follows from the URL and the body", "--header：\(name) 由 URL 与正文决定")
        case .jsonIsOutput:
            LocalizedText(
                "--json prints the answer as JSON here; curl's sends a body",
                "此处的 --json 以 JSON 输出应答；curl 的 --json 则发送正文")
        }
    }
}

/// Advice of `holdfast request`.
enum RequestAdvice: Sentence {
    case schemes(names: String)
    case oneCookie
    case netscape
    case holdsFieldsAndBody
    case leavePolicyOut
    case zeroFollowsNone
    case ownFolder
    case withoutFail
    case outOrPipe
    case methods
    case writeHeader
    case otherAddress

    static let topic = "commandRequestAdvice"

    var words: LocalizedText {
        switch self {
        case .schemes(let names): LocalizedText("write \(names)", "请写 \(names)")
        case .oneCookie:
            LocalizedText(
                "to send one cookie by itself write --header 'Cookie: NAME=VALUE'",
                "若只发送一个 Cookie，请写 --header 'Cookie: NAME=VALUE'")
        case .netscape: LocalizedText("name a file of cookies in Netscape's format", "请指定 Netscape 格式的 Cookie 文件")
        case .holdsFieldsAndBody: LocalizedText("the JSON holds header fields and body", "JSON 中含有首部字段与正文")
        case .leavePolicyOut:
            LocalizedText("leave --policy out, or judge with holdfast check", "请去掉 --policy，或用 holdfast check 判定")
        case .zeroFollowsNone: LocalizedText("0 follows none", "0 表示不跟随")
        case .ownFolder: LocalizedText("name a folder of your own", "请指定您自己的文件夹")
        case .withoutFail: LocalizedText("without --fail the answer itself is shown", "不带 --fail 时会显示应答本身")
        case .outOrPipe: LocalizedText("write it to a file with --out FILE, or to a pipe", "请以 --out FILE 写入文件，或送入管道")
        case .methods: LocalizedText("methods are words such as GET or PUT", "方法是 GET 或 PUT 这样的词")
        case .writeHeader: LocalizedText("write 'Name: value'", "请写 'Name: value'")
        case .otherAddress:
            LocalizedText(
                "to reach another address use --connect-to or --resolve",
                "若要连接另一个地址，请用 --connect-to 或 --resolve")
        }
    }
}

/// Lines about what came of a request besides its answer.
enum RequestNote: Sentence {
    case excepted(host: String, until: Instant)
    case about(host: String, Statement)
    case upgraded(from: String, host: String, to: String)
    case fromCache(url: String, Statement)
    case fromServer(url: String)

    static let topic = "commandRequestNote"

    var words: LocalizedText {
        switch self {
        case .excepted(let host, let end):
            LocalizedText(
                "\(host): trusted by the user's exception until \(end)", "\(host)：因用户的例外而受信任，直到 \(end)")
        case .about(let host, let message):
            LocalizedText("\(host): \(message.english)", "\(host)：\(message.chinese)")
        case .upgraded(let from, let host, let url):
            LocalizedText(
                "\(from): \(host) wants TLS: \(url) was asked", "\(from)：\(host) 要求 TLS：已改为请求 \(url)")
        case .fromCache(let url, let use):
            LocalizedText("\(url): answered from the cache: \(use.english)", "\(url)：由缓存应答：\(use.chinese)")
        case .fromServer(let url): LocalizedText("\(url): answered by the server", "\(url)：由服务器应答")
        }
    }
}

/// Lines about files of cookies.
enum CookieNote: Sentence {
    case omitted(file: String, count: Int)
    case readableByOthers(file: String)
    case passedOver(file: String, Statement)
    case morePassedOver(file: String)

    static let topic = "commandCookieNote"

    var words: LocalizedText {
        switch self {
        case .omitted(let file, let count):
            LocalizedText(
                "\(file): \(Counted.english(count, "cookie is", "cookies are")) not in it: the format has no place "
                    + "for a tab in one",
                "\(file)：其中没有 \(count) 个 Cookie：该格式无法容纳含有制表符的 Cookie")
        case .readableByOthers(let file):
            LocalizedText(
                "\(file): others may read these cookies, and be logged in by them: chmod 600",
                "\(file)：他人可以读取这些 Cookie 并借此登录：chmod 600")
        case .passedOver(let file, let problem):
            LocalizedText("\(file): \(problem.english); it is passed over", "\(file)：\(problem.chinese)；已跳过")
        case .morePassedOver(let file):
            LocalizedText("\(file): more such lines, which are passed over too", "\(file)：另有此类行，同样已跳过")
        }
    }
}
