/// A point in time at which waiting ends.
///
/// One deadline covers a whole operation, however many reads it takes: a peer that sends a byte a second does not
/// live for ever.
package struct Deadline: Hashable, Comparable, Sendable {
    /// Nil for no end.
    private let instant: ContinuousClock.Instant?

    /// The point that lies this far ahead; a duration below zero has passed.
    package static func after(_ duration: Duration) -> Deadline {
        // A thousand years: what is added to the time of day does not overflow.
        Deadline(instant: .now.advanced(by: min(max(duration, .zero), .seconds(1 << 35))))
    }

    /// No end: for threads that something else wakes up.
    package static let never = Deadline(instant: nil)

    /// Whether it lies behind.
    package var hasPassed: Bool { instant.map { $0 <= .now } ?? false }

    /// Whether it lies behind at a moment: of many, the clock is asked once.
    package func hasPassed(at now: ContinuousClock.Instant) -> Bool { instant.map { $0 <= now } ?? false }

    /// The time that is left, none once it has passed; nil without an end.
    package var left: Duration? { instant.map { max(.zero, ContinuousClock.now.duration(to: $0)) } }

    /// The time that is left, as `poll` takes it: at most a minute, so that a caller always looks again, and rounded
    /// up, so that it does not look in vain; negative without an end.
    package var pollMilliseconds: Int32 {
        left.map { Int32(min(($0 / .milliseconds(1)).rounded(.up), 60_000)) } ?? -1
    }

    package static func < (left: Deadline, right: Deadline) -> Bool {
        guard let end = left.instant else { return false }
        return right.instant.map { end < $0 } ?? true
    }
}
