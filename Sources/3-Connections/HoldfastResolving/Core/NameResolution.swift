import HoldfastTransport
public import HoldfastTrust
package import HoldfastX509

/// The resolvers that a session's addresses come from, and how one of the addresses is chosen.
///
/// Names stay what they are: server name, `Host`, cookies, redirects and the identity to be proven are the URL's,
/// whatever is dialled. An address whose server cannot prove the name is left alone for a while, and the next one is
/// taken, also of the next source, before anything was sent.
public struct NameResolution: Sendable {
    /// One resolver, and for which names it is asked.
    public struct Source: Sendable {
        public var resolver: any Resolver
        /// For its whole answer; the next source is asked after that.
        public var timeout: Duration
        /// The names that it is asked for; empty for all.
        public var domains: [HostPattern]

        public init(_ resolver: any Resolver, timeout: Duration = .seconds(5), domains: [HostPattern] = []) {
            self.resolver = resolver
            self.timeout = timeout
            self.domains = domains
        }

        /// Whether it is asked for a name.
        public func serves(_ name: DNSName) -> Bool {
            domains.isEmpty || domains.contains { $0.matches(.dns(name)) }
        }
    }

    /// The role of the system's own resolver, which may be the one that is not to be trusted.
    public enum SystemFallback: String, Hashable, Sendable, CaseIterable {
        /// The system is not asked; a name that the sources do not know has no address.
        case never
        /// The system is asked after all sources.
        case last
        /// The system is asked at the same time as the first source; the addresses that come first are dialled first.
        case parallel
    }

    /// Asked one after the other, until an address is found whose server proves the name.
    public var sources: [Source]
    public var systemFallback: SystemFallback
    /// The resolver that stands for the system's.
    package var system: any Resolver = SystemResolver()
    /// The address that the system would send from to another one; nil where it knows no way there.
    package var sourceAddress: @Sendable (IPAddress) -> IPAddress? = SourceAddress.forSending(to:)
    /// The cache of the sources' answers; nil for none.
    public var cache: ResolverCache?
    /// The history of addresses: how fast they were, and which are poisoned.
    public var history: AddressHistory
    /// The time for which a connection is waited for before the next address is dialled beside it (RFC 8305 §5; 250
    /// ms); 10 ms at least, 2 s at most.
    public var attemptDelay: Duration = .milliseconds(250)
    /// The time for which IPv6 addresses are waited for when those of IPv4 are there (RFC 8305 §3; 50 ms).
    public var resolutionDelay: Duration = .milliseconds(50)
    /// After how long without a connection the next source is asked, beside what may still answer; and how long a TLS
    /// handshake may take, the decision about its certificate not counted, while there are other addresses left (5 s).
    public var stallTimeout: Duration = .seconds(5)

    public init(
        _ sources: [Source], systemFallback: SystemFallback = .last, cache: ResolverCache? = ResolverCache(),
        history: AddressHistory = AddressHistory()
    ) {
        self.sources = sources
        self.systemFallback = systemFallback
        self.cache = cache
        self.history = history
    }
}
