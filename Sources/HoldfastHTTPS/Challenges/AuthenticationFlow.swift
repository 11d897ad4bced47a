import HoldfastCredentials
import HoldfastTransport

/// Answers what a server asks of one request, response by response: a state machine without input or output.
///
/// ``begin()`` first; then each response to ``received(_:)``, and the answer to whatever that asks for, until a step
/// delivers the response or fails.
struct AuthenticationFlow {
    /// Whose turn it is.
    enum Step {
        /// Look the credential up that is proposed first, and hand it to ``found(_:)``.
        case lookUp(CredentialSpace)
        /// Ask the handlers, and hand their word to ``answered(_:)``.
        case ask(AuthenticationChallenge)
        /// Send the request again, with this field.
        case send(HTTPField)
        /// The response is the answer to the request.
        case deliver
        /// The request ends here.
        case fail(HTTPSError)
    }

    /// Passwords that a handler may have wrong within one request; 16, more than anybody types.
    static let attemptLimit = 16

    /// A scheme that the server offers, and that can be answered.
    private struct Offer {
        let space: ProtectionSpace
        let digest: DigestSession?
    }

    /// What a request carried.
    private struct Attempt {
        let credential: PasswordCredential
        let persistence: CredentialPersistence
        let space: ProtectionSpace
        var digest: DigestSession?
        var authorization: DigestAuthorization?
    }

    private let request: HTTPSRequest
    private let memory: AuthenticationMemory
    /// What the last request carried; nil where it carried nothing of ours.
    private var attempt: Attempt?
    /// The session whose counts and strengths go on, whatever the server offers next.
    private var digest: DigestSession
    private var failures: [CredentialSpace: Int] = [:]
    private var attempts = 0
    private var offers: [Offer] = []
    private var proposed: Credential?
    private var response: HTTPSResponse?

    /// - Parameter random: for the client's nonces of Digest; nil for the system's randomness.
    init(_ request: HTTPSRequest, memory: AuthenticationMemory, random: DigestSession.Random? = nil) {
        self.request = request
        self.memory = memory
        digest = random.map { DigestSession(.server(request.url), random: $0) } ?? DigestSession(.server(request.url))
    }

    // MARK: What is sent unasked

    /// What the first request carries: what this origin took before, in the same space; nil where there is nothing, and
    /// where the caller has a field of its own.
    mutating func begin() -> HTTPField? {
        guard !isCallersOwn, let known = memory.unasked(for: request.url) else { return nil }
        if let digest = known.digest { self.digest = digest }
        let method: AuthenticationMethod = known.digest == nil ? .httpBasic : .httpDigest
        let offer = Offer(space: space(method, realm: known.realm), digest: known.digest)
        guard case .send(let field) = send(known.credential, .forSession, offer) else {
            attempt = nil
            return nil
        }
        return field
    }

    // MARK: What comes back

    /// Takes a response to what was sent last.
    mutating func received(_ response: HTTPSResponse) -> Step {
        self.response = response
        guard response.status == 401 else { return accepted(response) }
        guard !isCallersOwn else { return .deliver }
        let offered = ChallengeHeader(response.fields.filter { $0.isNamed("WWW-Authenticate") }.map(\.value)).challenges
        let refused = attempt
        var digestStep: DigestSession.Step?
        var candidates: [Offer] = []
        if offered.contains(where: { $0.scheme == .digest }) {
            do throws(DigestAuthenticationError) {
                let step = try digest.challenge(offered, refusing: refused?.authorization)
                digestStep = step
                candidates.append(Offer(space: space(.httpDigest, realm: digest.realm), digest: digest))
            } catch {
                // What a server asks for that is weaker than before, or calls stale without end, is not gone round by
                // Basic: that would hand it the password.
                if error.isHostile { return failure("digestRefused", error.description) }
            }
        }
        for basic in offered where basic.scheme == .basic {
            candidates.append(Offer(space: space(.httpBasic, realm: basic.realm), digest: nil))
        }
        offers = candidates
        if case .sameCredential? = digestStep, let refused, let offer = candidates.first {
            return send(refused.credential, refused.persistence, offer)
        }
        if let refused {
            failures[refused.space.credentialSpace, default: 0] += 1
            memory.forget(Self.accepted(refused, at: request.url))
        }
        attempt = nil
        return next()
    }

    /// A response that asks for nothing: the password was taken, where there was one.
    private mutating func accepted(_ response: HTTPSResponse) -> Step {
        guard var attempt else { return .deliver }
        if let authorization = attempt.authorization {
            let values = response.fields.filter { $0.isNamed("Authentication-Info") }.map(\.value)
            do throws(DigestAuthenticationError) {
                _ = try digest.received(authenticationInfo: values, for: authorization)
            } catch {
                return failure("digestProofWrong", error.description)
            }
            attempt.digest = digest
        }
        if attempt.persistence == .forSession { memory.remember(Self.accepted(attempt, at: request.url)) }
        return .deliver
    }

    // MARK: Who answers

    /// The next scheme that is offered, the strongest first; without one the response stands.
    private mutating func next() -> Step {
        guard let offer = offers.first else { return .deliver }
        proposed = nil
        let space = offer.space.credentialSpace
        guard failures[space, default: 0] == 0 else { return ask(offer) }
        return memory.credential(for: space).map { found($0) } ?? .lookUp(space)
    }

    /// Takes the answer to ``Step/lookUp(_:)``.
    mutating func found(_ credential: PasswordCredential?) -> Step {
        guard let offer = offers.first else { return .deliver }
        proposed = credential.map { Credential($0, persistence: .forSession) }
        return ask(offer)
    }

    private func ask(_ offer: Offer) -> Step {
        .ask(
            AuthenticationChallenge(
                offer.space, proposed: proposed,
                previousFailureCount: failures[offer.space.credentialSpace, default: 0], failureResponse: response))
    }

    /// Takes the answer to ``Step/ask(_:)``.
    mutating func answered(_ disposition: AuthenticationChallenge.Disposition) -> Step {
        guard let offer = offers.first else { return .deliver }
        switch disposition {
        case .useCredential(nil): return .deliver
        case .useCredential(let credential?):
            guard let password = credential.password else {
                return failure(
                    "wrongCredential",
                    "\(offer.space.authenticationMethod.rawValue) was answered with \(credential), and takes a user and a "
                        + "password")
            }
            return send(password, credential.persistence, offer)
        case .performDefaultHandling, .notImplemented:
            guard let password = proposed?.password else { return .deliver }
            return send(password, .forSession, offer)
        case .cancelAuthenticationChallenge:
            return failure("cancelled", "the authentication challenge was cancelled")
        case .rejectProtectionSpace:
            offers.removeFirst()
            return next()
        }
    }

    private mutating func send(
        _ credential: PasswordCredential, _ persistence: CredentialPersistence, _ offer: Offer
    ) -> Step {
        attempts += 1
        guard attempts <= Self.attemptLimit else {
            return failure("tooManyAttempts", "the server refused \(Self.attemptLimit) answers to its challenge")
        }
        var attempt = Attempt(credential: credential, persistence: persistence, space: offer.space)
        let value: String
        if offer.digest != nil {
            do throws(DigestAuthenticationError) {
                let authorization = try digest.authorization(
                    method: request.method, uri: request.url.target, body: request.digestBody,
                    credential: credential)
                attempt.authorization = authorization
                attempt.digest = digest
                value = authorization.fieldValue
            } catch {
                return failure("credentialUnusable", error.description)
            }
        } else {
            do throws(PasswordCredentialError) {
                value = try BasicAuthentication.fieldValue(for: credential)
            } catch {
                return failure("credentialUnusable", error.description)
            }
        }
        self.attempt = attempt
        guard let field = HTTPField(name: "Authorization", value: value) else {
            return failure("credentialUnusable", "the answer to the challenge cannot stand in a header field")
        }
        return .send(field)
    }

    // MARK: Parts

    private var isCallersOwn: Bool { request.fields.contains { $0.isNamed("Authorization") } }

    private func space(_ method: AuthenticationMethod, realm: String?) -> ProtectionSpace {
        ProtectionSpace(method, host: request.url.host, port: request.url.port, realm: realm)
    }

    private static func accepted(_ attempt: Attempt, at url: HTTPSURL) -> AuthenticationMemory.Accepted {
        AuthenticationMemory.Accepted(
            credential: attempt.credential, realm: attempt.space.realm ?? "", digest: attempt.digest, url: url)
    }

    private func failure(_ code: String, _ message: String) -> Step {
        .fail(
            HTTPSError(
                .request, code, message, hint: "look at what the server asks for, and at what the handler answers",
                connection: response?.connection, redirects: response?.redirects ?? []))
    }
}

extension DigestAuthenticationError {
    /// Whether the server asks for what a careful client does not give, and no other scheme may make up for it.
    fileprivate var isHostile: Bool {
        switch self {
        case .weakerThanBefore, .staleTooOften: true
        default: false
        }
    }
}
