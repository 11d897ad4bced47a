import HoldfastStatements
import HoldfastX509

/// Sentences about what ended a connection of the gate, or kept it from starting.
enum GateFault: Sentence {
    case couldNot(GateOperation, Statement)
    case noReason
    case identityServers
    case longAuthority
    case noAuthority(Statement)
    case authorityEnded(Instant)
    case otherServer(name: String)
    case noCertificate(name: String, Statement)
    case noRandom(Statement)
    case notConnected(to: String)
    case notJudged(target: String)
    case noAddress(name: String)
    case tookTooLong
    case closed
    case failed
    case handshakeEnded
    case endedSilently
    case serverEnded
    case messageBreaksOff
    case impatient
    case noMemory
    case noHTTP2(Statement)

    static let topic = "gateFault"

    var words: LocalizedText {
        switch self {
        case .couldNot(let operation, let reason):
            LocalizedText(
                "could not \(operation.english): \(reason.english)", "未能\(operation.chinese)：\(reason.chinese)")
        case .noReason: LocalizedText("libssl gave no reason", "libssl 没有说明原因")
        case .identityServers:
            LocalizedText(
                "whoever is behind the gate chooses the servers: credentials.identityServers names those that may see "
                    + "the client's certificate",
                "服务器由网关之后的程序选择：请以 credentials.identityServers 写明哪些服务器可以看到客户端证书")
        case .longAuthority: LocalizedText("an authority lives for a day at most", "证书颁发机构的寿命最长一天")
        case .noAuthority(let fault):
            LocalizedText("no authority could be made: \(fault.english)", "无法建立证书颁发机构：\(fault.chinese)")
        case .authorityEnded(let end):
            LocalizedText(
                "this run's authority ended at \(end): start the gate again", "本次运行的证书颁发机构已于 \(end) 终止：请重新启动网关")
        case .otherServer(let name):
            LocalizedText(
                "\(name) is none of the servers that this run's authority is for", "\(name) 不在本次运行的证书颁发机构所服务的服务器之列")
        case .noCertificate(let name, let fault):
            LocalizedText(
                "no certificate could be made for \(name): \(fault.english)", "无法为 \(name) 签发证书：\(fault.chinese)")
        case .noRandom(let fault):
            LocalizedText("no random bytes could be had: \(fault.english)", "无法取得随机字节：\(fault.chinese)")
        case .notConnected(let place): LocalizedText("no connection to \(place) came about", "未能连接到 \(place)")
        case .notJudged(let target):
            LocalizedText(
                "\(target) is not judged, and the proxy is for those that are", "\(target) 不作评估，而代理只用于经过评估的服务器")
        case .noAddress(let name): LocalizedText("\(name) has no address", "\(name) 没有地址")
        case .tookTooLong: LocalizedText("the other side took too long", "对方耗时过长")
        case .closed: LocalizedText("the connection was closed", "连接已关闭")
        case .failed: LocalizedText("the connection has failed", "连接已失败")
        case .handshakeEnded: LocalizedText("the client ended the handshake", "客户端结束了握手")
        case .endedSilently:
            LocalizedText("the client's connection ended without saying so", "客户端的连接未作说明就结束了")
        case .serverEnded: LocalizedText("the server's connection has ended", "服务器的连接已结束")
        case .messageBreaksOff: LocalizedText("a message breaks off before its end", "有消息不完整")
        case .impatient: LocalizedText("the client does not wait", "客户端不等待")
        case .noMemory: LocalizedText("no memory for HTTP/2", "没有内存可供 HTTP/2 使用")
        case .noHTTP2(let fault):
            LocalizedText("what came is no HTTP/2: \(fault.english)", "收到的内容不是 HTTP/2：\(fault.chinese)")
        }
    }
}

/// Things that the gate could not do.
enum GateOperation: Sentence {
    case watch
    case makeSocket
    case mark
    case connect(String)
    case listen(String)
    case read
    case write
    case wait
    case acceptClient
    case writeToClient
    case readFromClient
    case makeConnection
    case setUp
    case readKey

    static let topic = "gateOperation"

    var words: LocalizedText {
        switch self {
        case .watch: LocalizedText("watch a socket", "监视套接字")
        case .makeSocket: LocalizedText("make a socket", "建立套接字")
        case .mark: LocalizedText("mark a connection", "标记连接")
        case .connect(let place): LocalizedText("connect to \(place)", "连接 \(place)")
        case .listen(let place): LocalizedText("listen on \(place)", "监听 \(place)")
        case .read: LocalizedText("read from a connection", "从连接读取")
        case .write: LocalizedText("write to a connection", "向连接写入")
        case .wait: LocalizedText("wait for sockets", "等待套接字")
        case .acceptClient: LocalizedText("accept a client", "接受客户端")
        case .writeToClient: LocalizedText("write to a client", "向客户端写入")
        case .readFromClient: LocalizedText("read from a client", "从客户端读取")
        case .makeConnection: LocalizedText("make a connection", "建立连接")
        case .setUp: LocalizedText("set TLS up", "设置 TLS")
        case .readKey: LocalizedText("read a key", "读取密钥")
        }
    }
}
