import HoldfastCredentials
import TestSupport

/// A store in memory that notes what it was given, and for how long.
final class KeepingStore: CredentialStore {
    private let notes = Notes<String>()
    private let memory = MemoryCredentialStore()

    /// The party that asked, its realm, the user, the password and the persistence of each.
    var kept: [String] { notes.lines }

    func defaultCredential(for space: CredentialSpace) async -> PasswordCredential? {
        await memory.defaultCredential(for: space)
    }

    func credential(of user: String, for space: CredentialSpace) async -> PasswordCredential? {
        await memory.credential(of: user, for: space)
    }

    func set(_ credential: PasswordCredential, for space: CredentialSpace, isDefault: Bool) async {
        await memory.set(credential, for: space, isDefault: isDefault)
    }

    func set(
        _ credential: PasswordCredential, for space: CredentialSpace, persistence: CredentialPersistence,
        isDefault: Bool
    ) async {
        notes.add(
            "\(space.asker) \(space.realm ?? "-") \(credential.user) \(credential.password) \(persistence)"
                + (isDefault ? " default" : ""))
        await memory.set(credential, for: space, isDefault: isDefault)
    }

    func remove(_ credential: PasswordCredential, for space: CredentialSpace) async {
        await memory.remove(credential, for: space)
    }
}
