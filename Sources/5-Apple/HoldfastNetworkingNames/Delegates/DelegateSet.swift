import Foundation
import Synchronization

/// One delegate under each of the protocols that it conforms to: looked up once, since a dynamic cast costs more than
/// most calls.
struct DelegateSet: Sendable {
    let session: any URLSessionDelegate
    let task: (any URLSessionTaskDelegate)?
    let data: (any URLSessionDataDelegate)?
    let download: (any URLSessionDownloadDelegate)?
    let webSocket: (any URLSessionWebSocketDelegate)?

    init?(_ delegate: (any URLSessionDelegate)?) {
        guard let delegate else { return nil }
        session = delegate
        task = delegate as? any URLSessionTaskDelegate
        data = delegate as? any URLSessionDataDelegate
        download = delegate as? any URLSessionDownloadDelegate
        webSocket = delegate as? any URLSessionWebSocketDelegate
    }
}

/// The optional methods that the classes of delegates are known to lack.
///
/// Swift has no optional requirements off Apple's platforms: a default implementation stands in, and says so here when
/// it runs. What is known to be missing is not called again, and what falls to another delegate does so.
enum Unimplemented {
    enum Method: Hashable {
        case sessionChallenge, taskChallenge, redirection, bodyStream, delayedRequest, response, caching
        case metrics
        case connectionRequestForChallenge, connectionCanAuthenticate, connectionChallenge
    }

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let method: Method
    }

    private static let known = Mutex<Set<Key>>([])

    /// Whether a delegate's class is known to lack a method, in both of its forms where there are two.
    static func isKnown(_ delegate: AnyObject, _ method: Method) -> Bool {
        let key = Key(type: ObjectIdentifier(type(of: delegate)), method: method)
        return known.withLock { $0.contains(key) }
    }

    /// A default implementation of the last resort has run.
    static func note(_ delegate: AnyObject, _ method: Method) {
        let key = Key(type: ObjectIdentifier(type(of: delegate)), method: method)
        known.withLock { _ = $0.insert(key) }
    }

    /// Runs the default of a method with a completion handler: asks the `async` form, and where that is missing too,
    /// the next delegate.
    ///
    /// - Parameters:
    ///   - next: asks the next one, or answers for good.
    ///   - ask: asks the `async` form; what it returns hands its answer over.
    static func passOn(
        _ delegate: some URLSessionDelegate, _ method: Method, to next: @escaping @Sendable () -> Void,
        asking ask: @escaping @Sendable () async -> @Sendable () -> Void
    ) {
        guard !isKnown(delegate, method) else { return next() }
        Task {
            let answer = await ask()
            isKnown(delegate, method) ? next() : answer()
        }
    }

    /// The session's delegate, which hears what a task's own has no method for; nil for any other delegate, as one that
    /// the session's delegate itself passes calls on to: it would be asked by whom it is asked.
    static func next(
        after delegate: some URLSessionDelegate, of task: URLSessionTask, in session: URLSession
    ) -> DelegateSet? {
        guard task.delegate === delegate, let other = session.core.delegates, other.session !== delegate else {
            return nil
        }
        return other
    }
}
