public import HoldfastX509

/// Gets evidence that verdicts lack: from the network, or from wherever it is kept.
///
/// Nothing that it hands over is believed before its signature was verified. It bounds its own work: the verdict waits
/// for it.
public protocol EvidenceSource: Sendable {
    /// Answers requests of one round, all at once.
    ///
    /// - Parameters:
    ///   - requests: different ones, each with a place that its certificate names.
    ///   - instant: the time that is judged for.
    ///   - limit: the longest that the verdict waits; what has not come by then is unavailable.
    /// - Returns: an answer for each; a request without one counts as unavailable.
    func evidence(for requests: [EvidenceRequest], at instant: Instant, within limit: Duration) async -> [Evidence]

    /// Is told of fetches whose signatures a verdict has verified, and that it rests on: these may be kept.
    func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant)

    /// Is told of fetches on which a verdict could not rest, kept ones too: better ones are to be had at the places, if
    /// anywhere.
    func drop(_ fetches: [EvidenceRequest: [EvidenceFetch]])

    /// The revocations that verdicts have found out with its evidence, shared by all whose source it is; nil for none.
    var knowledge: RevocationKnowledge? { get }
}

extension EvidenceSource {
    public func drop(_ fetches: [EvidenceRequest: [EvidenceFetch]]) {}

    public var knowledge: RevocationKnowledge? { nil }
}
