import HoldfastStatements
import HoldfastTransport
import HoldfastTrust

extension HandshakeVerdict {
    /// The engine's verdict by the session's policy.
    typealias Judgement = Result<TrustEvaluation, TrustFailure>

    /// The verdict by a handler's answer to the challenge about the server.
    ///
    /// - Parameters:
    ///   - answer: nil where no handler answered in time.
    ///   - judgement: what holds where nobody has anything to say.
    ///   - presented: what the server sent.
    ///   - mayAccept: whether a handler may accept what the engine refuses.
    ///   - taskID: of the request that the connection is opened for.
    ///   - found: the verdict of the handler's own evaluation, for the error of its refusal; nil where it made none.
    static func of(
        _ answer: ChallengeAsking.Answer?, _ judgement: Judgement, presented: ServerTrust, mayAccept: Bool,
        taskID: UInt64, found: HandlersFindings.Verdict? = nil
    ) -> HandshakeVerdict {
        // Where handlers may only refuse more, what the engine refuses stays refused.
        if case .failure = judgement, !mayAccept { return of(judgement) }
        guard let answer else { return .stop(.unansweredChallenge(.serverTrust)) }
        // A handler knows other proofs of who the server is; what the program is pinned to is not its affair.
        if case .failure(let failure) = judgement, failure.isOfPins { return of(judgement) }
        let scope = scope(of: answer.speaker, taskID)
        switch answer.disposition {
        case .performDefaultHandling, .notImplemented:
            // What a handler left to the engine is the engine's verdict, whoever was asked.
            return of(judgement)
        case .cancelAuthenticationChallenge:
            switch found {
            case .refused(let own): return .stop(.challengeCancelled(after: own))
            case .trusted: return .stop(.trustedAndCancelled)
            case nil: break
            }
            if case .failure(let failure) = judgement { return .stop(.challengeCancelled(about: failure)) }
            return .stop(.challengeCancelled)
        // There is no other method by which a server could be trusted, and none without: Apple's sessions go on with
        // the next protection space that is offered, or without a credential where the server allows it.
        case .rejectProtectionSpace, .useCredential(nil):
            if case .trusted? = found { return .stop(.trustedAndRejected) }
            if case .failure(let failure) = judgement { return .refuse(failure) }
            guard case .refused(let own)? = found else { return .stop(.serverTrustRejected) }
            return .stop(.serverTrustRejected(after: own))
        case .useCredential(let credential?):
            guard case .serverTrust(let proof) = credential.kind else {
                return .stop(.wrongCredential(.described("\(credential)"), .proofOfServer))
            }
            guard case .ssl = proof.policy.purpose else {
                return .stop(
                    .wrongCredential(.proofFor(purpose: proof.policy.purpose.name), .proofForName))
            }
            guard proof.presented == presented else {
                return .stop(.wrongCredential(.proofOfOthers, .proofOfSent))
            }
            return .accept(proof, scope: scope)
        }
    }

    /// The verdict by the engine alone.
    static func of(_ judgement: Judgement) -> HandshakeVerdict {
        switch judgement {
        case .success(let proof): .accept(proof)
        case .failure(let failure): .refuse(failure)
        }
    }

    private static func scope(of speaker: ChallengeAsking.Speaker, _ taskID: UInt64) -> AnswerScope {
        switch speaker {
        case .session, .nobody: .everyRequest
        case .sessionForTask: .unattendedRequests
        case .task: .request(taskID)
        }
    }
}

extension TrustFailure {
    /// Whether pins refuse the server, which nobody's word overrides.
    package var isOfPins: Bool { errors.contains { [.pinMismatch, .pinsExpired].contains($0.code) } }
}

extension TransportError {
    static let challengeCancelled = TransportError(
        .tls, .cancelled, AuthenticationSentence.challengeCancelled, advice: AuthenticationAdvice.seeHandlersAnswer)

    /// The challenge about a server that is not trusted was cancelled: the findings go with it, and decide nothing.
    static func challengeCancelled(about failure: TrustFailure) -> TransportError {
        TransportError(.cancelled, AuthenticationSentence.cancelledAbout(failure.namedStatement), failure)
    }

    /// The challenge was cancelled by a handler whose own evaluation had trusted the server: whatever the session
    /// finds, that is not its reason.
    static let trustedAndCancelled = TransportError(
        .tls, .cancelled, AuthenticationSentence.trustedAndCancelled, advice: AuthenticationAdvice.seeHandlersAnswer)

    /// The server was rejected by a handler whose own evaluation had trusted it: whatever the session finds, that is
    /// not its reason.
    static let trustedAndRejected = TransportError(
        .tls, .serverTrustRejected, AuthenticationSentence.trustedAndRejected,
        advice: AuthenticationAdvice.seeHandlersAnswer)

    /// The challenge was cancelled by a handler whose own evaluation had refused the server.
    static func challengeCancelled(after found: TrustFailure) -> TransportError {
        TransportError(.cancelled, AuthenticationSentence.cancelledAfter(found.namedStatement), found)
    }

    /// The server was rejected by a handler whose own evaluation had refused it.
    static func serverTrustRejected(after found: TrustFailure) -> TransportError {
        TransportError(.serverTrustRejected, AuthenticationSentence.rejectedAfter(found.namedStatement), found)
    }

    private init(_ code: Code, _ sentence: AuthenticationSentence, _ asked: TrustFailure) {
        self.init(.tls, code, sentence.statement, adviceStatement: asked.adviceStatement)
        askedTrustFailure = asked
    }

    static let serverTrustRejected = TransportError(
        .tls, .serverTrustRejected, AuthenticationSentence.serverRejected,
        advice: AuthenticationAdvice.seeHandlersAnswer)

    static func unansweredChallenge(_ method: AuthenticationMethod) -> TransportError {
        guard !Task.isCancelled else {
            return TransportError(
                .tls, .cancelled, AuthenticationSentence.requestCancelled, advice: AuthenticationAdvice.nothingWrong)
        }
        return TransportError(
            .tls, .challengeTimedOut, AuthenticationSentence.unansweredChallenge(method: method.rawValue),
            advice: AuthenticationAdvice.answerEach)
    }

    static func wrongCredential(
        _ given: AuthenticationSentence.Credential, _ wanted: AuthenticationSentence.Credential
    ) -> TransportError {
        TransportError(
            .tls, .wrongCredential, AuthenticationSentence.wrongCredential(given: given, wanted: wanted),
            advice: AuthenticationAdvice.seeMethod)
    }
}
