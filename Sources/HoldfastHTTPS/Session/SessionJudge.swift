import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// Judges the servers of a session's connections: one policy, the session's engine and its clock.
struct SessionJudge: HandshakeJudge {
    let policy: TrustPolicy
    let engine: TrustEngine
    let clock: @Sendable () -> Instant

    func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
        do throws(TrustFailure) {
            return .accept(try engine.evaluate(handshake.trust, with: policy, at: clock()))
        } catch {
            return .refuse(error)
        }
    }
}
