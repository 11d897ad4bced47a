import Foundation
import HoldfastSecurityNames

/// What evaluators have in common.
extension SecTrust {
    /// Judges the chain for a TLS server of this host, whatever policies the object had before.
    func evaluate(forHost host: String, besides policies: [SecPolicy] = []) throws {
        let all = [SecPolicyCreateSSL(true, host as CFString)] + policies
        guard SecTrustSetPolicies(self, all as CFArray) == errSecSuccess else {
            throw ServerTrustFailureReason.trustEvaluationFailed(host: host, error: nil)
        }
        var error: CFError?
        guard unsafe SecTrustEvaluateWithError(self, &error) else {
            throw ServerTrustFailureReason.trustEvaluationFailed(host: host, error: error)
        }
    }

    /// The built chain, leaf first; of a chain that was evaluated.
    var builtChain: [SecCertificate] { SecTrustCopyCertificateChain(self) as? [SecCertificate] ?? [] }
}
