import Dispatch
import Foundation
import HoldfastCredentials

/// A storage of Apple's kind as the store of a session: its users and passwords.
struct StoredCredentials: CredentialStore {
    let storage: URLCredentialStorage

    init(_ storage: URLCredentialStorage) { self.storage = storage }

    func defaultCredential(for space: CredentialSpace) async -> PasswordCredential? {
        await storage.apart {
            for space in URLProtectionSpace.all(space) {
                if let password = storage.defaultCredential(for: space)?.passwordCredential { return password }
            }
            return nil
        }
    }

    func credential(of user: String, for space: CredentialSpace) async -> PasswordCredential? {
        await storage.apart {
            for space in URLProtectionSpace.all(space) {
                // By what their credentials say: the storage's key is not in the normal form.
                let kept = storage.credentials(for: space)?.values.compactMap(\.passwordCredential)
                if let found = kept?.first(where: { $0.user == user }) { return found }
            }
            return nil
        }
    }

    func set(_ credential: PasswordCredential, for space: CredentialSpace, isDefault: Bool) async {
        await storage.apart {
            let kept = URLCredential(user: credential.user, password: credential.password, persistence: .forSession)
            guard let space = URLProtectionSpace.all(space).first else { return }
            if isDefault {
                storage.setDefaultCredential(kept, for: space)
            } else if type(of: storage) == URLCredentialStorage.self {
                storage.keep(kept, for: space, proposingFirst: false)
            } else {
                // A program's subclass is told by the method that it may have overridden.
                storage.set(kept, for: space)
            }
        }
    }

    func remove(_ credential: PasswordCredential, for space: CredentialSpace) async {
        await storage.apart {
            for space in URLProtectionSpace.all(space) {
                guard let kept = storage.credentials(for: space)?[credential.user] else { continue }
                storage.remove(kept, for: space)
            }
        }
    }
}

extension URLCredentialStorage {
    /// The value of calls of the storage's, which may wait for a disk or a keyring: not on one of the few threads that
    /// tasks share.
    func apart<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        guard mayWait else { return body() }
        // A queue knows nothing of the task, whose stores these may be.
        let stores = ProcessCredentialStores.ofTask
        return await withCheckedContinuation { waiting in
            DispatchQueue.global().async {
                waiting.resume(returning: ProcessCredentialStores.$ofTask.withValue(stores, operation: body))
            }
        }
    }
}

extension URLProtectionSpace {
    /// Apple's protection spaces that stand for a space of the session's; the one that a challenge shows comes first.
    ///
    /// A proxy without TLS may have been stored as the one for HTTPS, since it is that for whoever fills in the
    /// settings.
    static func all(_ space: CredentialSpace) -> [URLProtectionSpace] {
        let types: [String]
        switch space.asker {
        case .server: types = [NSURLProtectionSpaceHTTPS]
        case .httpServer: types = [NSURLProtectionSpaceHTTP]
        case .httpProxy: types = [NSURLProtectionSpaceHTTPProxy, NSURLProtectionSpaceHTTPSProxy]
        case .httpsProxy: types = [NSURLProtectionSpaceHTTPSProxy]
        case .socksProxy: types = [NSURLProtectionSpaceSOCKSProxy]
        }
        let isProxy = space.asker != .server && space.asker != .httpServer
        // Code for Apple's platforms finds the host as the realm where `Basic` names none, and keeps the password so.
        let isNameless = space.realm == nil && space.method == NSURLAuthenticationMethodHTTPBasic
        let realms = isNameless ? [space.host, nil] : [space.realm]
        return types.flatMap { type in
            realms.map { realm in
                URLProtectionSpace(
                    Identity(
                        host: space.host, port: Int(space.port), isProxy: isProxy, type: type, realm: realm,
                        method: space.method), host: space.host)
            }
        }
    }
}

extension URLCredential {
    /// The user and the password, in the normal form that RFC 7616 §4 and RFC 7617 §2.1 ask for; nil for other kinds.
    var passwordCredential: PasswordCredential? {
        guard let user, let password else { return nil }
        return PasswordCredential(
            user: user.precomposedStringWithCanonicalMapping, password: password.precomposedStringWithCanonicalMapping)
    }
}
