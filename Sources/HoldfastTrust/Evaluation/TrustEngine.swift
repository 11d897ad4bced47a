public import HoldfastX509
import Synchronization

/// Judges chains, and remembers what it has accepted and the signatures it has verified.
///
/// The memory belongs to this value: two engines share nothing. Safe to use from any thread.
///
/// An acceptance is given again for the very same chain under the same policy, with the proof's `work.isRemembered`,
/// until something changes that it depends on: the anchors, pins or exceptions behind the policy, a certificate's
/// dates, the clock set back before it began to hold. A refusal is always judged anew.
public final class TrustEngine: Sendable {
    /// Judgements of an engine, counted since it was made.
    public struct Counters: Hashable, Sendable {
        /// Chains that were judged.
        public let judged: Int
        /// Acceptances that were remembered.
        public let remembered: Int
    }

    private let memory = SignatureMemory()
    private let verdicts: VerdictMemory?
    private let judged = Atomic<Int>(0)
    private let remembered = Atomic<Int>(0)

    /// Makes an engine that remembers nothing yet.
    ///
    /// - Parameter remembersVerdicts: whether acceptances are remembered; at most 512, of chains up to 64 KiB. Where
    ///   they are not, each chain goes through every rule; signatures that verified (4,096), the keys they were checked
    ///   with and the authorities of accepted paths (256 each) are remembered all the same.
    public init(remembersVerdicts: Bool = true) { verdicts = remembersVerdicts ? VerdictMemory() : nil }

    /// The judgements until now, from any thread.
    public var counters: Counters {
        Counters(judged: judged.load(ordering: .relaxed), remembered: remembered.load(ordering: .relaxed))
    }

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
        let current = CurrentPolicy(policy, at: instant)
        if let known = verdicts?.acceptance(of: trust, under: policy, current, at: instant) {
            remembered.wrappingAdd(1, ordering: .relaxed)
            return known
        }
        judged.wrappingAdd(1, ordering: .relaxed)
        _ = trust.list.certificates(known: memory.issuer)
        var evaluator = TrustEvaluator(trust, policy: policy, current, at: instant, memory: memory)
        while true {
            switch evaluator.step() {
            case .done(let result):
                let evaluation = try result.get()
                memory.remember(issuersOf: evaluation.chain)
                verdicts?.remember(evaluation, of: trust, under: policy, current, within: evaluator.period)
                return evaluation
            case .needs(let requests):
                evaluator.supply(requests.map { .unavailable($0, reason: "nothing is fetched by this call") })
            }
        }
    }

    /// The state machine itself, for callers that gather evidence.
    public func evaluator(
        for trust: ServerTrust, with policy: TrustPolicy, at instant: Instant
    ) -> TrustEvaluator {
        judged.wrappingAdd(1, ordering: .relaxed)
        return TrustEvaluator(
            trust, policy: policy, CurrentPolicy(policy, at: instant), at: instant, memory: memory)
    }
}
