import HoldfastStatements
import HoldfastTransport

/// A server that connects to another one, and so is the client of what it logs: nginx to its upstream, mod_ssl to its
/// remote server.
struct ProxyWords {
    private let isNginx: Bool

    /// Looks for the words of a connection to another server; nil where a line has none of them.
    ///
    /// The table has no second reading for them, since the log is the client's.
    init?(_ rows: [ErrorLine]) {
        let row = rows.first {
            ["nginx", "apache"].contains($0.program) && $0.causesInLog == nil
                && (($0.rank == .saysOnlyThat && !$0.causes.isEmpty) || $0.text?.contains("SSL Proxy: ") == true)
        }
        guard let row else { return nil }
        isNginx = row.program == "nginx"
    }

    /// The directives that mend a cause; nil where the cause's own advice stands.
    ///
    /// ngx_http_proxy_module: `proxy_ssl_server_name` is off by default; `proxy_ssl_name` is `$proxy_host`.
    func advice(about cause: ErrorCause) -> LocalizedText? {
        guard isNginx, case .failure(let code, let exitCode) = cause else { return nil }
        switch code {
        case .handshakeFailure where exitCode == 4, .unrecognizedName:
            return LocalizedText(
                """
                let nginx say the upstream's name: proxy_ssl_server_name on, with proxy_ssl_name where it is not the \
                host of proxy_pass
                """,
                """
                请让 nginx 发送上游的服务器名称：proxy_ssl_server_name on；该名称与 proxy_pass 的主机不同时，另用 proxy_ssl_name \
                指定
                """)
        case .clientCertificateRequired, .clientCertificateRefused:
            return LocalizedText(
                """
                give nginx a certificate that the upstream takes: proxy_ssl_certificate and \
                proxy_ssl_certificate_key
                """,
                "请为 nginx 配置上游接受的证书：proxy_ssl_certificate 和 proxy_ssl_certificate_key")
        default: return nil
        }
    }
}

extension Explanation.Candidate {
    /// A cause in the words of whose log it is: a server's own key is none of a client.
    ///
    /// - Parameter verifyError: OpenSSL's number of what is wrong with a certificate, where the lines have it.
    init(
        _ cause: ErrorCause, reader: Explanation.Reader?, of rows: [ErrorLine], _ proxy: ProxyWords?, verifyError: Int?
    ) {
        let common = Explanation.Candidate(cause, reader: reader)
        let isInLog = proxy == nil && rows.contains { ["nginx", "apache"].contains($0.program) }
        if isInLog, cause.code == TransportError.Code.clientCertificateRefused.rawValue,
            let refused = verifyError.map(RefusedClient.init)
        {
            self.init(
                cause: cause, reader: reader, headline: refused.headline ?? common.headline, meaning: common.meaning,
                advice: refused.advice, refused: refused)
            return
        }
        let isOwnKey =
            cause.code == TransportError.Code.clientIdentityUnusable.rawValue
            && rows.contains { $0.name == "KEY_VALUES_MISMATCH" || $0.text == "AH02565" }
            && rows.contains { ["nginx", "apache"].contains($0.program) }
        self.init(
            cause: cause, reader: reader, headline: isOwnKey ? Self.ownKey : common.headline,
            meaning: common.meaning, advice: proxy?.advice(about: cause) ?? common.advice)
    }

    private static let ownKey = LocalizedText(
        "the server's own certificate and key do not belong together", "服务器自己的证书与私钥不匹配")
}
