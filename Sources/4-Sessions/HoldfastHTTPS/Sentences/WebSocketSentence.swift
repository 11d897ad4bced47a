import HoldfastStatements

/// Sentences about WebSockets that do not open, or have ended.
enum WebSocketSentence: Sentence {
    case refused(Statement)
    case closed(code: Int, reason: String)
    case closedWithoutCode
    case cut
    case unanswered
    case closing
    case twoReceivers
    case subprotocols
    case withContent
    case field(name: String)

    static let topic = "webSocket"

    var words: LocalizedText {
        switch self {
        case .refused(let fault):
            LocalizedText("no WebSocket was opened: \(fault.english)", "未能打开 WebSocket：\(fault.chinese)")
        case .closed(let code, let reason) where reason.isEmpty:
            LocalizedText("the server has closed the WebSocket with the code \(code)", "服务器已以代码 \(code) 关闭 WebSocket")
        case .closed(let code, let reason):
            LocalizedText(
                "the server has closed the WebSocket with the code \(code): \(reason)",
                "服务器已以代码 \(code) 关闭 WebSocket：\(reason)")
        case .closedWithoutCode:
            LocalizedText("the server has closed the WebSocket without a code", "服务器已关闭 WebSocket，没有给出代码")
        case .cut: LocalizedText("the connection ended before the WebSocket was closed", "WebSocket 关闭之前连接已结束")
        case .unanswered:
            LocalizedText("the server did not answer the close of the WebSocket in time", "服务器未及时应答 WebSocket 的关闭")
        case .closing: LocalizedText("the WebSocket was closed by this side", "本方已关闭 WebSocket")
        case .twoReceivers: LocalizedText("two tasks receive from one WebSocket at once", "两个任务同时从一个 WebSocket 接收")
        case .subprotocols:
            LocalizedText("a subprotocol is no token, or is offered twice", "子协议不是 token，或重复提供")
        case .withContent:
            LocalizedText("a WebSocket is opened by a GET without a body", "WebSocket 须由不带正文的 GET 打开")
        case .field(let name):
            LocalizedText("the field \(name) is made by the handshake", "字段 \(name) 由握手生成")
        }
    }
}

/// Advice about WebSockets.
enum WebSocketAdvice: Sentence {
    case askServer
    case takePieces
    case openAnother
    case receiveOnce
    case leaveOut

    static let topic = "webSocketAdvice"

    var words: LocalizedText {
        switch self {
        case .askServer:
            LocalizedText("look at the server's log, and at what stands before it", "请查看服务器日志及其前端")
        case .takePieces:
            LocalizedText(
                "receive long messages piece by piece, or raise maximumMessageSize", "请逐片接收长消息，或提高 maximumMessageSize")
        case .openAnother: LocalizedText("open another WebSocket", "请打开另一个 WebSocket")
        case .receiveOnce: LocalizedText("let one task receive", "请只由一个任务接收")
        case .leaveOut:
            LocalizedText(
                "leave it out; subprotocols and compression are arguments of webSocket",
                "请去掉它；子协议与压缩是 webSocket 的参数")
        }
    }
}
