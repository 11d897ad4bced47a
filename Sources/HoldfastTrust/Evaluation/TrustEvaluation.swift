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

    /// What the acceptance rests on.
    public let basis: Basis
    /// Warnings and notes: what the user's explicit trust overrode, then the others, first-ranked first.
    public let findings: [Finding]
    /// The certificate policies that the path is valid for; mostly of no concern (see ``InitialPolicies``).
    public let validPolicies: ValidPolicies
    /// The policy's digest at the time of judgement.
    public let policyDigest: [UInt8]
    private let record: EvaluationRecord

    // Not `public` and not `package`: the evaluator alone makes proofs.
    internal init(
        on basis: Basis, findings: [Finding], validPolicies: ValidPolicies, policyDigest: [UInt8],
        _ record: EvaluationRecord
    ) {
        self.basis = basis
        self.findings = findings
        self.validPolicies = validPolicies
        self.policyDigest = policyDigest
        self.record = record
    }

    /// The accepted path, leaf first; the anchor last, where it reaches one.
    public var chain: [Certificate] { record.chain }
    /// The anchor that ends the path, every signature below it verified; nil where only the user's explicit trust made up
    /// for that.
    public var anchor: TrustAnchor? { record.anchor }
    /// What is known of the revocation of each certificate of ``chain``.
    public var revocation: [RevocationAnswer] { record.revocation }
    /// What the server's pins made of ``chain``.
    public var pins: PinOutcome { record.pins }
    /// Paths that were tried before this one and refused.
    public var nearMisses: [NearMiss] { record.nearMisses }
    /// What was presented.
    public var presented: ServerTrust { record.presented }
    /// Who the peer had to be, by which rules.
    public var policy: TrustPolicy { record.policy }
    /// The instant that was judged for.
    public var at: Instant { record.at }
    /// What it cost.
    public var work: WorkDone { record.work }

    /// ``TrustResult/unspecified``, or ``TrustResult/proceed`` where the user's explicit trust was needed.
    public var result: TrustResult {
        if case .anchor = basis { .unspecified } else { .proceed }
    }

    /// The user's exception that the acceptance rests on, where it does.
    public var exception: TrustException? {
        if case .exception(let exception) = basis { exception } else { nil }
    }
}
