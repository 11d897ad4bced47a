import HoldfastX509
import Synchronization

/// A clock that a test moves.
final class ManualClock: Sendable {
    private let start = ContinuousClock.now
    private let offset = Mutex(Duration.zero)

    var now: ContinuousClock.Instant { start.advanced(by: offset.withLock { $0 }) }

    var read: @Sendable () -> ContinuousClock.Instant { { self.now } }

    /// The same on the wall; 2026-01-01 at first.
    var wall: @Sendable () -> Instant {
        {
            let (seconds, attoseconds) = self.offset.withLock { $0 }.components
            return Instant(
                secondsSince1970: 1_767_225_600 + seconds, nanoseconds: Int32(max(attoseconds, 0) / 1_000_000_000))
        }
    }

    func advance(by duration: Duration) { offset.withLock { $0 += duration } }
}
