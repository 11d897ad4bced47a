package import HoldfastStatements

/// Advice to whoever's trace did not come to its end.
package enum TraceAdvice: Sentence {
    case allowMoreTime
    case tryWithoutStartTLS
    case checkPortAndAddress
    case checkNetwork
    case whoInjects
    case raiseLimit
    case checkThatTLS
    case checkForStartTLS
    case seeLibrary
    case offerOtherwise
    case seeConfiguration

    package static let topic = "traceAdvice"

    package var words: LocalizedText {
        switch self {
        case .allowMoreTime:
            LocalizedText(
                "check that nothing in between holds packets back, or allow more time", "请确认途中没有设备拦截数据包，或延长时限")
        case .tryWithoutStartTLS:
            LocalizedText(
                "the port may speak TLS from its first byte: try it without StartTLS",
                "该端口可能一开始就使用 TLS：请不用 StartTLS 再试")
        case .checkPortAndAddress: LocalizedText("check the port and the address", "请检查端口与地址")
        case .checkNetwork: LocalizedText("check the network and the address", "请检查网络与地址")
        case .whoInjects:
            LocalizedText(
                "someone in between can put commands there (CVE-2011-0411)", "途中的他人可以在那里插入命令（CVE-2011-0411）")
        case .raiseLimit: LocalizedText("raise the limit where that is expected", "若属预期，请提高上限")
        case .checkThatTLS:
            LocalizedText("check that the port speaks TLS, and look into the server's log", "请确认该端口支持 TLS，并查看服务器日志")
        case .checkForStartTLS:
            LocalizedText(
                "check the port: some protocols change to TLS only when asked (STARTTLS)",
                "请检查端口：有些协议只在被要求时才转为 TLS（STARTTLS）")
        case .seeLibrary:
            LocalizedText(
                "what OpenSSL said stands beside this; the server's log may say more",
                "旁边列出了 OpenSSL 的原话；服务器日志可能有更多说明")
        case .offerOtherwise: LocalizedText("change what the trace is to offer", "请更改追踪所要提供的内容")
        case .seeConfiguration: LocalizedText("look into the server's configuration", "请查看服务器的配置")
        }
    }
}
