import Foundation
import FoundationNetworking
import HoldfastHTTPS
import HoldfastX509
import Synchronization

/// The run of a task from its start to its end.
final class TaskRun: Sendable {
    struct State: Sendable {
        /// The reason why the task has to fail, found where nothing can be thrown.
        var failure: (any Error)?
        /// The last word on each space that asked for a user; kept where credentials are, once the server took it.
        var said: [URLProtectionSpace: (BridgedChallenge, DelegateAnswer)] = [:]
        /// The requests that were answered by something else than the response, with those answers.
        var passed: [(request: URLRequest, response: HTTPURLResponse)] = []
        let began = Date()
    }

    let task: URLSessionTask
    let session: URLSession
    let core: SessionCore
    let calls: DelegateCalls
    /// The task's own delegate; nil where it has none.
    let taskDelegates: DelegateSet?
    /// The session's delegate; nil where it has none.
    let sessionDelegates: DelegateSet?
    let state: Mutex<State>
    /// The figures of what the task did on the network; nil until its end, and where it did nothing there.
    let figures: Figures

    /// The place where a request leaves its figures, whichever task ends up with it.
    final class Figures: Sendable {
        private let taken = Mutex<TaskMetrics?>(nil)

        var metrics: TaskMetrics? {
            get { taken.withLock { $0 } }
            set { taken.withLock { $0 = newValue } }
        }
    }

    /// Makes a run of a task.
    ///
    /// - Parameter other: the run that this one goes on with; nil for a new one.
    init(_ task: URLSessionTask, _ session: URLSession, continuing other: TaskRun? = nil) {
        state = Mutex(other?.state.withLock { $0 } ?? State())
        figures = other?.figures ?? Figures()
        self.task = task
        self.session = session
        core = session.core
        calls = task.calls
        taskDelegates = task.facts.withLock { $0.delegates }
        sessionDelegates = core.delegates
    }

    /// The task's own delegate, which passes on what it has no method for; else the session's.
    var delegate: (any URLSessionTaskDelegate)? { taskDelegates?.task ?? sessionDelegates?.task }

    /// The delegate that is told of a data task's response and body; not called where there is a completion handler.
    var dataDelegate: (any URLSessionDataDelegate)? { taskDelegates?.data ?? sessionDelegates?.data }

    var downloadDelegate: (any URLSessionDownloadDelegate)? { taskDelegates?.download ?? sessionDelegates?.download }

    func run(isWelcome: Bool) async {
        do {
            guard isWelcome else {
                throw URLError(.cancelled, "the session was invalidated and takes no more tasks", for: request.url)
            }
            if task is URLSessionStreamTask {
                throw URLError(.unsupportedURL, "there are no stream tasks here", for: request.url)
            }
            if case .unreadable = task.work.resumed {
                // A task without a request, as on Apple's platforms (swift-corelibs-foundation holds both to it,
                // TestURLSession.test_invalidResumeDataForDownloadTask).
                throw URLError(
                    .unsupportedURL, "what a download was to go on with is not what a download gave", for: nil)
            }
            try await wait()
            if let task = task as? URLSessionWebSocketTask { return try await converse(by: task) }
            try await deliver(try await load())
        } catch {
            let failure = failure(of: error)
            (task as? URLSessionWebSocketTask)?.conversation.begin(.failure(failure))
            finish(Ending(failure))
        }
    }

    var request: URLRequest {
        task.facts.withLock { $0.currentRequest } ?? URLRequest(url: URL(fileURLWithPath: "/"))
    }

    func setRequest(_ request: URLRequest) { task.facts.withLock { $0.currentRequest = request } }

    /// Waits for the task's date, and asks about its request then.
    private func wait() async throws {
        guard let date = task.earliestBeginDate else { return try Task.checkCancellation() }
        let seconds = min(max(date.timeIntervalSinceNow, 0), 10 * 365 * 86_400)
        try await Task.sleep(for: .milliseconds(Int(seconds * 1_000)))
        guard let delegate, !Unimplemented.isKnown(delegate, .delayedRequest) else { return }
        let original = request
        let (disposition, changed) = await AnswerHandler.answer(or: (.cancel, nil)) { handler in
            calls.add { [session, task] in
                delegate.urlSession(session, task: task, willBeginDelayedRequest: original) { handler(($0, $1)) }
            }
        }
        switch disposition {
        case .continueLoading: break
        case .useNewRequest: if let changed { setRequest(changed) }
        case .cancel: throw URLError(.cancelled, "the delegate cancelled the delayed request", for: original.url)
        }
    }

    /// An error as programs know it.
    func failure(of error: any Error) -> any Error {
        let url = request.url
        if task.state == .canceling {
            // What a cancelled download needs to go on is in its error.
            if let told = error as? URLError, told.code == .cancelled { return told }
            return URLError(.cancelled, "the task was cancelled", for: url)
        }
        if let failure = state.withLock({ $0.failure }) ?? task.facts.withLock({ $0.challengeError }) { return failure }
        switch error {
        case let error as HTTPSError: return URLError(error, for: url)
        case is CancellationError: return URLError(.cancelled, "the task was cancelled", for: url)
        default: return error
        }
    }
}

extension TaskRun {
    /// The head of the response, by whatever way the request's scheme and the session's settings lead.
    func load() async throws -> LoadedResponse {
        let request = request
        if let type = protocolClass(for: request) { return try await loadByProtocol(type) }
        guard let url = request.url, let scheme = url.scheme?.asciiLowercased() else {
            throw URLError(.unsupportedURL, "the request has no absolute URL", for: request.url)
        }
        switch scheme {
        case "https", "http": return try await loadFromServer(request)
        case "data": return try LoadedResponse(dataURL: url, request)
        case "file": return try LoadedResponse(fileURL: url, request)
        default: throw URLError(.unsupportedURL, "there is no way to load \(scheme) URLs", for: url)
        }
    }
}
