/// A proxy that a request goes through: where it is, what is spoken with it, and what it alone is told.
package struct ProxyTarget: Sendable {
    /// What is spoken with the proxy; with any of them, what is said to the server goes through a tunnel, TLS from end to
    /// end.
    package enum Kind: Hashable, Sendable {
        /// HTTP/1.1, a tunnel by CONNECT (RFC 9110 §9.3.6).
        case http
        /// The same within TLS, for which the proxy is judged as servers are.
        case https
        /// SOCKS 5 (RFC 1928); the proxy resolves names.
        case socks5
    }

    package var kind: Kind
    /// A DNS name of A-labels, or an IP literal without brackets.
    package var host: String
    package var port: UInt16
    /// Fields of the CONNECT request, which the server never sees.
    package var fields: [HTTPField] = []
    /// User and password of RFC 1929, for SOCKS; each has 1 to 255 bytes.
    package var user: String?
    package var password: String?
    /// What a decision about a proxy's own certificate holds for; empty without TLS.
    package var policyDigest: [UInt8] = []

    package init(kind: Kind, host: String, port: UInt16) {
        self.kind = kind
        self.host = host
        self.port = port
    }

    /// What keeps connections apart.
    struct Key: Hashable, Sendable {
        let kind: Kind
        let host: String
        let port: UInt16
        let user: String?
        let password: String?
        let policyDigest: [UInt8]
    }

    var key: Key {
        Key(kind: kind, host: host, port: port, user: user, password: password, policyDigest: policyDigest)
    }
}
