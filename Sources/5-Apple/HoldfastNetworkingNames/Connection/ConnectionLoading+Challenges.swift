import Foundation
import FoundationNetworking
import Synchronization

extension ConnectionLoading {
    /// Passes a challenge on to the connection's delegate, by the newest of the challenge methods that it has.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let answer = ConnectionAnswer(completionHandler, of: self) { [weak self] in
            self?.state.withLock { $0.isRefused = true }
        }
        tell { connection, delegates in
            let asked = URLAuthenticationChallenge(challenge, sender: connection, answer: answer)
            guard let delegate = delegates.base, self.ask(asked, connection, delegate) else {
                answer.give(.performDefaultHandling, nil)
                return
            }
        }
    }

    /// Hands a challenge to the delegate.
    ///
    /// - Returns: whether the delegate was asked, and answers.
    private func ask(
        _ challenge: URLAuthenticationChallenge, _ connection: NSURLConnection, _ delegate: any NSURLConnectionDelegate
    ) -> Bool {
        if !Unimplemented.isKnown(delegate, .connectionRequestForChallenge) {
            delegate.connection(connection, willSendRequestFor: challenge)
            if !Unimplemented.isKnown(delegate, .connectionRequestForChallenge) { return true }
        }
        guard !Unimplemented.isKnown(delegate, .connectionChallenge),
            canAuthenticate(challenge.protectionSpace, connection, delegate)
        else { return false }
        state.withLock { $0.asked = challenge }
        delegate.connection(connection, didReceive: challenge)
        return !Unimplemented.isKnown(delegate, .connectionChallenge)
    }

    /// Without the method: for everything but what TLS asks (Apple,
    /// `connection(_:canAuthenticateAgainstProtectionSpace:)`).
    private func canAuthenticate(
        _ space: URLProtectionSpace, _ connection: NSURLConnection, _ delegate: any NSURLConnectionDelegate
    ) -> Bool {
        if !Unimplemented.isKnown(delegate, .connectionCanAuthenticate) {
            let can = delegate.connection(connection, canAuthenticateAgainstProtectionSpace: space)
            if !Unimplemented.isKnown(delegate, .connectionCanAuthenticate) { return can }
        }
        return space.authenticationMethod != NSURLAuthenticationMethodServerTrust
            && space.authenticationMethod != NSURLAuthenticationMethodClientCertificate
    }

    /// The older methods hear of a challenge that nobody has answered by the end.
    func tellCancelledChallenge(_ connection: NSURLConnection, _ delegate: (any NSURLConnectionDelegate)?) {
        guard let asked = state.withLock({ $0.asked }), let answer = asked.answer, !answer.isAnswered else { return }
        delegate?.connection(connection, didCancel: asked)
    }

    /// A refused challenge is an error of its own here.
    func failure(of error: any Error) -> any Error {
        let (failure, isRefused) = state.withLock { ($0.failure, $0.isRefused) }
        if let failure { return failure }
        guard isRefused, let error = error as? URLError, error.code == .cancelled else { return error }
        return URLError(.userCancelledAuthentication, userInfo: error.userInfo)
    }
}
