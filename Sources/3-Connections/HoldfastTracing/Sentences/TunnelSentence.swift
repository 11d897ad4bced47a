package import HoldfastStatements

/// Sentences about a proxy that makes no tunnel, and what to do about it.
package enum TunnelSentence: Sentence {
    case closed
    case asksAgain
    case tooMuch(limit: Int)
    case status(Int)
    case noHTTP
    case noSOCKS
    case refusedUser(status: Int?)
    case asksForUser
    case lengths
    case letsNobodyIn
    case reply(code: Int)
    // What to do.
    case checkWhatItIs
    case checkWhatItLetsThrough
    case checkForSOCKS
    case checkForHTTP
    case checkBoth
    case writeUser(scheme: String)
    case otherScheme
    case checkNameToo

    package static let topic = "tunnel"

    package var words: LocalizedText {
        switch self {
        case .closed: LocalizedText("the proxy closed the connection, and made no tunnel", "代理关闭了连接，没有建立隧道")
        case .asksAgain: LocalizedText("the proxy asks again who wants a tunnel (407)", "代理再次询问由谁建立隧道（407）")
        case .tooMuch(let limit):
            LocalizedText("the proxy said more than \(limit) bytes, and made no tunnel", "代理发送了超过 \(limit) 字节，没有建立隧道")
        case .status(let status):
            LocalizedText(
                "the proxy answered \(status), and made no tunnel",
                "代理应答 \(status)，没有建立隧道")
        case .noHTTP: LocalizedText("the proxy does not speak HTTP/1.1", "代理不支持 HTTP/1.1")
        case .noSOCKS: LocalizedText("the proxy does not speak SOCKS 5", "代理不支持 SOCKS 5")
        case .refusedUser(let status):
            LocalizedText(
                "the proxy refused the user and the password" + (status.map { " (\($0))" } ?? ""),
                "代理拒绝了用户名与密码" + (status.map { "（\($0)）" } ?? ""))
        case .asksForUser: LocalizedText("the proxy asks for a user and a password (407)", "代理要求用户名与密码（407）")
        case .lengths:
            LocalizedText("user and password for the proxy have 1 to 255 bytes each", "代理的用户名与密码各须为 1 到 255 字节")
        case .letsNobodyIn:
            LocalizedText("the proxy lets nobody in without a user that it knows", "代理只允许它所认识的用户")
        case .reply(let code):
            LocalizedText(
                "the proxy made no tunnel: \(Self.reason(code).english)", "代理没有建立隧道：\(Self.reason(code).chinese)")
        case .checkWhatItIs: LocalizedText("check what it is", "请确认它是什么")
        case .checkWhatItLetsThrough: LocalizedText("check what the proxy lets through", "请检查代理允许哪些连接")
        case .checkForSOCKS:
            LocalizedText("check its port, and whether it is a proxy of SOCKS", "请检查其端口，以及它是否为 SOCKS 代理")
        case .checkForHTTP:
            LocalizedText("check its port, and whether it is a proxy of HTTP", "请检查其端口，以及它是否为 HTTP 代理")
        case .checkBoth: LocalizedText("check both", "请检查二者")
        case .writeUser("http"):
            LocalizedText(
                "write them before the proxy's host: http://USER:PASSWORD@HOST:PORT",
                "请写在代理主机之前：http://USER:PASSWORD@HOST:PORT")
        case .writeUser(let scheme):
            LocalizedText(
                "write user and password before its host: \(scheme)://USER:PASSWORD@HOST:PORT",
                "请将用户名与密码写在其主机之前：\(scheme)://USER:PASSWORD@HOST:PORT")
        case .otherScheme: LocalizedText("it takes them in another form than Basic", "它不接受 Basic 形式，而要求其他形式")
        case .checkNameToo:
            LocalizedText("check what the proxy lets through, and the server's name", "请检查代理允许哪些连接，以及服务器的名称")
        }
    }

    /// The meaning of a reply of SOCKS (RFC 1928 §6).
    private static func reason(_ code: Int) -> LocalizedText {
        switch code {
        case 1: LocalizedText("it failed", "失败")
        case 2: LocalizedText("it is not allowed", "不允许")
        case 3: LocalizedText("the network is unreachable", "网络不可达")
        case 4: LocalizedText("the host is unreachable", "主机不可达")
        case 5: LocalizedText("the connection was refused", "连接被拒绝")
        case 6: LocalizedText("the time ran out", "超时")
        case 7: LocalizedText("it does not know CONNECT", "它不认识 CONNECT")
        case 8: LocalizedText("it does not know this kind of address", "它不支持这种地址")
        default: LocalizedText("code \(code)", "代码 \(code)")
        }
    }
}
