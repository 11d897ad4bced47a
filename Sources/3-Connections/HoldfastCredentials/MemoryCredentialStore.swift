import Synchronization

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
