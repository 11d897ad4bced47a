package import HoldfastStatements

/// Sentences about proxies that open no tunnel.
package enum ProxySentence: Sentence {
    case notTrusted(proxy: String, port: UInt16, Statement)
    case handshakeFailed(proxy: String, port: UInt16)
    case nameNotFound(proxy: String)
    case unreachable(proxy: String, port: UInt16)
    case refusedLogin(proxy: String, port: UInt16, status: Int)
    case refusedTunnel(proxy: String, port: UInt16, status: Int)
    case socksRefused(proxy: String, port: UInt16, SOCKSReason?)
    case lateLookup(name: String)
    case noAddress(name: String, reasons: [String])

    package static let topic = "proxy"

    /// The reasons of SOCKS servers (RFC 1928 §6, RFC 1929 §2).
    package enum SOCKSReason: Sentence {
        case login
        case noLogin
        case rules
        case serverNotFound
        case noWay
        case nothingListens

        package static let topic = "socks"

        package var words: LocalizedText {
            switch self {
            case .login: LocalizedText("it does not take the user and password", "它不接受该用户名与密码")
            case .noLogin: LocalizedText("it lets nobody in without a user that it knows", "它只接受它所认识的用户")
            case .rules: LocalizedText("its rules do not allow it", "其规则不允许")
            case .serverNotFound: LocalizedText("it does not find the server", "它找不到服务器")
            case .noWay: LocalizedText("it has no way to the server", "它无法到达服务器")
            case .nothingListens: LocalizedText("nothing listens at the server", "服务器上没有程序在监听")
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .notTrusted(let proxy, let port, let cause):
            LocalizedText(
                "the certificate of the proxy \(proxy), port \(port) is not trusted: \(cause.english)",
                "代理 \(proxy)（端口 \(port)）的证书不受信任：\(cause.chinese)")
        case .handshakeFailed(let proxy, let port):
            LocalizedText(
                "the TLS connection to the proxy \(proxy), port \(port) was not set up",
                "未能与代理 \(proxy)（端口 \(port)）建立 TLS 连接")
        case .nameNotFound(let proxy):
            LocalizedText("the name of the proxy \(proxy) was not found", "找不到代理 \(proxy) 的名称")
        case .unreachable(let proxy, let port):
            LocalizedText(
                "no connection to the proxy \(proxy), port \(port) came about", "未能连接到代理 \(proxy)（端口 \(port)）")
        case .refusedLogin(let proxy, let port, let status):
            LocalizedText(
                "the proxy \(proxy), port \(port) refused the user and the password with the status \(status)",
                "代理 \(proxy)（端口 \(port)）以状态码 \(status) 拒绝了用户名与密码")
        case .refusedTunnel(let proxy, let port, let status):
            LocalizedText(
                "the proxy \(proxy), port \(port) refused a tunnel with the status \(status)",
                "代理 \(proxy)（端口 \(port)）以状态码 \(status) 拒绝建立隧道")
        case .socksRefused(let proxy, let port, let reason):
            LocalizedText(
                "the proxy \(proxy), port \(port) refused a tunnel\(reason.map { ": \($0.english)" } ?? "")",
                "代理 \(proxy)（端口 \(port)）拒绝建立隧道\(reason.map { "：\($0.chinese)" } ?? "")")
        case .lateLookup(let name):
            LocalizedText(
                "the proxy's name \(name) was not resolved within the request's time", "代理的名称 \(name) 未在请求的时限内解析")
        case .noAddress(let name, let reasons):
            LocalizedText(
                "the proxy's name \(name) has no address"
                    + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: "; "))"),
                "代理的名称 \(name) 没有地址" + (reasons.isEmpty ? "" : "：\(reasons.joined(separator: "；"))"))
        }
    }
}

/// Advice about proxies.
package enum ProxyAdvice: Sentence {
    case checkSpelling
    case checkAddress
    case checkBoth
    /// For a proxy that asks for a login where nobody was named.
    case nameUser
    case askOperator
    case askForOtherScheme
    case checkResolvers

    package static let topic = "proxyAdvice"

    package var words: LocalizedText {
        switch self {
        case .checkSpelling: LocalizedText("check its spelling and the network", "请检查其拼写与网络")
        case .checkAddress: LocalizedText("check its address and port, and that it runs", "请检查其地址与端口，并确认它正在运行")
        case .checkBoth: LocalizedText("check both", "请检查二者")
        case .nameUser:
            LocalizedText("it wants to know who asks: give it a user and a password", "它要求登录：请提供用户名与密码")
        case .askOperator: LocalizedText("ask whoever runs it what it lets through", "请询问其管理者允许通过什么")
        case .askForOtherScheme:
            LocalizedText(
                "it asks who wants a tunnel in a way that is not answered here: ask whoever runs it for another",
                "它要求登录的方式在此不受支持：请向其管理者要求另一种方式")
        case .checkResolvers:
            LocalizedText(
                "check the resolvers of the session, or say by a rule which address the proxy has",
                "请检查会话的解析器，或以规则指明代理的地址")
        }
    }
}
