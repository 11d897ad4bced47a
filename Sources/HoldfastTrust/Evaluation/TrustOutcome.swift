public import HoldfastX509

/// The outcome of an evaluation: a proof (``TrustEvaluation``) or a refusal (``TrustFailure``), with the circumstances that
/// both tell of.
///
/// Take one where it makes no difference which of both it is, as a report does. Trust is decided by the two types alone:
/// nothing that takes a `TrustOutcome` may take it for an acceptance.
public protocol TrustOutcome: Sendable {
    /// Everything that rules found, errors first and by rank; only a refusal has errors.
    var findings: [Finding] { get }
    /// SecTrustResultType's name for it.
    var result: TrustResult { get }
    /// The circumstances of the judgement. Evaluations alone make one.
    var record: EvaluationRecord { get }
}

extension TrustOutcome {
    /// The path that was judged, leaf first, and the anchor last where it reaches one: the accepted one, or the best that
    /// could be built. Empty where the leaf could not be read.
    public var chain: [Certificate] { record.chain }
    /// The anchor that ends ``chain``; nil where it reaches none.
    ///
    /// In a proof every signature below it was verified, and without an anchor only the user's explicit trust made up for
    /// that.
    public var anchor: TrustAnchor? { record.anchor }
    /// The revocation of each certificate of ``chain``, as far as it is known.
    public var revocation: [RevocationAnswer] { record.revocation }
    /// The server's pins, and whether ``chain`` has one of them.
    public var pins: PinOutcome { record.pins }
    /// Other paths that were tried and refused.
    public var nearMisses: [NearMiss] { record.nearMisses }
    /// The certificates that the server presented, and what it stapled.
    public var presented: ServerTrust { record.presented }
    /// The policy that was judged by: who the peer had to be, and the rules.
    public var policy: TrustPolicy { record.policy }
    /// The instant that was judged for.
    public var at: Instant { record.at }
    /// The work that the judgement took.
    public var work: WorkDone { record.work }
}
