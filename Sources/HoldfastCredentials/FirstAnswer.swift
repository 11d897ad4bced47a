import Synchronization

/// The first answer of several that may come, for one who waits: the others are dropped.
package final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
    }

    private let state = Mutex(State.open)

    package init() {}

    /// Whether there has been an answer.
    package var isGiven: Bool {
        state.withLock { state in if case .given = state { true } else { false } }
    }

    /// Answers, unless somebody has.
    package func give(_ answer: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .given: return nil
            case .open:
                state = .given(answer)
                return nil
            case .waiting(let continuation):
                state = .given(answer)
                return continuation
            }
        }
        waiting?.resume(returning: answer)
    }

    /// Waits for the answer, once.
    package func wait() async -> Value {
        await withCheckedContinuation { continuation in
            let given = state.withLock { state -> Value? in
                guard case .given(let answer) = state else {
                    state = .waiting(continuation)
                    return nil
                }
                return answer
            }
            if let given { continuation.resume(returning: given) }
        }
    }

    /// Waits for the answer until `end` or until the task is cancelled, whichever is first: then `late` is the answer.
    package func wait(until end: ContinuousClock.Instant, late: Value) async -> Value {
        let clock = Task { [self] in
            try? await Task.sleep(until: end, clock: .continuous)
            give(late)
        }
        defer { clock.cancel() }
        return await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            give(late)
        }
    }
}
