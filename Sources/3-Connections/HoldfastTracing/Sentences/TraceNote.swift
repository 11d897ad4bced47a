package import HoldfastStatements

/// Remarks of a trace about what it does, keeps back or misses.
package enum TraceNote: Sentence {
    case offersBroken
    case keepsKeys
    case tunnelled(by: TraceProxy.Kind)
    case endsWithinRecord(bytes: Int)
    case noWholeRecords(bytes: Int)
    case certificateKeptFromUntrusted
    case certificateKeptWithoutName
    case requestKeptWithoutName
    case notResumed
    case noCloseNotify
    case unansweredHead

    package static let topic = "traceNote"

    package var words: LocalizedText {
        switch self {
        case .offersBroken:
            LocalizedText(
                "what is broken is offered too, for diagnosis: OpenSSL's security level 0, and versions before TLS 1.2 "
                    + "where they are asked for", "为诊断起见也提供已不安全的选项：OpenSSL 安全级别 0，并在被要求时提供 TLS 1.2 之前的版本")
        case .keepsKeys:
            LocalizedText(
                "the keys of this connection are kept: whoever has them reads all of it",
                "保留了该连接的密钥：持有者可读取其全部内容")
        case .tunnelled(.http): LocalizedText("an HTTP proxy made a tunnel to the server", "HTTP 代理建立了通往服务器的隧道")
        case .tunnelled(.socks5): LocalizedText("a SOCKS proxy made a tunnel to the server", "SOCKS 代理建立了通往服务器的隧道")
        case .endsWithinRecord(let count):
            LocalizedText(
                "the stream ends within a record, after \(count) bytes of it",
                "数据流在一条记录中途结束，已收到其中 \(count) 字节")
        case .noWholeRecords(let count):
            LocalizedText("libssl wrote \(count) bytes that are no whole records", "libssl 写出的 \(count) 字节不是完整的记录")
        case .certificateKeptFromUntrusted:
            LocalizedText(
                "the server is not trusted: the client's certificate is kept from it", "服务器不可信：未向其出示客户端证书")
        case .certificateKeptWithoutName:
            LocalizedText(
                "the policy compares no name: the client's certificate is kept from it", "策略不核对名称：未向服务器出示客户端证书")
        case .requestKeptWithoutName:
            LocalizedText("the policy compares no name: the request is kept from the server", "策略不核对名称：未向服务器发送请求")
        case .notResumed:
            LocalizedText("the server did not resume the session that it was offered", "服务器没有恢复所提供的会话")
        case .noCloseNotify:
            LocalizedText("the server ended the connection without close_notify", "服务器未发送 close_notify 就结束了连接")
        // RFC 9110 §9.1: "All general-purpose servers MUST support the methods GET and HEAD." Test servers need not:
        // `openssl s_server -www` waits for a line with GET, and says nothing to others.
        case .unansweredHead:
            LocalizedText(
                "the server read HEAD and says nothing: some know GET alone, as openssl s_server -www does",
                "服务器读取了 HEAD 而没有应答：有的服务器只识别 GET，例如 openssl s_server -www")
        }
    }
}
