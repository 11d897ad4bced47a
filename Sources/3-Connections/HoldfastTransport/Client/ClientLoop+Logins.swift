import HoldfastConnection
import HoldfastCredentials
import HoldfastHTTP

extension ClientLoop {
    /// Begins a login over a connection: its first message goes out with the request, or with that for a tunnel.
    func logIn(_ exchange: ClientExchange, over connection: ClientConnection, at party: ClientLogin.Party) {
        let way = exchange.request.connection
        let (credential, host, record) =
            switch party {
            case .server: (way.ntlm, exchange.request.host, connection.record)
            case .proxy: (way.proxyNTLM, way.proxy?.host ?? "", connection.proxyJudged?.record())
            }
        guard let credential else { return fail(exchange, .notSent) }
        // Whoever serves it is not to serve anybody else.
        if party == .server { connection.exchange = exchange }
        let binding = record.flatMap(TLSServerEndPoint.binding)
        let password = PasswordCredential(user: credential.user, password: credential.password)
        connection.login = ClientLogin(password, at: party, host: host, binding: binding)
        make(nil, over: connection, for: exchange)
    }

    /// Has the next message of a login made, and holds its connection until then.
    private func make(_ challenge: [UInt8]?, over connection: ClientConnection, for exchange: ClientExchange) {
        connection.login?.make(answering: challenge, until: exchange.end) { [mailbox, id = exchange.id] result in
            _ = mailbox.post(.made(request: id, result))
        }
        run(connection)
    }

    /// A message was made, or could not be.
    func made(_ exchange: ClientExchange, _ result: Result<NegotiationTurn, NegotiationError>) {
        guard let connection = exchange.connection, connection.isHeld, let login = connection.login else { return }
        exchange.lastActivity = .now
        look(for: exchange)
        switch result {
        case .success(let turn): login.take(turn.token ?? [])
        case .failure(let error):
            guard let failure = TransportError.login(error, at: login.party.asker) else {
                return giveUp(exchange, exchange.lateness())
            }
            exchange.loginFailure = failure
            return fail(exchange, .notSent)
        }
        // What has come meanwhile, no event may tell of.
        connection.mayHoldBytes = true
        run(connection)
        switch login.party {
        case .server: begin(exchange, on: connection)
        case .proxy where connection.dialogue == nil: ask(connection, exchange)
        case .proxy:
            connection.dialogue?.answer((exchange.request.connection.proxy?.fields ?? []) + login.fields)
            go(connection, exchange)
        }
    }

    /// Goes on with a login behind the end of an answer.
    func goOn(_ round: LoginRound, _ exchange: ClientExchange, _ connection: ClientConnection) {
        (exchange.nextRound, exchange.hasEnded) = (nil, false)
        let isKept = connection.http1.isReusable && !connection.isRetired
        switch round {
        case .answer(let challenge):
            guard isKept else { return fail(exchange, .cutShort) }
            return make(challenge, over: connection, for: exchange)
        case .again: connection.isLoggedIn = false
        case .withContent: exchange.isUnasked = true
        }
        connection.login = nil
        guard exchange.rewindContent() else { return fail(exchange, .notSent) }
        guard !isKept else { return begin(exchange, on: connection) }
        drop(exchange)
        exchange.leaveConnection()
        exchange.repetition = RepetitionRule()
        exchange.needsFreshConnection = true
        exchange.response.beginAgain()
        attempt(exchange)
    }

    /// Answers a proxy that asks who wants a tunnel, where a login is under way; else there is none.
    func answer(_ question: ProxyQuestion, _ connection: ClientConnection, _ exchange: ClientExchange) {
        if exchange.isWeak(question.head, by: .proxy) { return fail(exchange, .notSent) }
        guard connection.login?.stage == .negotiating, question.keepsConnection,
            let challenge = NTLMChallenge.message(in: question.challenges, of: .proxy)
        else { return fail(exchange, ProxyFault.refused(question.head)) }
        make(challenge, over: connection, for: exchange)
    }
}

extension ClientExchange {
    /// Whether a login goes before the request.
    func needsLogin(over connection: ClientConnection) -> Bool {
        request.kind == .request && request.connection.ntlm != nil && !connection.isLoggedIn && !isUnasked
            && connection.login == nil
    }

    /// Whether an answer has a challenge that would be answered by NTLMv1, of which the exchange then dies.
    func isWeak(_ head: ResponseHead, by party: ClientLogin.Party) -> Bool {
        guard request.connection.ntlm != nil || request.connection.proxyNTLM != nil,
            NTLMChallenge.isWeak(in: head.fields)
        else { return false }
        loginFailure = .weakNTLM(party.asker)
        return true
    }

    /// Takes note of what an answer means for a login.
    func note(_ head: ResponseHead, on connection: ClientConnection) {
        nextRound = round(after: head, on: connection)
        guard nextRound == nil, let login = connection.login else { return }
        connection.login = nil
        guard login.stage == .answering else { return }
        // A connection that is nobody's is used by nobody.
        if head.status == 401 { connection.isRetired = true } else { connection.isLoggedIn = true }
    }

    private func round(after head: ResponseHead, on connection: ClientConnection) -> LoginRound? {
        guard request.connection.ntlm != nil, stream == nil else { return nil }
        let isAsked = head.status == 401
        guard let login = connection.login else {
            let isOffered = isAsked && NTLMChallenge.isOffered(in: head.fields, of: .server)
            return isOffered && connection.isLoggedIn ? .again : nil
        }
        guard login.stage == .negotiating else { return nil }
        if isAsked, connection.http1.keepsConnection,
            let message = NTLMChallenge.message(in: head.fields, of: .server)
        {
            return .answer(message)
        }
        let hasContent =
            feed != nil && request.message.upgrade == nil || request.message.body?.isEmpty == false
        return head.status < 300 && hasContent ? .withContent : nil
    }

    /// Whether a content that nobody reads is within the limit of those that somebody does.
    var takesUnread: Bool {
        guard figures.responseContentOctets > request.limits.responseBytes else { return true }
        response.refuseBody()
        return false
    }
}

extension ClientLogin.Party {
    /// The party in words.
    fileprivate var asker: TransferSentence.Asker { self == .proxy ? .proxy : .server }
}
