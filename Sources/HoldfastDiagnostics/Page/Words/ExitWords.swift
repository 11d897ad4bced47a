import HoldfastTransport
package import HoldfastStatements

/// The words of the page for exit codes and for failures.
package enum ExitWords {
    /// The meaning of an exit code; nil for a number that is not in the table.
    package static func of(_ code: Int32) -> LocalizedText? { table[code] }

    private static let table: [Int32: LocalizedText] = [
        0: LocalizedText("trusted", "可信"),
        1: LocalizedText("internal or I/O error", "内部错误或读写错误"),
        2: LocalizedText("usage", "用法错误"),
        3: LocalizedText("name not found, or connection failed", "域名解析失败或无法连接"),
        4: LocalizedText("TLS failed before a certificate was judged", "证书判定之前 TLS 失败"),
        5: LocalizedText("TLS failed after the certificate was accepted", "证书通过之后 TLS 失败"),
        6: LocalizedText("HTTP or the transfer failed", "HTTP 或传输失败"),
        7: LocalizedText("timed out", "超时"),
        20: LocalizedText("the issuer was not found", "找不到签发者"),
        21: LocalizedText("expired or not yet valid", "已过期或尚未生效"),
        22: LocalizedText("self-signed, and not an anchor", "自签名且不是信任锚"),
        23: LocalizedText("the chain ends at a root that is no anchor", "证书链的顶端不是信任锚"),
        24: LocalizedText("the name differs", "主机名不匹配"),
        25: LocalizedText("revoked, or unknown where it must be known", "已吊销，或必须确认而无法确认"),
        26: LocalizedText("pin mismatch", "公钥固定不匹配"),
        27: LocalizedText("weak key or signature", "密钥或签名强度不足"),
        28: LocalizedText("another rule of the policy", "违反策略的其他规则"),
        29: LocalizedText("a signature does not verify", "签名验证失败"),
        30: LocalizedText("malformed certificate", "证书格式错误"),
        31: LocalizedText("work limit", "超出工作量上限"),
        32: LocalizedText("expires within the time asked for", "在所要求的期限内过期"),
        33: LocalizedText(
            "findings, of commands that judge other things; of check --as, a client that does not get on",
            "其他检查类命令有发现；check --as 时，有客户端无法连接"),
    ]
}

extension FailureReport {
    /// The failure as a headline; by the code where it is known, else by how far things had come.
    package var words: LocalizedText {
        Self.byCode[TransportError.Code(rawValue: code)] ?? ExitWords.of(exitCode) ?? LocalizedText("failed", "失败")
    }

    /// The consequence of the failure: nothing was judged, or the verdict is of no use.
    package var meaning: LocalizedText {
        switch exitCode {
        case 5:
            LocalizedText(
                "The certificate was accepted, but the encrypted connection did not come about: there is nobody to "
                    + "trust.",
                "证书已通过验证，但加密连接最终没有建立，因此没有可以信任的对端。")
        case 6:
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
