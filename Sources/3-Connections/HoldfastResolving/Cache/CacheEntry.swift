import HoldfastTrust

/// The key that an answer is kept under.
struct CacheKey: Hashable, Sendable {
    /// ``Resolver/identifier``.
    var resolver: String
    var name: DNSName
    var kind: AddressKind
}

/// The entry of one question: what is known, and when to ask again.
struct CacheEntry {
    /// An answer, or that there is no such name.
    struct Known {
        var outcome: Result<ResolverAnswer, ResolverError>
        /// When the resolver gave it.
        var given: ContinuousClock.Instant
        var expires: ContinuousClock.Instant
        /// Whether it was given in another network, or a newer one is wanted for another reason.
        var isSuperseded = false

        var hasAddresses: Bool { (try? outcome.get())?.addresses.isEmpty == false }

        func isFresh(at now: ContinuousClock.Instant) -> Bool { now < expires }

        /// The answer with its age.
        func outcome(at now: ContinuousClock.Instant) -> Result<ResolverAnswer, ResolverError> {
            outcome.map { answer in
                var answer = answer
                answer.age = max(given.duration(to: now), .zero)
                answer.isStale = !isFresh(at: now)
                return answer
            }
        }
    }

    var known: Known?
    /// The last failure, and for how long the resolver is left alone with this question.
    var failure: ResolverError?
    var failures = Backoff()

    /// The way in which a question is answered.
    enum Decision {
        /// The kept answer, which is not old.
        case kept(Result<ResolverAnswer, ResolverError>)
        /// The kept answer, and it is time for a newer one.
        case keptWhileAsking(ResolverAnswer)
        /// The kept answer though it is old; the resolver failed a moment ago.
        case keptForWantOfBetter(ResolverAnswer)
        /// The error of a resolver that failed a moment ago.
        case failed(ResolverError)
        /// The resolver's answer; what is kept and old, for when it does not come.
        case ask(fallback: ResolverAnswer?)
    }

    func decision(at now: ContinuousClock.Instant, _ limits: ResolverCache.Limits) -> Decision {
        let isWaiting = failures.remaining(at: now) > .zero
        if let known, known.isFresh(at: now) {
            guard known.isSuperseded, let answer = try? known.outcome(at: now).get() else {
                return .kept(known.outcome(at: now))
            }
            return isWaiting ? .keptForWantOfBetter(answer) : .keptWhileAsking(answer)
        }
        if let known, known.hasAddresses, let answer = try? known.outcome(at: now).get(),
            now < known.expires.advanced(by: limits.stale)
        {
            if isWaiting { return .keptForWantOfBetter(answer) }
            if now < known.expires.advanced(by: limits.staleAtOnce) { return .keptWhileAsking(answer) }
            return .ask(fallback: answer)
        }
        if isWaiting, let failure { return .failed(failure) }
        return .ask(fallback: nil)
    }

    /// Takes up what a resolver said.
    ///
    /// - Returns: whether there is anything to keep.
    mutating func take(
        _ outcome: Result<ResolverAnswer, ResolverError>, at now: ContinuousClock.Instant,
        _ limits: ResolverCache.Limits
    ) -> Bool {
        switch outcome {
        case .success(var answer):
            let lifetime = limits.lifetime(of: answer)
            answer.addresses = Array(answer.addresses.prefix(max(limits.addressesPerAnswer, 1)))
            (answer.age, answer.isStale) = (.zero, false)
            learn(.success(answer), for: lifetime, at: now)
            return lifetime > .zero
        case .failure(let error) where error.reason == .noSuchName:
            let lifetime = limits.negativeLifetime(error.timeToLive)
            learn(outcome, for: lifetime, at: now)
            return lifetime > .zero
        case .failure(let error):
            failure = error
            let longest = min(limits.longestFailure, ResolverCache.Limits.longestFailureOfAll)
            if let known, known.hasAddresses, now < known.expires.advanced(by: limits.stale) {
                failures.extend(at: now, first: limits.staleRecheck, longest: max(limits.staleRecheck, longest))
            } else {
                failures.extend(at: now, first: limits.failure, longest: longest)
            }
            return true
        }
    }

    private mutating func learn(
        _ outcome: Result<ResolverAnswer, ResolverError>, for lifetime: Duration, at now: ContinuousClock.Instant
    ) {
        known = Known(outcome: outcome, given: now, expires: now.advanced(by: lifetime))
        failure = nil
        failures = Backoff()
    }

    /// The machine is in another network: a newer answer is wanted, what was missing there may be here.
    ///
    /// - Returns: whether there is anything left.
    mutating func networkChanged() -> Bool {
        failure = nil
        failures = Backoff()
        guard known?.hasAddresses == true else { return false }
        known?.isSuperseded = true
        return true
    }
}

extension ResolverError {
    /// Whether the resolver was asked and gave no answer: what is remembered for a moment.
    var isFailure: Bool {
        switch reason {
        case .noSuchName, .unusable, .cancelled: false
        default: true
        }
    }
}
