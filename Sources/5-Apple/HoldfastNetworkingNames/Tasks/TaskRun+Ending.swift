import Foundation
import FoundationNetworking
import Synchronization

/// The outcome of a task's loading, before it is told.
struct Ending: Sendable {
    var error: (any Error)?
    /// All that came, for those who wait for it in memory; nil for nothing.
    var body: Data?
    /// The place of all that came, for those who wait for a file.
    var file: URL?
    /// Makes the error of a task that is cancelled before this was told, and takes back what nobody gets then; nil for
    /// the usual error.
    var cancelled: (@Sendable () -> any Error)?

    init(_ error: (any Error)? = nil, body: Data? = nil, file: URL? = nil) {
        self.error = error
        self.body = body
        self.file = file
    }
}

extension TaskRun {
    /// Whether the task was cancelled, and its end is still to be told.
    var isCancelled: Bool { task.facts.withLock { $0.state == .canceling } }

    /// Whether the delegate may want the task's figures: one whose class is known to lack the method never does.
    var wantsMetrics: Bool { delegate.map { !Unimplemented.isKnown($0, .metrics) } ?? false }

    /// Ends the task: the figures, then the end (Apple's order), after whatever the delegate is still to be told.
    func finish(_ ending: Ending) {
        if let delegate, wantsMetrics {
            let metrics = URLSessionTaskMetrics(figures.metrics, state.withLock { $0 }, task)
            calls.add { [session, task] in delegate.urlSession(session, task: task, didFinishCollecting: metrics) }
        }
        conclude(ending)
    }

    /// Has the end told in its turn: in the queue, or at once where a caller waits for it and no delegate is told of
    /// anything.
    private func conclude(_ ending: Ending) {
        switch task.work.delivery {
        case .delegate where delegate == nil, .awaitedData where delegate == nil, .awaitedFile where delegate == nil,
            .awaitedBody where delegate == nil:
            conclude(ending) { [calls] call in calls.add(call) }
        default: calls.add { self.conclude(ending) { call in call() } }
        }
    }

    /// Decides how the task has ended, when the call before has returned, and tells it.
    ///
    /// Until then the task is not complete: "The task has completed (without being canceled), and the task's delegate
    /// receives no further callbacks" (Apple, `URLSessionTask.State.completed`).
    ///
    /// - Parameter inQueue: makes a call of the session's queue.
    private func conclude(_ ending: Ending, inQueue: (@escaping @Sendable () -> Void) -> Void) {
        guard let ending = decide(ending) else {
            // Nothing is told of a suspended task.
            Task {
                await task.wait()
                conclude(ending)
            }
            return
        }
        task.updateProgress()
        let (response, error) = (task.response, ending.error)
        if let wanted = task.facts.withLock({ $0.resumeDataWanted.take() }) {
            inQueue { wanted((error as? URLError)?.downloadTaskResumeData) }
        }
        leave {
            switch task.work.delivery {
            case .awaitedData(let handler), .data(let handler):
                handler(error == nil ? ending.body ?? Data() : nil, response, error)
            case .awaitedFile(let handler): handler(ending.file, response, error)
            case .file(let handler):
                handler(ending.file, response, error)
                if let file = ending.file { try? FileManager.default.removeItem(at: file) }
            case .awaitedBody(let handler): if let error { handler(.failure(error)) }
            case .delegate: delegate?.urlSession(session, task: task, didCompleteWithError: error)
            }
        }
    }

    /// The end of the task as it is now: of a cancelled one -999, whatever came; nil while the task is suspended.
    ///
    /// "Once a task is marked as being canceled, urlSession(_:task:didCompleteWithError:) will be sent to the task
    /// delegate, passing an error in the domain NSURLErrorDomain with the code NSURLErrorCancelled." (Apple,
    /// `URLSessionTask.cancel()`)
    private func decide(_ ending: Ending) -> Ending? {
        let state = task.facts.withLock { facts in
            guard facts.state == .running else { return facts.state }
            (facts.state, facts.error) = (.completed, ending.error)
            return .completed
        }
        switch state {
        case .running, .completed: return ending
        case .suspended: return nil
        case .canceling:
            let error = cancellation(of: ending)
            task.facts.withLock { ($0.state, $0.error) = (.completed, error) }
            return Ending(error)
        }
    }

    private func cancellation(of ending: Ending) -> any Error {
        guard let error = ending.error else {
            return ending.cancelled?() ?? failure(of: CancellationError())
        }
        let cancelled = failure(of: error)
        // A download that was interrupted before has left its file.
        guard let cancelled = cancelled as? URLError, cancelled.downloadTaskResumeData == nil,
            let data = (error as? URLError)?.downloadTaskResumeData
        else { return cancelled }
        return URLError(
            .cancelled, userInfo: cancelled.userInfo.merging([NSURLSessionDownloadTaskResumeData: data]) { $1 })
    }

    /// The task is let go, after its last word.
    func leave(_ last: () -> Void) {
        last()
        core.end(task.taskIdentifier, of: session)
        task.facts.withLock { facts in
            facts.session = nil
            facts.core = nil
            facts.delegates = nil
            facts.run = nil
        }
    }
}
