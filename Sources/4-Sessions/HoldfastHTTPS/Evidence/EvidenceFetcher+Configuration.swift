public import HoldfastResolving
import HoldfastTrust
public import HoldfastX509

extension EvidenceFetcher {
    /// The settings of a fetcher.
    public struct Configuration: Sendable {
        /// Bytes of an OCSP response; 64 KiB. Those of the public web have one to three.
        public var responseBytes = 64 << 10
        /// Bytes of a revocation list; 16 MiB. A longer one counts as unavailable.
        public var listBytes = 16 << 20
        /// Bytes of a certificate, or a message of several; 256 KiB.
        public var issuerBytes = 256 << 10
        /// Redirects that one fetch follows, to other `http` URLs alone; 2.
        public var redirects = 2
        /// The longest that one fetch may take, whoever still waits for it; 10 s.
        public var timeout: Duration = .seconds(10)
        /// Fetches from one host at a time; 4.
        public var connectionsPerHost = 4
        /// Questions to one host in one round of a verdict; 8. Those beyond count as unavailable: a chain could else
        /// have everybody who looks at it ask one host for as much as its certificates have room for.
        public var questionsPerHost = 8
        /// The time for which a place that failed is not asked again; 60 s.
        public var failureMemory: Duration = .seconds(60)
        /// Whether addresses of this host, of private networks and of links may be fetched from: for authorities of
        /// one's own, whose certificates nobody else writes. A certificate could else have this host ask whatever
        /// listens behind a firewall.
        public var dangerouslyAllowsPrivateNetworks = false
        /// The addresses that names lead to, in the place of those that the system says; the first rule that fits.
        public var dial: [DialRule] = []
        /// The digest by which questions to responders name certificates.
        public var certificateDigest = DigestAlgorithm.sha1
        /// Whether questions to responders have a nonce (RFC 9654), 32 random octets.
        ///
        /// Each verdict then asks anew, and a response with another nonce is refused. One without is taken all the
        /// same: most responders sign in advance, and cannot repeat a nonce.
        public var sendsNonce = false
        /// The time for which a list that was kept is taken without asking its place whether there is a newer one; a
        /// day. An authority has to add to its list within that time what it took back (CA/B BR 4.9.7).
        public var listAge: Duration = .seconds(86_400)
        /// The folder in which evidence outlives the process; nil for memory alone.
        public var storage: Storage?

        /// For tests: the resolvers of names.
        package var resolution = NameResolution([])
        /// For tests: the addresses of the public Internet.
        package var isReachable: @Sendable (IPAddress) -> Bool = \.isGloballyReachable

        public init() {}

        /// Whether an address may be fetched from.
        var permits: @Sendable (IPAddress) -> Bool {
            if dangerouslyAllowsPrivateNetworks { return { _ in true } }
            return isReachable
        }
    }
}
