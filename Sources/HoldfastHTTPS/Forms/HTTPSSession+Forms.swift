import HoldfastCredentials
import HoldfastTransport

extension HTTPSSession {
    /// The logins by form that a request may meet.
    func formLogins(for request: HTTPSRequest) -> FormLoginFlow {
        FormLoginFlow(
            request, request.forms ?? configuration.forms, memory: formMemory, clock: configuration.clock)
    }

    /// Logs in where an answer asks for it by a page, and says whether the request is to be sent again, from its
    /// beginning.
    func logIn(
        after response: HTTPSResponse, in flow: inout FormLoginFlow, of request: HTTPSRequest, within limit: TimeLimit,
        _ journal: inout TaskJournal
    ) async throws(HTTPSError) -> Bool {
        var step = flow.received(response)
        let asking = ChallengeAsking(configuration, request)
        while true {
            switch step {
            case .deliver: return false
            case .again: return true
            case .fail(let error): throw error
            case .lookUp(let space): step = flow.found(await configuration.credentials?.defaultCredential(for: space))
            case .ask(let challenge):
                guard request.handlesCookies, cookies != nil, configuration.sendsCookies else {
                    throw HTTPSError(
                        .request, "loginNeedsCookies", "a login by form is kept in cookies, and there are to be none",
                        hint: "let the session and the request handle cookies", connection: response.connection,
                        redirects: response.redirects)
                }
                journal.challenged(challenge)
                if asking.hasHandler { counters.countChallenge() }
                let time = min(limit.rest, configuration.challengeTimeout)
                guard let disposition = await asking.answer(to: challenge, within: time) else {
                    throw AuthenticationDriver.unanswered(challenge)
                }
                step = flow.answered(disposition)
            case .fetch(let page):
                step = flow.fetched(try await authenticated(page, as: .whole, within: limit, [], &journal).response)
            case .submit(let form):
                step = flow.submitted(try await authenticated(form, as: .whole, within: limit, [], &journal).response)
            }
        }
    }
}
