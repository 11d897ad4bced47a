import Foundation
import HoldfastSecurityNames
import HoldfastTrust

/// What Apple's sessions call the refusal of a server's certificates.
///
/// NSURLError.h has a number for each of the common reasons: -1201 for a bad date, -1203 for an unknown root, -1204 for a
/// certificate of the future. iOS gives -1202 for all of them, also for an expired certificate and for another host's,
/// which programs and the tests of widely used libraries rely on; the reason is the number under
/// `_kCFStreamErrorCodeKey`. So it is here. Where App Transport Security refuses, iOS gives -1200 with
/// `errSSLFatalAlert`, whatever else is wrong.
enum RefusalCode {
    static func row(_ failure: TrustFailure) -> ErrorCodeTable.Row {
        let code = failure.namedCause.code
        return code == .appTransportSecurity
            ? ErrorCodeTable.Row(.secureConnectionFailed, errSSLFatalAlert)
            : ErrorCodeTable.Row(.serverCertificateUntrusted, status(of: code))
    }

    /// The number of SecureTransport.h. Most reasons have none of their own: they are an invalid chain.
    static func status(of code: FindingCode) -> OSStatus {
        switch code {
        case .issuerNotFound, .selfSignedNotAnchor, .noAnchor: errSSLNoRootCert
        case .expired: errSSLCertExpired
        case .notYetValid: errSSLCertNotYetValid
        case .hostMismatch, .missingSubjectAltName: errSSLHostNameMismatch
        case .malformedCertificate: errSSLBadCert
        default: errSSLXCertChainInvalid
        }
    }
}
