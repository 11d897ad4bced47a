import COpenSSL
import HoldfastTrust

/// The X509_V_ERR number by which libssl chooses the alert of a refusal: the same as for requests, which a test compares.
enum RefusalAlert {
    static func x509Error(for code: FindingCode) -> Int32 {
        switch code {
        case .expired: X509_V_ERR_CERT_HAS_EXPIRED
        case .notYetValid: X509_V_ERR_CERT_NOT_YET_VALID
        case .revoked: X509_V_ERR_CERT_REVOKED
        case .issuerNotFound: X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY
        case .selfSignedNotAnchor: X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT
        case .noAnchor: X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN
        case .hostMismatch, .missingSubjectAltName: X509_V_ERR_HOSTNAME_MISMATCH
        case .badSignature: X509_V_ERR_CERT_SIGNATURE_FAILURE
        case .malformedCertificate: X509_V_ERR_CERT_REJECTED
        case .weakKey: X509_V_ERR_EE_KEY_TOO_SMALL
        case .weakSignature: X509_V_ERR_CA_MD_TOO_WEAK
        case .keyUsage, .extendedKeyUsage: X509_V_ERR_INVALID_PURPOSE
        case .basicConstraints: X509_V_ERR_INVALID_CA
        case .pathLength: X509_V_ERR_PATH_LENGTH_EXCEEDED
        case .workLimit: X509_V_ERR_UNSPECIFIED
        default: X509_V_ERR_CERT_REJECTED
        }
    }
}
