import HoldfastCredentials
import Synchronization

/// The passwords that sites took by their forms, for as long as the session lives: proposed where one asks again.
final class FormLoginMemory: Sendable {
    /// Logins that are remembered; of more, one is forgotten, and asked again.
    static let limit = 1_000

    private let accepted = Mutex<[CredentialSpace: PasswordCredential]>([:])

    func credential(for space: CredentialSpace) -> PasswordCredential? { accepted.withLock { $0[space] } }

    func remember(_ credential: PasswordCredential, for space: CredentialSpace) {
        accepted.withLock { _ = $0.insert(credential, for: space, upTo: Self.limit) }
    }

    /// Forgets what the site takes no longer.
    func forget(_ credential: PasswordCredential, for space: CredentialSpace) {
        accepted.withLock { if $0[space] == credential { $0[space] = nil } }
    }

    func removeAll() { accepted.withLock { $0 = [:] } }
}
