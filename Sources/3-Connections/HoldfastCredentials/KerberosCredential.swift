/// A user of a Kerberos realm, for challenges of the method Negotiate (RFC 4559).
///
/// Nothing here is sent to the server that asks: the realm's key distribution centre is asked for a ticket for that
/// server. A user and a password given as a ``PasswordCredential`` do the same; this says where else tickets are, and
/// what the server may do.
public struct KerberosCredential: Hashable, Sendable {
    /// The source of the first ticket.
    public enum Source: Hashable, Sendable {
        /// A user, `name` or `name@REALM`, with a password.
        case password(PasswordCredential)
        /// The process's own cache, as `kinit` fills it and `KRB5CCNAME` may name it.
        case defaultCache
        /// The tickets of this user, `name` or `name@REALM`, among the process's own; of nobody else.
        case user(String)
        /// The cache of this name, as `FILE:/tmp/tickets` or a path.
        case cache(String)
    }

    /// The source of the first ticket.
    public let source: Source
    /// Whether the server gets a ticket to act as the user elsewhere. It can then do whatever the user can, wherever
    /// Kerberos is asked for, until the ticket expires; off unless it is asked for.
    public var delegatesToServer = false

    /// Makes a credential from a source of Kerberos tickets.
    ///
    /// - Parameters:
    ///   - source: where the first ticket comes from.
    ///   - delegatesToServer: whether the server may act as the user elsewhere; see ``delegatesToServer``.
    public init(_ source: Source, delegatesToServer: Bool = false) {
        self.source = source
        self.delegatesToServer = delegatesToServer
    }
}

extension KerberosCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        switch source {
        case .password: "a user and a password for Kerberos (hidden)"
        case .defaultCache: "the tickets of the default cache"
        case .user: "the tickets of a named user"
        case .cache: "the tickets of a named cache"
        }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
