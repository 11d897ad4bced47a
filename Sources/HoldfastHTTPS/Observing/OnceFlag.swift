import Synchronization

/// Something that happens once.
final class OnceFlag: Sendable {
    private let state = Atomic(false)

    /// Whether it is the first time that this is asked.
    func isFirst() -> Bool { !state.exchange(true, ordering: .relaxed) }
}
