import HoldfastCredentials
import HoldfastX509

/// Logins by a page get their pages on the way of the request that they stand in.
extension RequestPipeline: PageLoginWay {
    var sessionForms: [FormLogin] { configuration.credentials.forms }

    var clock: @Sendable () -> Instant { configuration.clock }

    var storeAsking: StoreAsking { StoreAsking(store: configuration.credentials.store, limit: limit) }

    var carriesCookies: Bool { session.cookies != nil && configuration.cookies.areSent }

    func page(_ request: HTTPSRequest) async throws(HTTPSError) -> HTTPSResponse {
        try await hop(request, as: .whole).whole()
    }

    func ask(
        _ challenge: AuthenticationChallenge, of request: HTTPSRequest
    ) async throws(HTTPSError) -> AuthenticationChallenge.Disposition {
        let asking = ChallengeAsking(configuration, request)
        journal.challenged(challenge)
        if asking.hasHandler { session.counters.countChallenge() }
        let time = min(limit.remaining, configuration.timeouts.challenge)
        return try await asking.decision(on: challenge, within: time)
    }
}
