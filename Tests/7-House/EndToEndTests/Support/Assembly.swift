import Synchronization

/// Lets everybody wait until the last one has come.
final class Assembly: Sendable {
    private let state: Mutex<(missing: Int, waiting: [CheckedContinuation<Void, Never>])>

    init(_ count: Int) { state = Mutex((count, [])) }

    func arrive() async {
        await withCheckedContinuation { continuation in
            let free = state.withLock { state in
                state.missing -= 1
                state.waiting.append(continuation)
                guard state.missing <= 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for waiting in free { waiting.resume() }
        }
    }
}
