import HoldfastCredentials
import HoldfastTransport

extension HTTPSSession {
    /// One hop: the request, and again as often as its server asks for authentication and is answered.
    func authenticated(
        _ hop: HTTPSRequest, as delivery: BodyDelivery, within limit: TimeLimit,
        _ redirects: [HTTPSResponse.Redirect], _ journal: inout TaskJournal
    ) async throws(HTTPSError) -> HopAnswer {
        var flow = AuthenticationFlow(hop, memory: authentications)
        var field = flow.begin()
        while true {
            var request = hop
            if let field { request.fields.append(field) }
            if let cookies = await cookieField(for: hop) { request.fields.append(cookies) }
            let answer = try await exchange(request, as: delivery, within: limit, redirects, &journal)
            await keepCookies(answer.response.fields, answering: hop)
            let step = flow.received(answer.response)
            field = try await self.field(after: step, in: &flow, of: hop, within: limit, journal)
            if field == nil { return answer }
            await answer.stream?.skip()
        }
    }

    /// What is to be sent with the request; nil where the response stands.
    private func field(
        after step: AuthenticationFlow.Step, in flow: inout AuthenticationFlow, of hop: HTTPSRequest,
        within limit: TimeLimit, _ journal: TaskJournal
    ) async throws(HTTPSError) -> HTTPField? {
        var step = step
        let asking = ChallengeAsking(session: configuration.challenges, task: hop.challenges)
        while true {
            switch step {
            case .deliver: return nil
            case .send(let field): return field
            case .fail(let error): throw error
            case .lookUp(let space): step = flow.found(await configuration.credentials?.defaultCredential(for: space))
            case .ask(let challenge):
                journal.challenged(challenge)
                if asking.hasHandler { counters.countChallenge() }
                let time = min(limit.rest, configuration.challengeTimeout)
                guard let disposition = await asking.answer(to: challenge, within: time) else {
                    throw unanswered(challenge)
                }
                step = flow.answered(disposition)
            }
        }
    }

    private func unanswered(_ challenge: AuthenticationChallenge) -> HTTPSError {
        let response = challenge.failureResponse
        guard !Task.isCancelled else {
            return HTTPSError(
                .request, "cancelled", "the request was cancelled", hint: "nothing was wrong with the server",
                connection: response?.connection, redirects: response?.redirects ?? [])
        }
        return HTTPSError(
            .request, "challengeTimedOut",
            "the handler did not answer the challenge \(challenge.protectionSpace.authenticationMethod.rawValue) in time",
            hint: "let the handler answer each challenge, or give it more time", connection: response?.connection,
            redirects: response?.redirects ?? [])
    }
}
