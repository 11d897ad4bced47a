import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Synchronization

/// What a session's handlers answered in handshakes, where it is to hold for later ones.
final class HandshakeMemory: Sendable {
    /// Servers that are remembered; of more, one is forgotten, and asked about again.
    static let serverLimit = 1_000

    private struct Server: Hashable {
        let host: String
        let port: UInt16
    }

    private struct Accepted {
        let proof: TrustEvaluation
        /// Of the session's policy, which need not be the proof's.
        let policyDigest: [UInt8]
    }

    private struct State {
        var accepted: [Server: Accepted] = [:]
        var identities: [Server: ClientIdentity] = [:]
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
            _ = state.accepted.insert(
                Accepted(proof: proof, policyDigest: policyDigest),
                for: Server(host: handshake.host, port: handshake.port), upTo: Self.serverLimit)
        }
    }

    // MARK: Identities

    /// The identity that was chosen for a server.
    func identity(for host: String, _ port: UInt16) -> ClientIdentity? {
        state.withLock { $0.identities[Server(host: host, port: port)] }
    }

    func remember(_ identity: ClientIdentity, for host: String, _ port: UInt16) {
        state.withLock { state in
            _ = state.identities.insert(identity, for: Server(host: host, port: port), upTo: Self.serverLimit)
        }
    }

    /// An identity that the server does not take is asked for again.
    func note(_ error: TransportError, from url: HTTPSURL) {
        guard error.code == "clientCertificateRefused" else { return }
        state.withLock { $0.identities[Server(host: url.host, port: url.port)] = nil }
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
