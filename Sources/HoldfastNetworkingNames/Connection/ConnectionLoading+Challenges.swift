import Foundation
import FoundationNetworking
import Synchronization

extension ConnectionLoading {
    /// Passes a challenge on to the connection's delegate, by the newest of the challenge methods that it has.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let sender = ConnectionSender(completionHandler) { [weak self] in self?.state.withLock { $0.isRefused = true } }
        let asked = URLAuthenticationChallenge(authenticationChallenge: challenge, sender: sender)
        tell { connection, delegates in
            guard let delegate = delegates.base, self.ask(asked, connection, delegate) else {
                asked.sender?.performDefaultHandling(for: asked)
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

/// Takes the answer to one challenge of a connection, from whatever thread it comes; the first counts.
///
/// Only the challenge keeps it: one that is let go without an answer lets this go too, and that is a refusal.
final class ConnectionSender: NSObject, URLAuthenticationChallengeSender {
    typealias Handler = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    private let handler: Mutex<Handler?>
    private let refused: @Sendable () -> Void

    /// Makes a sender that hands on the answer to a challenge.
    ///
    /// - Parameters:
    ///   - handler: where the answer goes.
    ///   - refused: called before, where the answer is to end the connection.
    init(_ handler: @escaping Handler, refused: @escaping @Sendable () -> Void) {
        self.handler = Mutex(handler)
        self.refused = refused
    }

    deinit { give(.cancelAuthenticationChallenge, nil) }

    var isAnswered: Bool { handler.withLock { $0 == nil } }

    private func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
        guard let handler = handler.withLock({ $0.take() }) else { return }
        if disposition == .cancelAuthenticationChallenge { refused() }
        handler(disposition, credential)
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        give(.useCredential, credential)
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { give(.useCredential, nil) }

    func cancel(_ challenge: URLAuthenticationChallenge) { give(.cancelAuthenticationChallenge, nil) }

    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { give(.performDefaultHandling, nil) }

    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
        give(.rejectProtectionSpace, nil)
    }
}
