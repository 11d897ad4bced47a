import HoldfastCredentials

extension URLCredential.Persistence {
    /// A session remembers what was accepted until it ends; what outlasts it is the storage's business.
    var bridged: CredentialPersistence { self == .none ? .none : .forSession }
}

extension CredentialPersistence {
    var bridged: URLCredential.Persistence {
        switch self {
        case .none: .none
        case .forSession: .forSession
        }
    }
}
