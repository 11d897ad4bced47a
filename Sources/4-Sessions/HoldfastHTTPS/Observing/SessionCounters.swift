import HoldfastX509
import Synchronization

/// Counts, from any task.
final class SessionCounters: Sendable {
    private let judged = Atomic(0)
    private let known = Atomic(0)
    private let asked = Atomic(0)

    /// Chains that the engine judged.
    var verifications: Int { judged.load(ordering: .relaxed) }
    /// Servers that were accepted by what had been decided before.
    var remembered: Int { known.load(ordering: .relaxed) }
    /// Challenges that a handler was asked about.
    var challenges: Int { asked.load(ordering: .relaxed) }

    func countVerification() { judged.add(1, ordering: .relaxed) }

    func countRemembered() { known.add(1, ordering: .relaxed) }

    func countChallenge() { asked.add(1, ordering: .relaxed) }
}

/// A flag that is raised once.
final class OnceFlag: Sendable {
    private let state = Atomic(false)

    /// Whether it is the first time that this is asked.
    func isFirst() -> Bool { !state.exchange(true, ordering: .relaxed) }
}

/// A flag for each name that is raised once.
final class OnceNames: Sendable {
    /// Names that are kept; of more, nothing is said, since others choose them.
    private static let limit = 1_000

    private let known = Mutex<Set<String>>([])

    /// Whether it is the first time that this is asked about the name, in any case.
    func isFirst(_ name: String) -> Bool {
        known.withLock { $0.count < Self.limit && $0.insert(name.asciiLowercased()).inserted }
    }
}
