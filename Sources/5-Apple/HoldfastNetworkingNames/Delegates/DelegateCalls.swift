import Foundation
import HoldfastCredentials
import Synchronization

/// Calls delegates and completion handlers one after the other on a session's queue, an operation each.
///
/// Nothing overtakes what a program has put into the queue before: programs rest their order on that.
final class DelegateCalls: Sendable {
    typealias Call = @Sendable () -> Void

    private struct State {
        var waiting: [Call] = []
        var isScheduled = false
    }

    private let queue: OperationQueue
    /// Whether the queue itself makes one call after the other; else one of these is in it at a time.
    private let isSerial: Bool
    private let state = Mutex(State())

    init(_ queue: OperationQueue) {
        self.queue = queue
        isSerial = queue.maxConcurrentOperationCount == 1
    }

    func add(_ call: @escaping Call) {
        guard !isSerial else { return queue.addOperation(call) }
        let isFirst = state.withLock { state in
            state.waiting.append(call)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    private func schedule() { queue.addOperation { self.run() } }

    /// Makes the call that has waited longest, and lets the next one wait for its turn in the queue.
    private func run() {
        let call = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        call?()
        let goesOn = state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty
            return state.isScheduled
        }
        if goesOn { schedule() }
    }
}

/// Waits for what a delegate gives to a completion handler.
///
/// The first answer counts. A handler that is let go without having been called, and a task that is cancelled, answer
/// with the fallback: nobody waits for ever.
enum AnswerHandler {
    /// Asks a delegate, and waits for its answer.
    ///
    /// - Parameters:
    ///   - answer: where another way of answering leads; given first, it counts.
    ///   - ask: hands a handler to a delegate.
    static func answer<Value: Sendable>(
        or fallback: Value, into answer: Promise<Value> = Promise(),
        _ ask: (@escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        do {
            let handler = Handler(answer, fallback)
            ask { handler.give($0) }
        }
        return await withTaskCancellationHandler {
            await answer.wait()
        } onCancel: {
            answer.give(fallback)
        }
    }

    private final class Handler<Value: Sendable>: Sendable {
        private let answer: Promise<Value>
        private let fallback: Value

        init(_ answer: Promise<Value>, _ fallback: Value) {
            self.answer = answer
            self.fallback = fallback
        }

        func give(_ value: Value) { answer.give(value) }

        deinit { answer.give(fallback) }
    }
}

/// A value that is not `Sendable`, transferred to another thread: the thread that gives it away no longer uses it.
struct UnsafeTransfer<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
