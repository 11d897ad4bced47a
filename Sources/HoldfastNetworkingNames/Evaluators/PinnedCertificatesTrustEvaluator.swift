public import Foundation
public import HoldfastSecurityNames

/// Judges the chain and the host, and wants one of the pinned certificates in the chain (Alamofire 5,
/// `PinnedCertificatesTrustEvaluator`).
///
/// Alamofire's `performDefaultValidation: false` and `validateHost: false` are not here: anybody can send a certificate
/// that is not theirs, and only a chain that was validated says whose it is.
public final class PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
    private let certificates: [SecCertificate]
    private let acceptSelfSignedCertificates: Bool

    /// - Parameters:
    ///   - certificates: the pinned ones; those of the main bundle unless given.
    ///   - acceptSelfSignedCertificates: whether they are the only anchors, too: self-signed ones, and those of a private
    ///     authority, are then trusted, and no other authority is.
    public init(
        certificates: [SecCertificate] = Bundle.main.pinnedCertificates, acceptSelfSignedCertificates: Bool = false
    ) {
        self.certificates = certificates
        self.acceptSelfSignedCertificates = acceptSelfSignedCertificates
    }

    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard !certificates.isEmpty else { throw ServerTrustFailureReason.noCertificatesFound }
        if acceptSelfSignedCertificates {
            _ = SecTrustSetAnchorCertificates(trust, certificates as CFArray)
            _ = SecTrustSetAnchorCertificatesOnly(trust, true)
        }
        try trust.evaluate(forHost: host)
        let pinned = Set(certificates.map { SecCertificateCopyData($0) as Data })
        guard trust.builtChain.contains(where: { pinned.contains(SecCertificateCopyData($0) as Data) }) else {
            throw ServerTrustFailureReason.certificatePinningFailed(host: host)
        }
    }
}
