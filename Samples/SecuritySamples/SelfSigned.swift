import Foundation
import HoldfastSecurity

/// A certificate that signed itself: refused while nobody vouches for it, trusted once it is an anchor.
func evaluateSelfSigned(
    _ certificate: SecCertificate, host: String
) -> (withoutAnchor: SecTrustResultType, withAnchor: SecTrustResultType) {
    var created: SecTrust?
    SecTrustCreateWithCertificates(certificate, SecPolicyCreateSSL(true, host as CFString), &created)
    guard let trust = created else { return (.invalid, .invalid) }
    var before = SecTrustResultType.invalid
    SecTrustEvaluate(trust, &before)
    var after = SecTrustResultType.invalid
    SecTrustSetAnchorCertificates(trust, [certificate] as CFArray)
    SecTrustEvaluate(trust, &after)
    return (before, after)
}
