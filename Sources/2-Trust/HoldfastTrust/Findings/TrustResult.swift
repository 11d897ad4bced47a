/// The outcome of an evaluation in the terms of the Security framework's `SecTrustResultType`.
///
/// Raw values are the names of Apple's cases without their prefix. Only ``proceed`` and ``unspecified`` are
/// success; `confirm`, deprecated for more than a decade, exists and is none.
public enum TrustResult: String, Hashable, Sendable, CaseIterable {
    /// Nothing was judged.
    case invalid
    /// The user explicitly trusts this certificate for this host.
    case proceed
    /// Deprecated by Apple: ask the user. Never a success.
    case confirm
    /// The user explicitly distrusts this certificate.
    case deny
    /// Implicitly trusted: the chain ends at an anchor and no rule objects.
    case unspecified
    /// Refused for a reason that an explicit decision of the user could override.
    case recoverableTrustFailure
    /// Refused for a reason that nothing overrides.
    case fatalTrustFailure
    /// Refused because the evaluation itself failed.
    case otherError

    /// Whether the certificate chain may be relied on.
    public var isTrusted: Bool { self == .proceed || self == .unspecified }

    /// The number of Apple's constant, `kSecTrustResult…` in `SecTrust.h`.
    public var number: UInt32 {
        switch self {
        case .invalid: 0
        case .proceed: 1
        case .confirm: 2
        case .deny: 3
        case .unspecified: 4
        case .recoverableTrustFailure: 5
        case .fatalTrustFailure: 6
        case .otherError: 7
        }
    }
}
