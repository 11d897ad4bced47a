import Synchronization

/// Something that happens once.
final class OnceFlag: Sendable {
    private let state = Atomic(false)

    /// Whether it is the first time that this is asked.
    func isFirst() -> Bool { !state.exchange(true, ordering: .relaxed) }
}

/// Things that happen once each; for names of a list that is known.
final class OnceNames: Sendable {
    private let known = Mutex<Set<String>>([])

    /// Whether it is the first time that this is asked about the name, in any case.
    func isFirst(_ name: String) -> Bool { known.withLock { $0.insert(name.lowercased()).inserted } }
}
