/// An exponential backoff: a pause that doubles with each failure, and starts anew after a time of quiet.
struct Backoff {
    /// The failures one after the other, without a time of quiet in between.
    private(set) var count = 0
    private(set) var end: ContinuousClock.Instant?
    private var length = Duration.zero

    /// Counts one more failure, and begins the pause for it.
    ///
    /// - Parameters:
    ///   - first: how long the first pause lasts.
    ///   - longest: and the longest one.
    mutating func extend(at now: ContinuousClock.Instant, first: Duration, longest: Duration) {
        count = isForgotten(at: now) ? 1 : count + 1
        length = min(first, longest)
        for _ in 1..<min(max(count, 1), 64) where length < longest { length = min(length * 2, longest) }
        end = now.advanced(by: length)
    }

    /// The part of the pause that is still to come; nothing where there is none.
    func remaining(at now: ContinuousClock.Instant) -> Duration {
        end.map { max(now.duration(to: $0), .zero) } ?? .zero
    }

    /// The time until the pause has been over for as long as it lasted.
    func timeToForget(at now: ContinuousClock.Instant) -> Duration {
        end.map { max(now.duration(to: $0.advanced(by: length)), .zero) } ?? .zero
    }

    /// Whether the pause has been over for as long as it lasted: the next failure is then a first one.
    func isForgotten(at now: ContinuousClock.Instant) -> Bool { timeToForget(at: now) == .zero }

    /// Ends the pause; the next one is longer all the same, until it is forgotten.
    mutating func end(at now: ContinuousClock.Instant) {
        if let end, end > now { self.end = now }
    }
}
