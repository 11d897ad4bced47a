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

    static let rows = byCode(naming + connecting + handshaking + requesting + transferring + inside)

    private static func byCode(_ groups: [(Row, [HTTPSError.Code])]) -> [HTTPSError.Code: Row] {
        groups.reduce(into: [:]) { rows, group in for code in group.1 { rows[code] = group.0 } }
    }

    private static let naming: [(Row, [HTTPSError.Code])] = [
        // EAI_NONAME has this number on Apple's platforms, and programs compare with it.
        (Row(.cannotFindHost, stream: (kCFStreamErrorDomainNetDB, 8)), [.couldNotResolveHost]),
        (Row(.dnsLookupFailed), [.lookupFailed, .tooManyAddresses]),
        (Row(.timedOut, stream: late), [.timedOut, .challengeTimedOut]),
        (Row(.cancelled), [.cancelled, .invalidated, .shutDown]),
    ]

    private static let connecting: [(Row, [HTTPSError.Code])] = [
        (Row(.cannotConnectToHost, stream: system(ECONNREFUSED)), [.connectionRefused]),
        // Without a way to one server others may be reached: that the machine is offline is not known.
        (Row(.cannotConnectToHost, stream: system(EHOSTUNREACH)), [.unreachable]),
        (Row(.cannotConnectToHost), [.couldNotResolveProxy, .couldNotConnect, .proxyUnreachable, .proxyRefused]),
        // Of the server in the URL nothing is known: what names its certificate would be wrong.
        (Row(.secureConnectionFailed), [.proxyNotTrusted, .proxyHandshakeFailed]),
    ]

    private static let handshaking: [(Row, [HTTPSError.Code])] = [
        (Row(.serverCertificateUntrusted, errSSLXCertChainInvalid), [.certificateRefused]),
        (Row(.serverCertificateUntrusted, errSSLBadCert), [.certificateMessage, .judgementMismatch]),
        // As iOS calls it where a delegate rejects the protection space of a server that it would trust by itself.
        (Row(.serverCertificateUntrusted, errSSLNoRootCert), [.serverTrustRejected]),
        (Row(.secureConnectionFailed, errSSLProtocol), [.nothingPresented, .handshakeFailed, .notTLS]),
        (Row(.secureConnectionFailed, errSSLInternal), [.connectionNotAccepted, .policyChanged]),
        (
            Row(.secureConnectionFailed, errSSLBadConfiguration),
            [.opensslConfiguration, .unavailableGroups, .clientIdentityUnusable]
        ),
        (Row(.secureConnectionFailed, errSSLPeerProtocolVersion), [.protocolVersion]),
        (Row(.secureConnectionFailed, errSSLPeerHandshakeFail), [.handshakeFailure]),
        (Row(.secureConnectionFailed, errSSLFatalAlert), [.weakConnection, .noApplicationProtocol, .tlsAlert]),
        (Row(.secureConnectionFailed, errSSLUnrecognizedName), [.unrecognizedName]),
        (Row(.secureConnectionFailed, errSSLDecodeError), [.certificateRequest]),
        (Row(.secureConnectionFailed, errSSLPeerNoRenegotiation), [.renegotiationRefused]),
        (Row(.clientCertificateRejected, errSSLPeerBadCert), [.clientCertificateRefused]),
        (
            Row(.clientCertificateRequired, errSSLCertificateRequired),
            [.clientCertificateRequired, .clientCertificateAskedLate, .clientCertificateOverHTTP2]
        ),
    ]

    /// The codes that mean something else in TLS than in other phases.
    private static let rowsOfTLS: [HTTPSError.Code: Row] = [
        .wrongCredential: Row(.secureConnectionFailed, errSSLBadConfiguration),
        .connectionClosed: Row(.secureConnectionFailed, errSSLClosedNoNotify),
    ]

    private static let requesting: [(Row, [HTTPSError.Code])] = [
        (Row(.badURL), [.unusableRequest, .hostConflict]), (Row(.unsupportedURL), [.plainHTTP]),
        (Row(.appTransportSecurityRequiresSecureConnection), [.plainHTTPRefused, .insecureRedirect]),
        (Row(.requestBodyStreamExhausted), [.bodyNotRepeatable, .uploadFailed, .uploadLength]),
        (Row(.cannotOpenFile), [.unreadableFile]),
        // What a server asks of the user could not be given.
        (
            Row(.userAuthenticationRequired),
            [
                .wrongCredential, .credentialUnusable, .tooManyAttempts, .digestRefused, .negotiateFailed,
                .negotiateUnavailable, .ntlmUnavailable, .weakNTLM, .loginFormCharset, .loginFormElsewhere,
                .loginFormEncoding, .loginFormInURL, .loginFormMissing, .loginNeedsCookies,
            ]
        ),
        // The server did not prove who it is.
        (Row(.badServerResponse), [.digestProofWrong, .negotiateProofWrong]),
    ]

    private static let transferring: [(Row, [HTTPSError.Code])] = [
        (Row(.networkConnectionLost, stream: cut), [.connectionClosed, .emptyReply, .http2, .webSocketClosed]),
        (Row(.cannotParseResponse), [.notHTTP, .badChunk, .badLength, .headersTooLarge]),
        (Row(.badServerResponse), [.unaskedUpgrade, .webSocketRefused, .webSocketBroken]),
        (Row(.cannotDecodeContentData), [.badContentEncoding]),
        (Row(.dataLengthExceedsMaximum), [.responseTooLarge]), (Row(.httpTooManyRedirects), [.tooManyRedirects]),
        (Row(.redirectToNonExistentLocation), [.invalidRedirect]), (Row(.resourceUnavailable), [.notCached]),
    ]

    private static let inside: [(Row, [HTTPSError.Code])] = [
        (Row(.cannotCreateFile), [.fileExists]), (Row(.cannotWriteToFile), [.fileNotWritten]),
        // The process has no more of something.
        (Row(.resourceUnavailable, stream: system(EMFILE)), [.noDescriptors]),
        (Row(.resourceUnavailable, stream: system(EAGAIN)), [.noThread]),
        (Row(.resourceUnavailable, stream: system(ENOMEM)), [.outOfMemory]),
        // What cannot be held to a verdict.
        (Row(.secureConnectionFailed), [.unusableLibrary, .uncheckedConnection]),
        // Mistakes of this package or of its caller: Apple's sessions have nothing like them.
        (
            Row(.unknown),
            [.noPolicy, .noStream, .policyForAnotherServer, .policyConflict, .twoReaders]
        ),
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
