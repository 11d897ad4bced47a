import Foundation
public import HoldfastSecurityNames

/// Judges the chain, the host, and whether a certificate was revoked (Alamofire 5, `RevocationTrustEvaluator`).
///
/// What is looked at is what `SecPolicyCreateRevocation` says; nothing is fetched yet, so that `requirePositiveResponse`
/// refuses servers that staple no response.
public final class RevocationTrustEvaluator: ServerTrustEvaluating {
    /// How revocation is checked; the values of `kSecRevocation…`.
    public struct Options: OptionSet, Sendable {
        public static let crl = Options(rawValue: kSecRevocationCRLMethod)
        public static let networkAccessDisabled = Options(rawValue: kSecRevocationNetworkAccessDisabled)
        public static let ocsp = Options(rawValue: kSecRevocationOCSPMethod)
        public static let preferCRL = Options(rawValue: kSecRevocationPreferCRL)
        public static let requirePositiveResponse = Options(rawValue: kSecRevocationRequirePositiveResponse)
        /// Lists or responses, whichever there are.
        public static let any = Options(rawValue: kSecRevocationUseAnyAvailableMethod)

        public let rawValue: CFOptionFlags

        public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
    }

    private let options: Options

    public init(options: Options = .any) { self.options = options }

    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard let policy = SecPolicyCreateRevocation(options.rawValue) else {
            throw ServerTrustFailureReason.trustEvaluationFailed(host: host, error: nil)
        }
        try trust.evaluate(forHost: host, besides: [policy])
    }
}
