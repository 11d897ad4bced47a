import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

/// The answers of a session's handlers in handshakes that hold for later ones too.
final class HandshakeMemory: Sendable {
    /// Servers that are remembered; of more, the first is forgotten, and asked about again.
    static let serverLimit = 1_000

    private struct Server: Hashable {
        let host: String
        let port: UInt16
    }

    private struct Accepted {
        let proof: TrustEvaluation
        /// The digest of the session's policy, which need not be the proof's.
        let policyDigest: [UInt8]
    }

    /// For whom an identity was chosen: who asked for it, and under which policy they were accepted.
    struct IdentityKey: Hashable {
        let role: HandshakeRole
        let host: String
        let port: UInt16
        /// The digest of the session's policy for the asker.
        let policyDigest: [UInt8]
    }

    private struct Chosen {
        let identity: HandshakeIdentity
        /// The requests that whoever chose it speaks for.
        let scope: AnswerScope
    }

    private struct State {
        var accepted = LRUCache<Server, Accepted>(capacity: serverLimit)
        var identities = LRUCache<IdentityKey, Chosen>(capacity: serverLimit)
    }

    private let state = Mutex(State())

    // MARK: Servers

    /// The proof by which a server was accepted that presents exactly this, where it holds still.
    func proof(
        for handshake: PresentedHandshake, policyDigest: [UInt8], at now: Instant
    ) -> TrustEvaluation? {
        let server = Server(host: handshake.host, port: handshake.port)
        guard let accepted = state.withLock({ $0.accepted[server] }), accepted.policyDigest == policyDigest,
            accepted.proof.presented == handshake.trust, accepted.proof.holds(at: now)
        else { return nil }
        return accepted.proof
    }

    /// Keeps a proof, in the place of another for the server.
    func remember(_ proof: TrustEvaluation, for handshake: PresentedHandshake, policyDigest: [UInt8]) {
        state.withLock { state in
            _ = state.accepted.set(
                Accepted(proof: proof, policyDigest: policyDigest),
                for: Server(host: handshake.host, port: handshake.port))
        }
    }

    // MARK: Identities

    /// The identity that was chosen for an asker, with the requests that it was chosen for.
    ///
    /// - Parameter isAttended: whether the request at hand brings a handler of its own: what was chosen for those
    ///   without one is not for it.
    func identity(for key: IdentityKey, isAttended: Bool) -> (identity: HandshakeIdentity, scope: AnswerScope)? {
        guard let chosen = state.withLock({ $0.identities[key] }) else { return nil }
        guard chosen.scope == .everyRequest || chosen.scope == .unattendedRequests && !isAttended else { return nil }
        return (chosen.identity, chosen.scope)
    }

    /// Keeps an identity, in the place of another for the asker. What a request's own handler chose is not kept: it
    /// speaks for that request alone.
    func remember(_ identity: HandshakeIdentity, for key: IdentityKey, scope: AnswerScope) {
        if case .request = scope { return }
        state.withLock { _ = $0.identities.set(Chosen(identity: identity, scope: scope), for: key) }
    }

    /// An identity that the server does not take is asked for again.
    func note(_ error: TransportError, from url: HTTPSURL) {
        guard error.code == .clientCertificateRefused else { return }
        state.withLock { state in
            state.identities.mapInPlace { key, chosen in
                key.role == .server && key.host == url.host && key.port == url.port ? nil : chosen
            }
        }
    }

    /// Forgets everything.
    func removeAll() { state.withLock { $0 = State() } }
}

extension TrustEvaluation {
    /// Whether the verdict would be the same at another instant, as far as that can be told without judging again: its
    /// policy says what it said, no certificate has ended, and nothing of it depends on what else is known by now.
    fileprivate func holds(at now: Instant) -> Bool {
        guard policy.revocation == .off, now >= at, policy.digest(at: now) == policyDigest else { return false }
        return chain.allSatisfy { $0.validity.notAfter.instant >= now }
    }
}
