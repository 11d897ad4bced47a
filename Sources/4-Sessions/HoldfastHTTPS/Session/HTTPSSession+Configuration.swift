public import HoldfastAuthority
public import HoldfastCredentials
import HoldfastCrypto
public import HoldfastHTTP
public import HoldfastResolving
public import HoldfastTransport
public import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509

extension HTTPSSession {
    /// The settings of a session: how it trusts, connects and waits. The defaults are the system's anchors and the
    /// profile `default`.
    public struct Configuration: Sendable {
        /// The settings by which servers are judged.
        public var trust = Trust()
        /// The time limits of the session.
        public var timeouts = Timeouts()
        /// The limits of redirects, responses and the like.
        public var limits = Limits()
        /// The settings for the addresses that connections lead to.
        public var addresses = Addresses()
        /// The settings by which challenges are answered.
        public var credentials = Credentials()
        /// The settings by which cookies are sent and kept.
        public var cookies = Cookies()
        /// The cache of responses; nil for none.
        public var cache: HTTPCache?
        /// The place where it is kept which hosts want nothing but TLS (RFC 6797); a store of the session's own by
        /// default.
        public var strictTransport = HTTPSSession.StrictTransportHandling.ofSession
        /// The settings for one server beside its policy; asked for at every hop of every request.
        public var serverSettings: @Sendable (ServerName) -> ServerSettings = { _ in ServerSettings() }
        /// The proxy that requests go through; nil for none. The environment is not asked: see ``Proxy``.
        public var proxy: Proxy?
        /// Hosts that are reached without the proxy: names with all their subdomains, and addresses.
        public var proxyExclusions: [ServerName] = []
        /// Chooses the proxy of each request, in the place of ``proxy`` and ``proxyExclusions``.
        package var proxySelection: (@Sendable (HTTPSURL) -> Proxy?)?
        /// Whether HTTP/2 is offered beside HTTP/1.1.
        public var offersHTTP2 = true
        /// Header fields of every request that has none of the name (Apple, `httpAdditionalHeaders`); none by default.
        ///
        /// `Authorization` and `Cookie` among them go to the origin that a request is made for, whichever that is, and
        /// nowhere that a redirect leads from there: a session with such fields is one for its own servers alone.
        public var additionalFields: [HTTPField] = []
        /// The clock that certificates are judged by, and cookies.
        public var clock: @Sendable () -> Instant = { SystemClock.now() }
        /// The observer of the session's tasks; nil for none.
        public var observer: (any SessionObserver)?
        /// Is told the secrets of all connections, each line in the format of NSS's key log; nil for nobody.
        ///
        /// Whoever has the lines reads everything that is sent and received, passwords too. The closure is called on
        /// the connections' threads, which wait for it. The environment variable that other programs obey is not looked
        /// at.
        public var dangerousKeyLog: (@Sendable (String) -> Void)?

        public init() {}

        var forTransport: TransportEngine.Configuration {
            var engine = TransportEngine.Configuration()
            engine.maximumConnectionsPerHost = limits.connectionsPerHost
            engine.maximumConnections = limits.connections
            engine.maximumIdleConnections = limits.idleConnections
            return engine
        }
    }
}

extension HTTPSSession.Configuration {
    /// Time limits of a session.
    public struct Timeouts: Sendable {
        /// For one request with all its redirects and its whole response, unless the request says otherwise; 60 s.
        public var request: Duration = .seconds(60)
        /// For an upload, a download, or a response that is read in pieces, in place of ``request``; seven days.
        public var transfer: Duration = .seconds(7 * 86_400)
        /// The longest time in which nothing comes or goes before a request fails; nil for as long as the other limits
        /// allow. What waits for the program (a challenge, a reader, a body that is being made) does not count.
        public var idle: Duration? = .seconds(60)
        /// The longest time that a handler may take for one challenge; within the limit of the request in any case.
        public var challenge: Duration = .seconds(60)
    }

    /// Limits of what a session takes.
    public struct Limits: Sendable {
        /// Redirects followed before the request fails; 0 returns the first answer, whatever it is.
        public var redirects = 20
        /// Bytes of a response's body, after decompression; 64 MiB.
        public var responseBytes = 64 << 20
        /// Connections to one host and port at a time, under one policy; nil for as many as are asked for. Requests
        /// that find none wait for one, which ``Timeouts/idle`` does not count.
        public var connectionsPerHost: Int?
        /// Connections under one policy at a time; nil for as many as are asked for.
        public var connections: Int?
        /// Connections under one policy that are kept open for later requests.
        public var idleConnections = 64
    }

    /// Settings for the addresses that a session's connections lead to.
    public struct Addresses: Sendable {
        /// The family of those addresses of a name that are dialled.
        public var family = HTTPSSession.AddressFamily.any
        /// The rules for where servers are dialled whatever resolvers say; the first rule that fits counts. Server
        /// name, request and identity to be proven stay. ``DialRule/init(connectTo:)`` reads rules as curl spells them.
        public var dial: [DialRule] = []
        /// The resolvers that addresses come from, and how one of them is chosen; nil for the system's resolver.
        public var resolution: NameResolution?
        /// Whether the session notices that the machine is in another network, and forgets what it knows of addresses
        /// in the one before, as ``NameResolution/networkChanged()`` does. Without ``resolution`` and ``dial`` there is
        /// nothing to forget: the system is asked for each connection.
        public var followsNetwork = true
        /// The monitor that is followed; nil for the process's.
        package var networkMonitor: NetworkMonitor?
        /// Whether a request whose URL has an address and whose field `Host` has a name is one for that name at that
        /// address: for code that has put the address into the URL already.
        ///
        /// The name is then the URL's in everything: server name, the identity to be proven, cookies, redirects and
        /// ``HTTPSResponse/url``. The first such request is warned about by ``SessionEvent/warned(task:_:)``. Where URL
        /// and field name two servers or two ports, the request fails with the code `hostConflict`. Without it a field
        /// `Host` says nothing about whom the server has to be, and an address has to be in the certificate.
        public var takesNameFromHostField = false
        /// The addresses of names that may be dialled; nil for all. Asked when a connection is dialled, whatever a
        /// resolver has said before; only where the session dials itself (``resolution``, ``dial``).
        package var permits: (@Sendable (IPAddress) -> Bool)?
        /// Whether handshakes name the server (RFC 6066 §3). Without it a server with several certificates shows its
        /// first one, which is judged for the name all the same.
        public var sendsServerName = true
    }

    /// Settings by which a session answers challenges.
    public struct Credentials: Sendable {
        /// Answers authentication challenges; nil for nobody, so that only ``store`` and ``identity`` do.
        ///
        /// It is asked about each server, too, after the engine has judged it: let it answer
        /// ``AuthenticationMethod/serverTrust`` with `.performDefaultHandling` where it has no other proof.
        public var handler: (any ChallengeHandler)?
        /// The store of the credentials that are proposed first; nil for none. What a server took for the session is
        /// kept by the session itself, and ends with it; what a handler gave as permanent or synchronizable, and a
        /// server took, is given to the store with the first answer below 400, and proposed first from then on.
        /// Identities and tickets are not. It is waited for within the time of the request.
        public var store: (any CredentialStore)?
        /// The identity for servers that ask for a client certificate where no handler has anything to say; nil for
        /// none.
        ///
        /// It goes to any accepted server that asks, wherever a redirect leads, unless that names authorities and none
        /// of them issued a certificate of the identity's chain (RFC 8446 §4.2.4): give it to a session that talks to
        /// its own servers alone, or use a handler, which is told who asks. A server that asks only after the handshake
        /// gets it where the session and the request have no handler, since nobody can be asked then. Where somebody
        /// else chooses the servers, as a page does, name those that may see it in ``identityServers``.
        ///
        /// It is this one for as long as there is the session. One that is renewed meanwhile is what ``handler``
        /// answers to ``AuthenticationMethod/clientCertificate``, with the persistence `.none`, so that each new
        /// connection asks again; open connections keep the one that they were opened with.
        public var identity: Identity?
        /// The only servers that ``identity`` goes to, by the name that they have to prove; nil for every accepted one
        /// that asks (RFC 8446 §4.3.2 leaves it to the client).
        ///
        /// One of them gets it only where an anchor vouches for it: none that is trusted by an exception of the user's,
        /// or by ``TrustPolicy/dangerousAcceptAny``. A server that asks and gets none is told of by
        /// ``SessionEvent/warned(task:_:)``, once a host.
        public var identityServers: [ServerName]?
        /// The methods by which servers and proxies that ask for a login are answered; nil for every one that can be.
        /// Where none of these is offered, the answer that asks (401) is the answer to the request, and a proxy's
        /// refusal (407) its end.
        public var methods: Set<AuthenticationMethod>?
        /// The descriptions of sites that ask for a login by a page; what none of these describes is an answer as any
        /// other.
        public var forms: [FormLogin] = []
    }

    /// Settings by which a session sends and keeps cookies.
    public struct Cookies: Sendable {
        /// The place where cookies are kept.
        public var handling = HTTPSSession.CookieHandling.ofSession
        /// Whether requests carry what the store has (Apple, `httpShouldSetCookies`). A request with a `Cookie` field
        /// of its own carries that one alone, whatever this says.
        public var areSent = true
        /// Whether the store keeps what servers set (Apple, `httpCookieAcceptPolicy`).
        public var acceptPolicy = HTTPSSession.CookieAcceptPolicy.always
    }
}

extension HTTPSSession {
    /// The rule for how often handlers are asked about a server.
    public enum ServerTrustChallenges: Hashable, Sendable {
        /// For each connection, as Apple's `URLSession` does.
        case everyConnection
        /// Once for the same host, port and address, exactly the same certificates and the same policy, until the
        /// session ends. What the session's own handler accepted, or let the default accept, stands for the next
        /// connection without being judged again, while the certificates are valid and nothing has changed that the
        /// verdict rests on.
        ///
        /// A request's own handler speaks for its request alone, and what it said is never remembered. Neither is
        /// anything under a policy that looks at revocation, or with a rule that has no cache key.
        case rememberedForSession
    }

    /// The kinds of addresses that are dialled.
    public enum AddressFamily: Hashable, Sendable {
        case any
        case ipv4
        case ipv6
    }
}

extension HTTPSSession {
    /// Settings of a session that hold for one server alone.
    public struct ServerSettings: Hashable, Sendable {
        /// The earliest version of TLS that the server is offered; nil for the session's own bounds, which it never
        /// widens.
        public var minimumTLS: TLSProtocol?
        /// The groups that the server is offered, in the place of ``Configuration/Trust/supportedGroups``; nil for
        /// those.
        public var supportedGroups: SupportedGroups?
        /// The rules for where the server is dialled; they come after those of ``Configuration/Addresses/dial``.
        public var dial: [DialRule] = []
        /// The demands of App Transport Security on the server; nil for none beyond the session's own.
        public var transportSecurity: TransportSecurity?

        public init() {}

        /// The earliest version of TLS that anything in the settings asks for.
        fileprivate var earliestTLS: TLSProtocol? {
            [minimumTLS, transportSecurity?.minimumTLS].compactMap(\.self).max()
        }
    }
}

extension HTTPSSession.Configuration {
    /// The versions of TLS that a server is offered.
    ///
    /// - Throws: where its settings ask for more than the session offers.
    func tlsVersions(
        for name: ServerName, _ settings: HTTPSSession.ServerSettings
    ) throws(TransportError) -> ClosedRange<TLSProtocol> {
        guard let minimum = settings.earliestTLS, minimum > trust.tlsVersions.lowerBound else {
            return trust.tlsVersions
        }
        guard minimum <= trust.tlsVersions.upperBound else {
            throw TransportError(
                .tls, .protocolVersion, HandshakeSentence.notSoFar(host: "\(name)", minimum: minimum.name),
                advice: HandshakeSettingAdvice.widenVersions)
        }
        return minimum...trust.tlsVersions.upperBound
    }
}

extension HTTPSSession.ServerSettings {
    /// Adds demands to those that the settings have.
    public mutating func require(_ demands: TransportSecurity) {
        transportSecurity = transportSecurity.map { $0.merged(with: demands) } ?? demands
    }
}

extension HTTPSSession.Configuration {
    /// Asks for something of the connections to all servers, beside what their own settings ask for.
    public mutating func require(_ demands: TransportSecurity) {
        serverSettings = { [settings = serverSettings] name in
            var result = settings(name)
            result.require(demands)
            return result
        }
    }
}
