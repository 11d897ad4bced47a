import HoldfastCredentials
import HoldfastTransport
import HoldfastWeb
import HoldfastX509
import Synchronization

/// The servers and proxies of a session that took a credential: which one, by which scheme.
///
/// Another origin or proxy than the one that took it is never told (RFC 7616 §3.3, RFC 7617 §2.2).
final class AuthenticationMemory: Sendable {
    /// A credential that was taken.
    struct Accepted: Sendable {
        /// The scheme by which a credential was taken, with the state that has to go on.
        enum Scheme: Sendable {
            case basic
            case digest(DigestSession)
            case ntlm(ConnectionOwner)
            case negotiate(ConnectionOwner, binding: [UInt8]?)
        }

        let secret: AuthenticationSecret
        let realm: String?
        let scheme: Scheme
        /// The party that took it; of a server, with the URL of the request.
        let asker: AuthenticationAsker
        /// The time that it is still to be kept for: longer than the session where it came with an error, so that
        /// nothing says that it was right.
        var persistence = CredentialPersistence.forSession

        var method: AuthenticationMethod {
            switch scheme {
            case .basic: .httpBasic
            case .digest: .httpDigest
            case .ntlm: .ntlm
            case .negotiate: .negotiate
            }
        }

        /// The owner of the connections that the credential made; nil for schemes that leave connections alone.
        var owner: ConnectionOwner? {
            switch scheme {
            case .basic, .digest: nil
            case .ntlm(let owner), .negotiate(let owner, _): owner
            }
        }

        /// Whether a request may carry it before anybody asks; `other` is of the same origin, or the same proxy.
        func covers(_ other: AuthenticationAsker) -> Bool {
            guard case .server(let accepted) = asker, case .server(let url) = other else { return true }
            return switch scheme {
            case .basic: BasicAuthentication.covers(url, acceptedAt: accepted)
            case .digest(let session): session.covers(url)
            // What knows a connection knows it for all of the origin.
            case .ntlm, .negotiate: true
            }
        }
    }

    /// Origins and proxies that are remembered; of more, the first is forgotten, and asked again.
    static let originLimit = 1_000
    /// Credentials of one origin that are remembered: a server may have realms without end.
    static let limitPerOrigin = 16

    private struct Origin: Hashable {
        let kind: CredentialSpace.Asker
        let host: String
        let port: UInt16

        init(_ space: CredentialSpace) {
            kind = space.asker
            host = space.host
            port = space.port
        }

        init(_ asker: AuthenticationAsker) {
            kind = asker.kind
            host = asker.host.asciiLowercased()
            port = asker.port
        }
    }

    private let accepted = Mutex(LRUCache<Origin, [Accepted]>(capacity: originLimit))

    /// Whether nobody has taken anything yet.
    var isEmpty: Bool { accepted.withLock { $0.isEmpty } }

    /// The credential that a request carries unasked, the newest first; nil for none.
    ///
    /// - Parameter named: the user that the URL or the proxy's settings name, of whom alone one is sent; nil for
    ///   whoever was taken last.
    func unasked(for asker: AuthenticationAsker, as named: NamedUser?) -> Accepted? {
        accepted.withLock { accepted in
            accepted[Origin(asker)]?.last { $0.covers(asker) && named?.matches($0.secret) ?? true }
        }
    }

    /// The credential that was taken for this very space: proposed where it is asked for outside of what was covered.
    ///
    /// - Parameter named: as for ``unasked(for:as:)``.
    func secret(for space: CredentialSpace, as named: NamedUser?) -> AuthenticationSecret? {
        accepted.withLock { accepted in
            accepted[Origin(space)]?.last {
                $0.realm.hasOctets(of: space.realm) && $0.method.rawValue == space.method
                    && named?.matches($0.secret) ?? true
            }?.secret
        }
    }

    /// Whether this origin or proxy has taken a password by Digest, which never shows it.
    func hasTakenByDigest(_ password: PasswordCredential, _ asker: AuthenticationAsker) -> Bool {
        accepted.withLock { accepted in
            accepted[Origin(asker)]?.contains { $0.method == .httpDigest && $0.secret == .password(password) } ?? false
        }
    }

    /// Keeps what was taken, in the place of what was taken before of the same user for the realm by the same scheme.
    ///
    /// - Returns: whose connections are not needed any longer.
    func remember(_ new: Accepted) -> [ConnectionOwner] {
        accepted.withLock { accepted in
            let origin = Origin(new.asker)
            var list = accepted[origin] ?? []
            var dropped = list.filter { $0.isLike(new) }
            list.removeAll { $0.isLike(new) }
            if list.count >= Self.limitPerOrigin { dropped.append(list.removeFirst()) }
            dropped += accepted.set(list + [new], for: origin)?.value ?? []
            return dropped.compactMap(\.owner).filter { $0 != new.owner }
        }
    }

    /// Forgets what is taken no longer.
    func forget(_ old: Accepted) {
        let origin = Origin(old.asker)
        accepted.withLock { accepted in
            guard var list = accepted[origin] else { return }
            list.removeAll { $0.isLike(old) && $0.secret == old.secret }
            accepted.set(list, for: origin)
        }
    }

    /// Forgets everything.
    func removeAll() { accepted.withLock { $0.removeAll() } }
}

extension AuthenticationMemory.Accepted {
    fileprivate func isLike(_ other: Self) -> Bool {
        realm.hasOctets(of: other.realm) && method == other.method && secret.user == other.secret.user
    }
}
