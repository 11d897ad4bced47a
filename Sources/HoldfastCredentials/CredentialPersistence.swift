/// How long a credential is remembered after a server has accepted it (Apple, `URLCredential.Persistence`).
public enum CredentialPersistence: Hashable, Sendable, CaseIterable {
    /// For the one request that it was given for; an identity, for the one connection, which may serve many requests.
    case none
    /// Until the session ends.
    case forSession
}
