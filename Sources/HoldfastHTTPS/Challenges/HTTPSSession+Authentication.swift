import HoldfastCredentials
import HoldfastTransport
import HoldfastTrust

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
        return AuthenticationSubject(tunnelTo: place, by: proxy).map { AuthenticationFlow($0, memory: authentications) }
    }
}

extension TransportRequest {
    /// Puts in what convinces those who have asked.
    mutating func add(_ answers: Authorizations) {
        if let field = answers.server?.field { fields.append(field) }
        ntlm = answers.server?.ntlm
        owner = answers.server?.owner
        // RFC 9113 has no connections that belong to somebody: what authenticates them is for HTTP/1.1.
        if owner != nil { versions = .http11 }
        if let field = answers.proxy?.field { proxy?.fields.append(field) }
        proxy?.account = answers.proxy?.account
        proxyNTLM = answers.proxy?.ntlm
    }
}

extension AuthenticationSubject {
    /// A request for a tunnel; nil where the proxy is not one of HTTP's.
    fileprivate init?(tunnelTo place: DialTargets.Place, by proxy: Proxy) {
        guard proxy.kind != .socks5 else { return nil }
        self.init(
            tunnelTo: place.host.description, place.port, by: proxy.kind == .https ? .httpsProxy : .httpProxy,
            host: proxy.host,
            port: proxy.port, named: proxy.credential.map { NamedUser($0) })
    }
}
