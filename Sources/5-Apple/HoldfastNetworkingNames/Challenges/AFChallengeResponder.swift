public import Foundation
import HoldfastSecurityNames
import Synchronization

/// A delegate that does with challenges as AFNetworking 4's session manager does: a handler is asked first, and a
/// security policy judges servers.
///
/// Use it as the delegate of a session or of a task. It has no method for the session's challenges, as AFNetworking's
/// manager has none unless a block for them is set, so that a server's certificates come to the task's method too. One
/// responder may serve several sessions.
///
/// A credential of a trust that nobody has evaluated is accepted as everywhere: for one host and one minute, which
/// `DangerLog` tells.
open class AFChallengeResponder: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    /// A block that is told of a task's end, with the error that ``error(of:)`` gives (AFNetworking 4,
    /// `setTaskDidCompleteBlock:`).
    public typealias TaskDidComplete = (URLSession, URLSessionTask, (any Error)?) -> Void

    private struct State: @unchecked Sendable {
        var securityPolicy: AFSecurityPolicy
        var handler: AFURLSessionTaskAuthenticationChallengeHandler?
        var taskDidComplete: TaskDidComplete?
    }

    private let state: Mutex<State>

    /// Makes a responder.
    ///
    /// - Parameters:
    ///   - securityPolicy: judges servers that no handler answers for.
    ///   - authenticationChallengeHandler: asked about every challenge; nil for none.
    public init(
        securityPolicy: AFSecurityPolicy = .defaultPolicy(),
        authenticationChallengeHandler: AFURLSessionTaskAuthenticationChallengeHandler? = nil
    ) {
        let transfer = UnsafeTransfer(
            State(securityPolicy: securityPolicy, handler: authenticationChallengeHandler))
        state = Mutex(transfer.value)
    }

    /// The judge of servers that no handler answers for.
    open var securityPolicy: AFSecurityPolicy {
        get { state.withLock { $0.securityPolicy } }
        set { state.withLock { $0.securityPolicy = newValue } }
    }

    /// The handler that is asked about every challenge; nil for none. To be set before tasks are resumed: it is called
    /// on the session's delegate queue.
    open var authenticationChallengeHandler: AFURLSessionTaskAuthenticationChallengeHandler? {
        get { state.withLock { UnsafeTransfer($0.handler) }.value }
        set {
            let transfer = UnsafeTransfer(newValue)
            state.withLock { $0.handler = transfer.value }
        }
    }

    /// Sets ``authenticationChallengeHandler``, by AFNetworking's name.
    public final func setAuthenticationChallengeHandler(
        _ handler: @escaping AFURLSessionTaskAuthenticationChallengeHandler
    ) {
        authenticationChallengeHandler = handler
    }

    /// Sets a block that is told of the end of tasks without a completion handler of their own.
    open func setTaskDidComplete(_ block: TaskDidComplete?) {
        let transfer = UnsafeTransfer(block)
        state.withLock { $0.taskDidComplete = transfer.value }
    }

    /// The error for which a challenge of a task was cancelled: the handler's, or a refusal by the security policy as
    /// `URLError.serverCertificateUntrusted`, with the policy's reason below it. Nil where there was none.
    ///
    /// It is the task's own error too, unless the program cancels the task.
    open func error(of task: URLSessionTask) -> (any Error)? { task.facts.withLock { $0.challengeError } }

    private func note(_ error: any Error, of task: URLSessionTask) {
        task.facts.withLock { $0.challengeError = error }
    }

    // MARK: URLSessionTaskDelegate

    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let answer = AFPendingAnswer(completionHandler) { [self] in judge(challenge, of: task) }
        guard let handler = authenticationChallengeHandler else { return answer.giveFallback() }
        switch handler(session, task, challenge, { answer.give($0, $1) }) {
        case .error(let error): answer.cancel { note(error, of: task) }
        case .credential(let credential): answer.give(.useCredential, credential)
        case .disposition(.performDefaultHandling): answer.giveFallback()
        case .disposition(.useCredential):
            answer.cancel { note(AFChallengeError.useCredentialWithoutCredential, of: task) }
        case .disposition(let disposition): answer.give(disposition, nil)
        case .unhandled: break
        }
    }

    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let block = state.withLock { UnsafeTransfer($0.taskDidComplete) }.value
        block?(session, task, error.map { self.error(of: task) ?? $0 })
    }

    /// The answer without a handler: the security policy's about a server, the default one about everything else.
    private func judge(_ challenge: URLAuthenticationChallenge, of task: URLSessionTask) -> DelegateAnswer {
        let space = challenge.protectionSpace
        guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let trust = space.serverTrust else {
            return (.performDefaultHandling, nil)
        }
        do {
            try securityPolicy.evaluate(trust, forHost: space.host)
            return (.useCredential, URLCredential(trust: trust))
        } catch {
            note(Self.refusal(error, of: trust, space, task), of: task)
            return (.cancelAuthenticationChallenge, nil)
        }
    }

    /// The error of a refused server, with what AFNetworking's has: the sentence, the URL, and the server's trust.
    private static func refusal(
        _ reason: any Error, of trust: SecTrust, _ space: URLProtectionSpace, _ task: URLSessionTask
    ) -> URLError {
        var info = URLError(
            plain: .serverCertificateUntrusted, for: task.currentRequest?.url, host: space.host, cause: reason
        ).userInfo
        info[NSLocalizedFailureReasonErrorKey] = "\(reason)"
        info[NSURLErrorFailingURLPeerTrustErrorKey] = trust
        return URLError(.serverCertificateUntrusted, userInfo: info)
    }
}

/// The answer to one challenge, which a handler may give now, later or never; the first counts.
private final class AFPendingAnswer: Sendable {
    typealias Handler = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    private let handler: Mutex<Handler?>
    private let fallback: @Sendable () -> DelegateAnswer

    /// Makes the place of an answer.
    ///
    /// - Parameters:
    ///   - handler: where the answer goes.
    ///   - fallback: the answer where this is let go without one.
    init(_ handler: @escaping Handler, orElse fallback: @escaping @Sendable () -> DelegateAnswer) {
        self.handler = Mutex(handler)
        self.fallback = fallback
    }

    deinit { giveFallback() }

    private func take() -> Handler? { handler.withLock { $0.take() } }

    func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
        take()?(disposition, credential)
    }

    /// Cancels the challenge, unless it is answered.
    ///
    /// - Parameter note: called before, where this is the answer.
    func cancel(_ note: () -> Void) {
        guard let handler = take() else { return }
        note()
        handler(.cancelAuthenticationChallenge, nil)
    }

    func giveFallback() {
        guard let handler = take() else { return }
        let answer = fallback()
        handler(answer.disposition, answer.credential)
    }
}
