public import HoldfastX509

/// The proof that a chain was judged and accepted; it cannot be made outside of an evaluation.
///
/// Hold on to it where a decision depends on trust: a function that takes a `TrustEvaluation` cannot be called with an
/// unjudged chain.
public struct TrustEvaluation: Sendable {
    /// What the acceptance rests on.
    public enum Basis: Hashable, Sendable {
        /// This anchor ends the path, every signature below it was verified, and no rule objects.
        case anchor(TrustAnchor)
        /// The user explicitly trusts the leaf for this host; what was overridden stands first in the findings.
        case exception(TrustException)
        /// Any certificate would have been accepted.
        case dangerousAcceptAny(DangerousAcceptAny)
    }

    /// The accepted path, leaf first; the anchor last, where it reaches one.
    public let chain: [Certificate]
    /// What the acceptance rests on.
    public let basis: Basis
    /// The anchor that ends the path, every signature below it verified; nil where only the user's explicit trust made up
    /// for that.
    public let anchor: TrustAnchor?
    /// Warnings and notes: what the user's explicit trust overrode, then the others, first-ranked first.
    public let findings: [Finding]
    /// The certificate policies that the path is valid for; mostly of no concern (see ``InitialPolicies``).
    public let validPolicies: ValidPolicies
    /// What is known of the revocation of each certificate of ``chain``.
    public let revocation: [RevocationAnswer]
    /// What the server's pins made of ``chain``.
    public let pins: PinOutcome
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
        chain: [Certificate], basis: Basis, anchor: TrustAnchor?, findings: [Finding],
        validPolicies: ValidPolicies, revocation: [RevocationAnswer], pins: PinOutcome, nearMisses: [NearMiss],
        presented: ServerTrust,
        policy: TrustPolicy, policyDigest: [UInt8], at: Instant, work: WorkDone
    ) {
        self.chain = chain
        self.basis = basis
        self.anchor = anchor
        self.findings = findings
        self.validPolicies = validPolicies
        self.revocation = revocation
        self.pins = pins
        self.nearMisses = nearMisses
        self.presented = presented
        self.policy = policy
        self.policyDigest = policyDigest
        self.at = at
        self.work = work
    }

    /// ``TrustResult/unspecified``, or ``TrustResult/proceed`` where the user's explicit trust was needed.
    public var result: TrustResult {
        if case .anchor = basis { .unspecified } else { .proceed }
    }

    /// The user's exception that the acceptance rests on, where it does.
    public var exception: TrustException? {
        if case .exception(let exception) = basis { exception } else { nil }
    }
}
