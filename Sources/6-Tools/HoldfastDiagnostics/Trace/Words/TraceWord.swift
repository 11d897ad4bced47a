import HoldfastTracing
package import HoldfastStatements

/// The fixed words of a trace around its data, in every language.
package enum TraceWord: String, CaseIterable, Sendable {
    case title, lead, sequence, sequenceLead, number, time, source, protocolName, length, info
    case client, server, observer, continued, before, knowledge, knowledgeLead, item, knownToAll, knownToEnds
    case knownToClient, knownToServer, keyExchange, forwardSecrecy, noForwardSecrecy, ratio, roundTrips, kernelRoundTrip
    case startTLS, statistics, loopback, minimum, median, p90, maximum, fullHandshakes, resumedHandshakes, ended,
        target, trust

    package var words: LocalizedText {
        switch self {
        case .title: LocalizedText("A TLS connection, as it was seen", "一次 TLS 连接的全过程")
        case .lead:
            LocalizedText(
                "Every record that went over the wire, what it means, and what each side knows after it.",
                "网络上传输的每一条记录、它的含义，以及此后各方掌握的信息。")
        case .sequence: LocalizedText("The connection", "连接过程")
        case .sequenceLead:
            LocalizedText(
                "Times in milliseconds since the start. Each line unfolds to its fields.",
                "时间为自开始起的毫秒数。点击任意一行可展开其字段。")
        case .number: LocalizedText("No.", "序号")
        case .time: LocalizedText("Time", "时间")
        case .source: LocalizedText("Source", "来源")
        case .protocolName: LocalizedText("Protocol", "协议")
        case .length: LocalizedText("Length", "长度")
        case .info: LocalizedText("Info", "信息")
        case .client: LocalizedText("client", "客户端")
        case .server: LocalizedText("server", "服务器")
        case .observer: LocalizedText("observer", "旁观者")
        case .continued: LocalizedText("continued", "续")
        case .before: LocalizedText("Before TLS", "TLS 之前")
        case .knowledge: LocalizedText("Who knows what, and from when on", "谁在何时知道什么")
        case .knowledgeLead:
            LocalizedText(
                "An observer sees the packets and has no keys.",
                "旁观者能看到所有数据包，但没有任何密钥。")
        case .item: LocalizedText("What", "内容")
        case .knownToAll: LocalizedText("known to all", "所有人可知")
        case .knownToEnds: LocalizedText("known to both ends", "双方可知")
        case .knownToClient: LocalizedText("known to the client", "客户端可知")
        case .knownToServer: LocalizedText("known to the server", "服务器可知")
        case .keyExchange: LocalizedText("key exchange", "密钥交换")
        case .forwardSecrecy:
            LocalizedText(
                "forward secrecy: a recording stays closed when the server's key is stolen later",
                "具备前向保密：即使日后服务器私钥泄露，录下的流量也无法解密")
        case .noForwardSecrecy:
            LocalizedText(
                "no forward secrecy: whoever gets the key later opens a recording",
                "不具备前向保密：日后得到密钥的人可以解开录下的流量")
        case .ratio: LocalizedText("TLS : TCP", "TLS : TCP")
        case .roundTrips: LocalizedText("Round trips of TLS", "TLS 往返次数")
        case .kernelRoundTrip: LocalizedText("Round-trip time (kernel)", "往返时间（内核测得）")
        case .startTLS: LocalizedText("STARTTLS", "STARTTLS")
        case .statistics: LocalizedText("Many connections", "多次连接")
        case .loopback:
            LocalizedText(
                """
                The server is on this machine: without a delay between the two ends the time of TCP is next to \
                nothing, \
                and TLS : TCP means nothing.
                """, "服务器就在本机：两端之间没有延迟，TCP 用时几乎为零，TLS : TCP 的比值没有意义。")
        case .minimum: LocalizedText("min", "最小")
        case .median: LocalizedText("median", "中位")
        case .p90: LocalizedText("p90", "p90")
        case .maximum: LocalizedText("max", "最大")
        case .fullHandshakes: LocalizedText("Full handshakes", "完整握手")
        case .resumedHandshakes: LocalizedText("Resumed handshakes", "恢复的会话")
        case .ended: LocalizedText("End", "结束")
        case .trust: LocalizedText("trust", "证书判定")
        case .target: LocalizedText("Server", "服务器")
        }
    }
}

extension LocalizedText {
    /// The text with another one behind a colon.
    func explained(by other: LocalizedText) -> LocalizedText {
        LocalizedText("\(english): \(other.english)", "\(chinese)：\(other.chinese)")
    }
}
