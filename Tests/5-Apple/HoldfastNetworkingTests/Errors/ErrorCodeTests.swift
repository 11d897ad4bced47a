import Foundation
import HoldfastNetworking
import HoldfastStatements
import HoldfastTransport
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastNetworkingNames

/// The numbers are NSURLError.h's; which of them iOS gives for a failure is from its own documentation of each, and
/// from what programs have printed.
@Suite("What Apple calls each failure") struct ErrorCodeTests {
    /// Phase, code, NSURLError's number, SecureTransport's number.
    private static let table: [(HTTPSError.Phase, HTTPSError.Code, Int, Int?)] = [
        (.name, .couldNotResolveHost, -1003, nil), (.name, .lookupFailed, -1006, nil),
        (.name, .tooManyAddresses, -1006, nil), (.name, .timedOut, -1001, nil), (.name, .cancelled, -999, nil),
        (.name, .couldNotResolveProxy, -1004, nil),
        (.connect, .connectionRefused, -1004, nil), (.connect, .unreachable, -1004, nil),
        (.connect, .couldNotConnect, -1004, nil), (.connect, .proxyUnreachable, -1004, nil),
        (.connect, .proxyRefused, -1004, nil), (.connect, .proxyNotTrusted, -1200, nil),
        (.connect, .proxyHandshakeFailed, -1200, nil), (.connect, .timedOut, -1001, nil),
        (.connect, .cancelled, -999, nil),
        (.tls, .certificateRefused, -1202, -9807), (.tls, .certificateMessage, -1202, -9808),
        (.tls, .judgementMismatch, -1202, -9808), (.tls, .serverTrustRejected, -1202, -9813),
        (.tls, .wrongCredential, -1200, -9848), (.tls, .challengeTimedOut, -1001, nil),
        (.tls, .cancelled, -999, nil), (.tls, .timedOut, -1001, nil), (.tls, .nothingPresented, -1200, -9800),
        (.tls, .policyChanged, -1200, -9810), (.tls, .connectionNotAccepted, -1200, -9810),
        (.tls, .handshakeFailed, -1200, -9800), (.tls, .opensslConfiguration, -1200, -9848),
        (.tls, .unavailableGroups, -1200, -9848), (.tls, .notTLS, -1200, -9800),
        (.tls, .connectionClosed, -1200, -9816),
        (.tls, .protocolVersion, -1200, -9836), (.tls, .handshakeFailure, -1200, -9824),
        (.tls, .weakConnection, -1200, -9802), (.request, .plainHTTPRefused, -1022, nil),
        (.tls, .unrecognizedName, -1200, -9865), (.tls, .noApplicationProtocol, -1200, -9802),
        (.tls, .tlsAlert, -1200, -9802), (.tls, .certificateRequest, -1200, -9859),
        (.tls, .renegotiationRefused, -1200, -9840), (.tls, .clientIdentityUnusable, -1200, -9848),
        (.tls, .clientCertificateRefused, -1205, -9825), (.tls, .clientCertificateRequired, -1206, -9863),
        (.tls, .clientCertificateAskedLate, -1206, -9863), (.tls, .clientCertificateOverHTTP2, -1206, -9863),
        (.request, .unusableRequest, -1000, nil),
        (.request, .plainHTTP, -1002, nil), (.request, .connectionClosed, -1005, nil),
        (.request, .bodyNotRepeatable, -1021, nil), (.request, .uploadFailed, -1021, nil),
        (.request, .uploadLength, -1021, nil), (.request, .unreadableFile, -3001, nil),
        (.request, .challengeTimedOut, -1001, nil), (.request, .cancelled, -999, nil),
        (.request, .timedOut, -1001, nil), (.request, .wrongCredential, -1013, nil),
        (.request, .credentialUnusable, -1013, nil), (.request, .tooManyAttempts, -1013, nil),
        (.request, .digestRefused, -1013, nil), (.request, .negotiateFailed, -1013, nil),
        (.request, .negotiateUnavailable, -1013, nil), (.request, .ntlmUnavailable, -1013, nil),
        (.request, .weakNTLM, -1013, nil), (.request, .loginFormCharset, -1013, nil),
        (.request, .loginFormElsewhere, -1013, nil), (.request, .loginFormMissing, -1013, nil),
        (.request, .loginFormEncoding, -1013, nil), (.request, .loginFormInURL, -1013, nil),
        (.request, .loginNeedsCookies, -1013, nil), (.request, .digestProofWrong, -1011, nil),
        (.request, .negotiateProofWrong, -1011, nil),
        (.transfer, .connectionClosed, -1005, nil), (.transfer, .emptyReply, -1005, nil),
        (.transfer, .http2, -1005, nil), (.transfer, .notHTTP, -1017, nil), (.transfer, .badChunk, -1017, nil),
        (.transfer, .badLength, -1017, nil), (.transfer, .headersTooLarge, -1017, nil),
        (.transfer, .webSocketRefused, -1011, nil), (.transfer, .webSocketBroken, -1011, nil),
        (.transfer, .webSocketClosed, -1005, nil), (.transfer, .unaskedUpgrade, -1011, nil),
        (.transfer, .badContentEncoding, -1016, nil),
        (.transfer, .responseTooLarge, -1103, nil), (.transfer, .tooManyRedirects, -1007, nil),
        (.request, .hostConflict, -1000, nil), (.request, .notCached, -1008, nil),
        (.transfer, .invalidRedirect, -1010, nil),
        (.transfer, .insecureRedirect, -1022, nil),
        (.transfer, .cancelled, -999, nil), (.transfer, .timedOut, -1001, nil),
        (.internal, .invalidated, -999, nil), (.internal, .shutDown, -999, nil),
        (.internal, .fileExists, -3000, nil), (.internal, .fileNotWritten, -3003, nil),
        (.internal, .noDescriptors, -1008, nil), (.internal, .noThread, -1008, nil),
        (.internal, .outOfMemory, -1008, nil),
        (.internal, .unusableLibrary, -1200, nil), (.internal, .uncheckedConnection, -1200, nil),
    ]

    /// Those that Apple has nothing for: mistakes in the use of this package
    /// or in itself.
    private static let unknown: Set<HTTPSError.Code> = [
        .noPolicy, .noStream, .policyForAnotherServer, .policyConflict, .twoReaders,
    ]

    private static func error(_ phase: HTTPSError.Phase, _ code: HTTPSError.Code) -> URLError {
        URLError(
            HTTPSError(phase, code, Verbatim("words"), advice: Verbatim("a hint")), for: URL(string: "https://a.test/x")
        )
    }

    @Test("every row") func rows() {
        for (phase, code, number, status) in Self.table {
            let error = Self.error(phase, code)
            #expect(error.code.rawValue == number, "\(phase).\(code)")
            let domain = error.userInfo["_kCFStreamErrorDomainKey"] as? Int
            #expect((domain == 3) == (status != nil), "\(phase).\(code)")
            if let status { #expect(error.userInfo["_kCFStreamErrorCodeKey"] as? Int == status, "\(phase).\(code)") }
        }
        for code in Self.unknown { #expect(Self.error(.internal, code).code == .unknown) }
        #expect(Self.error(.internal, .init(rawValue: "no code at all")).code == .unknown)
    }

    @Test("every code has a row, here and there") func complete() {
        let known = Set(Self.table.map(\.1)).union(Self.unknown)
        #expect(known.symmetricDifference(HTTPSError.Code.all) == [])
        #expect(HTTPSError.Code.all.filter { ErrorCodeTable.rows[$0] == nil } == [])
    }
}
