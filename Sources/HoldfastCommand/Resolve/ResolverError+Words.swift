import HoldfastResolving
import HoldfastStatements

/// The failure of a resolver as the command tells it.
extension ResolverError {
    /// The failure in words, without the name of the resolver before it.
    var clause: Statement { Statement(reason) }

    /// The remedy, where there is one.
    var advice: ResolveAdvice? {
        switch reason {
        case .timedOut: .longerOrAnother
        case .unreachable: .reachable
        case .untrusted: .privateAuthority
        case .unauthorized: .checkAccount
        case .status, .malformed: .checkURL
        case .noSuchName, .failed, .truncated, .tooLarge, .unusable, .cancelled: nil
        }
    }
}
