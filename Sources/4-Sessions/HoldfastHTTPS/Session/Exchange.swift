import HoldfastCredentials
import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// One exchange, complete: what goes out, which connections may carry it, and who decides about them.
///
/// Built once, for one time that a request is sent.
final class Exchange: Sendable {
    /// The request that goes out: what answers to it may be used for, and what is told of it, go by this.
    ///
    /// The identity is the one that the server would be shown if it asked; ``sent(on:)`` has the one that it was shown.
    let outgoing: OutgoingRequest
    private let delivery: RequestPipeline.Delivery
    private let transport: TransportEngine
    private let transportRequest: TransportRequest
    private let judge: any HandshakeJudge

    /// One exchange of a kind: a request and its answer, a handshake alone, or a judged connection for bytes of any
    /// protocol.
    ///
    /// - Parameters:
    ///   - request: with the session's fields, and with its cookies; of one for a handshake only host and port are
    ///     used, of one for a connection its upload is what is sent.
    ///   - answers: to what was asked on the request's way.
    ///   - dialler: opens its connections; nil for the transport.
    ///   - place: where to connect instead of where the session's settings lead.
    ///   - look: has the handshake say another server name, and refuses it; nil for one that is judged.
    ///   - protocols: the protocols that are offered by ALPN instead of those of HTTP.
    ///   - offersProtocols: whether it offers protocols by ALPN.
    ///   - isMeasured: whether somebody wants the figures of its parts.
    /// - Throws: ``TransportError`` where there is no policy for the server, or no way to it.
    init(
        _ request: HTTPSRequest, _ kind: TransportRequest.Kind = .request, as delivery: RequestPipeline.Delivery,
        carrying answers: Authorizations, by dialler: SessionDialler?, at place: DialTargets? = nil,
        looking look: CertificateLook? = nil, offering protocols: [String] = [], offersProtocols: Bool = true,
        within limit: TimeLimit, isMeasured: Bool = false, in session: HTTPSSession
    ) throws(TransportError) {
        transport = try session.transport.get()
        let settings = session.configuration.serverSettings(request.url.serverName)
        let demands = settings.transportSecurity
        if request.url.isPlainHTTP, demands?.allowsPlainHTTP == false { throw .plainHTTPRefused(request.url.origin) }
        // Nobody proves anything where nothing is encrypted.
        let policy =
            request.url.isPlainHTTP
            ? nil
            : try session.exchangePolicy(
                for: request.url.serverName, demands,
                letsNobodyLoosen: session.knownHosts?.knowledge(of: request.url.serverName) != nil,
                isAttended: request.challenges != nil)
        if let near = policy?.nearPins {
            let warning = SessionSentence.nearPins(host: request.url.host, pattern: "\(near.pattern)")
            session.warn(warning.english, task: request.taskID)
        }
        var exchange = TransportRequest(
            kind: kind, name: look?.name ?? request.url.serverName, port: request.url.port,
            sharing: request.url.isPlainHTTP
                ? .shared(key: []) : session.sharing(of: request, policy?.digests.withoutIdentity),
            policyDigest: policy?.digests.whole ?? [])
        exchange.tls.isCurrent = policy?.isCurrent
        exchange.tls.acceptanceHolds = policy.flatMap { session.configuration.acceptanceHolds(under: $0.policy) }
        // The message.
        exchange.message.method = request.method
        exchange.message.target = request.url.target
        if !request.fields.isEmpty {
            exchange.message.fields = request.fields.filter { !$0.isNamed("Host") && !$0.isNamed("Content-Length") }
        }
        exchange.message.hostField = request.hostField
        exchange.message.body = request.body
        exchange.message.upload = request.upload
        exchange.message.upgrade = request.upgrade?.name
        exchange.message.upgradeFields = request.upgrade?.fields ?? []
        exchange.message.expectsContinue = request.expectsContinue || request.asksBeforeContent(after: answers)
        // The connection.
        exchange.tls.applicationProtocols = protocols
        exchange.tls.offersProtocols = offersProtocols
        exchange.isPlain = request.url.isPlainHTTP
        exchange.connection.isClosed = request.closesConnection
        exchange.connection.versions =
            session.configuration.offersHTTP2 && !exchange.isPlain && request.upgrade?.http2 != .never
            ? .http2Preferred : .http11
        exchange.connection.upgradeVersions =
            request.upgrade?.http2 == .preferred ? exchange.connection.versions : .http11
        if !exchange.isPlain {
            exchange.tls.versions = try session.configuration.tlsVersions(for: request.url.serverName, settings)
            exchange.tls.cipherSuites = demands?.cipherSuites ?? .usual
        }
        exchange.tls.isBoundOfServer = exchange.tls.versions != session.configuration.trust.tlsVersions
        exchange.connection.addressFamily = place == nil ? session.configuration.addresses.family.forTransport : .any
        if let dialler {
            exchange.lead(by: dialler)
        } else {
            exchange.connection.dial = place ?? session.dialTargets(for: request)
        }
        if !exchange.isPlain {
            exchange.tls.supportedGroups = settings.supportedGroups ?? session.configuration.trust.supportedGroups
        }
        exchange.tls.sendsServerName =
            look.map { $0.name != nil } ?? request.sendsServerName ?? session.configuration.addresses.sendsServerName
        exchange.tls.asksForEvidence = policy?.asksForEvidence ?? false
        exchange.tls.resumesSessions = look == nil && session.configuration.trust.resumesSessions
        exchange.tls.dangerousKeyLog = session.keyLog
        let proxyPolicy = try session.configureProxy(of: &exchange, for: request.url)
        exchange.add(answers)
        // The limits, and who looks on. Whoever reads a stream decides how much is enough.
        exchange.limits.timeout = limit.remaining
        exchange.limits.statedTimeout = limit.whole
        exchange.limits.idleTimeout = request.idleTimeout ?? session.configuration.timeouts.idle
        exchange.limits.upgradedIdleTimeout = request.upgrade?.idleTimeout
        exchange.limits.responseBytes = delivery == .stream ? .max : session.configuration.limits.responseBytes
        exchange.limits.handsOverUnwanted = kind == .request && delivery == .whole
        exchange.progress = request.progress
        exchange.taskID = request.taskID
        exchange.isAttended = request.challenges != nil
        exchange.isMeasured = isMeasured

        self.delivery = delivery
        outgoing = OutgoingRequest(
            request, as: answers.user,
            identity: session.identityDigest(for: request, under: exchange.tls.policyDigest),
            policyDigest: exchange.tls.policyDigest,
            // A download keeps its part, whether there is a cache or not.
            ground: session.answerStore(for: request) == nil && !request.bypassesCache
                ? nil
                : AnswerGround(
                    of: exchange, policy, proxyPolicy,
                    account: exchange.connection.proxy == nil ? nil : session.proxy(for: request.url)?.credential?.user,
                    by: session.dialRule(for: request),
                    isAttended: request.challenges != nil || session.configuration.credentials.handler != nil))
        transportRequest = exchange
        let judge = SessionJudge(of: request, under: policy, proxy: proxyPolicy, within: limit, for: session)
        self.judge = look?.judge(beside: judge) ?? judge
    }

    /// Carries it out.
    ///
    /// - Parameter proxyAddresses: the proxy's, where resolvers were asked for them.
    /// - Returns: the response; without its body, and with what that is read from, where it is delivered as a stream.
    func perform(
        proxyAt proxyAddresses: [IPAddress]?
    ) async throws(TransportError) -> (TransportResponse, TransportStream?) {
        var transportRequest = transportRequest
        transportRequest.connection.dial.proxyAddresses =
            transportRequest.connection.dial.proxyAddresses ?? proxyAddresses
        switch delivery {
        case .whole:
            let response = try await transport.perform(transportRequest, judge: judge)
            return (response, response.rest)
        case .stream:
            let opened = try await transport.open(transportRequest, judge: judge)
            return (opened.head, opened)
        }
    }

    /// The request as the server was shown it on a connection.
    func sent(on connection: ConnectionRecord) -> OutgoingRequest {
        guard let identity = connection.clientCertificateDigest else { return outgoing }
        return outgoing.showing(identity)
    }
}

extension HTTPSSession.Configuration {
    /// Tells whether the acceptance of an open connection still holds: until a certificate of its path is found to be
    /// revoked, or the statements end by which none is. Nil where the policy does not look.
    fileprivate func acceptanceHolds(under policy: TrustPolicy) -> (@Sendable (TrustEvaluation) -> Bool)? {
        guard policy.revocation != .off else { return nil }
        return { [trust, clock] evaluation in
            guard !trust.knowsRevocation(since: evaluation) else { return false }
            guard let end = evaluation.revocationEnd else { return true }
            // One that was accepted after that end would be again.
            return clock() <= end || evaluation.at > end
        }
    }
}

extension HTTPSRequest {
    /// Bytes of content above which a server that wants another answer first may end the connection, and take its reply
    /// along, since it does not read so much of what it refuses (RFC 9112 §9.6).
    private static let largeContent = 64 << 10

    /// Whether much content waits until the server says that it wants it (RFC 9110 §10.1.1): where the request's user
    /// has not been asked for yet, or is proved by Digest, whose nonce may hold no longer.
    fileprivate func asksBeforeContent(after answers: Authorizations) -> Bool {
        guard upgrade == nil, (upload.map { $0.length ?? .max } ?? body?.count ?? 0) > Self.largeContent,
            !fields.contains(where: { $0.isNamed("Authorization") })
        else { return false }
        switch answers.server {
        case nil: return url.namedUser != nil || tickets != nil
        case .digest: return true
        case .field, .owned, .ntlm: return false
        }
    }
}
