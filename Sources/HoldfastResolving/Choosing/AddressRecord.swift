/// What is known of one address, for one name.
struct AddressRecord {
    /// In the order in which addresses are to be tried.
    enum Class: Int, Comparable {
        case good
        case unknown
        case failing

        static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }
    }

    private(set) var connect = FadingMean()
    private(set) var secure = FadingMean()
    private(set) var failure: AddressStanding.Failure?
    private(set) var failures = GrowingPause()
    private(set) var poison = GrowingPause()
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
        _ kind: AddressStanding.Failure, at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits
    ) {
        failure = kind
        failures.extend(at: now, first: limits.penalty, longest: limits.longestPenalty)
    }

    /// Ends poison and failures, and what they would have grown to.
    mutating func forgive() {
        forgiveFailures()
        poison = GrowingPause()
    }

    private mutating func forgiveFailures() {
        failure = nil
        failures = GrowingPause()
    }

    /// Another network: see ``AddressHistory/networkChanged()``.
    ///
    /// - Returns: whether there is anything left to remember.
    mutating func networkChanged(at now: ContinuousClock.Instant) -> Bool {
        connect = FadingMean()
        secure = FadingMean()
        forgiveFailures()
        poison.end(at: now)
        return !poison.isForgotten(at: now)
    }

    func isPoisoned(at now: ContinuousClock.Instant) -> Bool { poison.rest(at: now) > .zero }

    /// One that was poisoned stands with the failing ones until that is forgotten.
    func `class`(at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits) -> Class {
        if failures.rest(at: now) > .zero || !poison.isForgotten(at: now) { return .failing }
        return expected(at: now, limits) == nil ? .unknown : .good
    }

    /// How long TCP and TLS should take; nil where nothing is known, or no longer.
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

    /// How far its measurements still count, 0...1.
    func share(at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits) -> Double {
        max(
            connect.share(at: now, halfLife: limits.halfLife), secure.share(at: now, halfLife: limits.halfLife))
    }
}
