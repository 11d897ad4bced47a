import Foundation
import HoldfastSecurity

/// One chain by two policies, one after the other: as a chain alone, and as the server of a name.
func evaluateByBothPolicies(
    _ trust: SecTrust, host: String
) -> (basicX509: SecTrustResultType, ssl: SecTrustResultType) {
    var basic = SecTrustResultType.invalid
    SecTrustSetPolicies(trust, SecPolicyCreateBasicX509())
    SecTrustEvaluate(trust, &basic)
    var ssl = SecTrustResultType.invalid
    SecTrustSetPolicies(trust, [SecPolicyCreateSSL(true, host as CFString)] as CFArray)
    SecTrustEvaluate(trust, &ssl)
    return (basic, ssl)
}
