import HoldfastCredentials
import HoldfastTransport

/// Asks the handlers of a session and of a request, in their order, within a time.
struct ChallengeAsking {
    /// The session's; nil where there is none.
    let session: (any ChallengeHandler)?
    /// The request's own; nil where it brings none.
    let task: (any ChallengeHandler)?
    /// Whether the request's handler is that of all requests.
    var taskSpeaksForSession = false

    /// The handler that gave an answer, and for whom.
    enum Speaker: Hashable {
        /// The session's handler, for all that the session does.
        case session
        /// The session's handler, for a request that brings none of its own.
        case sessionForTask
        /// The request's handler.
        case task
        /// None of them: none had anything to say.
        case nobody
    }

    /// A disposition, and who gave it.
    struct Answer {
        let disposition: AuthenticationChallenge.Disposition
        let speaker: Speaker
    }

    /// Whether there is anybody to ask.
    var hasHandler: Bool { session != nil || task != nil }

    /// The disposition that the handlers give.
    ///
    /// - Throws: ``HTTPSError`` with the code `challengeTimedOut` where one did not answer in time, `cancelled` where
    ///   the task was cancelled meanwhile.
    func decision(
        on challenge: AuthenticationChallenge, within limit: Duration
    ) async throws(HTTPSError) -> AuthenticationChallenge.Disposition {
        guard let answer = await self.answer(to: challenge, within: limit) else { throw .unanswered(challenge) }
        return answer.disposition
    }

    /// The handlers' answer; nil where one did not answer in time, or the task was cancelled meanwhile.
    ///
    /// What concerns a connection is asked of the session first, and of the task where the session has nothing to say;
    /// what concerns a request, of the task alone (Apple, "Handling an authentication challenge"). A request without a
    /// handler of its own is spoken for by the session's.
    func answer(to challenge: AuthenticationChallenge, within limit: Duration) async -> Answer? {
        let end = ContinuousClock.now.advanced(by: limit)
        var challenge = challenge
        if challenge.scope == .session {
            if let session {
                guard let said = await Self.ask(session, challenge, until: end) else { return nil }
                guard case .notImplemented = said else { return Answer(disposition: said, speaker: .session) }
            }
            challenge.scope = .task
        }
        guard let handler = task ?? session else { return Answer(disposition: .notImplemented, speaker: .nobody) }
        guard let said = await Self.ask(handler, challenge, until: end) else { return nil }
        if case .notImplemented = said { return Answer(disposition: said, speaker: .nobody) }
        return Answer(
            disposition: said, speaker: task == nil ? .sessionForTask : taskSpeaksForSession ? .session : .task)
    }

    private static func ask(
        _ handler: any ChallengeHandler, _ challenge: AuthenticationChallenge, until end: ContinuousClock.Instant
    ) async -> AuthenticationChallenge.Disposition? {
        await withDeadline(end) { await handler.respond(to: challenge) }
    }
}

extension HTTPSError {
    /// Makes the error of a request that was cancelled.
    ///
    /// - Parameter response: the last one that had come.
    static func cancelled(_ response: HTTPSResponse?) -> HTTPSError {
        HTTPSError(
            .request, .cancelled, AuthenticationSentence.requestCancelled, advice: AuthenticationAdvice.nothingWrong,
            connection: response?.connection, redirects: response?.redirects ?? [])
    }

    fileprivate static func unanswered(_ challenge: AuthenticationChallenge) -> HTTPSError {
        let response = challenge.failureResponse
        guard !Task.isCancelled else { return cancelled(response) }
        return HTTPSError(
            .request, .challengeTimedOut,
            AuthenticationSentence.unansweredChallenge(
                method: challenge.protectionSpace.authenticationMethod.rawValue),
            advice: AuthenticationAdvice.answerEach, connection: response?.connection,
            redirects: response?.redirects ?? [])
    }
}
