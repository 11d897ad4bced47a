import Synchronization

/// The connection as the sender of its challenges: `challenge.sender === connection`, as on Apple's platforms, where
/// its delegates are given no other.
///
/// The challenge says which question is answered, so that one of another connection has no effect; a copy of it
/// (``URLAuthenticationChallenge/init(authenticationChallenge:sender:)``) counts as itself. The first answer counts,
/// from whatever thread it comes.
extension NSURLConnection: URLAuthenticationChallengeSender {
    /// Answers a challenge of this connection with a credential.
    public func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        give(.useCredential, credential, to: challenge)
    }

    /// Goes on without a credential: where a server's certificate is asked about, that refuses it.
    public func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {
        give(.useCredential, nil, to: challenge)
    }

    /// Refuses: the connection fails with `URLError.userCancelledAuthentication`.
    public func cancel(_ challenge: URLAuthenticationChallenge) {
        give(.cancelAuthenticationChallenge, nil, to: challenge)
    }

    /// Answers as if there were no delegate.
    public func performDefaultHandling(for challenge: URLAuthenticationChallenge) {
        give(.performDefaultHandling, nil, to: challenge)
    }

    /// Lets this protection space be, and goes on to the next one that is offered.
    public func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
        give(.rejectProtectionSpace, nil, to: challenge)
    }

    private func give(
        _ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?,
        to challenge: URLAuthenticationChallenge
    ) {
        guard let answer = challenge.answer, answer.isOf(loading) else { return }
        answer.give(disposition, credential)
    }
}

/// The place of the answer to one challenge of a connection; the first counts.
///
/// Only the challenge and its copies keep it: where they are let go without an answer this goes too, and that is a
/// refusal.
final class ConnectionAnswer: Sendable {
    typealias Handler = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    private let handler: Mutex<Handler?>
    private let owner: ObjectIdentifier
    private let refused: @Sendable () -> Void

    /// Makes the place of an answer.
    ///
    /// - Parameters:
    ///   - handler: where the answer goes.
    ///   - owner: the connection that asks.
    ///   - refused: called before, where the answer is to end the connection.
    init(_ handler: @escaping Handler, of owner: ConnectionLoading, refused: @escaping @Sendable () -> Void) {
        self.handler = Mutex(handler)
        self.owner = ObjectIdentifier(owner)
        self.refused = refused
    }

    deinit { give(.cancelAuthenticationChallenge, nil) }

    var isAnswered: Bool { handler.withLock { $0 == nil } }

    /// Whether the challenge is one of this connection's.
    func isOf(_ loading: ConnectionLoading) -> Bool { owner == ObjectIdentifier(loading) }

    func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
        guard let handler = handler.withLock({ $0.take() }) else { return }
        if disposition == .cancelAuthenticationChallenge { refused() }
        handler(disposition, credential)
    }
}
