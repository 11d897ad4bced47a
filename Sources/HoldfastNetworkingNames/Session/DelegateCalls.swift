import Foundation
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
