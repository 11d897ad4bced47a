import HoldfastTransport
package import HoldfastStatements

extension FailureReport {
    /// The failure as a headline; by the code where it is known, else by how far things had come.
    package var words: LocalizedText {
        Self.byCode[TransportError.Code(rawValue: code)] ?? ExitCode(rawValue: exitCode)?.meaning
            ?? LocalizedText("failed", "失败")
    }

    /// The consequence of the failure: nothing was judged, or the verdict is of no use.
    package var meaning: LocalizedText {
        switch ExitCode(rawValue: exitCode) {
        case .handshakeAfterVerdict:
            LocalizedText(
                "The certificate was accepted, but the encrypted connection did not come about: there is nobody to "
                    + "trust.",
                "证书已通过验证，但加密连接最终没有建立，因此没有可以信任的对端。")
        case .transfer:
            LocalizedText(
                "The certificate was judged; the exchange that followed failed.",
                "证书已完成判定，但随后的数据交换失败。")
        default:
            LocalizedText(
                "No certificate was judged, so nothing is known about who the server is.",
                "没有对证书作出判定，因此无从得知服务器的身份。")
        }
    }

    private static let byCode: [TransportError.Code: LocalizedText] = [
        .couldNotResolveHost: LocalizedText("The name was not found", "域名解析失败"),
        .connectionRefused: LocalizedText("Nothing listens at this address", "连接被拒绝"),
        .unreachable: LocalizedText("There is no way to the address", "地址不可达"),
        .couldNotConnect: LocalizedText("No connection came about", "无法建立连接"),
        .timedOut: LocalizedText("It took too long", "连接超时"),
        .cancelled: LocalizedText("It was cancelled", "已取消"),
        .notTLS: LocalizedText("The server does not speak TLS there", "该端口不是 TLS 服务"),
        .protocolVersion: LocalizedText("The server speaks an outdated TLS only", "服务器只支持过时的 TLS 版本"),
        .unrecognizedName: LocalizedText("The server does not serve this name", "服务器不提供该主机名的服务"),
        .clientCertificateRequired: LocalizedText("The server asks for a client certificate", "服务器要求客户端证书"),
        .handshakeFailure: LocalizedText("The server found nothing in common", "双方没有共同支持的加密参数"),
        .handshakeFailed: LocalizedText("The TLS handshake failed", "TLS 握手失败"),
        .noApplicationProtocol: LocalizedText("The server speaks no HTTP there", "该端口不支持 HTTP"),
        .tlsAlert: LocalizedText("The server ended TLS with an alert", "服务器以 TLS 警报中止了连接"),
        .connectionClosed: LocalizedText("The server closed the connection", "服务器关闭了连接"),
        .certificateMessage: LocalizedText(
            "The server's list of certificates cannot be read", "无法读取服务器发送的证书列表"),
        .emptyReply: LocalizedText("The server closed without an answer", "服务器未作应答即关闭连接"),
        .notHTTP: LocalizedText("The answer is no HTTP", "应答不是 HTTP"),
        .transferFailed: LocalizedText("The transfer failed", "传输失败"),
    ]
}
