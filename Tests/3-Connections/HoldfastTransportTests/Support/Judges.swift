import HoldfastCrypto
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Synchronization

/// Judges by a policy, after a while if so wished, and counts.
final class TestJudge: HandshakeJudge {
    private let engine = TrustEngine()
    private let policy: @Sendable (PresentedHandshake) -> TrustPolicy
    private let delay: Duration
    private let moment: @Sendable () -> Instant
    private let supplied: [Evidence]
    private let counter = Mutex<[PresentedHandshake]>([])

    init(
        after delay: Duration = .zero, at moment: @escaping @Sendable () -> Instant = { SystemClock.now() },
        supplying supplied: [Evidence] = [], _ policy: @escaping @Sendable (PresentedHandshake) -> TrustPolicy
    ) {
        (self.policy, self.delay) = (policy, delay)
        (self.moment, self.supplied) = (moment, supplied)
    }

    /// What it has been asked about so far.
    var questions: [PresentedHandshake] { counter.withLock { $0 } }

    func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
        let verdict = verdict(about: handshake)
        if delay > .zero { try? await Task.sleep(for: delay) }
        return verdict
    }

    /// Judges at once.
    func verdict(about handshake: PresentedHandshake) -> HandshakeVerdict {
        counter.withLock { $0.append(handshake) }
        do throws(TrustFailure) {
            return .accept(
                try engine.evaluate(handshake.trust, with: policy(handshake), at: moment(), supplying: supplied))
        } catch {
            return .refuse(error)
        }
    }

    /// Accepts what leads to these anchors, for the name that was dialled.
    static func trusting(_ anchors: TrustAnchors, after delay: Duration = .zero) -> TestJudge {
        TestJudge(after: delay) { handshake in
            var policy =
                (try? ServerName(handshake.host)).map(TrustPolicy.ssl) ?? TrustPolicy.basicX509
            policy.anchors = anchors
            return policy
        }
    }

    /// Refuses everything.
    static func refusing(after delay: Duration = .zero) -> TestJudge {
        .trusting(.only([]), after: delay)
    }
}
