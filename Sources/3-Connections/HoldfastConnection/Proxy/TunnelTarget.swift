import HoldfastHTTP
package import HoldfastX509

/// The server that a proxy is to make a connection to.
package struct TunnelTarget: Hashable, Sendable {
    /// A DNS name of A-labels, which the proxy resolves, or an IP literal without brackets.
    package let host: String
    package let port: UInt16
    /// The address that ``host`` is; nil for a name.
    package let address: IPAddress?

    package init(host: String, port: UInt16) {
        (self.host, self.port) = (host, port)
        address = IPAddress(host)
    }

    /// The request target of CONNECT (RFC 9112 §3.2.3), which its field `Host` and `:authority` repeat.
    package var authority: String { "\(URLParts.literal(host)):\(port)" }

    /// The port in network order.
    var portOctets: [UInt8] { [UInt8(port >> 8), UInt8(port & 0xFF)] }
}

/// A user and a password for a proxy of SOCKS 5 (RFC 1929), of 1 to 255 octets each.
///
/// No text form shows either.
package struct SOCKSLogin: Hashable, Sendable {
    package let user: String
    package let password: String

    package init(user: String, password: String) { (self.user, self.password) = (user, password) }
}

extension SOCKSLogin: CustomStringConvertible, CustomReflectable {
    package var description: String { "user and password for a proxy (hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
