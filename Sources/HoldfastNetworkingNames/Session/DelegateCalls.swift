import Foundation
import Synchronization

/// Calls delegates and completion handlers one after the other on a session's queue.
///
/// Several calls that wait go into one operation: an operation costs more than what most delegates do.
final class DelegateCalls: Sendable {
    typealias Call = @Sendable () -> Void

    private struct State {
        var waiting: [Call] = []
        var isScheduled = false
    }

    /// After so many calls, other operations of the queue get their turn.
    private static let turn = 64

    private let queue: OperationQueue
    private let state = Mutex(State())

    init(_ queue: OperationQueue) { self.queue = queue }

    func add(_ call: @escaping Call) {
        let isFirst = state.withLock { state in
            state.waiting.append(call)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    private func schedule() { queue.addOperation { self.run() } }

    private func run() {
        var done = 0
        while done < Self.turn, !queue.isSuspended || done == 0 {
            let calls = state.withLock { state -> [Call] in
                defer { state.waiting = [] }
                if state.waiting.isEmpty { state.isScheduled = false }
                return state.waiting
            }
            guard !calls.isEmpty else { return }
            for call in calls { call() }
            done += calls.count
        }
        schedule()
    }
}
