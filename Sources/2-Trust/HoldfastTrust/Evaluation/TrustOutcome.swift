public import HoldfastStatements
public import HoldfastX509

/// The outcome of an evaluation: a proof (``TrustEvaluation``) or a refusal (``TrustFailure``), with the circumstances
/// that both tell of.
///
/// Take one where it makes no difference which of both it is, as a report does. Trust is decided by the two types
/// alone: nothing that takes a `TrustOutcome` may take it for an acceptance.
public protocol TrustOutcome: Sendable {
    /// Everything that rules found, errors first and by rank; only a refusal has errors.
    var findings: [Finding] { get }
    /// SecTrustResultType's name for it.
    var result: TrustResult { get }
    /// The circumstances of the judgement. Evaluations alone make one.
    var record: EvaluationRecord { get }
}

extension TrustOutcome {
    /// The path that was judged, leaf first, and the anchor last where it reaches one: the accepted one, or the best
    /// that could be built. Empty where the leaf could not be read.
    public var chain: [Certificate] { record.judged.chain }
    /// The anchor that ends ``chain``; nil where it reaches none.
    ///
    /// In a proof every signature below it was verified, and without an anchor only the user's explicit trust made up
    /// for that.
    public var anchor: TrustAnchor? { record.judged.anchor }
    /// The revocation of each certificate of ``chain``, as far as it is known.
    public var revocation: [RevocationAnswer] { record.judged.revocation.map(\.answer) }
    /// ``revocation`` with the evidence for it: what each answer rests on, and what was fetched.
    public var revocationChecks: [RevocationCheck] { record.judged.revocation }
    /// The places that were asked for issuers that the server left out, in order.
    public var issuerFetches: [IssuerFetch] { record.judged.issuerFetches }
    /// The certificate transparency of the leaf, as far as ``TrustPolicy/transparency`` asks for it.
    public var transparency: TransparencyOutcome { record.judged.transparency }
    /// The server's pins, and whether ``chain`` has one of them.
    public var pins: PinOutcome { record.judged.pins }
    /// The certificates among the policy's anchors that could not be used and were passed over.
    public var anchorProblems: [AnchorProblem] { record.judged.anchorProblems }
    /// Other paths that were tried and refused.
    public var nearMisses: [NearMiss] { record.judged.nearMisses }
    /// The certificates that the server presented, and what it stapled.
    public var presented: ServerTrust { record.presented }
    /// The policy that was judged by: who the peer had to be, and the rules.
    public var policy: TrustPolicy { record.judged.policy }
    /// The instant that was judged for.
    public var at: Instant { record.at }
    /// The work that the judgement took.
    public var work: WorkDone { record.work }
}

/// The circumstances of a judgement, which proofs and refusals share; read as the properties of a ``TrustOutcome``.
///
/// Kept once and referred to, since results are handed along on every request's way. Evaluations alone make one.
public final class EvaluationRecord: Sendable {
    /// The part that is the same each time that a judgement is given again.
    final class Judged: Sendable {
        let chain: [Certificate]
        let anchor: TrustAnchor?
        let revocation: [RevocationCheck]
        let issuerFetches: [IssuerFetch]
        let transparency: TransparencyOutcome
        let pins: PinOutcome
        let nearMisses: [NearMiss]
        /// The certificates that were found to be revoked, on whichever path, with the statements that say so.
        let revoked: [Certificate: RevocationWord]
        let policy: TrustPolicy
        let facts: PolicyFacts
        let anchorProblems: [AnchorProblem]

        init(
            chain: [Certificate], anchor: TrustAnchor?, revocation: [RevocationCheck], issuerFetches: [IssuerFetch],
            transparency: TransparencyOutcome, pins: PinOutcome, nearMisses: [NearMiss],
            revoked: [Certificate: RevocationWord], policy: TrustPolicy, facts: PolicyFacts,
            anchorProblems: [AnchorProblem]
        ) {
            self.chain = chain
            self.anchor = anchor
            self.revocation = revocation
            self.issuerFetches = issuerFetches
            self.transparency = transparency
            self.pins = pins
            self.nearMisses = nearMisses
            self.revoked = revoked
            self.policy = policy
            self.facts = facts
            self.anchorProblems = anchorProblems
        }
    }

    let judged: Judged
    let presented: ServerTrust
    let at: Instant
    let work: WorkDone
    /// The latest finding of ``RevocationKnowledge`` when judging began.
    let moment: UInt64

    init(_ judged: Judged, presented: ServerTrust, at: Instant, work: WorkDone, moment: UInt64) {
        self.judged = judged
        self.presented = presented
        self.at = at
        self.work = work
        self.moment = moment
    }
}

/// The proof that a chain was judged and accepted; it cannot be made outside of an evaluation.
///
/// Hold on to it where a decision depends on trust: a function that takes a `TrustEvaluation` cannot be called with an
/// unjudged chain.
public struct TrustEvaluation: TrustOutcome {
    /// The ground of an acceptance: an anchor, or the user's explicit trust.
    public enum Basis: Hashable, Sendable {
        /// This anchor ends the path, every signature below it was verified, and no rule objects.
        case anchor(TrustAnchor)
        /// The user explicitly trusts the leaf for this host; what was overridden stands first in the findings.
        case exception(TrustException)
        /// Any certificate would have been accepted.
        case dangerousAcceptAny(DangerousAcceptAny)
    }

    /// The ground of the acceptance.
    public let basis: Basis
    /// Warnings and notes: what the user's explicit trust overrode, then the others, first-ranked first.
    public let findings: [Finding]
    /// The certificate policies that the path is valid for; mostly of no concern (see ``InitialPolicies``).
    public let validPolicies: ValidPolicies
    /// The policy's digest at the time of judgement (``TrustPolicy/digest(at:)``); worked out anew at each call.
    public var policyDigest: [UInt8] { record.judged.facts.digest }
    public let record: EvaluationRecord

    // Not `public` and not `package`: the evaluator alone makes proofs.
    internal init(
        on basis: Basis, findings: [Finding], validPolicies: ValidPolicies, _ record: EvaluationRecord
    ) {
        self.basis = basis
        self.findings = findings
        self.validPolicies = validPolicies
        self.record = record
    }

    /// ``TrustResult/unspecified``, or ``TrustResult/proceed`` where the user's explicit trust was needed.
    public var result: TrustResult {
        if case .anchor = basis { .unspecified } else { .proceed }
    }

    /// This acceptance given once more, at another instant of its period: nothing was judged for it.
    ///
    /// - Parameter moment: up to which nothing was found out that is against it.
    func again(for trust: ServerTrust, at instant: Instant, _ moment: UInt64) -> TrustEvaluation {
        TrustEvaluation(
            on: basis, findings: findings, validPolicies: validPolicies,
            EvaluationRecord(record.judged, presented: trust, at: instant, work: .remembered, moment: moment))
    }

    /// The user's exception that the acceptance rests on, where it does.
    public var exception: TrustException? {
        if case .exception(let exception) = basis { exception } else { nil }
    }
}

/// An error for a chain that was refused: every finding of its best path, the cause first, and what else was tried.
public struct TrustFailure: Error, TrustOutcome, CustomStringConvertible {
    /// All findings, errors first and by rank; at least one is an error.
    public private(set) var findings: [Finding]
    public let record: EvaluationRecord

    init(_ cause: Finding, others: [Finding], _ record: EvaluationRecord) {
        findings = ([cause] + others).sorted(by: Finding.isReportedBefore)
        self.record = record
    }

    /// The failure with a note beside its findings, about something that no certificate shows: it changes neither the
    /// cause nor the result.
    package func noting(
        _ code: FindingCode, requirement: String, rule: String, _ statements: Finding.Statements
    ) -> TrustFailure {
        var copy = self
        copy.findings.append(
            Finding(
                code: code, position: .chain, fingerprint: nil, requirement: requirement, rule: rule,
                statements: statements, severity: .note))
        copy.findings.sort(by: Finding.isReportedBefore)
        return copy
    }

    /// The failure with what was found of the same certificates under another policy beside its own findings.
    package func adding(_ others: [Finding]) -> TrustFailure {
        var copy = self
        let known = Set(findings)
        copy.findings += others.filter { !known.contains($0) }
        copy.findings.sort(by: Finding.isReportedBefore)
        return copy
    }

    /// The first-ranked error.
    public var cause: Finding { findings[0] }

    /// The errors among the findings.
    public var errors: [Finding] { findings.filter { $0.severity == .error } }

    /// SecTrustResultType's name for it: fatal when any error is of a class that nobody may override.
    public var result: TrustResult {
        let classes = errors.map(\.code.resultClass)
        if classes.contains(.otherError) { return .otherError }
        if classes.contains(.fatalTrustFailure) { return .fatalTrustFailure }
        return classes.contains(.deny) ? .deny : .recoverableTrustFailure
    }

    /// The cause as a value.
    public var statement: Statement { cause.statements.message }
    /// The advice about the cause as a value.
    public var adviceStatement: Statement? { cause.statements.advice }
    /// The cause as a value, behind its code.
    package var namedStatement: Statement {
        Statement(RefusalSentence.cause(code: cause.code.rawValue, cause.statements.message))
    }

    /// The cause in one line.
    public var description: String { namedStatement.description }

    /// The cause and every other finding, each with its evidence and advice, one block a finding.
    public var explanation: String {
        findings.map { finding in
            """
            \(finding.severity.rawValue) \(finding.code): \(finding.message)
              seen: \(finding.seen)
              expected: \(finding.expected)
              rule: \(finding.rule)
              advice: \(finding.advice)
            """
        }.joined(separator: "\n")
    }
}

/// Sentences about a chain that is refused.
enum RefusalSentence: Sentence {
    /// The cause behind the code that programs know it by.
    case cause(code: String, Statement)

    static let topic = "refusal"

    var words: LocalizedText {
        switch self {
        case .cause(let code, let message): LocalizedText("\(code): \(message.english)", "\(code)：\(message.chinese)")
        }
    }
}
