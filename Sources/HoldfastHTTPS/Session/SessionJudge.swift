import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// Judges the servers of a session's connections: one policy, the session's engine and its clock.
struct SessionJudge: HandshakeJudge {
    let policy: TrustPolicy
    /// For the certificate of an HTTPS proxy; nil where there is none.
    let proxyPolicy: TrustPolicy?
    let engine: TrustEngine
    let clock: @Sendable () -> Instant

    func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
        // Without a policy of its own a proxy is judged by the server's, for whom it is not.
        let policy = handshake.role == .proxy ? proxyPolicy ?? policy : policy
        do throws(TrustFailure) {
            return .accept(try engine.evaluate(handshake.trust, with: policy, at: clock()))
        } catch {
            return .refuse(error)
        }
    }
}
