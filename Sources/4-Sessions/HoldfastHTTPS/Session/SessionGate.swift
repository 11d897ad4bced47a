import Synchronization

/// Counts a session's tasks, and lets no more in once it is invalid.
final class SessionGate: Sendable {
    private struct State {
        var isInvalid = false
        var tasks = 0
        var last: UInt64 = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Lets a task in and gives it its number; nil where the session takes none any more.
    func enter() -> UInt64? {
        state.withLock { state in
            guard !state.isInvalid else { return nil }
            state.tasks += 1
            state.last += 1
            return state.last
        }
    }

    /// A task that was let in has ended.
    func leave() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.tasks -= 1
            guard state.tasks == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Lets none in from here on.
    func invalidate() { state.withLock { $0.isInvalid = true } }

    /// Returns when no task is left.
    func empty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.tasks > 0 { state.waiting.append(continuation) }
                return state.tasks == 0
            }
            if isEmpty { continuation.resume() }
        }
    }
}
