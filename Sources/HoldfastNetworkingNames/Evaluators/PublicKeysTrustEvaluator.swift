public import Foundation
public import HoldfastSecurityNames

/// Judges the chain and the host, and wants one of the pinned keys in the chain (Alamofire 5,
/// `PublicKeysTrustEvaluator`): a key can outlive its certificate.
///
/// Alamofire's `performDefaultValidation: false` and `validateHost: false` are not here, as in
/// ``PinnedCertificatesTrustEvaluator``.
public final class PublicKeysTrustEvaluator: ServerTrustEvaluating {
    private let keys: [SecKey]

    /// - Parameter keys: the pinned ones; those of the main bundle's certificates unless given.
    public init(keys: [SecKey] = Bundle.main.pinnedCertificates.compactMap(SecCertificateCopyKey)) {
        self.keys = keys
    }

    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard !keys.isEmpty else { throw ServerTrustFailureReason.noPublicKeysFound }
        try trust.evaluate(forHost: host)
        let chain = trust.builtChain.compactMap(SecCertificateCopyKey)
        guard chain.contains(where: keys.contains) else {
            throw ServerTrustFailureReason.publicKeyPinningFailed(host: host)
        }
    }
}
