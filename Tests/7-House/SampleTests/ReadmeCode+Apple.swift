import Foundation
import HoldfastNetworking
import HoldfastSecurity

/// The code that Docs/library.md shows under Apple's names.
enum ReadmeCodeForApple {
    final class PinningDelegate: NSObject, URLSessionDelegate {}

    static func securityTrust(of chain: [SecCertificate], for host: String) throws {
        var trust: SecTrust?
        SecTrustCreateWithCertificates(chain as CFArray, SecPolicyCreateSSL(true, host as CFString), &trust)
        var error: CFError?
        if let trust, !SecTrustEvaluateWithError(trust, &error) { throw error ?? CocoaError(.userCancelled) }
    }

    static func urlSession(_ url: URL) async throws {
        let session = URLSession(configuration: .default, delegate: PinningDelegate(), delegateQueue: nil)
        let (data, _) = try await session.data(from: url)
        _ = data
    }
}
