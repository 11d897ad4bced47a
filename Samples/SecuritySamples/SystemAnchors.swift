import Foundation
import HoldfastSecurity

/// The system's anchors decide, and nothing has to be set: what an app does that has no certificates of its own.
func evaluateWithSystemAnchors(_ chain: [SecCertificate], host: String) -> (trusted: Bool, error: CFError?) {
    var trust: SecTrust?
    let policy = SecPolicyCreateSSL(true, host as CFString)
    guard SecTrustCreateWithCertificates(chain as CFArray, policy, &trust) == errSecSuccess, let trust else {
        return (false, nil)
    }
    var error: CFError?
    let isTrusted = SecTrustEvaluateWithError(trust, &error)
    return (isTrusted, error)
}
