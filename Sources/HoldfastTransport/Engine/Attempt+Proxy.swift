import CCurl
import HoldfastTrust

extension Attempt {
    /// Sets the proxy, or that there is none: libcurl obeys HTTPS_PROXY and its relatives unless told.
    func configureProxy() throws(TransportError) {
        guard let proxy = request.proxy else {
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
        guard let proxy = request.proxy, !isAllowed else { return nil }
        let name = "\(proxy.host), port \(proxy.port)"
        if let connection = proxyConnection, !connection.wasAccepted || !connection.handshake.isFinished {
            if let undecidable = connection.undecidable { return undecidable }
            if case .refused(let failure) = connection.verdict {
                var error = TransportError(
                    .connect, .proxyNotTrusted,
                    "the certificate of the proxy \(name) is not trusted: \(failure.description)",
                    hint: failure.cause.advice)
                error.proxyTrustFailure = failure
                return error
            }
            if !connection.handshake.isFinished {
                return TransportError(
                    .connect, .proxyHandshakeFailed, "the TLS connection to the proxy \(name) was not set up",
                    hint: "what OpenSSL and curl said stands beside this")
            }
        }
        let status = easy.integer(CURLINFO_HTTP_CONNECTCODE)
        if proxy.kind != .socks5, status != 0, !(200..<300).contains(status) {
            var error = proxyRefusal(by: proxy, name, status)
            error.proxyAnswer = ProxyAnswer(status: status, fields: proxyResponse.fields)
            return error
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY:
            return TransportError(
                .name, .couldNotResolveProxy, "the name of the proxy \(proxy.host) was not found",
                hint: "check its spelling and the network")
        case CURLE_PROXY:
            return TransportError(
                .connect, .proxyRefused, "the proxy \(name) refused a tunnel\(socksReason(for: proxy))",
                hint: isLoginRefused
                    ? proxy.hasLogin ? "check both" : TransportError.Hint.proxyLogin
                    : "ask whoever runs it what it lets through")
        case CURLE_COULDNT_CONNECT
        where connection == nil && proxyConnection == nil && sockets.allSatisfy({ $0.peer == nil }):
            return TransportError(
                .connect, .proxyUnreachable, "no connection to the proxy \(name) came about",
                hint: "check its address and port, and that it runs")
        default: return nil
        }
    }

    /// The refusal of a proxy of HTTP in words: of a login that it was told, of one that it was not, or of the tunnel.
    private func proxyRefusal(by proxy: ProxyTarget, _ name: String, _ status: Int) -> TransportError {
        let wasTold =
            submission.request.proxyNTLM != nil || proxy.fields.contains { $0.isNamed(ProxyTarget.answerField) }
        // RFC 9110 §15.5.8 has 407; some say of a wrong login what servers say (§15.5.2).
        if wasTold, status == 407 || status == 401 {
            return TransportError(
                .connect, .proxyRefused,
                "the proxy \(name) refused the user and the password with the status \(status)",
                hint: "check both")
        }
        let hint =
            if status != 407 {
                "ask whoever runs it what it lets through"
            } else if proxy.hasLogin {
                "it asks who wants a tunnel in a way that is not answered here: ask whoever runs it for another"
            } else {
                TransportError.Hint.proxyLogin
            }
        return TransportError(
            .connect, .proxyRefused, "the proxy \(name) refused a tunnel with the status \(status)", hint: hint)
    }

    private var proxyCode: CURLproxycode { CURLproxycode(UInt32(max(0, easy.integer(CURLINFO_PROXY_ERROR)))) }

    /// Whether a SOCKS server has refused whoever asks, and not the tunnel.
    private var isLoginRefused: Bool { [CURLPX_USER_REJECTED, CURLPX_NO_AUTH].contains(proxyCode) }

    /// The reply of a SOCKS server in words (RFC 1928 §6, RFC 1929 §2), by libcurl's number for it.
    private func socksReason(for proxy: ProxyTarget) -> String {
        switch proxyCode {
        case CURLPX_USER_REJECTED, CURLPX_NO_AUTH:
            proxy.hasLogin
                ? ": it does not take the user and password" : ": it lets nobody in without a user that it knows"
        case CURLPX_REPLY_NOT_ALLOWED: ": its rules do not allow it"
        case CURLPX_REPLY_HOST_UNREACHABLE, CURLPX_RESOLVE_HOST: ": it does not find the server"
        case CURLPX_REPLY_NETWORK_UNREACHABLE: ": it has no way to the server"
        case CURLPX_REPLY_CONNECTION_REFUSED: ": nothing listens at the server"
        default: ""
        }
    }
}
