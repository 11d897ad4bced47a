import Foundation
import HoldfastHTTPS
import HoldfastLibC
import HoldfastSecurityNames
import HoldfastTransport
import HoldfastTrust

/// The `URLError` code and the stream error that Apple's sessions would give for each code of ours.
///
/// The numbers are those of NSURLError.h; where its words leave a choice, what iOS was seen to give decides.
enum ErrorCodeTable {
    struct Row {
        let code: URLError.Code
        /// CFNetwork's stream error beside it: the domain, and the number in it.
        var stream: (domain: Int32, code: Int)?

        init(_ code: URLError.Code, stream: (domain: Int32, code: Int)? = nil) {
            self.code = code
            self.stream = stream
        }

        init(_ code: URLError.Code, _ status: OSStatus) {
            self.init(code, stream: (kCFStreamErrorDomainSSL, Int(status)))
        }
    }

    /// The row of a code; nil for one that is not known.
    static func row(_ code: HTTPSError.Code, in phase: HTTPSError.Phase) -> Row? {
        (phase == .tls ? rowsOfTLS[code] : nil) ?? rows[code]
    }

    /// CFNetwork's own domain for what has no errno, and its numbers there for being late and for being cut off.
    private static let late: (domain: Int32, code: Int) = (4, -2102)
    private static let cut: (domain: Int32, code: Int) = (4, -4)

    private static func system(_ number: Int32) -> (domain: Int32, code: Int) {
        (ErrorKey.systemDomain, Int(number))
    }

    static let rows: [HTTPSError.Code: Row] = [naming, connecting, handshaking, requesting, transferring, inside]
        .reduce(
            into: [:]) {
            $0.merge($1) { first, _ in first }
        }

    private static let naming: [HTTPSError.Code: Row] = [
        // EAI_NONAME has this number on Apple's platforms, and programs compare with it.
        .couldNotResolveHost: Row(.cannotFindHost, stream: (kCFStreamErrorDomainNetDB, 8)),
        .lookupFailed: Row(.dnsLookupFailed), .tooManyAddresses: Row(.dnsLookupFailed),
        .timedOut: Row(.timedOut, stream: late), .cancelled: Row(.cancelled),
        .couldNotResolveProxy: Row(.cannotConnectToHost),
    ]

    private static let connecting: [HTTPSError.Code: Row] = [
        .connectionRefused: Row(.cannotConnectToHost, stream: system(ECONNREFUSED)),
        // Without a way to one server others may be reached: that the machine is offline is not known.
        .unreachable: Row(.cannotConnectToHost, stream: system(EHOSTUNREACH)),
        .couldNotConnect: Row(.cannotConnectToHost), .proxyUnreachable: Row(.cannotConnectToHost),
        .proxyRefused: Row(.cannotConnectToHost),
        // Of the server in the URL nothing is known: what names its certificate would be wrong.
        .proxyNotTrusted: Row(.secureConnectionFailed), .proxyHandshakeFailed: Row(.secureConnectionFailed),
    ]

    private static let handshaking: [HTTPSError.Code: Row] = [
        .certificateRefused: Row(.serverCertificateUntrusted, errSSLXCertChainInvalid),
        .certificateMessage: Row(.serverCertificateUntrusted, errSSLBadCert),
        .judgementMismatch: Row(.serverCertificateUntrusted, errSSLBadCert),
        // As iOS calls it where a delegate rejects the protection space of a server that it would trust by itself.
        .serverTrustRejected: Row(.serverCertificateUntrusted, errSSLNoRootCert),
        .challengeTimedOut: Row(.timedOut, stream: late),
        .nothingPresented: Row(.secureConnectionFailed, errSSLProtocol),
        .connectionNotAccepted: Row(.secureConnectionFailed, errSSLInternal),
        .policyChanged: Row(.secureConnectionFailed, errSSLInternal),
        .handshakeFailed: Row(.secureConnectionFailed, errSSLProtocol),
        .opensslConfiguration: Row(.secureConnectionFailed, errSSLBadConfiguration),
        .unavailableGroups: Row(.secureConnectionFailed, errSSLBadConfiguration),
        .notTLS: Row(.secureConnectionFailed, errSSLProtocol),
        .protocolVersion: Row(.secureConnectionFailed, errSSLPeerProtocolVersion),
        .handshakeFailure: Row(.secureConnectionFailed, errSSLPeerHandshakeFail),
        .weakConnection: Row(.secureConnectionFailed, errSSLFatalAlert),
        .unrecognizedName: Row(.secureConnectionFailed, errSSLUnrecognizedName),
        .noApplicationProtocol: Row(.secureConnectionFailed, errSSLFatalAlert),
        .tlsAlert: Row(.secureConnectionFailed, errSSLFatalAlert),
        .certificateRequest: Row(.secureConnectionFailed, errSSLDecodeError),
        .renegotiationRefused: Row(.secureConnectionFailed, errSSLPeerNoRenegotiation),
        .clientIdentityUnusable: Row(.secureConnectionFailed, errSSLBadConfiguration),
        .clientCertificateRefused: Row(.clientCertificateRejected, errSSLPeerBadCert),
        .clientCertificateRequired: Row(.clientCertificateRequired, errSSLCertificateRequired),
        .clientCertificateAskedLate: Row(.clientCertificateRequired, errSSLCertificateRequired),
        .clientCertificateOverHTTP2: Row(.clientCertificateRequired, errSSLCertificateRequired),
    ]

    /// The codes that mean something else in TLS than in other phases.
    private static let rowsOfTLS: [HTTPSError.Code: Row] = [
        .wrongCredential: Row(.secureConnectionFailed, errSSLBadConfiguration),
        .connectionClosed: Row(.secureConnectionFailed, errSSLClosedNoNotify),
    ]

    private static let requesting: [HTTPSError.Code: Row] = [
        .unusableRequest: Row(.badURL), .plainHTTP: Row(.unsupportedURL),
        .plainHTTPRefused: Row(.appTransportSecurityRequiresSecureConnection),
        .connectionClosed: Row(.networkConnectionLost, stream: cut),
        .bodyNotRepeatable: Row(.requestBodyStreamExhausted), .uploadFailed: Row(.requestBodyStreamExhausted),
        .uploadLength: Row(.requestBodyStreamExhausted), .unreadableFile: Row(.cannotOpenFile),
        // What a server asks of the user could not be given.
        .wrongCredential: Row(.userAuthenticationRequired), .credentialUnusable: Row(.userAuthenticationRequired),
        .tooManyAttempts: Row(.userAuthenticationRequired), .digestRefused: Row(.userAuthenticationRequired),
        .negotiateFailed: Row(.userAuthenticationRequired), .negotiateUnavailable: Row(.userAuthenticationRequired),
        .ntlmUnavailable: Row(.userAuthenticationRequired), .weakNTLM: Row(.userAuthenticationRequired),
        .loginFormCharset: Row(.userAuthenticationRequired), .loginFormElsewhere: Row(.userAuthenticationRequired),
        .loginFormEncoding: Row(.userAuthenticationRequired), .loginFormInURL: Row(.userAuthenticationRequired),
        .loginFormMissing: Row(.userAuthenticationRequired), .loginNeedsCookies: Row(.userAuthenticationRequired),
        // The server did not prove who it is.
        .digestProofWrong: Row(.badServerResponse), .negotiateProofWrong: Row(.badServerResponse),
    ]

    private static let transferring: [HTTPSError.Code: Row] = [
        .emptyReply: Row(.networkConnectionLost, stream: cut), .http2: Row(.networkConnectionLost, stream: cut),
        .notHTTP: Row(.cannotParseResponse), .badChunk: Row(.cannotParseResponse),
        .badLength: Row(.cannotParseResponse), .headersTooLarge: Row(.cannotParseResponse),
        .unaskedUpgrade: Row(.badServerResponse), .badContentEncoding: Row(.cannotDecodeContentData),
        .responseTooLarge: Row(.dataLengthExceedsMaximum), .tooManyRedirects: Row(.httpTooManyRedirects),
        .invalidRedirect: Row(.redirectToNonExistentLocation), .hostConflict: Row(.badURL),
        .notCached: Row(.resourceUnavailable),
        .insecureRedirect: Row(.appTransportSecurityRequiresSecureConnection),
        // libcurl's reason has no name of ours.
        .transferFailed: Row(.unknown),
    ]

    private static let inside: [HTTPSError.Code: Row] = [
        .invalidated: Row(.cancelled), .shutDown: Row(.cancelled), .fileExists: Row(.cannotCreateFile),
        .fileNotWritten: Row(.cannotWriteToFile),
        // The process has no more of something.
        .noDescriptors: Row(.resourceUnavailable, stream: system(EMFILE)),
        .noThread: Row(.resourceUnavailable, stream: system(EAGAIN)),
        .outOfMemory: Row(.resourceUnavailable, stream: system(ENOMEM)),
        // What checks that refusals refuse did not pass, so that nothing connects.
        .selfTest: Row(.secureConnectionFailed), .selfTestUnfinished: Row(.secureConnectionFailed),
        .unusableLibrary: Row(.secureConnectionFailed),
        .uncheckedConnection: Row(.secureConnectionFailed),
        // Mistakes of this package or of its caller: Apple's sessions have nothing like them.
        .libcurlOption: Row(.unknown), .noPolicy: Row(.unknown),
        .noStream: Row(.unknown), .policyForAnotherServer: Row(.unknown), .policyConflict: Row(.unknown),
        .twoReaders: Row(.unknown),
    ]
}

/// The `URLError` code and the TLS status that Apple's sessions give for a refused server certificate.
///
/// NSURLError.h has a number for each of the common reasons: -1201 for a bad date, -1203 for an unknown root, -1204 for
/// a certificate of the future. iOS gives -1202 for all of them, also for an expired certificate and for another
/// host's, which programs and the tests of widely used libraries rely on; the reason is the number under
/// `_kCFStreamErrorCodeKey`. So it is here. Where App Transport Security refuses, iOS gives -1200 with
/// `errSSLFatalAlert`, whatever else is wrong.
enum TrustFailureCode {
    static func row(_ failure: TrustFailure) -> ErrorCodeTable.Row {
        failure.errors.contains { $0.code == .appTransportSecurity }
            ? ErrorCodeTable.Row(.secureConnectionFailed, errSSLFatalAlert)
            : ErrorCodeTable.Row(.serverCertificateUntrusted, status(of: failure.namedCause.code))
    }

    /// The number of SecureTransport.h. Most reasons have none of their own: they are an invalid chain.
    static func status(of code: FindingCode) -> OSStatus {
        switch code {
        case .issuerNotFound, .selfSignedNotAnchor, .noAnchor, .anchorRejected, .anchorConstraint:
            errSSLNoRootCert
        case .expired: errSSLCertExpired
        case .notYetValid: errSSLCertNotYetValid
        case .hostMismatch, .missingSubjectAltName: errSSLHostNameMismatch
        case .malformedCertificate: errSSLBadCert
        default: errSSLXCertChainInvalid
        }
    }
}
