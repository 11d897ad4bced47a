public import HoldfastHTTPS
public import HoldfastTransport
public import HoldfastTrust
public import HoldfastWords

extension Gate {
    /// The settings of a gate.
    public struct Configuration: Sendable {
        /// The settings by which servers are reached and judged: policy, resolvers, proxy, client certificate.
        ///
        /// Its handler is asked as for any session. Cookies, the cache and redirects have no part in it.
        public var session = HTTPSSession.Configuration()
        /// The servers that are judged, and what is done with the others.
        public var scope = GateScope.everything
        /// The only servers that this run's authority may vouch for, where it is not to be good for all.
        public var names: GateNames?
        /// The life of this run's authority: a day at most. After it the gate takes nobody in any more.
        public var life: Duration = .seconds(86_400)
        /// The place where it listens; port 0 for one that is free.
        ///
        /// Anywhere but on loopback every client needs credentials.
        public var endpoint: Endpoint
        /// Whether programs of the same user need credentials too.
        public var requiresCredentials = false
        /// What is done with requests without TLS.
        public var plainHTTP = PlainHTTPHandling.refused
        /// The longest time that a user's decision to go on holds.
        public var goOnLimit: Duration = .seconds(3_600)
        /// The language that pages open in.
        public var language = PageLanguage.english
        public var limits = GateLimits()
        /// Told of everything that happens, on the thread where it does, where it must not stay.
        public var report: (@Sendable (GateEvent) -> Void)?

        /// Settings with a place on loopback.
        public init(port: UInt16 = 0) { endpoint = Endpoint(.loopback, port: port) }
    }
}

/// The servers that a gate judges.
public enum GateScope: Hashable, Sendable {
    /// All of them: what is not TLS gets nowhere.
    case everything
    /// Those of a list; connections to others are handed through as they are, and nothing is known of them.
    case only(GateNames)
    /// None: every connection is handed through as it is, and its server judged over another one, for the report alone.
    case observed

    /// What is done with connections to one server.
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

/// What a gate does with requests of plain HTTP.
public enum PlainHTTPHandling: String, Hashable, Sendable, CaseIterable {
    case refused
    /// The client is sent to the same URL with TLS. So it is in any case where the host wants that (RFC 6797).
    case upgraded
}

extension IPAddress {
    /// 127.0.0.1.
    static let loopback = IPAddress(bytes: [127, 0, 0, 1]) ?? .unspecified
    private static let unspecified = IPAddress("0.0.0.0") ?? loopback
}
