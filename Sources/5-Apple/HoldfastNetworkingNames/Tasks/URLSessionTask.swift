public import Foundation
public import FoundationNetworking
import Synchronization

/// One request of a session's, with all that it leads to (Apple, `URLSessionTask`).
open class URLSessionTask: NSObject, NSCopying, ProgressReporting, @unchecked Sendable {
    /// The stage that a task is in (Apple, `URLSessionTask.State`).
    public enum State: Int, Sendable {
        case running = 0
        case suspended = 1
        case canceling = 2
        case completed = 3
    }

    /// The priority of a task of no particular one.
    public static let defaultPriority: Float = 0.5
    /// A lower priority.
    public static let lowPriority: Float = 0.25
    /// A higher priority.
    public static let highPriority: Float = 0.75

    let facts: Mutex<TaskFacts>
    /// The queue of calls to the delegate and the completion handler of this task.
    let calls: DelegateCalls
    /// The work that the task does when it is resumed.
    let work: TaskWork
    private let ownProgress = Mutex<Progress?>(nil)

    init(_ session: URLSession?, _ request: URLRequest?, _ work: TaskWork) {
        var facts = TaskFacts()
        facts.core = session?.core
        facts.originalRequest = request
        facts.currentRequest = request
        self.facts = Mutex(facts)
        self.work = work
        calls = session?.core.calls() ?? DelegateCalls(OperationQueue.main)
        super.init()
        guard let session else { return }
        let identifier = session.core.enter(self)
        self.facts.withLock { $0.identifier = identifier }
    }

    /// A task of no session, which does nothing: for subclasses in tests.
    public override init() {
        facts = Mutex(TaskFacts())
        work = TaskWork(.none, .delegate)
        calls = DelegateCalls(OperationQueue.main)
    }

    /// Returns the task itself: tasks are not copied.
    open func copy(with zone: NSZone?) -> Any { self }

    open override func copy() -> Any { self }

    /// The number of the task within its session, from 1.
    open var taskIdentifier: Int { facts.withLock { $0.identifier } }
    /// A name for people.
    open var taskDescription: String? {
        get { facts.withLock { $0.taskDescription } }
        set { facts.withLock { $0.taskDescription = newValue } }
    }
    /// The request that the task was made with.
    open var originalRequest: URLRequest? { facts.withLock { $0.originalRequest } }
    /// The request that is under way: after redirects another one.
    open var currentRequest: URLRequest? { facts.withLock { $0.currentRequest } }
    /// The response; nil before its head has come.
    open var response: URLResponse? { facts.withLock { $0.response } }
    /// The error with which the task failed; nil while it is under way, and after it went well.
    open var error: (any Error)? { facts.withLock { $0.error } }
    open var state: State { facts.withLock { $0.state } }
    /// A delegate for this task alone, which is told before the session's; to be set before the task is resumed.
    open var delegate: (any URLSessionTaskDelegate)? {
        get { facts.withLock { $0.delegates?.task } }
        set { facts.withLock { $0.delegates = DelegateSet(newValue) } }
    }
    /// Without effect: all tasks are alike.
    open var priority: Float {
        get { facts.withLock { $0.priority } }
        set { facts.withLock { $0.priority = min(max(newValue, 0), 1) } }
    }
    /// The date before which the task does not begin, even when it is resumed.
    open var earliestBeginDate: Date? {
        get { facts.withLock { $0.earliestBeginDate } }
        set { facts.withLock { $0.earliestBeginDate = newValue } }
    }
    /// Without effect.
    open var prefersIncrementalDelivery: Bool {
        get { facts.withLock { $0.prefersIncrementalDelivery } }
        set { facts.withLock { $0.prefersIncrementalDelivery = newValue } }
    }
    /// Without effect.
    open var countOfBytesClientExpectsToSend: Int64 {
        get { facts.withLock { $0.clientExpectsToSend } }
        set { facts.withLock { $0.clientExpectsToSend = newValue } }
    }
    /// Without effect.
    open var countOfBytesClientExpectsToReceive: Int64 {
        get { facts.withLock { $0.clientExpectsToReceive } }
        set { facts.withLock { $0.clientExpectsToReceive = newValue } }
    }
    /// Bytes of the body that have been sent.
    open var countOfBytesSent: Int64 { facts.withLock { $0.sent } }
    /// Bytes of the body to be sent; `NSURLSessionTransferSizeUnknown` where nobody knows.
    open var countOfBytesExpectedToSend: Int64 { facts.withLock { $0.expectedToSend } }
    /// Bytes of the body that have come, decompressed.
    open var countOfBytesReceived: Int64 { facts.withLock { $0.received } }
    /// Bytes of the body that the server announced; `NSURLSessionTransferSizeUnknown` where it did not.
    open var countOfBytesExpectedToReceive: Int64 { facts.withLock { $0.expectedToReceive } }

    /// The progress of the task in bytes: those to be sent and those to be received together.
    open var progress: Progress {
        let (made, isNew) = ownProgress.withLock { known -> (Progress, Bool) in
            if let known { return (known, false) }
            let made = Progress(parent: nil, userInfo: nil)
            made.isCancellable = true
            made.isPausable = true
            made.cancellationHandler = { [weak self] in self?.cancel() }
            made.pausingHandler = { [weak self] in self?.suspend() }
            made.resumingHandler = { [weak self] in self?.resume() }
            known = made
            return (made, true)
        }
        if isNew { updateProgress() }
        return made
    }

    /// Brings the progress up to what the counts say.
    func updateProgress() {
        guard let progress = ownProgress.withLock({ $0 }) else { return }
        let facts = facts.withLock { $0 }
        let expected = max(facts.expectedToSend, 0) + max(facts.expectedToReceive, 0)
        let isKnown = facts.expectedToReceive >= 0 && facts.expectedToSend >= 0
        let done = facts.sent + facts.received
        progress.totalUnitCount = facts.state == .completed ? max(done, 1) : isKnown ? max(expected, done) : -1
        progress.completedUnitCount = facts.state == .completed && facts.error == nil ? max(done, 1) : done
    }

    /// Begins, or goes on after ``suspend()``; as often as it was suspended.
    open func resume() {
        enum Next { case nothing, begin, goOn([CheckedContinuation<Void, Never>]) }
        let next = facts.withLock { facts -> Next in
            guard facts.state == .suspended, facts.core != nil else { return .nothing }
            facts.suspensions -= 1
            guard facts.suspensions == 0 else { return .nothing }
            facts.state = .running
            guard facts.hasBegun else {
                facts.hasBegun = true
                return .begin
            }
            defer { facts.waiting = [] }
            return .goOn(facts.waiting)
        }
        switch next {
        case .nothing: break
        case .begin: begin()
        case .goOn(let waiting): for continuation in waiting { continuation.resume() }
        }
    }

    /// Suspends the task until ``resume()``: nothing more of the response is delivered, nor its end, and the server is
    /// held back.
    open func suspend() {
        facts.withLock { facts in
            guard facts.state == .running || facts.state == .suspended else { return }
            facts.state = .suspended
            facts.suspensions += 1
        }
    }

    /// Ends the task with `URLError.cancelled`, unless its end is being told: also where all of the response has come
    /// and the delegate, or the completion handler, is still to be called.
    open func cancel() {
        enum Next { case nothing, begin, stop(Task<Void, Never>?, [CheckedContinuation<Void, Never>]) }
        let next = facts.withLock { facts -> Next in
            guard facts.state == .running || facts.state == .suspended, facts.core != nil else { return .nothing }
            facts.state = .canceling
            guard facts.hasBegun else {
                facts.hasBegun = true
                return .begin
            }
            defer { facts.waiting = [] }
            return .stop(facts.run, facts.waiting)
        }
        switch next {
        case .nothing: break
        case .begin: begin()
        case .stop(let run, let waiting):
            run?.cancel()
            for continuation in waiting { continuation.resume() }
        }
    }

    private func begin() {
        guard let core = facts.withLock({ $0.core }) else { return }
        let session = core.session
        facts.withLock { $0.session = session }
        let isWelcome = core.begin(self, taskIdentifier)
        let run = TaskRun(self, session)
        let running = Task { await run.run(isWelcome: isWelcome) }
        let isCancelled = facts.withLock { facts in
            facts.run = running
            return facts.state == .canceling
        }
        if isCancelled { running.cancel() }
    }

    /// Waits while the task is suspended.
    func wait() async {
        guard facts.withLock({ $0.state == .suspended }) else { return }
        await withCheckedContinuation { continuation in
            let mayGoOn = facts.withLock { facts in
                guard facts.state == .suspended else { return true }
                facts.waiting.append(continuation)
                return false
            }
            if mayGoOn { continuation.resume() }
        }
    }
}
