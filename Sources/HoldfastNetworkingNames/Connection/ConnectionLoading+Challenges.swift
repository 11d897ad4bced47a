import Foundation
import FoundationNetworking
import Synchronization

extension ConnectionLoading {
    /// What a session's delegate is asked is asked of the connection's, by the newest method that it has.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let sender = ConnectionSender(completionHandler) { [weak self] in self?.state.withLock { $0.isRefused = true } }
        let asked = URLAuthenticationChallenge(authenticationChallenge: challenge, sender: sender)
        tell { connection, delegates in
            guard let teller = delegates.base, self.ask(asked, connection, teller) else {
                asked.sender?.performDefaultHandling(for: asked)
                return
            }
        }
    }

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
        guard let asked = state.withLock({ $0.asked }), let sender = asked.sender as? ConnectionSender,
            !sender.isAnswered
        else { return }
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
