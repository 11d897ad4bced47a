import HoldfastCredentials
import HoldfastTransport

extension HTTPSSession {
    /// One hop: the request, and again as often as it is asked for authentication and is answered.
    func authenticated(
        _ hop: HTTPSRequest, as delivery: BodyDelivery, within limit: TimeLimit,
        _ redirects: [HTTPSResponse.Redirect], _ journal: inout TaskJournal
    ) async throws(HTTPSError) -> HopAnswer {
        let hop = hop.filled(with: configuration.additionalFields)
        warnOfIgnoredFields(of: hop, journal)
        let driver = driver(for: hop, within: limit, journal)
        let server = AuthenticationFlow(AuthenticationSubject(hop), memory: authentications)
        var last: HopAnswer?
        _ = try await driver.run(server: server, proxy: tunnelFlow(for: hop)) {
            (answers) async throws(HTTPSError) in
            await last?.stream?.skip()
            var request = hop
            if let cookies = await cookieField(for: hop) { request.fields.append(cookies) }
            let answer = try await exchange(
                request, answers, as: delivery, within: limit, redirects, &journal)
            await keepCookies(answer.response.fields, answering: hop, journal)
            last = answer
            return AuthenticationDriver.Exchanged(response: answer.response, proxyAnswer: answer.proxyAnswer)
        } retire: { owner in
            if case .success(let transport) = transport { transport.retire(owner) }
        }
        guard let last else {
            throw HTTPSError(.internal, "noResponse", "the request ended without a response", hint: "report this")
        }
        return HopAnswer(request: hop, response: last.response, stream: last.stream)
    }

    /// Whoever asks on a request's way is answered by this.
    func driver(
        for hop: HTTPSRequest, within limit: TimeLimit, _ journal: TaskJournal
    ) -> AuthenticationDriver {
        let asking = ChallengeAsking(configuration, hop)
        var driver = AuthenticationDriver(
            asking: asking, credentials: configuration.credentials, challengeTimeout: configuration.challengeTimeout,
            limit: limit)
        driver.challenged = { [journal, counters] challenge in
            journal.challenged(challenge)
            if asking.hasHandler { counters.countChallenge() }
        }
        return driver
    }

    /// Answers the proxy on the way to a server; nil where none asks.
    func tunnelFlow(for request: HTTPSRequest) -> AuthenticationFlow? {
        guard let proxy = configuration.proxy(for: request.url) else { return nil }
        let plan = DialPlan(request.url, connectTo: dialTargets(for: request).connectTo, resolve: [])
        return AuthenticationSubject(tunnelTo: plan, by: proxy).map { AuthenticationFlow($0, memory: authentications) }
    }
}

extension TransportRequest {
    /// Puts in what convinces those who have asked.
    mutating func add(_ answers: AuthenticationAnswers) {
        if let field = answers.server?.field { fields.append(field) }
        ntlm = answers.server?.ntlm
        owner = answers.server?.owner
        // RFC 9113 has no connections that belong to somebody: what authenticates them is for HTTP/1.1.
        if owner != nil { versions = .http11 }
        if let field = answers.proxy?.field { proxy?.fields.append(field) }
        proxy?.account = answers.proxy?.account
        proxyNTLM = answers.proxy?.ntlm
    }
}

extension AuthenticationSubject {
    /// A request for a tunnel; nil where the proxy is not one of HTTP's.
    fileprivate init?(tunnelTo plan: DialPlan, by proxy: Proxy) {
        guard proxy.kind != .socks5 else { return nil }
        self.init(
            tunnelTo: plan.host, plan.port, by: proxy.kind == .https ? .httpsProxy : .httpProxy, host: proxy.host,
            port: proxy.port, named: proxy.credential.map { NamedUser($0) })
    }
}
