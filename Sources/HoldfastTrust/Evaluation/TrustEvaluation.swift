/// The proof that a chain was judged and accepted; it cannot be made outside of an evaluation.
///
/// Hold on to it where a decision depends on trust: a function that takes a `TrustEvaluation` cannot be called with an
/// unjudged chain.
public struct TrustEvaluation: TrustOutcome {
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
    public let record: EvaluationRecord

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

    /// ``TrustResult/unspecified``, or ``TrustResult/proceed`` where the user's explicit trust was needed.
    public var result: TrustResult {
        if case .anchor = basis { .unspecified } else { .proceed }
    }

    /// The user's exception that the acceptance rests on, where it does.
    public var exception: TrustException? {
        if case .exception(let exception) = basis { exception } else { nil }
    }
}
