import Foundation
import HoldfastSecurity

/// A user who was shown what is wrong, and decided to go on: the decision as bytes, for the next time.
///
/// Nil where nothing could make the certificates trusted.
func rememberDecision(about trust: SecTrust) -> Data? { SecTrustCopyExceptions(trust) as Data? }

/// The same server again: what the user decided to overlook is overlooked, and anything new is refused.
func evaluate(_ trust: SecTrust, overlooking decision: Data) -> SecTrustResultType {
    guard SecTrustSetExceptions(trust, decision as CFData) else { return .invalid }
    var result = SecTrustResultType.invalid
    SecTrustEvaluate(trust, &result)
    return result
}
