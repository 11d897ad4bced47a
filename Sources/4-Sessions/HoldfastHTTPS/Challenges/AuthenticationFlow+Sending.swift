import HoldfastCredentials
import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

extension AuthenticationFlow {
    /// Makes the answer to a challenge.
    ///
    /// - Parameter known: what was taken before, where this is sent unasked.
    mutating func send(
        _ secret: AuthenticationSecret, _ persistence: CredentialPersistence, _ space: ProtectionSpace,
        known: AuthenticationMemory.Accepted? = nil
    ) -> Step {
        attempts += 1
        guard attempts <= Self.attemptLimit else {
            return failure(.tooManyAttempts, .tooManyAnswers(asker: subject.asker.noun, limit: Self.attemptLimit))
        }
        let owner = known?.owner ?? ConnectionOwner()
        func attempt(_ proof: Attempt.Proof) -> Attempt {
            Attempt(secret: secret, persistence: persistence, space: space, isUnasked: known != nil, proof: proof)
        }
        if space.authenticationMethod == .negotiate {
            var binding = reply?.response.flatMap { TLSServerEndPoint.binding(of: $0.connection) }
            if case .negotiate(_, let before) = known?.scheme { binding = before }
            self.attempt = attempt(.negotiate(Attempt.Negotiated(owner: owner, binding: binding)))
            if known == nil { owners.insert(owner) }
            return .negotiate(.begin(secret.kerberos, host: subject.asker.host, binding: binding))
        }
        guard let password = secret.password else {
            return failure(.credentialUnusable, .takesUserAndPassword(method: space.authenticationMethod.rawValue))
        }
        do throws(UnusableCredentialError) {
            switch space.authenticationMethod {
            case .ntlm:
                let ntlm = try account(password, of: owner)
                self.attempt = attempt(.ntlm(owner))
                if known == nil { owners.insert(owner) }
                return .send(.ntlm(ntlm))
            case .httpDigest:
                let authorization = try digestAuthorization(password)
                self.attempt = attempt(.digest(authorization))
                return .send(.digest(try field(authorization.fieldValue), password))
            default:
                let value = try basicValue(password)
                self.attempt = attempt(.basic)
                return .send(.field(try field(value)))
            }
        } catch {
            return failure(.credentialUnusable, error.reason)
        }
    }

    /// Answers once more for a further request of the same exchange: with a new count for Digest, unchanged for the
    /// other schemes.
    mutating func again() -> Step {
        guard let attempt else { return .send(nil) }
        attempts -= 1
        return send(attempt.secret, attempt.persistence, attempt.space, known: known(reusing: attempt))
    }

    private func known(reusing attempt: Attempt) -> AuthenticationMemory.Accepted? {
        guard case .ntlm(let owner) = attempt.proof else { return nil }
        return AuthenticationMemory.Accepted(
            secret: attempt.secret, realm: nil, scheme: .ntlm(owner), asker: subject.asker)
    }

    private mutating func digestAuthorization(
        _ password: PasswordCredential
    ) throws(UnusableCredentialError) -> DigestAuthorization {
        do throws(DigestAuthenticationError) {
            return try digest.authorization(
                method: subject.method, uri: subject.uri, body: subject.body, credential: password)
        } catch {
            throw UnusableCredentialError(reason: .digest(error.statement))
        }
    }

    private func account(
        _ password: PasswordCredential, of owner: ConnectionOwner
    ) throws(UnusableCredentialError) -> NTLMCredential {
        do throws(NTLMAccountError) {
            return try NTLMCredential(user: password.user, password: password.password, owner: owner)
        } catch {
            throw UnusableCredentialError(reason: .unusable(error.statement))
        }
    }

    private func basicValue(_ password: PasswordCredential) throws(UnusableCredentialError) -> String {
        do throws(PasswordCredentialError) {
            return try BasicAuthentication.fieldValue(for: password)
        } catch {
            throw UnusableCredentialError(reason: .unusable(error.statement))
        }
    }

    private func field(_ value: String) throws(UnusableCredentialError) -> HTTPField {
        guard let field = HTTPField(name: subject.asker.answerField, value: value) else {
            throw UnusableCredentialError(reason: .notInField)
        }
        return field
    }

    // MARK: Negotiate

    /// Takes what came of ``Step/negotiate(_:)``.
    mutating func negotiated(_ result: Result<NegotiationTurn, NegotiationError>) -> Step {
        guard let attempt, case .negotiate(var negotiated) = attempt.proof else { return .deliver }
        let isAsked = reply?.status == subject.asker.status
        let isOver = reply != nil && !isAsked
        let turn: NegotiationTurn
        switch result {
        case .failure(let error):
            if error.cause == .late { return failure(.timedOut, .negotiation(library: error.statement)) }
            // Whoever has let the request pass did not prove who they are.
            if isOver { return failure(.negotiateProofWrong, .negotiation(library: error.statement)) }
            return refuseUnsent(problem(.negotiateFailed, .notNegotiated(library: error.statement)))
        case .success(let success): turn = success
        }
        negotiated.isComplete = turn.isComplete
        negotiated.tokens += 1
        self.attempt?.proof = .negotiate(negotiated)
        if isOver {
            guard turn.isComplete else {
                return failure(.negotiateProofWrong, .negotiationEnded(asker: subject.asker.noun))
            }
            return taken()
        }
        guard let token = turn.token, negotiated.tokens <= Self.tokenLimit else {
            return refuseUnsent(problem(.negotiateFailed, .ticketRefused(asker: subject.asker.noun)))
        }
        guard let field = HTTPField(name: subject.asker.answerField, value: "Negotiate " + Base64.encode(token)) else {
            return failure(.negotiateFailed, .tokenNotInField)
        }
        return .send(.owned(field, negotiated.owner))
    }

    // MARK: Errors

    func failure(_ code: HTTPSError.Code, _ sentence: AuthenticationSentence) -> Step { .fail(problem(code, sentence)) }

    func problem(
        _ code: HTTPSError.Code, _ sentence: AuthenticationSentence, advice: AuthenticationAdvice = .seeHandler
    ) -> HTTPSError {
        HTTPSError(
            .request, code, sentence, advice: advice, connection: reply?.response?.connection,
            redirects: reply?.response?.redirects ?? [])
    }

    func wrongAnswer(_ credential: Credential, to method: AuthenticationMethod) -> Step {
        failure(
            .wrongCredential,
            .wrongAnswer(
                method: method.rawValue, given: "\(credential)",
                wanted: method == .negotiate ? .ticketsOrUser : .userAndPassword))
    }

    func unavailable(_ method: AuthenticationMethod, _ reason: String) -> HTTPSError {
        problem(
            method == .negotiate ? .negotiateUnavailable : .ntlmUnavailable,
            .schemeUnusable(method: method.rawValue, reason: reason),
            advice: method == .negotiate ? .installKerberos : .offerOtherScheme)
    }
}

/// An error for a credential that does not make an answer; it holds nothing of the credential.
private struct UnusableCredentialError: Error {
    let reason: AuthenticationSentence
}

extension AuthenticationFlow.Attempt.Proof {
    /// Whether something of it has left.
    var wasSent: Bool { if case .negotiate(let negotiated) = self { negotiated.tokens > 0 } else { true } }

    /// The owner of the connections that the proof made.
    var owner: ConnectionOwner? {
        switch self {
        case .basic, .digest: nil
        case .ntlm(let owner): owner
        case .negotiate(let negotiated): negotiated.owner
        }
    }
}

extension DigestAuthenticationError {
    /// Whether what is asked for is what a careful client does not give, and no other scheme may make up for it.
    var isHostile: Bool {
        switch self {
        case .weakerThanBefore, .staleTooOften: true
        default: false
        }
    }
}
