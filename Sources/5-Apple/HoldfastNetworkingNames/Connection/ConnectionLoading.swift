import Foundation
import FoundationNetworking
import Synchronization

/// The work of a connection from its start to its end: a session's task, whose calls go to the connection's delegate.
final class ConnectionLoading: NSObject, Sendable {
    struct State: @unchecked Sendable {
        /// Nil after the end.
        var delegates: ConnectionDelegates?
        /// Kept while it is under way.
        var connection: NSURLConnection?
        var currentRequest: URLRequest
        var task: URLSessionTask?
        var hasStarted = false
        var isOver = false
        /// Bytes that the delegate has not been told of yet.
        var untold = 0
        /// Whether the task is suspended until the delegate has caught up.
        var isWaiting = false
        /// Whether an answer to a challenge ends the connection.
        var isRefused = false
        /// The challenge that the older of the challenge methods was given last.
        weak var asked: URLAuthenticationChallenge?
        /// The reason why the connection has to fail, found where it is not told yet.
        var failure: (any Error)?
    }

    let originalRequest: URLRequest
    let place = ConnectionPlace()
    let state: Mutex<State>
    private let sessions: ConnectionSessions

    init(_ request: URLRequest, _ delegates: ConnectionDelegates, _ sessions: ConnectionSessions) {
        originalRequest = request
        self.sessions = sessions
        state = Mutex(State(delegates: delegates, currentRequest: request))
    }

    var currentRequest: URLRequest {
        let (task, request) = state.withLock { ($0.task, $0.currentRequest) }
        return task?.currentRequest ?? request
    }

    /// Has the delegate called, unless the connection is over by then.
    func tell(_ call: @escaping @Sendable (NSURLConnection, ConnectionDelegates) -> Void) {
        place.add { [self] in
            let (connection, delegates) = state.withLock { ($0.connection, $0.delegates) }
            guard let connection, let delegates else { return }
            call(connection, delegates)
        }
    }

    func start(_ connection: NSURLConnection) {
        let isFirst = state.withLock { state in
            guard !state.hasStarted, !state.isOver else { return false }
            state.hasStarted = true
            state.connection = connection
            return true
        }
        guard isFirst else { return }
        place.open()
        tell { connection, delegates in self.begin(connection, delegates) }
    }

    private func begin(_ connection: NSURLConnection, _ delegates: ConnectionDelegates) {
        var request = originalRequest
        if let delegate = delegates.data {
            guard let chosen = delegate.connection(connection, willSend: request, redirectResponse: nil) else {
                let error = URLError(.cancelled, "the delegate gave no request to be sent", for: request.url)
                delegates.base?.connection(connection, didFailWithError: error)
                return end()
            }
            request = chosen
        }
        let usesStorage = delegates.base?.connectionShouldUseCredentialStorage(connection) ?? true
        let session = sessions.session(withCredentialStorage: usesStorage)
        let task: URLSessionTask =
            delegates.download == nil ? session.dataTask(with: request) : session.downloadTask(with: request)
        task.delegate = self
        let mayGoOn = state.withLock { state in
            guard !state.isOver else { return false }
            state.currentRequest = request
            state.task = task
            return true
        }
        mayGoOn ? task.resume() : task.cancel()
    }

    /// Nobody is called from here on, and everybody is let go.
    func end() {
        let (kept, task) = state.withLock { state in
            state.isOver = true
            defer { (state.delegates, state.connection, state.task) = (nil, nil, nil) }
            if let request = state.task?.currentRequest { state.currentRequest = request }
            return ((state.delegates, state.connection), state.task)
        }
        place.close()
        task?.cancel()
        withExtendedLifetime(kept) {}
    }

    func cancel() { end() }

    /// Counts bytes that the delegate has not been told of, and suspends the task where the delegate is slow.
    func came(_ count: Int) {
        state.withLock { state in
            state.untold += count
            guard state.untold > Self.untold, !state.isWaiting, let task = state.task else { return }
            state.isWaiting = true
            task.suspend()
        }
    }

    /// Counts bytes that the delegate was told of, and resumes the task that waited for it.
    func told(_ count: Int) {
        state.withLock { state in
            state.untold -= count
            guard state.isWaiting, state.untold <= Self.untold / 2, let task = state.task else { return }
            state.isWaiting = false
            task.resume()
        }
    }

    /// Bytes that wait for the delegate before the server has to.
    private static let untold = 256 << 10
}

/// One delegate of a connection under each of the protocols that it conforms to.
///
/// Delegates need not be `Sendable`: they are called where the program said, one call after the other.
struct ConnectionDelegates: @unchecked Sendable {
    let base: (any NSURLConnectionDelegate)?
    let data: (any NSURLConnectionDataDelegate)?
    let download: (any NSURLConnectionDownloadDelegate)?

    init(_ delegate: Any?) {
        base = delegate as? any NSURLConnectionDelegate
        data = delegate as? any NSURLConnectionDataDelegate
        download = delegate as? any NSURLConnectionDownloadDelegate
    }
}
