import HoldfastCredentials
import HoldfastWeb

/// The secret that answers a challenge of HTTP: a password, or tickets of Kerberos.
enum AuthenticationSecret: Hashable, Sendable {
    case password(PasswordCredential)
    case kerberos(KerberosCredential)

    var password: PasswordCredential? { if case .password(let password) = self { password } else { nil } }

    /// Users as an origin is remembered to have taken them.
    enum User: Hashable, Sendable {
        case named(String)
        /// The owner of the tickets in a cache.
        case tickets(KerberosCredential.Source)
    }

    /// The user, without what proves it.
    var user: User {
        switch self {
        case .password(let password): return .named(password.user)
        case .kerberos(let credential):
            switch credential.source {
            case .password(let password): return .named(password.user)
            case .user(let name): return .named(name)
            case .defaultCache, .cache: return .tickets(credential.source)
            }
        }
    }

    /// The credential for the method Negotiate.
    var kerberos: KerberosCredential {
        switch self {
        case .password(let password): KerberosCredential(.password(password))
        case .kerberos(let credential): credential
        }
    }
}

/// The user that a URL or a proxy's settings name: nobody else is sent in the place of that user.
struct NamedUser: Hashable, Sendable {
    let name: String
    /// Nil where only the name is given: the password is then looked up under it.
    let password: String?

    /// The user with the password that is sent where none is known: an empty one without a password (RFC 3986 §3.2.1
    /// leaves it out, RFC 7617 §2 has to have one).
    var credential: PasswordCredential { PasswordCredential(user: name, password: password ?? "") }

    /// The user's own tickets, for a user without a password.
    var tickets: KerberosCredential? { password == nil ? KerberosCredential(.user(name)) : nil }

    /// Whether a secret is this user's, and has the password that is named, where one is.
    func matches(_ secret: AuthenticationSecret) -> Bool {
        if let tickets, secret == .kerberos(tickets) { return true }
        guard let known = secret.password else { return false }
        return known.user == name && (password == nil || password == known.password)
    }
}

extension NamedUser {
    /// The user and the password of a proxy's settings.
    init(_ credential: PasswordCredential) { self.init(name: credential.user, password: credential.password) }
}

extension NamedUser: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "a user (hidden)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPSURL {
    /// The user that the URL names, with the password where it has one; nil for none, and for ones that are no
    /// percent-encoded UTF-8.
    var namedUser: NamedUser? { namedCredential.map { NamedUser(name: $0.user, password: $0.password) } }
}
