import HoldfastCredentials
import Synchronization

/// What a session knows of the servers that took a password: which one, by which scheme, with which nonces.
///
/// Another origin than the one that took it is never told (RFC 7616 §3.3, RFC 7617 §2.2).
final class AuthenticationMemory: Sendable {
    /// A password that a server took.
    struct Accepted: Sendable {
        let credential: PasswordCredential
        let realm: String
        /// Nil for Basic.
        var digest: DigestSession?
        /// The request that it was taken for.
        let url: HTTPSURL

        /// Whether a request may carry it before the server asks.
        func covers(_ other: HTTPSURL) -> Bool {
            digest?.covers(other) ?? BasicAuthentication.covers(other, acceptedAt: url)
        }
    }

    /// Origins that are remembered; of more, one is forgotten, and asked again.
    static let originLimit = 1_000
    /// Passwords of one origin that are remembered: a server may have realms without end.
    static let limitPerOrigin = 16

    private struct Origin: Hashable {
        let host: String
        let port: UInt16

        init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }

        init(_ url: HTTPSURL) { self.init(host: url.host, port: url.port) }
    }

    private let accepted = Mutex<[Origin: [Accepted]]>([:])

    /// What a request for `url` carries unasked; the newest first.
    func unasked(for url: HTTPSURL) -> Accepted? {
        accepted.withLock { $0[Origin(url)]?.last { $0.covers(url) } }
    }

    /// What a server took for this very space: what is proposed where it asks outside of what was covered.
    func credential(for space: CredentialSpace) -> PasswordCredential? {
        accepted.withLock { accepted in
            accepted[Origin(host: space.host, port: space.port)]?.last { $0.isFor(space) }?.credential
        }
    }

    /// Keeps what a server took, in the place of what it took before for the realm by the same scheme.
    func remember(_ new: Accepted) {
        accepted.withLock { accepted in
            let origin = Origin(new.url)
            if accepted[origin] == nil, accepted.count >= Self.originLimit, let any = accepted.keys.first {
                accepted[any] = nil
            }
            var list = accepted[origin] ?? []
            list.removeAll { $0.isLike(new) }
            if list.count >= Self.limitPerOrigin { list.removeFirst() }
            accepted[origin] = list + [new]
        }
    }

    /// Forgets what a server takes no longer.
    func forget(_ old: Accepted) {
        accepted.withLock { $0[Origin(old.url)]?.removeAll { $0.isLike(old) && $0.credential == old.credential } }
    }

    /// Forgets everything.
    func removeAll() { accepted.withLock { $0 = [:] } }
}

extension AuthenticationMemory.Accepted {
    fileprivate func isFor(_ space: CredentialSpace) -> Bool {
        let method: AuthenticationMethod = digest == nil ? .httpBasic : .httpDigest
        return space.asker == .server && space.realm == realm && space.method == method.rawValue
    }

    fileprivate func isLike(_ other: Self) -> Bool {
        realm == other.realm && (digest == nil) == (other.digest == nil)
    }
}
