import HoldfastCredentials
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb

/// Answers what is asked on a request's way, exchange by exchange: by its server, and by the proxy in front of it.
///
/// ``begin()`` before the first exchange, unless nothing is known that could be sent unasked; then each answer, or a
/// proxy's refusal, until nothing follows; ``finish()`` at the end. Belongs to the task that sends the request.
final class AuthenticationDriver {
    /// Makes the client's side of a negotiation with a host, tied to a channel where there is one.
    typealias Negotiator = @Sendable (KerberosCredential, _ host: String, _ binding: [UInt8]?) -> any Negotiation

    /// One who asks, and what is under way with them.
    private final class Party {
        var flow: AuthenticationFlow
        var negotiation: (any Negotiation)?

        init(_ flow: AuthenticationFlow) { self.flow = flow }
    }

    private let server: Party
    private let proxy: Party?
    private let asking: ChallengeAsking
    private let store: StoreAsking
    private let challengeTimeout: Duration
    private let limit: TimeLimit
    private let negotiator: Negotiator
    private let challenged: @Sendable (AuthenticationChallenge) -> Void
    /// The answers that the next exchange carries.
    private var authorizations = Authorizations()

    /// Makes a driver for the authentication of one request.
    ///
    /// - Parameters:
    ///   - proxy: nil where the request goes straight to its server.
    ///   - challengeTimeout: for one question to the handlers.
    ///   - challenged: told of each challenge before anybody is asked.
    init(
        server: AuthenticationFlow, proxy: AuthenticationFlow?, asking: ChallengeAsking,
        credentials: (any CredentialStore)?, challengeTimeout: Duration, limit: TimeLimit,
        negotiator: @escaping Negotiator = { GSSAPINegotiation($0, host: $1, binding: $2) },
        challenged: @escaping @Sendable (AuthenticationChallenge) -> Void = { _ in }
    ) {
        self.server = Party(server)
        self.proxy = proxy.map { Party($0) }
        self.asking = asking
        store = StoreAsking(store: credentials, limit: limit)
        self.challengeTimeout = challengeTimeout
        self.limit = limit
        self.negotiator = negotiator
        self.challenged = challenged
    }

    /// The answers that the first exchange carries, before anybody asks.
    func begin() async throws(HTTPSError) -> Authorizations {
        if case .send(let first) = try await settle(server.flow.begin(), of: server) { authorizations.server = first }
        authorizations.user = server.flow.attempt?.secret
        if let proxy, case .send(let first) = try await settle(proxy.flow.begin(), of: proxy) {
            authorizations.proxy = first
        }
        return authorizations
    }

    /// The answers for the next exchange, where the server asks and is answered; nil where the response stands.
    ///
    /// - Parameter proxyAnswer: what the proxy said to the request for the tunnel; nil where an open one was used.
    func answers(
        after response: HTTPSResponse, _ proxyAnswer: ProxyAnswer?
    ) async throws(HTTPSError) -> Authorizations? {
        if let proxy {
            // Through the tunnel, so that the proxy asks for nothing.
            let answer = proxyAnswer ?? ProxyAnswer(status: 200, fields: [])
            _ = try await settle(proxy.flow.received(AuthenticationReply(answer)), of: proxy)
            // Whatever becomes of what the server asks.
            await keep(of: proxy)
        }
        let step = server.flow.received(AuthenticationReply(response))
        let outcome = try await settle(step, of: server)
        await keep(of: server)
        guard case .send(let next) = outcome else { return nil }
        authorizations.server = next
        authorizations.user = server.flow.attempt?.secret
        // The next exchange may need a tunnel of its own, for which a count of Digest does not hold twice.
        if let proxy, case .send(let next) = try await settle(proxy.flow.again(), of: proxy) {
            authorizations.proxy = next
        }
        return authorizations
    }

    /// The answers for the next exchange, where the proxy has refused a tunnel, asks, and is answered; nil where its
    /// refusal stands.
    func answers(after refusal: ProxyAnswer) async throws(HTTPSError) -> Authorizations? {
        guard let proxy else { return nil }
        let step = proxy.flow.received(AuthenticationReply(refusal))
        guard case .send(let next) = try await settle(step, of: proxy) else { return nil }
        authorizations.proxy = next
        return authorizations
    }

    /// The owners whose connections no later request will use.
    func finish() -> Set<ConnectionOwner> { server.flow.finish().union(proxy?.flow.finish() ?? []) }

    /// The consequence of a reply.
    private enum Outcome {
        case stands
        case send(Authorization?)
    }

    /// Does what a step asks for, and those that follow it.
    private func settle(_ step: AuthenticationFlow.Step, of party: Party) async throws(HTTPSError) -> Outcome {
        var step = step
        while true {
            switch step {
            case .deliver: return .stands
            case .send(let authorization): return .send(authorization)
            case .fail(let error): throw error
            case .lookUp(let space):
                let found = try await store.credential(
                    of: party.flow.subject.named?.name, for: space, after: party.flow.reply?.response)
                step = party.flow.found(found)
            case .negotiate(let negotiating): step = try await negotiate(negotiating, with: party)
            case .ask(let challenge):
                step = party.flow.answered(try await ask(challenge))
            }
        }
    }

    /// Gives the store what was taken and is to outlast the session; proposed first from now on, unless the URL named
    /// the user.
    private func keep(of party: Party) async {
        for kept in party.flow.takeKept() {
            await store.keep(
                kept.password, for: kept.space.credentialSpace, persistence: kept.persistence,
                isDefault: party.flow.subject.named == nil)
        }
    }

    private func ask(
        _ challenge: AuthenticationChallenge
    ) async throws(HTTPSError) -> AuthenticationChallenge.Disposition {
        challenged(challenge)
        return try await asking.decision(on: challenge, within: min(limit.remaining, challengeTimeout))
    }

    private func negotiate(
        _ negotiating: AuthenticationFlow.Negotiating, with party: Party
    ) async throws(HTTPSError) -> AuthenticationFlow.Step {
        var token: [UInt8]?
        switch negotiating {
        case .begin(let credential, let host, let binding):
            party.negotiation = negotiator(credential, host, binding)
        case .take(let received): token = received
        }
        guard let negotiation = party.negotiation else {
            return party.flow.negotiated(.failure(NegotiationError(.refused, NegotiationFault.none)))
        }
        let result = await negotiation.step(token, until: .now.advanced(by: limit.remaining))
        if Task.isCancelled { throw .cancelled(party.flow.reply?.response) }
        return party.flow.negotiated(result)
    }
}

extension TransportRequest {
    /// Puts in what convinces those who have asked.
    mutating func add(_ answers: Authorizations) {
        if let field = answers.server?.field { message.fields.append(field) }
        connection.ntlm = answers.server?.ntlm
        connection.owner = answers.server?.owner
        // RFC 9113 has no connections that belong to somebody: what authenticates them is for HTTP/1.1.
        if connection.owner != nil { (connection.versions, connection.upgradeVersions) = (.http11, .http11) }
        if let field = answers.proxy?.field { connection.proxy?.fields.append(field) }
        connection.proxy?.account = answers.proxy?.account
        connection.proxyNTLM = answers.proxy?.ntlm
    }
}

extension AuthenticationSubject {
    /// A request for a tunnel; nil where the proxy is not one of HTTP's.
    init?(tunnelTo place: DialTargets.Place, by proxy: Proxy) {
        guard proxy.kind != .socks5 else { return nil }
        self.init(
            tunnelTo: place.host.description, place.port, by: proxy.kind == .https ? .httpsProxy : .httpProxy,
            host: proxy.host,
            port: proxy.port, named: proxy.credential.map { NamedUser($0) })
    }
}
