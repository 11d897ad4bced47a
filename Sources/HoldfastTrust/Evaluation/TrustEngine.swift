public import HoldfastX509

/// Judges chains, and remembers the signatures it has verified.
///
/// The memory belongs to this value: two engines share nothing. Safe to use from any thread.
public final class TrustEngine: Sendable {
    private let memory = SignatureMemory()

    public init() {}

    /// Judges what a peer presented, by what is at hand: nothing is fetched.
    ///
    /// - Parameters:
    ///   - trust: the presented chain.
    ///   - policy: who the peer must be, and by which rules.
    ///   - instant: the time to judge for; pass the real one unless a recorded chain is judged.
    /// - Returns: the proof of acceptance, with warnings and notes.
    /// - Throws: ``TrustFailure`` with every finding of the best path.
    public func evaluate(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant
    ) throws(TrustFailure) -> TrustEvaluation {
        var evaluator = evaluator(for: trust, with: policy, at: instant)
        while true {
            switch evaluator.step() {
            case .done(let result): return try result.get()
            case .needs(let requests):
                evaluator.supply(requests.map { .unavailable($0, reason: "nothing is fetched by this call") })
            }
        }
    }

    /// The state machine itself, for callers that gather evidence.
    public func evaluator(
        for trust: ServerTrust, with policy: TrustPolicy, at instant: Instant
    ) -> TrustEvaluator {
        TrustEvaluator(trust, policy: policy, at: instant, memory: memory)
    }
}
