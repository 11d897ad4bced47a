import Glibc
import Synchronization

/// A switch that a test throws while a session runs.
final class Flag: Sendable {
    private let state = Atomic<Bool>(false)
    var isSet: Bool { state.load(ordering: .acquiring) }
    func set() { state.store(true, ordering: .releasing) }
    /// Holds a thread of its own, a server's, until it is set.
    func holdThread() { while !isSet { usleep(5_000) } }
}
