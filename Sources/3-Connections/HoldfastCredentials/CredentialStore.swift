import HoldfastX509

/// A place where passwords are kept between the requests that need them.
///
/// A store that asks another process, as a keyring, may take its time: a session waits within the limit of its request.
public protocol CredentialStore: Sendable {
    /// The credential that is proposed first for a space; nil where there is none.
    func defaultCredential(for space: CredentialSpace) async -> PasswordCredential?

    /// The credential of one user for a space, as a URL names one; nil where there is none. By itself it knows the
    /// default credential alone.
    func credential(of user: String, for space: CredentialSpace) async -> PasswordCredential?

    /// Keeps a credential for a space, in the place of one of the same user.
    ///
    /// - Parameter isDefault: whether it is the one to propose from now on.
    func set(_ credential: PasswordCredential, for space: CredentialSpace, isDefault: Bool) async

    /// Keeps a credential for as long as a persistence says, in the place of one of the same user.
    ///
    /// By itself a store knows one persistence, its own, and keeps whatever is to be kept at all.
    ///
    /// - Parameters:
    ///   - persistence: how long; with ``CredentialPersistence/none`` nothing is kept.
    ///   - isDefault: whether it is the one to propose from now on.
    func set(
        _ credential: PasswordCredential, for space: CredentialSpace, persistence: CredentialPersistence,
        isDefault: Bool) async

    /// Forgets a credential; none is left of that user for the space.
    func remove(_ credential: PasswordCredential, for space: CredentialSpace) async
}

extension CredentialStore {
    public func credential(of user: String, for space: CredentialSpace) async -> PasswordCredential? {
        await defaultCredential(for: space).flatMap { $0.user == user ? $0 : nil }
    }

    public func set(
        _ credential: PasswordCredential, for space: CredentialSpace, persistence: CredentialPersistence,
        isDefault: Bool
    ) async {
        guard persistence != .none else { return }
        await set(credential, for: space, isDefault: isDefault)
    }
}

/// The server or proxy, realm and method that a credential is meant for: the key of a credential store.
///
/// Two spaces that differ in any member share nothing: a password for one realm of a server is none for another.
public struct CredentialSpace: Hashable, Sendable {
    /// The party that asks: the server of a URL, or a proxy on the way to it.
    public enum Asker: String, Hashable, Sendable {
        /// The server of an `https` URL.
        case server
        /// The server of an `http` URL, which may be anybody.
        case httpServer
        case httpProxy
        case httpsProxy
        case socksProxy
    }

    /// The party that asks.
    public let asker: Asker
    /// The host as it was asked for: A-labels in lower case, or an IP literal without brackets.
    public let host: String
    public let port: UInt16
    /// The realm, as the server spells it; nil where there is none, which is another space than one of the name "".
    public let realm: String?
    /// Apple's name of the method, for example `NSURLAuthenticationMethodHTTPDigest`.
    public let method: String

    public init(asker: Asker = .server, host: String, port: UInt16, realm: String?, method: String) {
        self.asker = asker
        self.host = host.asciiLowercased()
        self.port = port
        self.realm = realm
        self.method = method
    }

    // Two spellings of a realm are two realms, though Unicode takes them for the same (UAX #15): RFC 9110 §11.5 has "a
    // string, generally assigned by the origin server".

    public static func == (one: CredentialSpace, other: CredentialSpace) -> Bool {
        one.asker == other.asker && one.host == other.host && one.port == other.port && one.method == other.method
            && one.realm.hasOctets(of: other.realm)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(asker)
        hasher.combine(host)
        hasher.combine(port)
        hasher.combine(method)
        hasher.combine(realm)
    }
}

/// The time for which a credential is remembered after a server has accepted it (Apple, `URLCredential.Persistence`).
public enum CredentialPersistence: Hashable, Sendable, CaseIterable {
    /// For the one request that it was given for; an identity, for the one connection, which may serve many requests.
    case none
    /// For all requests of the session, as long as it lasts.
    case forSession
    /// Kept until it is removed or expires, on this machine: in the session's store, as far as that one lasts.
    case permanent
    /// Kept until it is removed or expires, on the user's devices, as far as the session's store is synchronised.
    case synchronizable
}
