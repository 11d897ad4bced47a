public import HoldfastTransport
public import HoldfastTrust
public import HoldfastX509
import HoldfastCrypto

extension HTTPSSession {
    /// The settings of a session: how it trusts, connects and waits. The defaults are the system's anchors and the profile
    /// `default`.
    public struct Configuration: Sendable {
        /// How servers are judged.
        public var trust = Trust()
        /// How long is waited.
        public var timeouts = Timeouts()
        /// How much is taken.
        public var limits = Limits()
        /// Where connections lead.
        public var addresses = Addresses()
        /// How challenges are answered.
        public var credentials = Credentials()
        /// What is done about cookies.
        public var cookies = Cookies()
        /// What holds for one server beside its policy; asked for at every hop of every request.
        public var serverSettings: @Sendable (ServerName) -> ServerSettings = { _ in ServerSettings() }
        /// What requests go through; nil for nothing. The environment is not asked: see ``Proxy``.
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
        /// Who looks on; nil for nobody.
        public var observer: (any SessionObserver)?
        /// Is told the secrets of all connections, each line in the format of NSS's key log; nil for nobody.
        ///
        /// Whoever has the lines reads everything that is sent and received, passwords too. The closure is called on the
        /// connections' threads, which wait for it. The environment variable that other programs obey is not looked at.
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
