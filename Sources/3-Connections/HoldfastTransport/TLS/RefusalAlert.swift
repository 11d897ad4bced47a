import COpenSSL
package import HoldfastTrust

/// The X509_V_ERR number that a refusal gives libssl, which chooses the alert that the server sees by it.
package enum RefusalAlert {
    static func x509Error(for failure: TrustFailure) -> Int32 { x509Error(for: failure.cause.code) }

    package static func x509Error(for code: FindingCode) -> Int32 {
        switch code {
        case .expired: X509_V_ERR_CERT_HAS_EXPIRED
        case .notYetValid: X509_V_ERR_CERT_NOT_YET_VALID
        case .revoked: X509_V_ERR_CERT_REVOKED
        case .issuerNotFound: X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY
        case .selfSignedNotAnchor: X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT
        case .noAnchor: X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN
        case .hostMismatch, .missingSubjectAltName: X509_V_ERR_HOSTNAME_MISMATCH
        case .badSignature: X509_V_ERR_CERT_SIGNATURE_FAILURE
        case .malformedCertificate, .anchorRejected: X509_V_ERR_CERT_REJECTED
        case .weakKey: X509_V_ERR_EE_KEY_TOO_SMALL
        case .weakSignature: X509_V_ERR_CA_MD_TOO_WEAK
        // RFC 8446 §6.2, unsupported_certificate: libssl sends that for a purpose, and for nothing else.
        case .keyUsage, .extendedKeyUsage, .unsupportedAlgorithm: X509_V_ERR_INVALID_PURPOSE
        case .basicConstraints: X509_V_ERR_INVALID_CA
        case .pathLength: X509_V_ERR_PATH_LENGTH_EXCEEDED
        case .workLimit: X509_V_ERR_UNSPECIFIED
        default: X509_V_ERR_CERT_REJECTED
        }
    }

    /// For what has nothing to do with the certificate: the attempt was given up, or nothing could be decided.
    static let abandoned: Int32 = X509_V_ERR_APPLICATION_VERIFICATION
}
