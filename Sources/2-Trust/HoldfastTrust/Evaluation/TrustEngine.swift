public import HoldfastX509
import Synchronization

/// Judges chains, and remembers what it has accepted and the signatures it has verified.
///
/// The memory belongs to this value: two engines share nothing. Safe to use from any thread.
///
/// An acceptance is given again for the very same chain under the same policy, with the proof's `work.isRemembered`,
/// until something changes that it depends on: the anchors, pins or exceptions behind the policy, a certificate's
/// dates, the clock set back before it began to hold; and by a verdict that may fetch evidence, a revocation that was
/// found out since. A refusal is always judged anew.
public final class TrustEngine: Sendable {
    /// Judgements of an engine, counted since it was made.
    public struct Counters: Hashable, Sendable {
        /// Chains that were judged.
        public let judged: Int
        /// Acceptances that were remembered.
        public let remembered: Int
    }

    private let memory = SignatureMemory()
    /// The revocations that this engine's verdicts have found out.
    package let knowledge = RevocationKnowledge()
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
        try evaluate(trust, with: policy, at: instant, since: RevocationKnowledge.moment)
    }

    private func evaluate(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, since moment: UInt64
    ) throws(TrustFailure) -> TrustEvaluation {
        let current = CurrentPolicy(policy, at: instant)
        if let known = verdicts?.acceptance(of: trust, under: policy, current, at: instant, moment) {
            remembered.wrappingAdd(1, ordering: .relaxed)
            return known
        }
        judged.wrappingAdd(1, ordering: .relaxed)
        _ = trust.list.certificates(known: memory.issuer)
        var evaluator = TrustEvaluator(
            trust, policy: policy, current, at: instant, memory: memory, since: moment)
        let evaluation = try evaluator.verdictWithoutFetching()
        memory.remember(issuersOf: evaluation.chain)
        verdicts?.remember(evaluation, of: trust, under: policy, current, within: evaluator.period)
        return evaluation
    }

    /// The acceptance that is remembered of what a peer presented; nil where it has to be judged.
    ///
    /// For callers on a thread that others wait for, as an event loop: nothing is judged and nothing is fetched. Files
    /// behind the policy's anchors are looked at again as by every verdict, at most once a second.
    ///
    /// - Parameters:
    ///   - trust: the presented chain.
    ///   - policy: who the peer must be, and by which rules; where it lets statements about revocation be fetched,
    ///     nothing is remembered.
    ///   - instant: the time to judge for.
    public func remembered(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant
    ) -> TrustEvaluation? {
        // Before anything of the policy is looked at: its anchors may not have been read yet.
        guard let verdicts, !policy.mayFetchRevocation, verdicts.mayKnow(trust, under: policy, at: instant) else {
            return nil
        }
        let moment = RevocationKnowledge.moment
        guard policy.revocation == .off || knowledge.evidence(about: trust).isEmpty else { return nil }
        let current = CurrentPolicy(policy, at: instant)
        let known = verdicts.acceptance(of: trust, under: policy, current, at: instant, moment)
        if known != nil { remembered.wrappingAdd(1, ordering: .relaxed) }
        return known
    }

    /// Judges what a peer presented, by that and by evidence given with it: nothing is fetched.
    ///
    /// - Parameters:
    ///   - trust: the presented chain.
    ///   - policy: who the peer must be, and by which rules.
    ///   - instant: the time to judge for; pass the real one unless a recorded chain is judged.
    ///   - evidence: what is known besides, as revocation lists and OCSP responses; believed no more than what was
    ///     presented.
    /// - Returns: the proof of acceptance, with warnings and notes.
    /// - Throws: ``TrustFailure`` with every finding of the best path.
    public func evaluate(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, supplying evidence: [Evidence]
    ) throws(TrustFailure) -> TrustEvaluation {
        try evaluate(trust, with: policy, at: instant, since: RevocationKnowledge.moment, supplying: evidence)
    }

    private func evaluate(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, since moment: UInt64,
        supplying evidence: [Evidence]
    ) throws(TrustFailure) -> TrustEvaluation {
        var evaluator = evaluator(for: trust, with: policy, at: instant, since: moment)
        evaluator.supply(evidence)
        return try evaluator.verdictWithoutFetching()
    }

    /// Judges what a peer presented, and lets a source get the evidence that is missing and that
    /// ``TrustPolicy/fetching`` allows.
    ///
    /// Where nothing has to be fetched this is ``evaluate(_:with:at:)``. Verdicts for which it may be are not
    /// remembered, since what can be fetched may change at any time; signatures are, so that judging again costs
    /// little.
    ///
    /// A revocation that this finds out counts in every later verdict of this kind, also where a server staples an
    /// older response by which its certificate was good (``RevocationKnowledge``).
    ///
    /// - Parameters:
    ///   - trust: the presented chain.
    ///   - policy: who the peer must be, and by which rules.
    ///   - instant: the time to judge for; pass the real one unless a recorded chain is judged.
    ///   - source: gets what is missing; the verdict waits for it, also where it takes its time.
    ///   - evidence: what is known besides.
    /// - Returns: the proof of acceptance, with warnings and notes.
    /// - Throws: ``TrustFailure`` with every finding of the best path.
    public func evaluate(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, using source: some EvidenceSource,
        supplying evidence: [Evidence] = []
    ) async throws(TrustFailure) -> TrustEvaluation {
        // Before the look at what is known: what is found out in between is newer than this verdict.
        let moment = RevocationKnowledge.moment
        var evidence = evidence
        if policy.revocation != .off {
            if let shared = source.knowledge { knowledge.learn(from: shared, of: trust) }
            evidence += knowledge.evidence(about: trust)
        }
        let result = await self.result(
            of: trust, with: policy, at: instant, since: moment, using: source, supplying: evidence)
        let record =
            switch result {
            case .success(let proof): proof.record
            case .failure(let failure): failure.record
            }
        for (certificate, word) in record.judged.revoked {
            for known in [knowledge, source.knowledge] { known?.note(certificate, word) }
        }
        return try result.get()
    }

    private func result(
        of trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, since moment: UInt64,
        using source: some EvidenceSource, supplying evidence: [Evidence]
    ) async -> Result<TrustEvaluation, TrustFailure> {
        if let result = resultWithoutFetching(trust, with: policy, at: instant, since: moment, supplying: evidence) {
            return result
        }
        var evaluator = evaluator(for: trust, with: policy, at: instant, since: moment)
        evaluator.supply(evidence)
        let end = ContinuousClock.now + policy.fetching.timeout
        while true {
            switch evaluator.step() {
            case .done(let result):
                let (confirmed, useless) = (evaluator.confirmedFetches, evaluator.uselessFetches)
                if !confirmed.isEmpty { source.keep(confirmed, at: instant) }
                if !useless.isEmpty { source.drop(useless) }
                return result
            case .needs(let requests):
                let limit = end - .now
                evaluator.supply(
                    limit > .zero
                        ? await source.evidence(for: requests, at: instant, within: limit)
                        : requests.map { .unavailable($0, reason: "the time for fetching was over") })
            }
        }
    }

    /// The verdict where no fetching could change it; nil where it could.
    ///
    /// - Parameter evidence: what is known besides what was presented.
    package func resultWithoutFetching(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, supplying evidence: [Evidence]
    ) -> Result<TrustEvaluation, TrustFailure>? {
        let moment = RevocationKnowledge.moment
        return resultWithoutFetching(trust, with: policy, at: instant, since: moment, supplying: evidence)
    }

    private func resultWithoutFetching(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, since moment: UInt64,
        supplying evidence: [Evidence]
    ) -> Result<TrustEvaluation, TrustFailure>? {
        guard !policy.mayFetchRevocation else { return nil }
        do throws(TrustFailure) {
            return .success(
                evidence.isEmpty
                    ? try evaluate(trust, with: policy, at: instant, since: moment)
                    : try evaluate(trust, with: policy, at: instant, since: moment, supplying: evidence))
        } catch {
            let lacksIssuer = error.errors.contains { $0.code == .issuerNotFound }
            return policy.fetching.issuers && lacksIssuer ? nil : .failure(error)
        }
    }

    /// The state machine itself, for callers that gather evidence.
    public func evaluator(
        for trust: ServerTrust, with policy: TrustPolicy, at instant: Instant
    ) -> TrustEvaluator {
        evaluator(for: trust, with: policy, at: instant, since: RevocationKnowledge.moment)
    }

    private func evaluator(
        for trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, since moment: UInt64
    ) -> TrustEvaluator {
        judged.wrappingAdd(1, ordering: .relaxed)
        return TrustEvaluator(
            trust, policy: policy, CurrentPolicy(policy, at: instant), at: instant, memory: memory, since: moment)
    }
}

extension TrustEvaluator {
    /// The verdict by what is at hand.
    fileprivate mutating func verdictWithoutFetching() throws(TrustFailure) -> TrustEvaluation {
        while true {
            switch step() {
            case .done(let result): return try result.get()
            case .needs(let requests):
                supply(requests.map { .unavailable($0, reason: "nothing is fetched by this call") })
            }
        }
    }
}
