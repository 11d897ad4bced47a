import HoldfastCredentials
import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Judges the servers of a session's connections by one policy, and asks the handlers about them and about the client.
final class SessionJudge: HandshakeJudge {
    /// Nil for a server that shows no certificate.
    private let policy: ExchangePolicy?
    /// For the certificate of an HTTPS proxy; nil where there is none.
    private let proxyPolicy: ExchangePolicy?
    let session: HTTPSSession
    private let asking: ChallengeAsking
    private let limit: TimeLimit
    /// The request that the connection is opened for.
    private let taskID: UInt64

    private var configuration: HTTPSSession.Configuration { _read { yield session.configuration } }
    private var memory: HandshakeMemory { session.handshakes }
    private var counters: SessionCounters { session.counters }

    /// The judge of the connections that a request opens.
    init(
        of request: HTTPSRequest, under policy: ExchangePolicy?, proxy: ExchangePolicy?, within limit: TimeLimit,
        for session: HTTPSSession
    ) {
        self.policy = policy
        proxyPolicy = proxy
        self.session = session
        asking = ChallengeAsking(session.configuration, request)
        self.limit = limit
        taskID = request.taskID
    }

    func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
        switch await decide(about: handshake) {
        case .accept(let proof, let scope, _):
            .accept(
                proof, scope: scope,
                later: handshake.role == .server ? identityForLater(handshake.host, handshake.port, proof) : nil)
        case let other: other
        }
    }

    private func decide(about handshake: PresentedHandshake) async -> HandshakeVerdict {
        let now = configuration.clock()
        guard let policy = policy(for: handshake.role) else { return .stop(.noPolicy) }
        let remembers = configuration.trust.challenges == .rememberedForSession && asking.session != nil
        let digest = remembers ? policy.digest(at: now) : []
        if remembers, let proof = memory.proof(for: handshake, policyDigest: digest, at: now),
            policy.revocation == .off || !configuration.trust.knowsRevocation(since: proof)
        {
            counters.countRemembered()
            return .accept(proof)
        }
        let judgement = await evaluate(handshake, with: policy, at: now)
        guard asking.hasHandler, !handshake.isOver else { return .of(judgement) }
        var challenge = Self.challenge(handshake, judgement)
        challenge.task = taskID
        let answer = await ask(challenge)
        // A refusal that handlers may not override is one whatever they answer.
        let isOpen = exchangePolicy(for: handshake.role)?.letsHandlersAccept ?? false
        let verdict = HandshakeVerdict.of(
            answer, judgement, presented: handshake.trust, mayAccept: isOpen, taskID: taskID,
            found: challenge.ownFindings.verdict)
        if remembers, answer?.speaker == .session, case .accept(let proof, .everyRequest, _) = verdict {
            memory.remember(proof, for: handshake, policyDigest: digest)
        }
        return verdict
    }

    /// Without a policy of its own a proxy is judged by the server's, for whom it is not.
    private func exchangePolicy(for role: HandshakeRole) -> ExchangePolicy? {
        role == .proxy ? proxyPolicy ?? policy : policy
    }

    private func policy(for role: HandshakeRole) -> TrustPolicy? { exchangePolicy(for: role)?.policy }

    private func evaluate(
        _ handshake: PresentedHandshake, with policy: TrustPolicy, at now: Instant
    ) async -> HandshakeVerdict.Judgement {
        counters.countVerification()
        let (engine, trust) = (configuration.trust.engine, handshake.trust)
        do throws(TrustFailure) {
            let proof =
                try await engine.evaluate(
                    trust, with: policy, at: now, using: configuration.trust.evidenceSource,
                    supplying: configuration.trust.supplied)
            configuration.observer?.session(judged: ServerJudgement(.accepted(proof), of: handshake, for: taskID))
            return .success(proof)
        } catch {
            configuration.observer?.session(judged: ServerJudgement(.refused(error), of: handshake, for: taskID))
            return .failure(error)
        }
    }

    func identity(for request: IdentityRequest) async -> IdentityAnswer {
        let key = identityKey(request.role, request.host, request.port)
        if let known = memory.identity(for: key, isAttended: asking.task != nil) {
            return .use(known.identity, scope: known.scope)
        }
        // An identity is given to a session for its servers, not for what stands in between.
        let own = request.role == .server ? session.ownIdentity(for: request.host, by: request.evaluation) : nil
        let proposed = own.flatMap { $0.isWanted(by: request.distinguishedNames) ? $0 : nil }
        var answer: ChallengeAsking.Answer? = ChallengeAsking.Answer(disposition: .notImplemented, speaker: .nobody)
        if asking.hasHandler {
            let space = ProtectionSpace(
                .clientCertificate, asker: request.role.asker, host: request.host, port: request.port,
                distinguishedNames: request.distinguishedNames)
            answer = await ask(
                AuthenticationChallenge(
                    space, proposed: proposed.map { Credential(identity: $0.identity, persistence: .none) }))
        }
        let kept = request.role == .server ? session.keptIdentity(for: request.host, by: request.evaluation) : nil
        let choice = ClientCertificateChoice.of(
            answer, proposed: proposed, withheld: own, kept: kept, taskID: taskID, isAttended: asking.task != nil)
        warn(of: choice, after: request, withheld: own)
        if let chosen = choice.remembered { memory.remember(chosen.identity, for: key, scope: chosen.scope) }
        return choice.answer
    }

    /// Says that a server asked for a certificate and got none, where no handler has decided so: it may go on, and
    /// answer everything with a refusal of HTTP's that tells nobody why. Once for each server.
    private func warn(
        of choice: ClientCertificateChoice, after request: IdentityRequest, withheld own: DefaultIdentity?
    ) {
        let server = "\(URLParts.literal(request.host)):\(request.port)"
        let warning: Statement?
        switch choice.answer {
        case .use, .refuse: return
        case .withheld(let issuer, _):
            warning = own?.subject.flatMap {
                IdentityDemand(request.distinguishedNames, withheld: issuer).withheldWarning(of: $0)
            }
        case .keptBack(.notListed(let host), _):
            warning = ClientCertificateSentence.askedAndGotNone(server: server, .notListed(host: host)).statement
        case .keptBack(.notVouchedFor(let host), _):
            warning = ClientCertificateSentence.askedAndGotNone(server: server, .notVouchedFor(host: host)).statement
        case .without:
            guard !choice.isDecided else { return }
            warning =
                ClientCertificateSentence.askedAndGotNone(
                    server: server, request.role == .proxy ? .proxy : .noIdentity
                ).statement
        }
        guard let warning, session.identityWarnings.isFirst(server) else { return }
        session.warn(warning.english, task: taskID)
    }

    private func identityKey(_ role: HandshakeRole, _ host: String, _ port: UInt16) -> HandshakeMemory.IdentityKey {
        HandshakeMemory.IdentityKey(
            role: role, host: host, port: port,
            policyDigest: policy(for: role)?.digest(at: configuration.clock()) ?? [])
    }

    /// The identity for a server that asks after the handshake: the one that was chosen for it before, or one that
    /// nobody would have been asked about.
    private func identityForLater(_ host: String, _ port: UInt16, _ proof: TrustEvaluation) -> HandshakeIdentity? {
        let key = identityKey(.server, host, port)
        if let known = memory.identity(for: key, isAttended: asking.task != nil) { return known.identity }
        return asking.hasHandler ? nil : try? session.ownIdentity(for: host, by: proof)?.usable.get()
    }

    private func ask(_ challenge: AuthenticationChallenge) async -> ChallengeAsking.Answer? {
        counters.countChallenge()
        TaskJournal(taskID, configuration.observer).challenged(challenge)
        return await asking.answer(to: challenge, within: min(limit.remaining, configuration.timeouts.challenge))
    }

    private static func challenge(
        _ handshake: PresentedHandshake, _ judgement: HandshakeVerdict.Judgement
    ) -> AuthenticationChallenge {
        let space = ProtectionSpace(
            .serverTrust, asker: handshake.role.asker, host: handshake.host, port: handshake.port,
            serverTrust: handshake.trust)
        return switch judgement {
        case .success(let proof): AuthenticationChallenge(space, proposed: Credential(trust: proof))
        case .failure(let failure):
            AuthenticationChallenge(space, error: HTTPSError(.certificateRefused(failure)))
        }
    }
}

extension TransportError {
    fileprivate static let noPolicy = TransportError(
        .internal, .noPolicy, SessionSentence.noPolicy, advice: SessionAdvice.report)
}

extension HandshakeRole {
    fileprivate var asker: CredentialSpace.Asker { self == .proxy ? .httpsProxy : .server }
}

extension HTTPSSession {
    /// The session's identity, where a server may see it.
    ///
    /// - Parameter proof: that the server was accepted by; nil where it is not known yet.
    func ownIdentity(for host: String, by proof: TrustEvaluation?) -> DefaultIdentity? {
        guard let servers = configuration.credentials.identityServers else { return defaultIdentity }
        guard let name = try? ServerName(host), servers.contains(name) else { return nil }
        guard let proof else { return defaultIdentity }
        if case .anchor = proof.basis { return defaultIdentity }
        return nil
    }

    /// The reason why the session keeps its identity from a server; nil where it has none, or may show it.
    ///
    /// - Parameter proof: that the server was accepted by.
    func keptIdentity(for host: String, by proof: TrustEvaluation?) -> KeptIdentity? {
        guard defaultIdentity != nil, ownIdentity(for: host, by: proof) == nil else { return nil }
        return ownIdentity(for: host, by: nil) == nil ? .notListed(host: host) : .notVouchedFor(host: host)
    }

    /// An error for want of the session's identity that a server asked for after the handshake, with the reason why it
    /// did not get it.
    func advised(_ error: TransportError, about request: HTTPSRequest) -> TransportError {
        guard error.code == .clientCertificateAskedLate, !ChallengeAsking(configuration, request).hasHandler,
            let kept = keptIdentity(for: request.url.host, by: error.connection?.evaluation)
        else { return error }
        return error.advising(kept.adviceStatement)
    }

    /// The connections that a request may use.
    ///
    /// Where the session has an identity of its own, those of requests with a handler are kept apart: on theirs nothing
    /// is sent that the handler was not asked about, on the others the identity is, also after the handshake.
    ///
    /// - Parameter key: what the policy decides by but the server's name; nil where nothing may be shared.
    func sharing(of request: HTTPSRequest, _ key: [UInt8]?) -> TransportRequest.Sharing {
        guard let key else { return .never }
        return .shared(key: defaultIdentity == nil ? key : key + [request.challenges == nil ? 0 : 1])
    }
}
