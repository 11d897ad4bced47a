import HoldfastCredentials
import HoldfastTransport

/// Carries one request through all that is asked on its way: exchange by exchange, the proxy's questions first.
struct AuthenticationDriver {
    /// What one exchange brought.
    struct Exchanged {
        let response: HTTPSResponse
        /// What the proxy said to the request for the tunnel; nil where an open one was used, or there is no proxy.
        var proxyAnswer: ProxyAnswer?
    }

    /// Makes the client's side of a negotiation with a host, tied to a channel where there is one.
    typealias Negotiator = @Sendable (KerberosCredential, _ host: String, _ binding: [UInt8]?) -> any Negotiation

    /// One who asks, and what is under way with them.
    private struct Party {
        var flow: AuthenticationFlow
        var negotiation: (any Negotiation)?
    }

    let asking: ChallengeAsking
    let credentials: (any CredentialStore)?
    /// For one question to the handlers.
    let challengeTimeout: Duration
    let limit: TimeLimit
    var negotiator: Negotiator = { GSSAPINegotiation($0, host: $1, binding: $2) }
    /// Told of each challenge before anybody is asked.
    var challenged: @Sendable (AuthenticationChallenge) -> Void = { _ in }

    /// Sends a request as often as it takes.
    ///
    /// - Parameters:
    ///   - proxy: nil where the request goes straight to its server.
    ///   - send: carries out one exchange. Where the proxy refuses a tunnel it throws an error with the
    ///     ``HTTPSError/proxyAnswer``.
    ///   - retire: takes owners whose connections no later request will use.
    func run(
        server: AuthenticationFlow, proxy: AuthenticationFlow? = nil,
        send: (AuthenticationAnswers) async throws(HTTPSError) -> Exchanged,
        retire: (ConnectionOwner) -> Void
    ) async throws(HTTPSError) -> HTTPSResponse {
        var server = Party(flow: server)
        var proxy = proxy.map { Party(flow: $0) }
        defer {
            for owner in server.flow.finish().union(proxy?.flow.finish() ?? []) { retire(owner) }
        }
        var answers = AuthenticationAnswers()
        if case .send(let first) = try await settle(server.flow.begin(), of: &server) { answers.server = first }
        answers.user = server.flow.attempt?.secret
        if var party = proxy {
            if case .send(let first) = try await settle(party.flow.begin(), of: &party) { answers.proxy = first }
            proxy = party
        }
        while true {
            let exchanged: Exchanged
            do throws(HTTPSError) {
                exchanged = try await send(answers)
            } catch {
                guard let refusal = error.proxyAnswer, var party = proxy else { throw error }
                let step = party.flow.received(AuthenticationReply(refusal))
                let next = try await settle(step, of: &party)
                proxy = party
                guard case .send(let answer) = next else { throw error }
                answers.proxy = answer
                continue
            }
            if var party = proxy {
                // Through the tunnel, so that the proxy asks for nothing.
                let answer = exchanged.proxyAnswer ?? ProxyAnswer(status: 200, fields: [])
                _ = try await settle(party.flow.received(AuthenticationReply(answer)), of: &party)
                proxy = party
            }
            let step = server.flow.received(AuthenticationReply(exchanged.response))
            guard case .send(let answer) = try await settle(step, of: &server) else { return exchanged.response }
            answers.server = answer
            answers.user = server.flow.attempt?.secret
            if var party = proxy {
                // The next exchange may need a tunnel of its own, for which a count of Digest does not hold twice.
                if case .send(let next) = try await settle(party.flow.again(), of: &party) { answers.proxy = next }
                proxy = party
            }
        }
    }

    /// What becomes of a reply.
    private enum Outcome {
        case stands
        case send(AuthenticationAnswer?)
    }

    /// Does what a step asks for, and those that follow it.
    private func settle(_ step: AuthenticationFlow.Step, of party: inout Party) async throws(HTTPSError) -> Outcome {
        var step = step
        while true {
            switch step {
            case .deliver: return .stands
            case .send(let answer): return .send(answer)
            case .fail(let error): throw error
            case .lookUp(let space):
                let found =
                    if let named = party.flow.subject.named {
                        await credentials?.credential(of: named.name, for: space)
                    } else {
                        await credentials?.defaultCredential(for: space)
                    }
                step = party.flow.found(found)
            case .negotiate(let negotiating): step = try await negotiate(negotiating, with: &party)
            case .ask(let challenge):
                step = party.flow.answered(try await ask(challenge))
            }
        }
    }

    /// What the handlers say to a challenge.
    func ask(_ challenge: AuthenticationChallenge) async throws(HTTPSError) -> AuthenticationChallenge.Disposition {
        challenged(challenge)
        guard let said = await asking.answer(to: challenge, within: min(limit.rest, challengeTimeout)) else {
            throw Self.unanswered(challenge)
        }
        return said
    }

    private func negotiate(
        _ negotiating: AuthenticationFlow.Negotiating, with party: inout Party
    ) async throws(HTTPSError) -> AuthenticationFlow.Step {
        var token: [UInt8]?
        switch negotiating {
        case .begin(let credential, let host, let binding):
            party.negotiation = negotiator(credential, host, binding)
        case .take(let received): token = received
        }
        guard let negotiation = party.negotiation else {
            return party.flow.negotiated(.failure(NegotiationError(.refused, "there is no negotiation under way")))
        }
        let result = await negotiation.step(token, until: .now.advanced(by: limit.rest))
        if Task.isCancelled { throw Self.cancelled(party.flow.reply?.response) }
        return party.flow.negotiated(result)
    }

    static func cancelled(_ response: HTTPSResponse?) -> HTTPSError {
        HTTPSError(
            .request, "cancelled", "the request was cancelled", hint: "nothing was wrong with the server",
            connection: response?.connection, redirects: response?.redirects ?? [])
    }

    private static func unanswered(_ challenge: AuthenticationChallenge) -> HTTPSError {
        let response = challenge.failureResponse
        guard !Task.isCancelled else { return cancelled(response) }
        return HTTPSError(
            .request, "challengeTimedOut",
            "the handler did not answer the challenge \(challenge.protectionSpace.authenticationMethod.rawValue) in time",
            hint: "let the handler answer each challenge, or give it more time", connection: response?.connection,
            redirects: response?.redirects ?? [])
    }
}
