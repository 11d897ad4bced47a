import Synchronization

/// A value that is set once and awaited by one task: the first one counts, later ones are dropped.
package final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
    }

    private let state = Mutex(State.open)

    package init() {}

    /// Whether the value is set.
    package var isGiven: Bool {
        state.withLock { state in if case .given = state { true } else { false } }
    }

    /// Sets the value, unless it is set already.
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

    /// Waits for the value; to be called once.
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

    /// Waits for the value until `end` or until the task is cancelled, whichever is first: then `late` becomes the
    /// value.
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

/// Runs `body` until `end` at the latest, and returns its result; nil where the time is over, or the task was
/// cancelled.
///
/// Unlike a task group it does not wait for a body that heeds no cancellation: that one is left to itself, and its
/// result is dropped.
package func withDeadline<Value: Sendable>(
    _ end: ContinuousClock.Instant, _ body: @escaping @Sendable () async -> Value
) async -> Value? {
    let result = Promise<Value?>()
    let task = Task { result.give(await body()) }
    defer { task.cancel() }
    return await result.wait(until: end, late: nil)
}
