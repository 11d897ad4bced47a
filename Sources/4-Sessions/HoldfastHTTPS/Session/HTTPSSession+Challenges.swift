import HoldfastTransport
import HoldfastCredentials
import HoldfastWeb

extension HTTPSSession {
    /// Gives up the connections that a request's authentication leaves to nobody.
    func retireConnections(of driver: AuthenticationDriver?) {
        guard let driver, case .success(let transport) = transport else { return }
        for owner in driver.finish() { transport.retire(owner) }
    }

    /// Answers the proxy on the way to a server; nil where none asks.
    func tunnelFlow(for request: HTTPSRequest) -> AuthenticationFlow? {
        guard let proxy = configuration.proxy(for: request.url) else { return nil }
        let own = DialTargets.Place(request.url.serverName, port: request.url.port)
        let place = dialTargets(for: request).place ?? own
        return AuthenticationSubject(tunnelTo: place, by: proxy).map {
            AuthenticationFlow($0, memory: authentications, by: configuration.credentials.methods)
        }
    }
}

extension ChallengeAsking {
    /// The handlers of a session and of one of its requests.
    init(_ configuration: HTTPSSession.Configuration, _ request: HTTPSRequest) {
        self.init(
            session: configuration.credentials.handler, task: request.challenges,
            taskSpeaksForSession: request.challengesSpeakForSession)
    }
}
