import CCurl
import HoldfastHTTP
import HoldfastStatements
import HoldfastTrust

extension Attempt {
    /// Sets the proxy, or that there is none: libcurl obeys HTTPS_PROXY and its relatives unless told.
    func configureProxy() throws(TransportError) {
        guard let proxy = request.connection.proxy else {
            try easy.set(CURLOPT_PROXY, "")
            return try easy.set(CURLOPT_NOPROXY, "*")
        }
        let (scheme, type) =
            switch proxy.kind {
            case .http: ("http", CURLPROXY_HTTP)
            case .https: ("https", CURLPROXY_HTTPS)
            case .socks5: ("socks5h", CURLPROXY_SOCKS5_HOSTNAME)
            }
        try easy.set(CURLOPT_PROXY, "\(scheme)://\(URLParts.literal(proxy.host)):\(proxy.port)")
        try easy.set(CURLOPT_PROXYTYPE, Int(type.rawValue))
        try easy.set(CURLOPT_NOPROXY, "")
        try easy.set(CURLOPT_HTTPPROXYTUNNEL, 1)
        // The proxy's fields go with CONNECT and nowhere else, and the request's never there.
        try easy.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        try easy.set(CURLOPT_PROXYHEADER, list: proxy.fields.map(\.lineForLibcurl))
        try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 0)
        // As for the server: the decision is ours.
        try easy.set(CURLOPT_PROXY_SSL_VERIFYPEER, 0)
        try easy.set(CURLOPT_PROXY_SSL_VERIFYHOST, 0)
        try easy.set(CURLOPT_PROXY_CAINFO, nil)
        try easy.set(CURLOPT_PROXY_CAPATH, nil)
        try easy.set(CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        guard proxy.kind == .socks5 else { return }
        try easy.set(CURLOPT_SOCKS5_AUTH, 1)
        try easy.set(CURLOPT_PROXYUSERNAME, proxy.user)
        try easy.set(CURLOPT_PROXYPASSWORD, proxy.user == nil ? nil : proxy.password ?? "")
    }

    /// The reason why there is no tunnel; nil where that is not what failed.
    func proxyFailure(_ code: CURLcode) -> TransportError? {
        guard let proxy = request.connection.proxy, !isAllowed else { return nil }
        if let connection = proxyConnection, !connection.wasAccepted || !connection.handshake.isFinished {
            if let undecidable = connection.undecidable { return undecidable }
            if case .refused(let failure) = connection.verdict {
                var error = TransportError(
                    .connect, .proxyNotTrusted,
                    ProxySentence.notTrusted(proxy: proxy.host, port: proxy.port, failure.namedStatement).statement,
                    adviceStatement: failure.cause.statements.advice)
                error.proxyTrustFailure = failure
                return error
            }
            if !connection.handshake.isFinished {
                return TransportError(
                    .connect, .proxyHandshakeFailed,
                    ProxySentence.handshakeFailed(proxy: proxy.host, port: proxy.port),
                    advice: HandshakeAdvice.librariesSaidOnly)
            }
        }
        let status = easy.integer(CURLINFO_HTTP_CONNECTCODE)
        if proxy.kind != .socks5, status != 0, !(200..<300).contains(status) {
            let wasTold =
                submission.request.connection.proxyNTLM != nil
                || proxy.fields.contains { $0.isNamed(ProxyTarget.answerField) }
            return proxy.refusal(status, proxyResponse.fields, wasTold: wasTold)
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY:
            return TransportError(
                .name, .couldNotResolveProxy, ProxySentence.nameNotFound(proxy: proxy.host),
                advice: ProxyAdvice.checkSpelling)
        case CURLE_PROXY:
            let advice: ProxyAdvice = isLoginRefused ? proxy.hasLogin ? .checkBoth : .nameUser : .askOperator
            return proxy.refusal(socksReason(for: proxy), advice: advice)
        case CURLE_COULDNT_CONNECT
        where connection == nil && proxyConnection == nil && sockets.allSatisfy({ $0.peer == nil }):
            return TransportError(
                .connect, .proxyUnreachable, ProxySentence.unreachable(proxy: proxy.host, port: proxy.port),
                advice: ProxyAdvice.checkAddress)
        default: return nil
        }
    }

    private var proxyCode: CURLproxycode { CURLproxycode(UInt32(max(0, easy.integer(CURLINFO_PROXY_ERROR)))) }

    /// Whether a SOCKS server has refused whoever asks, and not the tunnel.
    private var isLoginRefused: Bool { [CURLPX_USER_REJECTED, CURLPX_NO_AUTH].contains(proxyCode) }

    /// The reply of a SOCKS server in words (RFC 1928 §6, RFC 1929 §2), by libcurl's number for it.
    private func socksReason(for proxy: ProxyTarget) -> ProxySentence.SOCKSReason? {
        switch proxyCode {
        case CURLPX_USER_REJECTED, CURLPX_NO_AUTH:
            proxy.hasLogin ? .login : .noLogin
        case CURLPX_REPLY_NOT_ALLOWED: .rules
        case CURLPX_REPLY_HOST_UNREACHABLE, CURLPX_RESOLVE_HOST: .serverNotFound
        case CURLPX_REPLY_NETWORK_UNREACHABLE: .noWay
        case CURLPX_REPLY_CONNECTION_REFUSED: .nothingListens
        default: nil
        }
    }
}
