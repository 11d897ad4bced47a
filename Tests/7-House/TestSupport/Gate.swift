import Foundation
import Synchronization

/// A gate that holds tasks and threads up until it is opened, and stays open then.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var tasks: [UInt64: CheckedContinuation<Void, Never>] = [:]
        /// Those that were cancelled before they stood at the gate.
        var cancelled: Set<UInt64> = []
        var last: UInt64 = 0
    }

    private let state = Mutex(State())
    /// Where threads stand: one for them all, which is passed on from each to the next.
    private let threads = DispatchSemaphore(value: 0)

    package init() {}

    package var isOpen: Bool { state.withLock { $0.isOpen } }

    /// How many tasks are held up.
    package var waiting: Int { state.withLock { $0.tasks.count } }

    package func open() {
        let tasks = state.withLock { state in
            state.isOpen = true
            defer { state.tasks = [:] }
            return state.tasks.values
        }
        for task in tasks { task.resume() }
        threads.signal()
    }

    /// Holds a task up until the gate is open, or the task is cancelled.
    package func pass() async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { task in
                let passes = state.withLock { state in
                    if state.isOpen || state.cancelled.remove(number) != nil { return true }
                    state.tasks[number] = task
                    return false
                }
                if passes { task.resume() }
            }
        } onCancel: {
            let task = state.withLock { state in
                let task = state.tasks.removeValue(forKey: number)
                if task == nil { state.cancelled.insert(number) }
                return task
            }
            task?.resume()
        }
    }

    /// Holds up the calling thread, which is no task's, until the gate is open.
    package func holdThread() {
        threads.wait()
        threads.signal()
    }
}
