import Foundation
import HoldfastSecurity

/// The certificates that an app carries as DER files; what is none is passed over.
func bundledCertificates(in folder: URL) -> [SecCertificate] {
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { ["cer", "crt", "der"].contains($0.pathExtension.lowercased()) }
        .sorted { $0.path < $1.path }
        .compactMap { try? Data(contentsOf: $0) }
        .compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
}

/// Trusts the bundled certificates, and those alone: setting anchors leaves the system's out.
func evaluate(_ trust: SecTrust, anchoredBy certificates: [SecCertificate]) -> SecTrustResultType {
    SecTrustSetAnchorCertificates(trust, certificates as CFArray)
    var result = SecTrustResultType.invalid
    guard SecTrustEvaluate(trust, &result) == errSecSuccess else { return .otherError }
    return result
}

/// Trusts the bundled certificates beside the system's.
func evaluate(_ trust: SecTrust, anchoredAlsoBy certificates: [SecCertificate]) -> SecTrustResultType {
    SecTrustSetAnchorCertificates(trust, certificates as CFArray)
    SecTrustSetAnchorCertificatesOnly(trust, false)
    var result = SecTrustResultType.invalid
    guard SecTrustEvaluate(trust, &result) == errSecSuccess else { return .otherError }
    return result
}
