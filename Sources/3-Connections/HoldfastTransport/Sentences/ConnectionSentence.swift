package import HoldfastStatements

/// Sentences about names that have no address, connections that do not come about, and time that is over.
package enum ConnectionSentence: Sentence {
    case cancelled(Work)
    case nameNotFound(name: String)
    case noAddressOfFamily(name: String, family: String)
    case lookupFailed(name: String, reason: String)
    case tooManyAddresses(name: String, limit: Int)
    case nothingListens(host: String, port: UInt16)
    case unreachable(host: String, port: UInt16)
    case notConnected(host: String, port: UInt16)
    case addressNotPermitted(host: String, address: String)
    case notPermitted(name: String)
    case notResolved(name: String, reasons: [Statement])
    case lateLookup(name: String, seconds: String)
    case lateHandshake(address: String, seconds: String)
    case idle(seconds: String, Stage)
    case noAnswer(seconds: String, Stage)

    package static let topic = "connection"

    /// The work that a task waited for.
    package enum Work: Sentence {
        case request
        case lookup(name: String)

        package static let topic = "connectionWork"

        package var words: LocalizedText {
            switch self {
            case .request: LocalizedText("the request", "请求")
            case .lookup(let name): LocalizedText("the lookup of \(name)", "对 \(name) 的解析")
            }
        }
    }

    /// The stage at which nothing came any more.
    package enum Stage: Sentence {
        case judging
        case responseBegun
        case requestSent
        case choosingIdentity
        case handshake
        case judgingProxy
        case openingTunnel
        case resolving
        case connecting

        package static let topic = "stage"

        package var words: LocalizedText {
            switch self {
            case .judging: LocalizedText("the server's certificates were being judged", "正在判定服务器的证书")
            case .responseBegun: LocalizedText("the response did not end", "响应没有结束")
            case .requestSent: LocalizedText("the server did not answer the request", "服务器没有应答请求")
            case .choosingIdentity: LocalizedText("the client's certificate was being chosen", "正在选择客户端证书")
            case .handshake: LocalizedText("the TLS handshake did not end", "TLS 握手没有完成")
            case .judgingProxy: LocalizedText("the proxy's certificates were being judged", "正在判定代理的证书")
            case .openingTunnel: LocalizedText("the proxy did not open a tunnel", "代理没有建立隧道")
            case .resolving: LocalizedText("the name was not resolved", "名称未能解析")
            case .connecting: LocalizedText("no connection came about", "未能建立连接")
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .cancelled(let work): LocalizedText("\(work.english) was cancelled", "\(work.chinese)已取消")
        case .nameNotFound(let name): LocalizedText("the name \(name) was not found", "找不到名称 \(name)")
        case .noAddressOfFamily(let name, let family):
            LocalizedText(
                "the name \(name) was not found, or has no \(family) address", "找不到名称 \(name)，或它没有 \(family) 地址")
        case .lookupFailed(let name, let reason):
            LocalizedText("the name \(name) could not be looked up: \(reason)", "无法解析名称 \(name)：\(reason)")
        case .tooManyAddresses(let name, let limit):
            LocalizedText("the name \(name) has more than \(limit) addresses", "名称 \(name) 的地址超过 \(limit) 个")
        case .nothingListens(let host, let port):
            LocalizedText("nothing listens at \(host), port \(port)", "\(host) 的端口 \(port) 没有程序在监听")
        case .unreachable(let host, let port):
            LocalizedText("there is no way to \(host), port \(port)", "无法到达 \(host) 的端口 \(port)")
        case .notConnected(let host, let port):
            LocalizedText("no connection to \(host), port \(port) came about", "未能连接到 \(host) 的端口 \(port)")
        case .addressNotPermitted(let host, let address):
            LocalizedText(
                "\(host) has the address \(address), which may not be dialled", "\(host) 的地址是 \(address)，不允许连接该地址")
        case .notPermitted(let name):
            LocalizedText("the name \(name) has no address that may be dialled", "名称 \(name) 没有允许连接的地址")
        case .notResolved(let name, let reasons):
            LocalizedText(
                "the name \(name) was not resolved: \(reasons.map(\.english).joined(separator: "; "))",
                "名称 \(name) 未能解析：\(reasons.map(\.chinese).joined(separator: "；"))")
        case .lateLookup(let name, let seconds):
            LocalizedText(
                "no answer within \(seconds) s: the name \(name) was not resolved", "\(seconds) 秒内没有应答：名称 \(name) 未能解析")
        case .lateHandshake(let address, let seconds):
            LocalizedText(
                "the address \(address) did not finish its TLS handshake within \(seconds) s",
                "地址 \(address) 未在 \(seconds) 秒内完成 TLS 握手")
        case .idle(let seconds, let stage):
            LocalizedText(
                "nothing came or went for \(seconds) s: \(stage.english)", "\(seconds) 秒内没有任何收发：\(stage.chinese)")
        case .noAnswer(let seconds, let stage):
            LocalizedText("no answer within \(seconds) s: \(stage.english)", "\(seconds) 秒内没有应答：\(stage.chinese)")
        }
    }
}

/// Advice about names, addresses and time.
package enum ConnectionAdvice: Sentence {
    case taskCancelled
    case checkSpellingAndNetwork
    case checkSpellingAndResolvers
    case checkNetworkAndResolver
    case checkResolver
    case sayWhich
    case checkPort
    case checkNetwork
    case checkFilters
    case allowPrivateNetworks
    case checkDiallableAddresses
    case allowMoreTime
    case allowAnswerMoreTime

    package static let topic = "connectionAdvice"

    package var words: LocalizedText {
        switch self {
        case .taskCancelled: LocalizedText("the task that waited for it was cancelled", "等待它的任务已取消")
        case .checkSpellingAndNetwork:
            LocalizedText(
                "check the spelling and the network, or say which address the name stands for", "请检查拼写与网络，或指明该名称对应的地址")
        case .checkSpellingAndResolvers:
            LocalizedText(
                "check the spelling and the resolvers, or say which address the name stands for",
                "请检查拼写与解析器，或指明该名称对应的地址")
        case .checkNetworkAndResolver:
            LocalizedText(
                "check the network and the resolver, or say which address the name stands for", "请检查网络与解析器，或指明该名称对应的地址")
        case .checkResolver:
            LocalizedText("check the resolver, or say which address the name stands for", "请检查解析器，或指明该名称对应的地址")
        case .sayWhich: LocalizedText("say which of them to connect to", "请指明连接哪一个")
        case .checkPort: LocalizedText("check the port, and that the server runs", "请检查端口，并确认服务器正在运行")
        case .checkNetwork: LocalizedText("check the network and the address", "请检查网络与地址")
        case .checkFilters:
            LocalizedText("check the address, the port, and what filters lie between", "请检查地址、端口以及途中的过滤规则")
        case .allowPrivateNetworks:
            LocalizedText("allow private networks if the server is one's own", "若服务器属于自己，请允许连接私有网络")
        case .checkDiallableAddresses:
            LocalizedText(
                "check the resolvers of the session, and which addresses it may dial", "请检查会话的解析器，以及允许连接哪些地址")
        case .allowMoreTime:
            LocalizedText(
                "check that the address and port are right and not filtered, or allow more time",
                "请确认地址与端口正确且未被过滤，或延长时限")
        case .allowAnswerMoreTime:
            LocalizedText("see what the server is busy with, or allow more time", "请查看服务器正忙于什么，或延长时限")
        }
    }
}
