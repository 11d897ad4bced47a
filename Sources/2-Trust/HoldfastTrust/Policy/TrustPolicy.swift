public import HoldfastX509

/// The identity that a peer has to prove, and the rules by which it is judged: the identity stands nowhere else.
public struct TrustPolicy: Sendable {
    /// The purpose that a chain is judged for.
    public enum Purpose: Hashable, Sendable {
        /// A TLS server of this name.
        case ssl(ServerName)
        /// A TLS server, whichever it is: no name is compared, as by Apple's `SecPolicyCreateSSL(true, nil)`. A success
        /// says that the certificate is some server's, and nothing about whose: the name is then compared elsewhere, or
        /// anyone with a certificate of their own can stand in between.
        case sslWithoutName
        /// A TLS client; no name is compared.
        case sslClient
        /// The chain alone: no name, no extended key usage. A success says nothing about who the peer is.
        case basicX509

        /// The usage that extended key usages must allow; nil where any will do.
        var extendedKeyUsage: ObjectIdentifier? {
            switch self {
            case .ssl, .sslWithoutName: .serverAuth
            case .sslClient: .clientAuth
            case .basicX509: nil
            }
        }

        /// The server that is to be proven; nil where none is named.
        public var serverName: ServerName? {
            if case .ssl(let name) = self { name } else { nil }
        }

        /// Whether the key takes part in a TLS handshake.
        var isTLS: Bool { self != .basicX509 }

        /// Whether the chain is a TLS server's.
        var isServer: Bool { extendedKeyUsage == .serverAuth }

        /// The name by which commands and reports call it, as in Apple's `SecPolicyCreate…`.
        public var name: String {
            switch self {
            case .ssl: "ssl"
            case .sslWithoutName: "ssl-without-name"
            case .sslClient: "ssl-client"
            case .basicX509: "basic-x509"
            }
        }
    }

    /// The purpose that the chain is judged for.
    public var purpose: Purpose
    /// The rule set.
    public var profile: Profile = .default
    /// The anchors that may end a path.
    public var anchors: TrustAnchors = .system
    /// Constraints of one's own on what may be below anchors, each an error where it is not met; none unless given.
    /// Those that programmes put on public roots are data, which the profile grades.
    public var anchorConstraints: [AnchorConstraints] = []
    /// The bounds on the work of an evaluation.
    public var limits = Limits()
    /// Rules of one's own, applied after the profile's.
    public var rules: [any TrustRule] = []
    /// The most intermediates a path may hold, self-issued ones not counted; nil for no bound but ``Limits``.
    ///
    /// The initial `max_path_length` of RFC 5280 §6.1.2(k).
    public var maximumIntermediates: Int?
    /// Demands on certificate policies; none unless set.
    public var initialPolicies = InitialPolicies()
    /// The time before its end from which on a certificate of an accepted path gives the warning `expiresSoon`, in
    /// whole seconds; nil for no warning. The chain stays trusted.
    public var expiryNotice: Duration?
    /// The list of public suffixes; nil where no list is at hand: wildcards of two and more labels are then not known
    /// to have one owner, which is a finding of its own. `PublicSuffixes.system` of HoldfastHTTPS is the system's.
    public var publicSuffixes: PublicSuffixes?

    /// Whether the revocation lists and OCSP responses that were supplied are looked at, and the response that a server
    /// stapled, and what not knowing means.
    public var revocation: RevocationChecking = .off

    /// Whether revocation is looked at under anchors of one's own too, and not under those of the public web alone.
    ///
    /// Authorities of one's own often answer nobody; tools that check strangers' servers unasked leave theirs alone.
    public var checksRevocationUnderOwnAnchors = true

    /// The evidence that may be fetched; none unless asked for. Only sessions fetch, and
    /// ``TrustEngine/evaluate(_:with:at:using:supplying:)``.
    public var fetching: EvidenceFetching = .none

    /// Whether a server's certificate has to come with timestamps of logs (RFC 6962), by which programme's rules and
    /// under which anchors; nothing is looked at unless asked for.
    public var transparency: TransparencyChecking = .off

    /// Pins of keys or certificates, by server; none unless given. Judged on the built path, as far as signatures vouch
    /// for it.
    public var pins: TrustPins = .none

    /// The certificates that the user explicitly trusts although they would be refused; none unless given.
    public var exceptions: TrustExceptions = .none
    /// For tests: where any certificate is accepted, and until when. Nil, unless a test says otherwise.
    public var dangerousAcceptAny: DangerousAcceptAny?
    /// The authorities that a refusal names where a chain ends for want of one. They make no verdict, and are no part
    /// of the digest.
    package var authoritiesAtHand: [AuthorityAtHand] = []
    /// The part that a policy file has in this policy; nil where none is in force. It makes no verdict, and is no part
    /// of the digest.
    package var policyFile: PolicyFileReference?

    public init(purpose: Purpose) { self.purpose = purpose }

    /// Whether anything could be fetched for a verdict.
    public var mayFetch: Bool { fetching.issuers || mayFetchRevocation }

    var mayFetchRevocation: Bool { revocation != .off && !fetching.revocation.isEmpty }

    func checksRevocation(under anchor: AnchorKind) -> Bool {
        anchor == .publicWeb || checksRevocationUnderOwnAnchors
    }

    /// A policy for a TLS server of this name, by the system's anchors and the default profile.
    public static func ssl(_ name: ServerName) -> TrustPolicy { TrustPolicy(purpose: .ssl(name)) }

    /// A policy for a TLS client's certificate; no name is compared.
    public static var sslClient: TrustPolicy { TrustPolicy(purpose: .sslClient) }

    /// A policy for a chain alone: signatures, validity, constraints, and an anchor at its end.
    public static var basicX509: TrustPolicy { TrustPolicy(purpose: .basicX509) }

    /// SHA-256 over everything that can change a verdict, the generations of the anchors and exceptions included.
    ///
    /// Equal digests mean the same identity, profile, anchors, limits and rules: a connection accepted under one digest
    /// must not serve a request under another. A rule without a cache key makes each call's digest different.
    public var digest: [UInt8] { digest(anchors.current().generation, exceptions.current(), pins.current(), at: nil) }

    /// ``digest`` at an instant: differs as well when an exception for this identity, or ``dangerousAcceptAny``, begins
    /// or ends. What is to live on after it was accepted is kept under this one.
    public func digest(at instant: Instant) -> [UInt8] {
        digest(anchors.current().generation, exceptions.current(), pins.current(), at: instant)
    }

    func digest(
        _ anchorGeneration: UInt64, _ exceptions: TrustExceptionSet, _ pins: TrustPins.Current, at instant: Instant?
    ) -> [UInt8] {
        PolicyFacts(self, anchorGeneration, exceptions, pins, at: instant).digest
    }

    /// ``digest`` without the identity: what connections to different servers may share a pool under. Nil where a rule
    /// has no cache key, since nothing may be shared then.
    package var digestWithoutIdentity: [UInt8]? {
        PolicyFacts(self, anchors.current().generation, exceptions.current(), pins.current(), at: nil)
            .digestWithoutIdentity
    }
}
