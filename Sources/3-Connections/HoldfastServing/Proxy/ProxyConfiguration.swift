import HoldfastHTTP

/// The configuration of a ``ProxyServer``.
package struct ProxyConfiguration: Sendable {
    /// The protocol that is spoken with the client.
    package enum Kind: Sendable {
        /// HTTP/1.1, which knows CONNECT alone (RFC 9110 §9.3.6).
        case http
        /// HTTP/1.1 within TLS, which presents what this says.
        case https(TLSServerConfiguration)
        /// SOCKS 5 (RFC 1928), which knows CONNECT alone; names are resolved here.
        case socks5
    }

    /// A user and a password that a client of SOCKS must name (RFC 1929).
    package struct User: Hashable, Sendable {
        package var name: String
        package var password: String

        package init(name: String, password: String) {
            self.name = name
            self.password = password
        }
    }

    package var kind: Kind
    /// The targets that names lead to: from `host:port`, in lower case, an IPv6 address in brackets, to a port of
    /// 127.0.0.1. What is not there cannot be reached.
    package var routes: [String: UInt16] = [:]
    /// The answer in the place of a tunnel; nil for a request that may have one. Asked by HTTP proxies only.
    package var refusal: @Sendable (ServerRequest) -> ServerResponse? = { _ in nil }
    /// The user that SOCKS lets pass; nil for everybody.
    package var user: User?
    /// The longest that a client may take for what it has to say before the tunnel stands, and then that both sides may
    /// be silent.
    package var idleTimeout = Duration.seconds(300)
    package var requestLimits = RequestLimits()

    package init(_ kind: Kind, routes: [String: UInt16] = [:]) {
        self.kind = kind
        self.routes = routes
    }

    /// Asks whoever does not bring it for this user and password (RFC 7617), with the status 407.
    ///
    /// - Parameters:
    ///   - credentials: `user:password` in Base64, as the field carries it.
    ///   - closes: whether the connection ends with the 407, so that the answer to it needs another one.
    package static func basic(
        _ credentials: String, realm: String = "proxy", closes: Bool = false
    ) -> @Sendable (ServerRequest) -> ServerResponse? {
        { request in
            guard request["Proxy-Authorization"] != "Basic \(credentials)" else { return nil }
            return ServerResponse(
                status: 407, fields: [HTTPField("Proxy-Authenticate", "Basic realm=\"\(realm)\"")],
                body: Array("who are you?\n".utf8), closesConnection: closes)
        }
    }
}
