import Synchronization

/// Lets those who send a message do so one after the other, in the order in which they come.
final class SendTurns: Sendable {
    private struct State {
        var isTaken = false
        var last: UInt64 = 0
        var waiting: [(number: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
        var isOver = false
    }

    private let state = Mutex(State())

    /// Waits for the turn; false where the task is cancelled, and after the end. Whoever has it calls ``leave()``.
    func enter() async -> Bool {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    guard !state.isOver, !Task.isCancelled else { return false }
                    guard state.isTaken else {
                        state.isTaken = true
                        return true
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
            }
            continuation?.resume(returning: false)
        }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    /// Nobody has a turn any more.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.continuation.resume(returning: false) }
    }
}
