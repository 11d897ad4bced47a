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
        let driver = driver(for: request, within: limit, journal)
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
                step = flow.answered(try await driver.ask(challenge))
            case .fetch(let page):
                step = flow.fetched(try await authenticated(page, as: .whole, within: limit, [], &journal).response)
            case .submit(let form):
                step = flow.submitted(try await authenticated(form, as: .whole, within: limit, [], &journal).response)
            }
        }
    }
}
