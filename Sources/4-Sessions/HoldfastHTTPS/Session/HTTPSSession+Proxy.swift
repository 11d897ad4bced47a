import HoldfastCredentials
import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension HTTPSSession {
    /// The proxy for a server; nil where it is reached without.
    func proxy(for url: HTTPSURL) -> Proxy? {
        // The configuration is large, and copied where it is asked as a whole.
        guard configuration.proxy != nil || configuration.proxySelection != nil else { return nil }
        return configuration.proxy(for: url)
    }

    /// Says what an exchange goes through.
    ///
    /// - Returns: the policy for the proxy's own certificate; nil where it shows none.
    func configureProxy(
        of exchange: inout TransportRequest, for url: HTTPSURL
    ) throws(TransportError) -> ExchangePolicy? {
        guard let proxy = proxy(for: url) else { return nil }
        var target = ProxyTarget(kind: proxy.kind.forTransport, host: proxy.host, port: proxy.port)
        target.hasLogin = proxy.credential != nil
        defer { exchange.connection.proxy = target }
        switch proxy.kind {
        case .http: return nil
        case .socks5:
            target.user = proxy.credential?.user
            target.password = proxy.credential?.password
            return nil
        case .https:
            let policy = try exchangePolicy(for: proxy.serverName, nil)
            target.policyDigest = policy.digests.whole
            target.asksForEvidence = policy.asksForEvidence
            target.supportedGroups =
                configuration.serverSettings(proxy.serverName).supportedGroups ?? configuration.trust.supportedGroups
            if policy.digests.withoutIdentity == nil { exchange.connection.sharing = .never }
            let (server, own) = (exchange.tls.isCurrent, policy.isCurrent)
            exchange.tls.isCurrent = { server?() ?? true && own?() ?? true }
            return policy
        }
    }
}

extension HTTPSSession.Configuration {
    /// The proxy for a server; nil where it is reached without.
    func proxy(for url: HTTPSURL) -> Proxy? {
        if let proxySelection { return proxySelection(url) }
        guard let proxy, !proxyExclusions.contains(where: { $0.excludes(url.serverName) }) else { return nil }
        return proxy
    }
}

extension ServerName {
    /// Whether a server is this one, or under this name.
    fileprivate func excludes(_ other: ServerName) -> Bool {
        switch (self, other) {
        case (.dns(let own), .dns(let name)):
            name == own || name.description.hasSuffix("." + own.description)
        default: self == other
        }
    }
}
