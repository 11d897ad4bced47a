import HoldfastX509

/// A list of public suffixes, the domains below which anybody can register a name, as a value: where the list comes
/// from is the caller's affair.
///
/// A wildcard directly below a public suffix would stand for names of different owners. `HoldfastHTTPS` reads the
/// system's copy of the Public Suffix List; without any list only single labels are known to be suffixes.
public struct PublicSuffixes: Sendable {
    /// The part of the Public Suffix List that a suffix stands in.
    public enum Section: Hashable, Sendable {
        /// `ICANN DOMAINS`: top-level domains and what their registries delegate, as `com` and `co.uk`.
        case icann
        /// `PRIVATE DOMAINS`: what its owner gives to customers, as `github.io`.
        case privateDomains
    }

    /// Names the list and its version; part of every policy digest.
    public let identity: String
    private let lookup: @Sendable (String) -> Section?

    /// Makes a public suffix list from a lookup function.
    ///
    /// - Parameters:
    ///   - identity: different for lists that can give different answers, for example with their date.
    ///   - lookup: the section that holds a domain (A-labels in lower case, no final dot), nil for one that is no
    ///     listed suffix. The list's implied rule `*` must not be applied: an unlisted top-level domain is nil.
    public init(identity: String, _ lookup: @escaping @Sendable (String) -> Section?) {
        self.identity = identity
        self.lookup = lookup
    }

    /// The section that lists a domain as a suffix, or nil.
    public func section(of domain: some StringProtocol) -> Section? { lookup(domain.asciiLowercased()) }
}

/// The owners of the names that a wildcard stands for, by the domain right of it.
enum WildcardScope {
    /// Names of one owner.
    case oneOwner
    /// Not known: there is no list to look into.
    case unknown
    /// Names of the customers of one owner.
    case customers
    /// Names of anybody.
    case anybody

    init(domain: String, _ suffixes: PublicSuffixes?) {
        // The root is a suffix too, and a single label always is: the list's implied rule is `*`.
        guard domain.utf8.contains(UInt8(ascii: ".")) else {
            self = .anybody
            return
        }
        guard let suffixes else {
            self = .unknown
            return
        }
        self =
            switch suffixes.section(of: domain) {
            case .icann: .anybody
            case .privateDomains: .customers
            case nil: .oneOwner
            }
    }
}
