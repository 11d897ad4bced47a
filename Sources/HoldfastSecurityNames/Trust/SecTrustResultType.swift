import HoldfastTrust

/// What an evaluation came to. ``proceed`` and ``unspecified`` are success, and nothing else is.
public enum SecTrustResultType: UInt32, Sendable {
    /// Nothing was evaluated, or something has changed since.
    case invalid = 0
    /// The user explicitly trusts this certificate: exceptions overrode what was wrong.
    case proceed = 1
    /// Deprecated by Apple since iOS 7; never given, and never a success.
    case confirm = 2
    /// The user explicitly distrusts it.
    case deny = 3
    /// Implicitly trusted: the chain ends at an anchor, and no rule objects.
    case unspecified = 4
    /// Refused for a reason that exceptions can override.
    case recoverableTrustFailure = 5
    /// Refused for a reason that nothing overrides.
    case fatalTrustFailure = 6
    /// The evaluation itself failed.
    case otherError = 7

    init(_ result: TrustResult) { self = SecTrustResultType(rawValue: result.number) ?? .otherError }

    var isTrusted: Bool { self == .proceed || self == .unspecified }
}
