package import HoldfastHTTP

/// A protocol by which a client asks a proxy for a connection to a server.
package enum ProxyProtocol: Hashable, Sendable {
    /// CONNECT of HTTP/1.1 (RFC 9110 §9.3.6), with these fields beside `Host`.
    case http([HTTPField])
    /// SOCKS 4: to an IPv4 address. The user may be empty.
    case socks4(user: String)
    /// SOCKS 4A: to an IPv4 address, or to a name that the proxy resolves.
    case socks4a(user: String)
    /// SOCKS 5 (RFC 1928): to an address, or to a name that the proxy resolves.
    case socks5(SOCKSLogin?)

    /// Begins a dialogue, whose first words ``ProxyDialogue/takeOutput()`` has.
    package func dialogue(to target: TunnelTarget, _ limits: ProxyLimits = ProxyLimits()) -> any ProxyDialogue {
        switch self {
        case .http(let fields): ConnectDialogue(to: target, fields, limits)
        case .socks4(let user): SOCKS4Dialogue(to: target, as: user, resolvesNames: false)
        case .socks4a(let user): SOCKS4Dialogue(to: target, as: user, resolvesNames: true)
        case .socks5(let login): SOCKS5Dialogue(to: target, login)
        }
    }
}

extension ProxyProtocol: CustomStringConvertible, CustomReflectable {
    /// The name of the protocol alone: neither users and passwords nor fields, which may hold them.
    package var description: String {
        switch self {
        case .http: "HTTP/1.1"
        case .socks4: "SOCKS 4"
        case .socks4a: "SOCKS 4A"
        case .socks5: "SOCKS 5"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
