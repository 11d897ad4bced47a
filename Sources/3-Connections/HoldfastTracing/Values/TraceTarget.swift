public import HoldfastX509

/// The target of a trace: a server, and the protocol that is spoken before TLS.
public struct TraceTarget: Hashable, Sendable {
    /// A DNS name in A-labels, or a literal IP address; the name that the policy judges stands in the policy.
    public var host: String
    public var port: UInt16
    /// The addresses to connect to, tried in this order; empty to look the host up.
    public var addresses: [IPAddress]
    /// The protocol that is spoken before TLS; nil for TLS from the first byte.
    public var startTLS: StartTLS?
    /// The proxy that the connection goes through; nil for none. With one, an address is where its tunnel leads.
    package var proxy: TraceProxy?

    public init(host: String, port: UInt16, addresses: [IPAddress] = [], startTLS: StartTLS? = nil) {
        self.host = host
        self.port = port
        self.addresses = addresses
        self.startTLS = startTLS
    }
}

/// A protocol that begins in the clear and changes to TLS when the client asks for it.
public enum StartTLS: String, Hashable, Sendable, CaseIterable {
    /// RFC 3207.
    case smtp
    /// RFC 9051 §6.2.1.
    case imap
    /// RFC 2595 §4.
    case pop3
    /// RFC 4511 §4.14.
    case ldap
    /// PostgreSQL's frontend/backend protocol, SSLRequest.
    case postgres
    /// RFC 6120 §5, as a client.
    case xmpp
    /// RFC 6120 §5, as a server.
    case xmppServer = "xmpp-server"

    /// The port that the protocol is usually found at.
    public var defaultPort: UInt16 {
        switch self {
        case .smtp: 25
        case .imap: 143
        case .pop3: 110
        case .ldap: 389
        case .postgres: 5432
        case .xmpp: 5222
        case .xmppServer: 5269
        }
    }
}
