import HoldfastResolving
public import HoldfastTransport
import HoldfastTrust
import Synchronization

/// Sends requests to servers that were judged first: no byte of a request leaves before a `TrustEvaluation` is there.
///
/// A session owns its connections and their threads, which end with it. Safe to use from any task.
///
/// ```swift
/// let session = HTTPSSession()
/// let response = try await session.data(for: HTTPSRequest(try HTTPSURL("https://example.com/")))
/// ```
public final class HTTPSSession: Sendable {
    /// What the session was made with.
    public let configuration: Configuration
    let transport: Result<TransportEngine, TransportError>
    /// What servers took; gone with the session.
    let authentications = AuthenticationMemory()
    /// What was answered in handshakes; gone with the session.
    let handshakes = HandshakeMemory()
    let counters = SessionCounters()
    /// What is known of addresses; that of the session's resolution, where it has one.
    let addressHistory: AddressHistory
    private let poisonObservation: PoisonObservation?
    /// The configuration's identity as connections take it.
    let defaultIdentity: DefaultIdentity?
    private let keyLog: KeyLog?
    /// What forms took; gone with the session.
    let formMemory = FormLoginMemory()
    /// Where the session keeps cookies; nil where it keeps none.
    public let cookies: (any CookieStore)?
    let gate = SessionGate()
    let hostFieldWarning = OnceFlag()
    let suffixWarning = OnceFlag()
    let fieldWarnings = OnceNames()

    /// A session. The libraries are looked at now, and tried before the first request of the process: where they cannot
    /// be relied upon, every request says so.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        defaultIdentity = configuration.identity.map(DefaultIdentity.init)
        keyLog = configuration.dangerousKeyLog.map(KeyLog.init)
        cookies =
            switch configuration.cookies {
            case .ofSession: MemoryCookieStore(clock: configuration.clock)
            case .shared(let store): store
            case .none: nil
            }
        addressHistory = configuration.resolution?.history ?? AddressHistory()
        do throws(TransportError) {
            let engine = try TransportEngine(configuration.forTransport)
            transport = .success(engine)
            poisonObservation = addressHistory.whenPoisoned { [weak engine] endpoint, name in
                engine?.avoid(endpoint, of: name.description)
            }
        } catch {
            transport = .failure(error)
            poisonObservation = nil
        }
    }

    /// Takes no more requests and ends those under way with the code `shutDown`; also done when the session is released.
    public func invalidateAndCancel() {
        gate.invalidate()
        authentications.removeAll()
        handshakes.removeAll()
        formMemory.removeAll()
        if case .ofSession = configuration.cookies { (cookies as? MemoryCookieStore)?.removeAll() }
        if case .success(let transport) = transport { transport.shutdown() }
    }

    /// Takes no more requests, and returns when those under way have ended and every connection is closed.
    public func finishTasksAndInvalidate() async {
        gate.invalidate()
        await gate.empty()
        invalidateAndCancel()
    }

    deinit { invalidateAndCancel() }

    /// Opens a connection of its own, judges the server, and closes it again; not one HTTP byte is sent. The session's
    /// handler is asked as for any connection.
    ///
    /// A server that was accepted and then ends the handshake for want of a client's certificate has been verified all the
    /// same: TLS 1.3 lets it say so only afterwards. The record's `isClientCertificateRequested` and
    /// `isClientCertificateRequired` tell.
    ///
    /// - Parameters:
    ///   - url: the server; only host and port are used.
    ///   - timeout: for name, connection and handshake together; nil for the session's limit.
    /// - Returns: the record of the connection, with the proof that the server was accepted.
    /// - Throws: ``HTTPSError``; where the server is not trusted, with the `TrustFailure`. An `http` URL has the code
    ///   `plainHTTP`.
    public func verify(_ url: HTTPSURL, timeout: Duration? = nil) async throws(HTTPSError) -> ConnectionRecord {
        let limit = TimeLimit(timeout ?? configuration.timeout)
        return try await handshake(with: url, within: limit)
    }

    /// The handshake alone.
    ///
    /// - Parameter dial: where to connect instead of where the session's settings lead.
    func handshake(
        with url: HTTPSURL, within limit: TimeLimit, via dial: DialTargets? = nil
    ) async throws(HTTPSError) -> ConnectionRecord {
        guard !url.isPlainHTTP else {
            throw HTTPSError(
                .request, "plainHTTP", "\(url.origin) has no certificate that could be verified",
                hint: "verify the server's https URL")
        }
        let journal = try enter()
        defer { gate.leave() }
        var request = HTTPSRequest(url)
        request.family = journal.task
        var record: ConnectionRecord?
        // The server is asked for nothing, and so asks for nothing; a proxy may.
        let server = AuthenticationFlow(AuthenticationSubject(request), memory: AuthenticationMemory())
        let driver = driver(for: request, within: limit, journal)
        do throws(HTTPSError) {
            _ = try await driver.run(server: server, proxy: tunnelFlow(for: request)) {
                (answers) async throws(HTTPSError) in
                do throws(TransportError) {
                    let answer = try await carryOut(request, kind: .handshakeOnly, within: limit, at: dial) {
                        (exchange, judge, transport) async throws(TransportError) -> TransportResponse in
                        var exchange = exchange
                        exchange.add(answers)
                        return try await transport.perform(exchange, judge: judge)
                    }
                    record = answer.connection
                    return AuthenticationDriver.Exchanged(
                        response: HTTPSResponse(answer, from: url, after: []), proxyAnswer: answer.proxyAnswer)
                } catch {
                    throw HTTPSError(error)
                }
            } retire: { owner in
                if case .success(let transport) = transport { transport.retire(owner) }
            }
        } catch {
            guard error.code == "clientCertificateRequired", let judged = error.connection,
                judged.isProvenWithoutClient
            else { throw error }
            record = judged
        }
        guard let record else {
            throw HTTPSError(.internal, "noConnection", "the handshake ended without a connection", hint: "report this")
        }
        return record
    }

    /// Replacements of the pins that a request outlives before it fails.
    private static let maximumRounds = 10

    /// Prepares an exchange and carries it out; anew where the policy was another one before anything was sent, and over
    /// another address where one could not prove the name.
    func carryOut<Answer>(
        _ request: HTTPSRequest, kind: TransportRequest.Kind, within limit: TimeLimit, at dial: DialTargets? = nil,
        _ exchange: (TransportRequest, SessionJudge, TransportEngine) async throws(TransportError) -> Answer
    ) async throws(TransportError) -> Answer {
        let isDialled = dial == nil && configuration.proxy(for: request.url) == nil
        let dialler = isDialled ? dialler(for: request) : nil
        var round = 1
        while true {
            var (prepared, judge, transport) = try prepare(request, kind: kind, within: limit)
            if let dial {
                prepared.dial = dial
                prepared.addressFamily = .any
            }
            if let dialler { prepared.lead(by: dialler, under: rule(for: request)) }
            do throws(TransportError) {
                return try await exchange(prepared, judge, transport)
            } catch {
                if error.isOfOutdatedPolicy, round < Self.maximumRounds {
                    round += 1
                } else {
                    guard let dialler else { throw error }
                    guard await dialler.mayGoOn(after: error) else { throw dialler.final(error) }
                }
            }
        }
    }

    /// What one exchange takes: the request as the transport wants it, who decides, and the transport.
    func prepare(
        _ request: HTTPSRequest, kind: TransportRequest.Kind, within limit: TimeLimit
    ) throws(TransportError) -> (TransportRequest, SessionJudge, TransportEngine) {
        // Nobody proves anything where nothing is encrypted.
        let policy = request.url.isPlainHTTP ? nil : try policy(for: request.url.serverName)
        let now = configuration.clock()
        policy?.pins.observe(now)
        let digests = policy?.connectionDigests(at: now)
        let transport = try transport.get()
        var exchange = TransportRequest(
            kind: kind, host: request.url.host, port: request.url.port,
            sharing: request.url.isPlainHTTP ? .shared(key: []) : sharing(of: request, digests?.withoutIdentity),
            policyDigest: digests?.whole ?? [])
        exchange.isPlain = request.url.isPlainHTTP
        exchange.method = request.method
        exchange.target = request.url.target
        exchange.fields = request.fields.filter { !$0.isNamed("Host") && !$0.isNamed("Content-Length") }
        exchange.hostField = request.hostField
        exchange.body = request.body
        exchange.upload = request.upload
        exchange.expectsContinue = request.expectsContinue
        exchange.closesConnection = request.closesConnection
        exchange.progress = request.progress
        exchange.versions = configuration.offersHTTP2 && !exchange.isPlain ? .http2Preferred : .http11
        if !exchange.isPlain { exchange.tlsVersions = try configuration.tlsVersions(for: request.url.serverName) }
        exchange.isTLSBoundOfServer = exchange.tlsVersions != configuration.tlsVersions
        exchange.dial = dialTargets(for: request)
        exchange.addressFamily = configuration.addressFamily.forTransport
        exchange.sendsServerName = request.sendsServerName ?? configuration.sendsServerName
        exchange.timeout = limit.rest
        exchange.statedTimeout = limit.whole
        exchange.idleTimeout = request.idleTimeout ?? configuration.idleTimeout
        exchange.maximumResponseBytes = configuration.maximumResponseBytes
        exchange.isCurrent = policy.flatMap { $0.pins.isCurrent(digests?.pins) }
        let proxyPolicy = try configureProxy(of: &exchange, for: request.url)
        exchange.family = request.family
        exchange.isAttended = request.challenges != nil
        exchange.dangerousKeyLog = keyLog
        return (exchange, judge(of: request, under: policy, proxy: proxyPolicy, within: limit), transport)
    }

    /// The policy for a server or a proxy; one that would prove something else is refused.
    func policy(for name: ServerName) throws(TransportError) -> TrustPolicy {
        let policy = configuration.policy(name)
        guard policy.purpose == .ssl(name) else {
            throw TransportError(
                .internal, "policyForAnotherServer",
                "the session's policy is for another purpose or name than the server \(name)",
                hint: "let Configuration.policy return TrustPolicy.ssl(name) for the name that it is given")
        }
        return policy
    }
}
