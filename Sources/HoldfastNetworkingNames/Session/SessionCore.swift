import Foundation
import FoundationNetworking
import HoldfastHTTPS
import Synchronization

/// What a session consists of: its settings, its connections, its tasks, and whom it tells.
final class SessionCore: Sendable {
    private struct State {
        var https: HTTPSSession
        /// Nil without a delegate, and after the session has become invalid.
        var delegates: DelegateSet?
        var lastIdentifier = 0
        /// Resumed and not yet complete.
        var running: [Int: URLSessionTask] = [:]
        var made: [Int: Reference] = [:]
        var isInvalid = false
        var hasToldInvalidity = false
    }

    /// A task that was made and not resumed: nobody but its maker keeps it.
    private struct Reference: @unchecked Sendable {
        weak var task: URLSessionTask?
    }

    let configuration: URLSessionConfiguration
    let queue: OperationQueue
    let plan: SessionPlan
    /// Shared by all tasks of a serial queue; nil where each has its own.
    private let serialCalls: DelegateCalls?
    private let state: Mutex<State>

    init(_ configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, queue: OperationQueue?) {
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        self.configuration = copy
        if let queue {
            self.queue = queue
        } else {
            self.queue = OperationQueue()
            self.queue.maxConcurrentOperationCount = 1
            self.queue.name = "URLSession delegate queue"
        }
        serialCalls = self.queue.maxConcurrentOperationCount == 1 ? DelegateCalls(self.queue) : nil
        plan = SessionPlan(copy)
        state = Mutex(State(https: HTTPSSession(configuration: plan.https), delegates: DelegateSet(delegate)))
    }

    var https: HTTPSSession { state.withLock { $0.https } }

    var delegates: DelegateSet? { state.withLock { $0.delegates } }

    /// Who makes the calls for one task.
    func calls() -> DelegateCalls { serialCalls ?? DelegateCalls(queue) }

    var isInvalid: Bool { state.withLock { $0.isInvalid } }

    /// Gives a new task its number.
    func enter(_ task: URLSessionTask) -> Int {
        state.withLock { state in
            state.lastIdentifier += 1
            if state.made.count > 2 * state.running.count + 64 {
                state.made = state.made.filter { $0.value.task != nil }
            }
            state.made[state.lastIdentifier] = Reference(task: task)
            return state.lastIdentifier
        }
    }

    /// A task begins.
    ///
    /// - Returns: false where the session takes none any more.
    func begin(_ task: URLSessionTask, _ identifier: Int) -> Bool {
        state.withLock { state in
            state.made[identifier] = nil
            state.running[identifier] = task
            return !state.isInvalid
        }
    }

    func end(_ identifier: Int, of session: URLSession) {
        let isLast = state.withLock { state in
            state.running[identifier] = nil
            return state.isInvalid && state.running.isEmpty
        }
        if isLast { tellInvalidity(of: session) }
    }

    /// A task goes on as another one.
    func replace(_ identifier: Int, by task: URLSessionTask) { state.withLock { $0.running[identifier] = task } }

    /// Those that are not complete, in the order in which they were made.
    var tasks: [URLSessionTask] {
        let all = state.withLock { state in
            state.running.merging(state.made.compactMapValues(\.task)) { running, _ in running }
        }
        return all.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Later requests go out on connections of their own.
    func beginAnew() {
        let https = HTTPSSession(configuration: plan.https)
        state.withLock { $0.https = https }
    }

    func invalidate(_ session: URLSession, cancelling: Bool) {
        state.withLock { $0.isInvalid = true }
        let tasks = tasks
        if cancelling { for task in tasks { task.cancel() } }
        if state.withLock({ $0.running.isEmpty }) { tellInvalidity(of: session) }
    }

    /// Once: the last that a delegate hears.
    private func tellInvalidity(of session: URLSession) {
        let delegate = state.withLock { state -> (any URLSessionDelegate)? in
            guard !state.hasToldInvalidity else { return nil }
            state.hasToldInvalidity = true
            return state.delegates?.session
        }
        guard let delegate else { return }
        calls().add {
            delegate.urlSession(session, didBecomeInvalidWithError: nil)
            self.state.withLock { $0.delegates = nil }
        }
    }
}
