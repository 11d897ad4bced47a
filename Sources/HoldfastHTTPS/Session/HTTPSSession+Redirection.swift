import HoldfastCredentials
import HoldfastTransport

extension HTTPSSession {
    /// What follows a redirect, by the request's own word; nil where the redirect is the answer.
    ///
    /// - Parameter next: what follows it where nobody has another word.
    func decide(
        about response: HTTPSResponse, _ next: HTTPSRequest, within limit: TimeLimit
    ) async throws(HTTPSError) -> HTTPSRequest? {
        guard let redirection = next.redirection else { return next }
        let bare = response.with(body: [])
        guard let answer = await Inquiry.answer(until: .now.advanced(by: limit.rest), { await redirection(bare, next) })
        else { throw Self.undecided(response) }
        return answer.map { $0.continuing(next) }
    }

    private static func undecided(_ response: HTTPSResponse) -> HTTPSError {
        guard !Task.isCancelled else { return .cancelled(response) }
        return HTTPSError(
            .request, .timedOut, "nothing decided in time about the redirect from \(response.url)",
            hint: "let the request's redirection answer each redirect, or give it more time",
            connection: response.connection, redirects: response.redirects)
    }
}

extension HTTPSRequest {
    /// This as a hop of another request, whose limits, answers and listeners stay.
    fileprivate func continuing(_ other: HTTPSRequest) -> HTTPSRequest {
        var hop = other
        hop.url = url
        hop.method = method
        hop.fields = fields
        hop.hostField = hostField
        hop.body = body
        hop.upload = upload
        hop.expectsContinue = expectsContinue
        hop.closesConnection = closesConnection
        hop.ignoredFields = ignoredFields
        hop.handlesCookies = handlesCookies
        // What the handler wrote goes as it is; what the session would add, only where the redirect could have led.
        hop.leftBehind.formUnion(ConfinedFields(from: other.url, to: url))
        return hop
    }
}
