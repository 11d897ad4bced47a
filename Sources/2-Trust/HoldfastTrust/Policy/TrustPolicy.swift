/// The identity that a peer has to prove, and the rules by which it is judged: the identity stands nowhere else.
public struct TrustPolicy: Sendable {
    /// The purpose that a chain is judged for.
    public typealias Purpose = TrustPurpose

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
    /// The last part of its own lifetime, in percent, in which the server's certificate gives that warning as well; nil
    /// for no such part. With 33, one of ninety days gives it on its last thirty or so, one of six days on its last
    /// two.
    ///
    /// Certificates above it are for their authorities to replace, who do so years before: none of them gives it.
    public var expiryShare: Int?
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
}
