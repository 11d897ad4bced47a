import HoldfastLibC

/// A point on the monotonic clock at which waiting ends.
///
/// One deadline covers a whole operation, however many reads it takes: a peer that sends a byte a second does not
/// live for ever.
package struct Deadline: Hashable, Sendable {
    private let nanoseconds: UInt64

    /// The point that lies this far ahead; a duration below zero has passed.
    package static func after(_ duration: Duration) -> Deadline {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return Deadline(nanoseconds: 0) }
        let ahead = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !ahead.overflow else { return .never }
        let whole = now.addingReportingOverflow(ahead.partialValue)
        return whole.overflow
            ? .never : Deadline(nanoseconds: whole.partialValue &+ UInt64(attoseconds / 1_000_000_000))
    }

    /// No end: for threads that something else wakes up.
    package static let never = Deadline(nanoseconds: UInt64(Int64.max))

    /// Throws where it lies behind.
    ///
    /// It is looked at before each piece: a peer that always has something ready is never waited for.
    func check(_ operation: ServingOperation) throws(ServingError) {
        if hasPassed { throw ServingError(operation, .timedOut) }
    }

    /// Whether it lies behind.
    package var hasPassed: Bool { nanoseconds <= Self.now }

    /// The time that is left, as `poll` takes it: at most a minute, so that a caller always looks again, and rounded
    /// up, so that it does not look in vain.
    var pollMilliseconds: Int32 {
        let now = Self.now
        guard nanoseconds > now else { return 0 }
        return Int32(min((nanoseconds - now) / 1_000_000 + 1, 60_000))
    }

    var timespec: timespec {
        .init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    private static var now: UInt64 {
        var time = HoldfastLibC.timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
