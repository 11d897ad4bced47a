import HoldfastX509

/// The circumstances of a judgement, which proofs and refusals share; read as the properties of a ``TrustOutcome``.
///
/// Kept once and referred to, since results are handed along on every request's way. Evaluations alone make one.
public final class EvaluationRecord: Sendable {
    let chain: [Certificate]
    let anchor: TrustAnchor?
    let revocation: [RevocationAnswer]
    let pins: PinOutcome
    let nearMisses: [NearMiss]
    let presented: ServerTrust
    let policy: TrustPolicy
    let at: Instant
    let work: WorkDone

    init(
        chain: [Certificate], anchor: TrustAnchor?, revocation: [RevocationAnswer], pins: PinOutcome,
        nearMisses: [NearMiss], presented: ServerTrust, policy: TrustPolicy, at: Instant, work: WorkDone
    ) {
        self.chain = chain
        self.anchor = anchor
        self.revocation = revocation
        self.pins = pins
        self.nearMisses = nearMisses
        self.presented = presented
        self.policy = policy
        self.at = at
        self.work = work
    }
}
