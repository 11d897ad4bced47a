/// Whether revocation is checked, and what an unknown status means.
///
/// The evidence is the response that a server staples, revocation lists and OCSP responses that are at hand, and what
/// ``TrustPolicy/fetching`` lets be fetched.
public enum RevocationChecking: String, Hashable, Sendable, CaseIterable {
    /// Nothing is looked at: a revoked certificate passes.
    case off
    /// A certificate that is known to be revoked is refused; an unknown status is a warning.
    case soft
    /// A certificate that is known to be revoked is refused, and so is one that is not known to be good
    /// (`revocationUnknown`).
    ///
    /// Every certificate of the path below its anchor has to be covered, but for those that live at most seven days and
    /// name no place, and those of which nothing will be known (noRevAvail, RFC 9608); a server staples a response for
    /// its own alone.
    case hard

    /// Seconds by which an OCSP response may be of the future, since its responder's clock is ahead of this one: 300.
    /// No response counts for longer than it says itself.
    public static let clockTolerance: Int64 = 300
}

/// The evidence that may be fetched from the network for a verdict; none unless asked for.
///
/// The evaluator itself fetches nothing: it says what it lacks, and an ``EvidenceSource`` may get it. Whoever fetches
/// tells the places that a certificate names, and those who watch the way to them, which server is being looked at.
public struct EvidenceFetching: Hashable, Sendable {
    /// The kinds of statements about revocation.
    public struct RevocationMethods: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A responder's word about one certificate (RFC 6960).
        public static let ocsp = RevocationMethods(rawValue: 1 << 0)
        /// An authority's list (RFC 5280 §5).
        public static let lists = RevocationMethods(rawValue: 1 << 1)
        /// Either.
        public static let any: RevocationMethods = [.ocsp, .lists]
    }

    /// The OCSP responses and revocation lists that are fetched from where a certificate says, where
    /// ``TrustPolicy/revocation`` looks at them and nothing at hand suffices; none by default.
    public var revocation: RevocationMethods
    /// Whether lists are fetched before responders are asked.
    public var prefersLists = false
    /// Whether an issuer that the server left out is fetched from where the certificate below it says
    /// (`caIssuers`, RFC 5280 §4.2.2.1). What comes is a hint as any presented certificate, and never an anchor.
    public var issuers: Bool
    /// The longest that fetching may delay one verdict, however much of it there is; 3 s.
    public var timeout: Duration = .seconds(3)

    /// Nothing is fetched.
    public static let none = EvidenceFetching()

    /// The evidence that may be fetched.
    ///
    /// - Parameters:
    ///   - revocation: statements about revocation.
    ///   - issuers: certificates of issuers.
    public init(revocation: RevocationMethods = [], issuers: Bool = false) {
        self.revocation = revocation
        self.issuers = issuers
    }

    var digestText: String { "\(revocation.rawValue) \(prefersLists) \(issuers)" }
}
