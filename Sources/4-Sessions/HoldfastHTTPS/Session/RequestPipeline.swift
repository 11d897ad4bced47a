import HoldfastCredentials
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// The way of one request through its session, from top to bottom.
///
/// ``run(_:as:)`` follows redirects and logins by form. ``hop(_:as:)`` sends one of the requests that these lead to,
/// and ``handshake(for:at:looking:)`` opens a connection and sends none; where either has to be done several times, as
/// after a challenge, each time is an ``Exchange``.
///
/// Belongs to the task that the request is made by.
final class RequestPipeline {
    /// The form in which the response of an exchange is wanted.
    enum Delivery: Hashable, Sendable {
        /// The response with its body.
        case whole
        /// The response, and its body piece by piece after it.
        case stream
    }

    let session: HTTPSSession
    let limit: TimeLimit
    private(set) var journal: TaskJournal
    /// The URL that is being asked.
    private var asked: HTTPSURL
    /// The redirects that were followed so far.
    private var redirects: [HTTPSResponse.Redirect] = []
    /// The URLs without TLS that were not asked so far.
    private var upgrades: [HTTPSResponse.Upgrade] = []

    var configuration: HTTPSSession.Configuration { _read { yield session.configuration } }

    /// Enters the session.
    ///
    /// - Parameter url: the URL that is asked first.
    /// - Throws: ``HTTPSError`` with the code `invalidated` where the session takes no more requests.
    init(
        _ session: HTTPSSession, asking url: HTTPSURL, within time: Duration,
        telling finished: (@Sendable (TaskMetrics) -> Void)? = nil
    ) throws(HTTPSError) {
        guard let task = session.gate.enter() else { throw .invalidated.of(url) }
        self.session = session
        asked = url
        limit = TimeLimit(time)
        journal = TaskJournal(task, session.configuration.observer, finished: finished)
    }

    /// Notes the figures of an answer whose body was read after its head.
    func completed(_ last: TransportResponse, _ request: HTTPSRequest) { journal.completed(last, to: request) }

    /// Leaves the session, and says that all went well.
    func leave() {
        journal.ended(nil)
        session.gate.leave()
    }

    /// Leaves the session, and says why it failed.
    ///
    /// - Returns: the error with the URL that was asked last.
    func leave(_ error: HTTPSError) -> HTTPSError {
        let error = named(error)
        journal.ended(error)
        session.gate.leave()
        return error
    }

    /// An error with the URL that was asked last, where it has none.
    func named(_ error: HTTPSError) -> HTTPSError { error.of(asked) }

    // MARK: Redirects and logins

    /// Sends a request, and whatever it is redirected to.
    func run(_ request: HTTPSRequest, as delivery: Delivery) async throws(HTTPSError) -> HopAnswer {
        var request = try session.named(request, journal)
        request.taskID = journal.task
        request.url = withTLS(request.url, written: request.url)
        let login = session.pageLogins.login(for: request, on: self)
        var next = request
        while true {
            var answer = try await hop(next, as: delivery)
            if let login {
                if try await logIn(after: try await answer.page(for: login), by: login) {
                    await answer.stream?.skip()
                    (next, redirects) = (request, [])
                    upgrades.removeAll { $0.redirectCount > 0 }
                    continue
                }
            }
            guard let following = try await redirected(by: answer.response, from: next) else {
                // What was kept says nothing about a login of now.
                if answer.response.cacheUse?.isLocal != true { await login?.stands(answer.response, on: self) }
                return answer
            }
            await answer.stream?.skip()
            next = following
        }
    }

    /// Logs in where an answer asks for it by a page, and says whether the request is to be sent again, from its
    /// beginning. The pages of a login are no redirects of the request's.
    private func logIn(
        after page: HTTPSResponse, by login: any PageLogin
    ) async throws(HTTPSError) -> Bool {
        let followed = redirects
        redirects = []
        defer { redirects = followed }
        return try await login.logIn(after: page, on: self)
    }

    /// The request that a response leads to; nil where the response is the answer.
    private func redirected(
        by response: HTTPSResponse, from request: HTTPSRequest
    ) async throws(HTTPSError) -> HTTPSRequest? {
        let most = configuration.limits.redirects
        guard most > 0,
            let (next, upgraded) = try Redirection.next(after: response, to: request, knowing: session.knownHosts)
        else { return nil }
        guard redirects.count < most else {
            throw HTTPSError(
                .transfer, .tooManyRedirects, SessionSentence.tooManyRedirects(limit: most),
                advice: SessionAdvice.seeRedirects,
                connection: response.connection, redirects: redirects)
        }
        guard var following = try await Redirection.decide(about: response, next, within: limit) else { return nil }
        let redirect = HTTPSResponse.Redirect(
            status: response.status, url: request.url, connection: response.connection)
        redirects.append(redirect)
        journal.redirected(redirect, to: following.url)
        // Whoever decides about redirects may have led it to another URL without TLS.
        let written = following.url == next.url ? upgraded ?? following.url : following.url
        following.url = withTLS(following.url, written: written)
        return following
    }

    /// A URL, with TLS where none was written and its host wants it; the history says so.
    private func withTLS(_ url: HTTPSURL, written: HTTPSURL) -> HTTPSURL {
        guard let (to, knowledge) = session.knownHosts?.upgrade(written) else { return url }
        upgrades.append(
            HTTPSResponse.Upgrade(from: written, to: to, knowledge: knowledge, redirectCount: redirects.count))
        journal.upgraded(written, to: to)
        return to
    }

    // MARK: One hop

    /// Sends one request with what the session knows of its server, as often as it takes until the answer stands.
    func hop(_ request: HTTPSRequest, as delivery: Delivery) async throws(HTTPSError) -> HopAnswer {
        let request = request.filled(with: configuration.additionalFields)
        session.warnOfIgnoredFields(of: request, journal)
        return try await settled(request, .message(delivery))
    }

    /// Opens a connection of its own and lets its server be judged; not one HTTP byte is sent on it.
    ///
    /// - Parameters:
    ///   - place: where to connect instead of where the session's settings lead.
    ///   - look: has the handshake say another server name, and refuses it; nil for one that is judged.
    func handshake(
        for request: HTTPSRequest, at place: DialTargets?, looking look: CertificateLook?
    ) async throws(HTTPSError) -> ConnectionRecord {
        try await settled(request, .handshake(at: place, looking: look, offersProtocols: true)).response.connection
    }

    /// Opens a connection of its own, lets its server be judged, and hands it over for bytes of any protocol.
    ///
    /// - Parameter protocols: the protocols that are offered by ALPN.
    func tunnel(
        for request: HTTPSRequest, offering protocols: [String]
    ) async throws(HTTPSError) -> HopAnswer {
        try await settled(request, .tunnel(offering: protocols))
    }

    /// The kinds of hops.
    private enum Hop {
        case message(Delivery)
        case handshake(at: DialTargets?, looking: CertificateLook?, offersProtocols: Bool)
        case tunnel(offering: [String])

        var isMessage: Bool { if case .message = self { true } else { false } }

        /// Whether the server is judged as the session would have it.
        var isJudged: Bool { if case .handshake(_, .some, _) = self { false } else { true } }

        var isPlaced: Bool { if case .handshake(.some, _, _) = self { true } else { false } }

        /// A handshake alone without ALPN, after one that was refused for what it offered (RFC 7301 §3.2) and in which
        /// nothing was judged; nil for any other hop: what a request is written in has to be agreed on.
        func withoutProtocols(after error: TransportError) -> Hop? {
            guard case .handshake(let place, let look, true) = self, error.code == .noApplicationProtocol,
                error.connection?.presented == nil, error.connection?.verdict == nil
            else { return nil }
            return .handshake(at: place, looking: look, offersProtocols: false)
        }
    }

    /// The reason why a request is exchanged once more.
    private enum Repetition {
        /// The server or the proxy asks who the client is, and is answered.
        case challenged(Authorizations)
        /// The policy was replaced before anything was sent.
        case policyReplaced
        /// The server speaks none of the protocols that were offered, and is asked for its certificates alone.
        case protocolsRefused
        /// The address could not prove the name, and there is another one to dial.
        case addressRefuted
    }

    /// Replacements of the policy that a request outlives before it fails.
    private static let maximumReplacements = 9

    /// Exchanges a request as often as it takes until the answer stands.
    private func settled(_ request: HTTPSRequest, _ hop: Hop) async throws(HTTPSError) -> HopAnswer {
        asked = request.url
        // A server that is shown no request asks for nothing, and is told nothing: a proxy may ask.
        let memory = hop.isMessage ? session.authentications : AuthenticationMemory()
        // Whoever was answered before is answered unasked.
        let isAnswering = session.proxy(for: request.url) != nil || !memory.isEmpty
        var driver = isAnswering ? driver(for: request, memory) : nil
        defer { session.retireConnections(of: driver) }
        var answers = try await driver?.begin() ?? Authorizations()
        var (hop, dialler) = (hop, dialler(for: request, hop))
        var replacements = 0
        if hop.isMessage { journal.began(request) }
        while true {
            let repetition: Repetition
            switch await exchange(request, hop, carrying: answers, by: dialler) {
            case .success(let answer):
                // Whom a kept response is for, its server has not asked, and not taken.
                if answer.response.cacheUse?.isLocal == true { return answer }
                // Nobody was known to ask: now somebody has.
                if driver == nil, answer.response.status == 401 { driver = self.driver(for: request, memory) }
                guard let next = try await driver?.answers(after: answer.response, answer.proxyAnswer) else {
                    return answer
                }
                await answer.stream?.skip()
                repetition = .challenged(next)
            case .failure(let error):
                if error.isOfOutdatedPolicy, replacements < Self.maximumReplacements {
                    repetition = .policyReplaced
                } else if let next = hop.withoutProtocols(after: error) {
                    (hop, repetition) = (next, .protocolsRefused)
                } else if let dialler, await dialler.mayGoOn(after: error) {
                    repetition = .addressRefuted
                } else {
                    let failure = failed(dialler?.final(error) ?? error, request, hop)
                    guard let refusal = failure.proxyAnswer, let next = try await driver?.answers(after: refusal)
                    else {
                        // A server that has no answer may have said that an old one will do.
                        if let answer = await outlasting(error, request, hop, carrying: answers) { return answer }
                        throw failure
                    }
                    repetition = .challenged(next)
                }
            }
            switch repetition {
            case .challenged(let next):
                answers = next
                dialler = self.dialler(for: request, hop)
                if hop.isMessage { journal.began(request) }
            case .policyReplaced:
                replacements += 1
                // The one before has had its addresses, and none of them has failed.
                dialler = self.dialler(for: request, hop)
            case .protocolsRefused: dialler = self.dialler(for: request, hop)
            case .addressRefuted: break
            }
        }
    }

    /// The kept response that stands in the place of an answer that did not come (RFC 5861 §4); nil for none.
    private func outlasting(
        _ error: TransportError, _ request: HTTPSRequest, _ hop: Hop, carrying answers: Authorizations
    ) async -> HopAnswer? {
        guard case .message(let delivery) = hop, error.isOutage, let store = session.answerStore(for: request),
            let message = try? await message(request, delivery, carrying: answers, by: nil)
        else { return nil }
        return outlasting(message, from: store)
    }

    /// The dialler of a hop's connections; nil where the transport dials.
    private func dialler(for request: HTTPSRequest, _ hop: Hop) -> SessionDialler? {
        guard !hop.isPlaced, session.proxy(for: request.url) == nil else { return nil }
        return session.dialler(for: request)
    }

    private func failed(_ error: TransportError, _ request: HTTPSRequest, _ hop: Hop) -> HTTPSError {
        if error.isRefusal, hop.isJudged {
            session.answerStore(for: request)?.noteRefusal(of: request.url.origin, at: configuration.clock())
        }
        guard hop.isMessage else { return HTTPSError(error) }
        session.handshakes.note(error, from: request.url)
        journal.failed(error, to: request)
        return HTTPSError(
            AddressInURL(request)?.explain(error) ?? session.advised(error, about: request), redirects: redirects)
    }

    /// Answers the server and the proxy on a request's way where they ask who the client is.
    private func driver(for request: HTTPSRequest, _ memory: AuthenticationMemory) -> AuthenticationDriver {
        let asking = ChallengeAsking(configuration, request)
        return AuthenticationDriver(
            server: AuthenticationFlow(
                AuthenticationSubject(request), memory: memory, by: configuration.credentials.methods),
            proxy: session.tunnelFlow(for: request), asking: asking, credentials: configuration.credentials.store,
            challengeTimeout: configuration.timeouts.challenge, limit: limit,
            challenged: { [journal, counters = session.counters] challenge in
                journal.challenged(challenge)
                if asking.hasHandler { counters.countChallenge() }
            })
    }

    // MARK: One exchange

    /// Builds an exchange, and carries it out.
    private func exchange(
        _ request: HTTPSRequest, _ hop: Hop, carrying answers: Authorizations, by dialler: SessionDialler?
    ) async -> Result<HopAnswer, TransportError> {
        do throws(TransportError) {
            switch hop {
            case .handshake(let place, let look, let offersProtocols):
                let exchange = try Exchange(
                    request, .handshakeOnly, as: .whole, carrying: answers, by: dialler, at: place, looking: look,
                    offersProtocols: offersProtocols, within: limit, in: session)
                let received = try await exchange.perform(proxyAt: proxyAddresses(for: request)).0
                return .success(
                    HopAnswer(
                        request: request, response: HTTPSResponse(received, from: request.url, after: []), stream: nil,
                        proxyAnswer: received.proxyAnswer))
            case .tunnel(let protocols):
                let exchange = try Exchange(
                    request, .tunnel, as: .stream, carrying: answers, by: dialler, offering: protocols, within: limit,
                    in: session)
                let (received, stream) = try await exchange.perform(proxyAt: proxyAddresses(for: request))
                return .success(
                    HopAnswer(
                        request: request, response: HTTPSResponse(received, from: request.url, after: []),
                        stream: stream, proxyAnswer: received.proxyAnswer))
            case .message(let delivery):
                let message = try await message(request, delivery, carrying: answers, by: dialler)
                guard let store = session.answerStore(for: request) else {
                    return .success(try await send(unkept(message), answering: request))
                }
                return .success(try await answer(message, from: store))
            }
        } catch {
            return .failure(error)
        }
    }

    /// One message of a hop, with the session's cookies: it becomes an exchange once it is sent.
    private func message(
        _ request: HTTPSRequest, _ delivery: Delivery, carrying answers: Authorizations, by dialler: SessionDialler?
    ) async throws(TransportError) -> HopMessage {
        var complete = request.yielding(to: answers)
        if let cookies = await session.cookieField(for: request, after: redirects) {
            complete.fields.append(cookies)
        }
        return HopMessage(
            request: request, complete: complete, delivery: delivery, answers: answers, dialler: dialler, limit: limit,
            isMeasured: journal.isRead, session: session)
    }

    /// The addresses of the proxy on a request's way; nil where no resolver is asked for them.
    private func proxyAddresses(for request: HTTPSRequest) async throws(TransportError) -> [IPAddress]? {
        try await session.proxyAddresses(for: request.url, within: limit)
    }

    /// Carries an exchange out, and keeps the cookies of its answer, and what it says of its host.
    func send(_ exchange: Exchange, answering request: HTTPSRequest) async throws(TransportError) -> HopAnswer {
        let (received, stream) = try await exchange.perform(proxyAt: proxyAddresses(for: request))
        journal.received(received, to: exchange.outgoing)
        var response = HTTPSResponse(received, from: request.url, after: redirects)
        response.sent = exchange.sent(on: received.connection)
        response.upgrades = upgrades
        session.knownHosts?.learn(from: response)
        await session.keepCookies(received.fields, answering: request, after: redirects, journal)
        return HopAnswer(request: request, response: response, stream: stream, proxyAnswer: received.proxyAnswer)
    }

    /// The answer that a kept response is, told as one.
    ///
    /// - Parameter asked: what its server has said about it; nil where nobody was asked.
    func served(_ answer: ServedAnswer, to message: HopMessage, over asked: HTTPSResponse? = nil) -> HopAnswer {
        var response = answer.response(to: message, over: asked, after: redirects)
        response.upgrades = upgrades
        journal.served(response, to: message.request)
        return HopAnswer(
            request: message.request, response: response,
            stream: message.delivery == .stream ? KeptStream(answer.body) : nil)
    }
}

extension HTTPSError {
    fileprivate static let invalidated = HTTPSError(
        .internal, .invalidated, SessionSentence.invalidated, advice: SessionAdvice.makeAnother)
}
