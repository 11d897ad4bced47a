public import HoldfastHTTPS
public import HoldfastTransport
import HoldfastTrust
public import HoldfastStatements
public import HoldfastWeb
public import HoldfastX509

extension Gate {
    /// The settings of a gate.
    public struct Configuration: Sendable {
        /// The settings by which servers are reached and judged: policy, resolvers, proxy, client certificate.
        ///
        /// Its handler is asked as for any session. Cookies, the cache and redirects have no part in it. An identity
        /// needs the servers that may see it (`credentials.identityServers`).
        public var session = HTTPSSession.Configuration()
        /// The servers that are judged, and what is done with the others.
        public var scope = GateScope.everything
        /// The only servers that this run's authority may vouch for, where it is not to be good for all.
        public var names: GateNames?
        /// The life of this run's authority: a day at most. After it the gate takes nobody in any more.
        public var life: Duration = .seconds(86_400)
        /// The place where it listens; nil for 127.0.0.1 and a port that is free.
        ///
        /// Anywhere but on loopback every client needs credentials.
        public var endpoint: Endpoint?
        /// Whether programs of the same user need credentials too.
        public var requiresCredentials = false
        /// The handling of requests without TLS.
        public var plainHTTP = PlainHTTPHandling.refused
        /// The longest time that a user's decision to go on holds.
        public var goOnLimit: Duration = .seconds(3_600)
        /// The language that pages open in.
        public var language = PageLanguage.english
        public var limits = GateLimits()
        /// Told of each connection to a server that was judged, with its record or the refusal, on the thread where
        /// that happens, where it must not stay.
        public var judged: (@Sendable (HTTPSURL, Result<ConnectionRecord, HTTPSError>) -> Void)?
        /// Told of everything that happens, on the thread where it does, where it must not stay.
        public var report: (@Sendable (GateEvent) -> Void)?

        /// The settings of a gate on loopback that judges every server.
        public init() {}
    }
}

/// The servers that a gate judges.
public enum GateScope: Hashable, Sendable {
    /// Every server; what is not TLS gets nowhere.
    case everything
    /// A list of servers; connections to others are handed through as they are, and nothing is known of them.
    case only(GateNames)
    /// None: every connection is handed through as it is, and its server judged over another one, for the report alone.
    case observed

    /// The treatment of connections to one server.
    enum Treatment: Hashable, Sendable {
        case judge, pass, observe
    }

    func treatment(of name: ServerName) -> Treatment {
        switch self {
        case .everything: .judge
        case .only(let names): names.contains(name) ? .judge : .pass
        case .observed: .observe
        }
    }
}

/// The handling of requests of plain HTTP.
public enum PlainHTTPHandling: String, Hashable, Sendable, CaseIterable {
    case refused
    /// The client is sent to the same URL with TLS. So it is in any case where the host wants that (RFC 6797).
    case upgraded
}
