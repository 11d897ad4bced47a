public import HoldfastX509

extension TrustEngine {
    /// Judges what a peer presented, by that and by evidence given with it: nothing is fetched.
    ///
    /// - Parameters:
    ///   - trust: the presented chain.
    ///   - policy: who the peer must be, and by which rules.
    ///   - instant: the time to judge for; pass the real one unless a recorded chain is judged.
    ///   - evidence: what is known besides, as revocation lists and OCSP responses; believed no more than what was presented.
    /// - Returns: the proof of acceptance, with warnings and notes.
    /// - Throws: ``TrustFailure`` with every finding of the best path.
    public func evaluate(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, supplying evidence: [Evidence]
    ) throws(TrustFailure) -> TrustEvaluation {
        var evaluator = evaluator(for: trust, with: policy, at: instant)
        evaluator.supply(evidence)
        while true {
            switch evaluator.step() {
            case .done(let result): return try result.get()
            case .needs(let requests):
                evaluator.supply(requests.map { .unavailable($0, reason: "nothing is fetched by this call") })
            }
        }
    }
}
