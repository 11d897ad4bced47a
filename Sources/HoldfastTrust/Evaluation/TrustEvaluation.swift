public import HoldfastX509

/// The proof that a chain was judged and accepted; it cannot be made outside of an evaluation.
///
/// Hold on to it where a decision depends on trust: a function that takes a `TrustEvaluation` cannot be called with an
/// unjudged chain.
public struct TrustEvaluation: Sendable {
    /// The accepted path, leaf first, anchor last.
    public let chain: [Certificate]
    /// The anchor that ends it.
    public let anchor: TrustAnchor
    /// ``TrustResult/unspecified``, or ``TrustResult/proceed`` where the user's explicit trust was needed.
    public let result: TrustResult
    /// Warnings and notes, first-ranked first.
    public let findings: [Finding]
    /// Paths that were tried before this one and refused.
    public let nearMisses: [NearMiss]
    /// What was presented.
    public let presented: ServerTrust
    /// Who the peer had to be, by which rules.
    public let policy: TrustPolicy
    /// The policy's digest at the time of judgement.
    public let policyDigest: [UInt8]
    /// The instant that was judged for.
    public let at: Instant
    /// What it cost.
    public let work: WorkDone

    // Not `public` and not `package`: the evaluator alone makes proofs.
    internal init(
        chain: [Certificate], anchor: TrustAnchor, result: TrustResult, findings: [Finding], nearMisses: [NearMiss],
        presented: ServerTrust, policy: TrustPolicy, policyDigest: [UInt8], at: Instant, work: WorkDone
    ) {
        self.chain = chain
        self.anchor = anchor
        self.result = result
        self.findings = findings
        self.nearMisses = nearMisses
        self.presented = presented
        self.policy = policy
        self.policyDigest = policyDigest
        self.at = at
        self.work = work
    }
}
