package import HoldfastStatements

/// Sentences about what the other end of a WebSocket did that the protocol has no place for.
package enum WebSocketFault: Sentence {
    // Frames.
    case reservedBits
    case opcode(Int)
    case fragmentedControl
    case longControl
    case masked
    case notMasked
    case length
    case newMessage
    case noMessage
    // Messages.
    case notUTF8
    case notDeflate
    case tooLong(limit: Int)
    case closeCode(Int?)
    case closeReason
    // The opening handshake.
    case status(Int)
    case noUpgrade
    case accept
    case unaskedProtocol(String)
    case extensions(String)
    // This side.
    case noEntropy
    case notDeflated
    case notMade(reason: String)

    package static let topic = "webSocketFault"

    package var words: LocalizedText {
        switch self {
        case .reservedBits:
            LocalizedText("a frame has reserved bits that nobody agreed on", "帧中设置了未经协商的保留位")
        case .opcode(let number):
            LocalizedText("a frame has the opcode \(number), which has no meaning", "帧的操作码为 \(number)，没有意义")
        case .fragmentedControl: LocalizedText("a control frame is fragmented", "控制帧被分片")
        case .longControl: LocalizedText("a control frame has over 125 octets", "控制帧超过 125 个八位组")
        case .masked: LocalizedText("a frame of the server is masked", "服务器的帧带有掩码")
        case .notMasked: LocalizedText("a frame of the client is not masked", "客户端的帧没有掩码")
        case .length:
            LocalizedText("a frame's length is not in its shortest form, or none", "帧长度不是最短形式，或不是长度")
        case .newMessage:
            LocalizedText("a message begins before the one before it has ended", "前一条消息尚未结束就开始了新消息")
        case .noMessage: LocalizedText("a frame goes on with a message that has not begun", "帧延续了尚未开始的消息")
        case .notUTF8: LocalizedText("a text is not UTF-8", "文本不是 UTF-8")
        case .notDeflate: LocalizedText("a compressed message cannot be decompressed", "压缩的消息无法解压")
        case .tooLong(let limit):
            LocalizedText("a message has more than \(limit) octets", "消息超过 \(limit) 个八位组")
        case .closeCode(.some(let code)):
            LocalizedText("it closes with the code \(code), which may not be sent", "关闭码 \(code) 不得发送")
        case .closeCode(nil): LocalizedText("it closes with half a code", "关闭帧只有半个关闭码")
        case .closeReason: LocalizedText("it closes with a reason that is not UTF-8", "关闭原因不是 UTF-8")
        case .status(let status):
            LocalizedText("the server answered with the status \(status), not 101", "服务器以状态 \(status) 应答，而不是 101")
        case .noUpgrade:
            LocalizedText(
                "the server's answer does not say that it goes over to WebSocket", "服务器的应答没有说明转为 WebSocket")
        case .accept:
            LocalizedText(
                "the server's Sec-WebSocket-Accept does not fit the key", "服务器的 Sec-WebSocket-Accept 与密钥不符")
        case .unaskedProtocol(let name):
            LocalizedText(
                "the server chose the subprotocol '\(name)', which was not offered", "服务器选择了未提供的子协议“\(name)”")
        case .extensions(let value):
            LocalizedText(
                "the server chose the extensions '\(value)', which were not offered so",
                "服务器选择了未如此提供的扩展“\(value)”")
        case .noEntropy: LocalizedText("the machine has no random numbers", "机器没有随机数")
        case .notDeflated: LocalizedText("a message could not be compressed", "消息无法压缩")
        case .notMade(let reason):
            LocalizedText("the rest of a message could not be made: \(reason)", "未能生成消息的其余部分：\(reason)")
        }
    }
}

/// A violation of the protocol of WebSocket, and the code that a connection is closed with for it (RFC 6455 §7.1.7).
package struct WebSocketError: Error, Hashable, Sendable {
    /// The codes that this side closes with of its own accord (§7.4.1).
    package enum Code: UInt16, Hashable, Sendable {
        case protocolError = 1002
        case invalidPayload = 1007
        case messageTooBig = 1009
        case internalError = 1011
    }

    package let code: Code
    package let statement: Statement

    package init(_ code: Code, _ fault: WebSocketFault) { (self.code, statement) = (code, fault.statement) }
}
