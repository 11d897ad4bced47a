import HoldfastStatements

/// Options of ours for those who know curl's.
enum CurlAdvice: Sentence {
    case write(option: String, placeholder: String)
    case writeFlag(option: String)
    case otherCommand(option: String, command: String, others: String)
    case nothingSwitchesOff
    case anchorsOnly
    case anchorsForProxies
    case version
    case passphraseFile
    case formIsFound
    case pinOnceForEach
    case revocationHard
    case socksProxy
    case noProxyByItself
    case resolverURL
    case noALPN
    case http2
    case authForProxies
    case traceShows
    case errorsAlwaysTold
    case head
    case upload
    case data
    case redirectsAreFollowed
    case userAgent
    case referer
    case decompressed
    case userInURL
    case proxyUser

    static let topic = "commandCurlAdvice"

    var words: LocalizedText {
        switch self {
        case .write(let option, let placeholder):
            LocalizedText("write \(option) \(placeholder)", "请写 \(option) \(placeholder)")
        case .writeFlag(let option): LocalizedText("write \(option)", "请写 \(option)")
        case .otherCommand(let option, let command, let others):
            LocalizedText(
                "it is \(option) here, which \(command) does not take; "
                    + (others.contains(", ") ? "\(others) do" : "\(others) does"),
                "此处对应 \(option)，而 \(command) 没有这个选项；\(others) 有")
        case .nothingSwitchesOff:
            LocalizedText(
                "nothing switches the judging off: --anchors FILE, or holdfast trust add, says whom to trust",
                "判定无法关闭：以 --anchors FILE 或 holdfast trust add 指明信任谁")
        case .anchorsOnly:
            LocalizedText(
                "write --anchors-only PATH; --anchors adds to the system's",
                "请写 --anchors-only PATH；--anchors 是在系统的信任锚之外添加")
        case .anchorsForProxies:
            LocalizedText("write --anchors PATH: it counts for proxies too", "请写 --anchors PATH：它对代理同样有效")
        case .version: LocalizedText("write holdfast --version", "请写 holdfast --version")
        case .passphraseFile:
            LocalizedText(
                "write --passphrase-file FILE: an argument is seen by everybody",
                "请写 --passphrase-file FILE：参数人人可见")
        case .formIsFound: LocalizedText("leave it out: the file's form is found out", "请去掉：文件的格式会自行识别")
        case .pinOnceForEach: LocalizedText("write --pin sha256/BASE64, once for each", "请写 --pin sha256/BASE64，每个一次")
        case .revocationHard: LocalizedText("write --revocation hard", "请写 --revocation hard")
        case .socksProxy:
            LocalizedText(
                "write --proxy socks5://HOST:PORT; the proxy resolves",
                "请写 --proxy socks5://HOST:PORT；由代理解析")
        case .noProxyByItself:
            LocalizedText("leave it out: there is a proxy only where --proxy names one", "请去掉：只有 --proxy 指明时才使用代理")
        case .resolverURL: LocalizedText("write --resolver https://HOST/PATH", "请写 --resolver https://HOST/PATH")
        case .noALPN: LocalizedText("write --alpn ''", "请写 --alpn ''")
        case .http2:
            LocalizedText(
                "leave it out: holdfast request offers HTTP/2 unless --http1.1 is given, holdfast "
                    + "trace with --alpn h2",
                "请去掉：除非给出 --http1.1，holdfast request 都提供 HTTP/2；holdfast trace 以 --alpn h2 提供")
        case .authForProxies:
            LocalizedText("write --auth SCHEME: it counts for proxies too", "请写 --auth SCHEME：它对代理同样有效")
        case .traceShows:
            LocalizedText("holdfast trace shows the handshake, message by message", "holdfast trace 逐条显示握手消息")
        case .errorsAlwaysTold: LocalizedText("leave it out: errors are always told", "请去掉：错误总会报告")
        case .head: LocalizedText("write --method HEAD --include", "请写 --method HEAD --include")
        case .upload: LocalizedText("write --method PUT --data @FILE", "请写 --method PUT --data @FILE")
        case .data: LocalizedText("write --data TEXT, or --data @FILE", "请写 --data TEXT 或 --data @FILE")
        case .redirectsAreFollowed:
            LocalizedText(
                "leave it out: redirects are followed; --max-redirects 0 follows none",
                "请去掉：重定向会被跟随；--max-redirects 0 不跟随")
        case .userAgent: LocalizedText("write --header 'User-Agent: …'", "请写 --header 'User-Agent: …'")
        case .referer: LocalizedText("write --header 'Referer: …'", "请写 --header 'Referer: …'")
        case .decompressed: LocalizedText("leave it out: answers are decompressed as they come", "请去掉：应答到达时即被解压")
        case .userInURL:
            LocalizedText(
                "write https://USER:PASSWORD@HOST/; --auth SCHEME restricts it",
                "请写 https://USER:PASSWORD@HOST/；--auth SCHEME 可加以限定")
        case .proxyUser:
            LocalizedText(
                "write --proxy with USER:PASSWORD@ before the proxy's host",
                "请在 --proxy 的代理主机之前写上 USER:PASSWORD@")
        }
    }
}
