import Foundation
import HoldfastSecurity

/// What a delegate does with the trust object of a challenge: proves the domain where one is given.
///
/// Without a domain nobody looks at the name: `SecPolicyCreateBasicX509` says that a chain is good, and not whose.
func evaluateServerTrust(_ serverTrust: SecTrust, forDomain domain: String?) -> Bool {
    let policies: [SecPolicy]
    if let domain {
        policies = [SecPolicyCreateSSL(true, domain as CFString)]
    } else {
        policies = [SecPolicyCreateBasicX509()]
    }
    SecTrustSetPolicies(serverTrust, policies as CFArray)
    return SecTrustEvaluateWithError(serverTrust, nil)
}
