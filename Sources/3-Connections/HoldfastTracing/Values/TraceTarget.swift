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

/// A protocol that begins in the clear and changes to TLS when the client asks for it; and PostgreSQL's way around
/// that, which begins with TLS and says by ALPN what follows.
public enum StartTLS: String, Hashable, Sendable, CaseIterable {
    /// RFC 3207.
    case smtp
    /// RFC 2033, with RFC 3207 behind LHLO.
    case lmtp
    /// RFC 9051 §6.2.1.
    case imap
    /// RFC 2595 §4.
    case pop3
    /// ManageSieve, RFC 5804 §2.2.
    case sieve
    /// RFC 4217 §4, AUTH TLS.
    case ftp
    /// RFC 4642 §2.2.
    case nntp
    /// IRCv3's extension tls, STARTTLS.
    case irc
    /// RFC 4511 §4.14.
    case ldap
    /// PostgreSQL's frontend/backend protocol, SSLRequest.
    case postgres
    /// PostgreSQL from 17 on, as `sslnegotiation=direct` of libpq: TLS from the first byte, with the ALPN `postgresql`.
    case postgresDirect = "postgres-direct"
    /// MySQL's client/server protocol, SSLRequest; MariaDB's too.
    case mysql
    /// RFC 6120 §5, as a client.
    case xmpp
    /// RFC 6120 §5, as a server.
    case xmppServer = "xmpp-server"

    /// The port that the protocol is usually found at. LMTP has none of its own; 24 is that of "any private mail
    /// system" (IANA), which servers of mail that speak it over TCP take.
    public var defaultPort: UInt16 {
        switch self {
        case .smtp: 25
        case .lmtp: 24
        case .imap: 143
        case .pop3: 110
        case .sieve: 4190
        case .ftp: 21
        case .nntp: 119
        case .irc: 6667
        case .ldap: 389
        case .postgres, .postgresDirect: 5432
        case .mysql: 3306
        case .xmpp: 5222
        case .xmppServer: 5269
        }
    }

    /// The protocol's name in its standard.
    package var standardName: String {
        switch self {
        case .smtp: "SMTP"
        case .lmtp: "LMTP"
        case .imap: "IMAP"
        case .pop3: "POP3"
        case .sieve: "ManageSieve"
        case .ftp: "FTP"
        case .nntp: "NNTP"
        case .irc: "IRC"
        case .ldap: "LDAP"
        case .postgres, .postgresDirect: "PostgreSQL"
        case .mysql: "MySQL"
        case .xmpp, .xmppServer: "XMPP"
        }
    }

    /// Names of the same protocols that are taken as well: those of their own documents, and of other programs.
    private static let otherNames: [String: StartTLS] = [
        "postgresql": .postgres, "mariadb": .mysql, "managesieve": .sieve,
    ]

    /// Reads the name of a protocol, its own or another one of the same.
    package init?(named name: String) {
        guard let kind = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
        self = kind
    }

    /// Whether anything is said before TLS.
    package var beginsInClear: Bool { self != .postgresDirect }

    /// The protocols that are offered by ALPN where nobody says which. Behind a protocol that begins in the clear
    /// there are none.
    package var applicationProtocols: [String] { self == .postgresDirect ? ["postgresql"] : [] }
}
