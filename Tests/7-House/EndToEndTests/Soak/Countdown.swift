import Synchronization

/// Gives the numbers below a count, each once.
final class Countdown: Sendable {
    private let left: Mutex<Int>
    init(_ count: Int) { left = Mutex(count) }
    func next() -> Int? {
        left.withLock { left in
            guard left > 0 else { return nil }
            left -= 1
            return left
        }
    }
}
