import Foundation
import FoundationNetworking
import HoldfastHTTPS
import Synchronization

/// The state of a session: its settings, its connections, its tasks and its delegate.
final class SessionCore: Sendable {
    private struct State {
        var https: HTTPSSession
        /// Nil without a delegate, and after the session has become invalid.
        var delegates: DelegateSet?
        var lastIdentifier = 0
        /// Resumed and not yet complete.
        var running: [Int: URLSessionTask] = [:]
        /// Made and not yet resumed.
        var made: [Int: MadeTask] = [:]
        var isInvalid = false
        var hasToldInvalidity = false
        var owner = Owner()
    }

    /// A task that was made and not resumed.
    ///
    /// The session keeps it, as Apple's does (a program may have a weak reference alone), until it is let go itself or
    /// takes no more tasks: it would be kept for ever then.
    private struct MadeTask: @unchecked Sendable {
        var kept: URLSessionTask?
        weak var task: URLSessionTask?
    }

    /// The session that programs know.
    private struct Owner: @unchecked Sendable {
        weak var session: URLSession?
    }

    let configuration: URLSessionConfiguration
    let queue: OperationQueue
    let plan: SessionPlan
    let readings = URLReadings()
    /// The session's name for people.
    let name = Mutex<String?>(nil)
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

    /// The queue of delegate calls for one task.
    func calls() -> DelegateCalls { serialCalls ?? DelegateCalls(queue) }

    var isInvalid: Bool { state.withLock { $0.isInvalid } }

    /// The session as delegates hear of it.
    ///
    /// A task that was not resumed does not keep the session that keeps it. Where the program has let that one go and
    /// kept the task, another one stands for it, with the same delegate, settings and connections.
    var session: URLSession {
        get {
            state.withLock { state in
                if let session = state.owner.session { return session }
                let session = URLSession(of: self)
                state.owner.session = session
                return session
            }
        }
        set { state.withLock { $0.owner.session = newValue } }
    }

    /// Keeps no task that was not resumed any longer, unless the program does.
    func letGo() {
        // Whoever goes with the tasks may call the session: not under its lock.
        let kept = state.withLock { state in
            let kept = state.made.values.compactMap(\.kept)
            for number in state.made.keys { state.made[number]?.kept = nil }
            return kept
        }
        withExtendedLifetime(kept) {}
    }

    /// Gives a new task its number.
    func enter(_ task: URLSessionTask) -> Int {
        state.withLock { state in
            state.lastIdentifier += 1
            if state.made.count > 2 * state.running.count + 64 {
                state.made = state.made.filter { $0.value.task != nil }
            }
            state.made[state.lastIdentifier] = MadeTask(kept: state.isInvalid ? nil : task, task: task)
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

    /// The tasks that are neither complete nor cancelled, in the order in which they were made.
    ///
    /// "not including any tasks that have been invalidated after completing, failing, or being cancelled" (Apple,
    /// `getAllTasks(completionHandler:)`).
    var tasks: [URLSessionTask] {
        let all = state.withLock { state in
            state.running.merging(state.made.compactMapValues(\.task)) { running, _ in running }
        }
        return all.sorted { $0.key < $1.key }.map(\.value)
            .filter { $0.facts.withLock { $0.state == .running || $0.state == .suspended } }
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
        letGo()
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
