import Foundation
import Holdfast
import HoldfastSecurity

/// The code that Docs/security.md and its page in Holdfast.docc show, so that it compiles: ``PageCodeTests`` compares
/// the two.
enum SecurityPage {
    static func evaluate(_ chain: [SecCertificate], under root: SecCertificate) {
        var trust: SecTrust?
        SecTrustCreateWithCertificates(chain as CFArray, SecPolicyCreateSSL(true, "example.com" as CFString), &trust)
        if let trust {
            SecTrustSetAnchorCertificates(trust, [root] as CFArray)
            var error: CFError?
            if !SecTrustEvaluateWithError(trust, &error) { print(error?.localizedDescription ?? "") }
        }
    }

    static func stores(_ keyFile: String, _ folder: String) async throws {
        let key = CredentialFileKey.first(of: [.systemd(), .file(keyFile)])
        ProcessCredentialStores.use(
            ProcessCredentialStores(
                permanent: try await UserCredentialStores.permanent(program: "my-app", key: key),
                synchronizable: SynchronizedCredentialFolder(path: folder, key: key)))
    }

    /// Judges a server's certificates for a host, by anchors that the program carries.
    func isTrusted(_ chain: [SecCertificate], host: String, anchors: [SecCertificate]) -> Bool {
        var trust: SecTrust?
        let policy = SecPolicyCreateSSL(true, host as CFString)
        guard SecTrustCreateWithCertificates(chain as CFArray, policy, &trust) == errSecSuccess, let trust else {
            return false
        }
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        return SecTrustEvaluateWithError(trust, nil)
    }
}
