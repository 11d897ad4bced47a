/// The measurements and failures of one address, for one name.
struct AddressRecord {
    /// In the order in which addresses are to be tried.
    enum Class: Int, Comparable {
        case good
        case unknown
        case failing

        static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }
    }

    private(set) var connect = MovingAverage()
    private(set) var secure = MovingAverage()
    private(set) var failure: AddressStatus.Problem?
    private(set) var failures = Backoff()
    private(set) var poison = Backoff()
    /// When something was last noted.
    private(set) var noted: ContinuousClock.Instant

    init(at now: ContinuousClock.Instant) { noted = now }

    mutating func note(_ event: AddressHistory.Event, at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits)
    {
        noted = now
        switch event {
        case .connected(let time):
            connect.note(time, at: now, halfLife: limits.halfLife)
            // Of the others it says nothing: they come after it.
            if failure == .refused { forgiveFailures() }
        case .secured(let time):
            secure.note(time, at: now, halfLife: limits.halfLife)
            forgive()
        case .refused: fail(.refused, at: now, limits)
        case .stalled: fail(.stalled, at: now, limits)
        case .handshakeFailed: fail(.handshakeFailed, at: now, limits)
        case .poisoned: poison.extend(at: now, first: limits.poison, longest: limits.longestPoison)
        }
    }

    private mutating func fail(
        _ kind: AddressStatus.Problem, at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits
    ) {
        failure = kind
        failures.extend(at: now, first: limits.penalty, longest: limits.longestPenalty)
    }

    /// Ends poison and failures, and what they would have grown to.
    mutating func forgive() {
        forgiveFailures()
        poison = Backoff()
    }

    private mutating func forgiveFailures() {
        failure = nil
        failures = Backoff()
    }

    /// Another network: see ``AddressHistory/networkChanged()``.
    ///
    /// - Returns: whether there is anything left to remember.
    mutating func networkChanged(at now: ContinuousClock.Instant) -> Bool {
        connect = MovingAverage()
        secure = MovingAverage()
        forgiveFailures()
        poison.end(at: now)
        return !poison.isForgotten(at: now)
    }

    func isPoisoned(at now: ContinuousClock.Instant) -> Bool { poison.remaining(at: now) > .zero }

    /// The class of the address; one that was poisoned stands with the failing ones until that is forgotten.
    func `class`(at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits) -> Class {
        if failures.remaining(at: now) > .zero || !poison.isForgotten(at: now) { return .failing }
        return expected(at: now, limits) == nil ? .unknown : .good
    }

    /// The time that TCP and TLS should take; nil where nothing is known, or no longer.
    func expected(at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits) -> Duration? {
        let connected = connect.mean(at: now, halfLife: limits.halfLife)
        let secured = secure.mean(at: now, halfLife: limits.halfLife)
        switch (connected, secured) {
        case (nil, nil): return nil
        // Where only one is known: the full handshake of TLS 1.3 takes one round trip, as that of TCP (RFC 8446 §2).
        case (let time?, nil), (nil, let time?): return time * 2
        case (let connected?, let secured?): return connected + secured
        }
    }

    /// The share to which the address's measurements still count, 0...1.
    func share(at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits) -> Double {
        max(
            connect.share(at: now, halfLife: limits.halfLife), secure.share(at: now, halfLife: limits.halfLife))
    }
}

/// An exponentially weighted moving average (EWMA) of durations: each half-life halves the weight of older ones.
struct MovingAverage {
    /// Seconds, weighted.
    private var sum = 0.0
    private var weight = 0.0
    private var noted: ContinuousClock.Instant?

    /// A measured time beyond this counts as this: one that is absurd must not outweigh all others.
    static let longest = Duration.seconds(60)

    mutating func note(_ time: Duration, at now: ContinuousClock.Instant, halfLife: Duration) {
        let left = share(at: now, halfLife: halfLife)
        sum = sum * left + min(max(time, .zero), Self.longest) / .seconds(1)
        weight = weight * left + 1
        noted = now
    }

    /// The average; nil where nothing was measured, or so long ago that it says nothing: a fresh measurement would
    /// weigh sixteen times as much as all that is known.
    func mean(at now: ContinuousClock.Instant, halfLife: Duration) -> Duration? {
        guard weight * share(at: now, halfLife: halfLife) >= 1.0 / 16 else { return nil }
        return .seconds(sum / weight)
    }

    /// The part that is left of the weight of the last measurement, 0...1.
    func share(at now: ContinuousClock.Instant, halfLife: Duration) -> Double {
        guard let noted else { return 0 }
        let lives = max(noted.duration(to: now), .zero) / max(halfLife, .milliseconds(1))
        var share = 1.0
        for _ in 0..<Int(min(lives, 64)) { share /= 2 }
        // Between two halvings, the straight line: no mathematics of C is needed for it.
        return lives >= 64 ? 0 : share * (1 - (lives - lives.rounded(.down)) / 2)
    }
}
