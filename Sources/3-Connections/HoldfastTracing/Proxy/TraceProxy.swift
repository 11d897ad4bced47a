package import HoldfastX509

/// A proxy in front of a traced server: TLS with the server goes through its tunnel, and is traced as without it.
///
/// The proxy resolves the server's name, unless the target has an address.
package struct TraceProxy: Hashable, Sendable {
    /// The protocol that is spoken with the proxy, in the clear.
    package enum Kind: Hashable, Sendable {
        /// HTTP/1.1, a tunnel by CONNECT (RFC 9110 §9.3.6).
        case http
        /// SOCKS 5 (RFC 1928).
        case socks5
    }

    package var kind: Kind
    /// A DNS name in A-labels, or a literal IP address.
    package var host: String
    package var port: UInt16
    /// The addresses of the proxy, tried in this order; empty to look the host up.
    package var addresses: [IPAddress]
    /// The name or the address that its tunnel leads to; nil for the target's own.
    package var destination: String?
    /// The user and the password for the proxy: sent at once by SOCKS (RFC 1929), where it asks (407) by HTTP.
    package var user: String?
    package var password: String?

    package init(
        _ kind: Kind, host: String, port: UInt16, addresses: [IPAddress] = [], user: String? = nil,
        password: String? = nil
    ) {
        (self.kind, self.host, self.port, self.addresses) = (kind, host, port, addresses)
        (self.user, self.password) = (user, password)
    }
}

extension TraceProxy: CustomStringConvertible, CustomReflectable {
    /// Protocol, host and port; neither user nor password.
    package var description: String { "\(kind) proxy at \(host):\(port)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
