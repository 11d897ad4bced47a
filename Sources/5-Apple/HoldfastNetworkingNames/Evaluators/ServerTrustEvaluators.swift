public import Foundation
public import HoldfastSecurityNames

/// Judges the chain and the host, and nothing besides (Alamofire 5, `DefaultTrustEvaluator`).
///
/// Alamofire's `validateHost: false` is not here: without the host any server's certificate would do.
public final class DefaultTrustEvaluator: ServerTrustEvaluating {
    public init() {}

    public func evaluate(_ trust: SecTrust, forHost host: String) throws { try trust.evaluate(forHost: host) }
}

/// Judges the chain, the host, and whether a certificate was revoked (Alamofire 5, `RevocationTrustEvaluator`).
///
/// What is looked at, and fetched, is what `SecPolicyCreateRevocation` says. `requirePositiveResponse` refuses a server
/// of whose certificates, all but the anchor, one is not known to be good; without it that is no reason. The thread
/// waits for what is fetched, 3 seconds at most.
///
/// Alamofire's `performDefaultValidation: false` and `validateHost: false` are not here: that a certificate of somebody
/// else's was not revoked says nothing about this server.
public final class RevocationTrustEvaluator: ServerTrustEvaluating {
    /// Options of the revocation check; the values of `kSecRevocation…`.
    public struct Options: OptionSet, Sendable {
        public static let crl = Options(rawValue: kSecRevocationCRLMethod)
        public static let networkAccessDisabled = Options(rawValue: kSecRevocationNetworkAccessDisabled)
        public static let ocsp = Options(rawValue: kSecRevocationOCSPMethod)
        public static let preferCRL = Options(rawValue: kSecRevocationPreferCRL)
        public static let requirePositiveResponse = Options(rawValue: kSecRevocationRequirePositiveResponse)
        /// Revocation lists or OCSP responses, whichever are available.
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

/// Judges the chain and the host, and wants one of the pinned certificates in the chain (Alamofire 5,
/// `PinnedCertificatesTrustEvaluator`).
///
/// Alamofire's `performDefaultValidation: false` and `validateHost: false` are not here: anybody can send a certificate
/// that is not theirs, and only a chain that was validated says whose it is.
public final class PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
    private let certificates: [SecCertificate]
    private let acceptSelfSignedCertificates: Bool

    /// Makes an evaluator that accepts a server by pinned certificates.
    ///
    /// - Parameters:
    ///   - certificates: the pinned ones; those of the main bundle unless given.
    ///   - acceptSelfSignedCertificates: whether they are the only anchors, too: self-signed ones, and those of a
    ///     private authority, are then trusted, and no other authority is.
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

/// Judges the chain and the host, and wants one of the pinned keys in the chain (Alamofire 5,
/// `PublicKeysTrustEvaluator`): a key can outlive its certificate.
///
/// Alamofire's `performDefaultValidation: false` and `validateHost: false` are not here, as in
/// ``PinnedCertificatesTrustEvaluator``.
public final class PublicKeysTrustEvaluator: ServerTrustEvaluating {
    private let keys: [SecKey]

    /// Makes an evaluator that accepts a server by pinned public keys.
    ///
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

/// Wants all of several evaluators to accept (Alamofire 5, `CompositeTrustEvaluator`).
///
/// They are asked in their order, and each leaves the object as it has set it: policies and anchors of the last one are
/// what the connection is accepted by.
public final class CompositeTrustEvaluator: ServerTrustEvaluating {
    private let evaluators: [any ServerTrustEvaluating]

    /// Makes an evaluator that accepts a server where all the given ones do.
    ///
    /// - Parameter evaluators: at least one; without any nothing is accepted.
    public init(evaluators: [any ServerTrustEvaluating]) { self.evaluators = evaluators }

    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard !evaluators.isEmpty else { throw ServerTrustFailureReason.noRequiredEvaluator(host: host) }
        for evaluator in evaluators { try evaluator.evaluate(trust, forHost: host) }
    }
}

/// For tests: accepts whatever a server presents, until an end (Alamofire 5, `DisabledTrustEvaluator`).
///
/// The session says each host aloud on `DangerLog`, and bounds each acceptance to a minute; pins of the session's own
/// policy refuse all the same. Anybody can pass for a server that is accepted so.
public final class DangerousDisabledTrustEvaluator: ServerTrustEvaluating {
    private let end: Date

    /// Makes an evaluator that accepts every server until an end.
    ///
    /// - Parameter end: from when on everything is refused; 30 days from now at most, a later one counts as that.
    public init(until end: Date) { self.end = min(end, Date().addingTimeInterval(30 * 86_400)) }

    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard Date() < end else { throw ServerTrustFailureReason.dangerousAcceptanceEnded(host: host) }
    }
}

extension Bundle {
    /// The certificates that a program brings along (Alamofire 5, `Bundle.af.certificates`): the DER files of the
    /// bundle that end in `.cer`, `.crt` or `.der`, in whatever case. Files that hold none are passed over.
    public var pinnedCertificates: [SecCertificate] {
        ["cer", "CER", "crt", "CRT", "der", "DER"]
            .flatMap { paths(forResourcesOfType: $0, inDirectory: nil) }
            .sorted()
            .compactMap { FileManager.default.contents(atPath: $0) }
            .compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
    }
}
