import HoldfastCredentials
import HoldfastTransport

/// Carries out the logins by form that a request meets: fetches and submits the pages that its flow names, and asks the
/// handlers.
///
/// Belongs to the task that the request is made by.
final class FormLoginDriver {
    private var flow: FormLoginFlow
    private let request: HTTPSRequest

    /// The driver of a request; nil where no logins are described for it.
    init?(for request: HTTPSRequest, on pipeline: RequestPipeline) {
        let logins = request.forms ?? pipeline.configuration.credentials.forms
        guard !logins.isEmpty else { return nil }
        self.request = request
        flow = FormLoginFlow(
            request, logins, memory: pipeline.session.formMemory, clock: pipeline.configuration.clock)
    }

    /// Whether pages are to be looked at, to see if they ask for a login.
    var looksAtPages: Bool { flow.looksAtPages }

    /// Logs in where an answer asks for it by a page, and says whether the request is to be sent again, from its
    /// beginning.
    func logIn(after response: HTTPSResponse, on pipeline: RequestPipeline) async throws(HTTPSError) -> Bool {
        let configuration = pipeline.configuration
        var step = flow.received(response)
        while true {
            switch step {
            case .deliver: return false
            case .again: return true
            case .fail(let error): throw error
            case .lookUp(let space):
                step = flow.found(await configuration.credentials.store?.defaultCredential(for: space))
            case .ask(let challenge):
                guard request.handlesCookies, pipeline.session.cookies != nil, configuration.cookies.areSent else {
                    throw HTTPSError(
                        .request, .loginNeedsCookies, "a login by form is kept in cookies, and there are to be none",
                        hint: "let the session and the request handle cookies", connection: response.connection,
                        redirects: response.redirects)
                }
                step = flow.answered(try await ask(challenge, on: pipeline))
            case .fetch(let page): step = flow.fetched(try await pipeline.hop(page, as: .whole).response)
            case .submit(let form): step = flow.submitted(try await pipeline.hop(form, as: .whole).response)
            }
        }
    }

    private func ask(
        _ challenge: AuthenticationChallenge, on pipeline: RequestPipeline
    ) async throws(HTTPSError) -> AuthenticationChallenge.Disposition {
        let asking = ChallengeAsking(pipeline.configuration, request)
        pipeline.journal.challenged(challenge)
        if asking.hasHandler { pipeline.session.counters.countChallenge() }
        let time = min(pipeline.limit.rest, pipeline.configuration.timeouts.challenge)
        return try await asking.decision(on: challenge, within: time)
    }
}
