import Synchronization

/// Where passwords are kept between the requests that need them.
///
/// A store that asks somebody else, as a keyring, may take its time: a session waits within the limit of its request.
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

    /// Forgets a credential; none is left of that user for the space.
    func remove(_ credential: PasswordCredential, for space: CredentialSpace) async
}

extension CredentialStore {
    public func credential(of user: String, for space: CredentialSpace) async -> PasswordCredential? {
        await defaultCredential(for: space).flatMap { $0.user == user ? $0 : nil }
    }
}

/// A store in memory, gone with the process.
public final class MemoryCredentialStore: CredentialStore {
    private struct Entry {
        var credentials: [String: PasswordCredential] = [:]
        var defaultUser: String?
    }

    private let entries = Mutex<[CredentialSpace: Entry]>([:])

    public init() {}

    public func defaultCredential(for space: CredentialSpace) async -> PasswordCredential? {
        entries.withLock { entries in
            entries[space].flatMap { entry in entry.defaultUser.flatMap { entry.credentials[$0] } }
        }
    }

    public func credential(of user: String, for space: CredentialSpace) async -> PasswordCredential? {
        entries.withLock { $0[space]?.credentials[user] }
    }

    /// Every credential of a space, by user.
    public func credentials(for space: CredentialSpace) async -> [String: PasswordCredential] {
        entries.withLock { $0[space]?.credentials ?? [:] }
    }

    public func set(_ credential: PasswordCredential, for space: CredentialSpace, isDefault: Bool) async {
        entries.withLock { entries in
            entries[space, default: Entry()].credentials[credential.user] = credential
            if isDefault { entries[space]?.defaultUser = credential.user }
        }
    }

    public func remove(_ credential: PasswordCredential, for space: CredentialSpace) async {
        entries.withLock { entries in
            entries[space]?.credentials[credential.user] = nil
            if entries[space]?.defaultUser == credential.user { entries[space]?.defaultUser = nil }
            if entries[space]?.credentials.isEmpty == true { entries[space] = nil }
        }
    }

    /// Forgets everything.
    public func removeAll() { entries.withLock { $0 = [:] } }
}
