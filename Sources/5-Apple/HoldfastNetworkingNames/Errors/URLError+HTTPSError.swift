import Foundation
import HoldfastHTTPS
import HoldfastLibC
import HoldfastSecurityNames
import HoldfastTransport
import HoldfastTrust

extension URLError {
    /// The error of Apple's sessions for a failure, with their keys in `userInfo`; beside them the reason, the hint,
    /// and every finding under ``HoldfastFindingsKey``.
    ///
    /// - Parameters:
    ///   - error: the failure.
    ///   - url: of the request that failed; nil where there is none.
    init(_ error: HTTPSError, for url: URL?) {
        let report = ErrorReport(error, url)
        self.init(report.row.code, userInfo: report.userInfo)
    }
}

/// Builds the `userInfo` of a `URLError`.
private struct ErrorReport {
    let error: HTTPSError
    let url: URL?
    let row: ErrorCodeTable.Row

    init(_ error: HTTPSError, _ url: URL?) {
        self.error = error
        self.url = url
        row = Self.row(error)
    }

    private static func row(_ error: HTTPSError) -> ErrorCodeTable.Row {
        switch error.code {
        case .certificateRefused:
            if let failure = error.trustFailure { return TrustFailureCode.row(failure) }
        case .proxyRefused where error.proxyAnswer?.status == 407:
            // Authentication is what the proxy asks for.
            return ErrorCodeTable.Row(.userAuthenticationRequired)
        case .unreadableFile where error.transportError.systemError == ENOENT:
            return ErrorCodeTable.Row(.fileDoesNotExist)
        case .unreadableFile where error.transportError.systemError == EACCES:
            return ErrorCodeTable.Row(.noPermissionsToReadFile)
        default: break
        }
        return ErrorCodeTable.row(error.code, in: error.phase) ?? ErrorCodeTable.Row(.unknown)
    }

    /// The server's certificates, for the error of a failure in TLS; nil for others.
    private var presented: ServerTrust? {
        guard row.stream?.domain == kCFStreamErrorDomainSSL else { return nil }
        return error.trustFailure?.presented ?? error.connection?.presented
    }

    private var host: String? { error.connection?.host ?? url?.host }

    private var failure: TrustFailure? { error.trustFailure ?? error.proxyTrustFailure }

    var userInfo: [String: Any] {
        var info = URLError(plain: row.code, for: url, host: host).userInfo
        info[NSLocalizedFailureReasonErrorKey] = error.description
        // Apple's codes and description stay; whoever refused is told what the trust was found to be.
        let told = failure ?? error.cancelledTrustFailure
        if let told { info[HoldfastFindingsKey] = told.findingsInfo }
        if row.code != .cancelled || told != nil { info[NSLocalizedRecoverySuggestionErrorKey] = error.hint }
        guard row.code != .cancelled else { return info }
        var below: [String: Any] = [:]
        if let failure { below[NSUnderlyingErrorKey] = failure.securityError }
        if let stream = row.stream {
            for (key, value) in [ErrorKey.streamDomain: Int(stream.domain), ErrorKey.streamCode: stream.code] {
                info[key] = value
                below[key] = value
            }
            if stream.domain == kCFStreamErrorDomainSSL { below[ErrorKey.originalStatus] = stream.code }
        }
        if let presented { add(presented, to: &info, below: &below) }
        info[NSUnderlyingErrorKey] = NSError(
            domain: kCFErrorDomainCFNetwork as String, code: row.code.rawValue, userInfo: below)
        return info
    }

    private func add(_ presented: ServerTrust, to info: inout [String: Any], below: inout [String: Any]) {
        let trust = SecTrust(presented, host: host ?? "", by: failure?.policy)
        let certificates = SecTrust.certificates(presented)
        info[NSURLErrorFailingURLPeerTrustErrorKey] = trust
        info[ErrorKey.peerChain] = certificates
        info[ErrorKey.clientState] = clientCertificateState
        below[kCFStreamPropertySSLPeerTrust as String] = trust
        below[kCFStreamPropertySSLPeerCertificates as String] = certificates
        below[ErrorKey.clientCertificateState] = clientCertificateState
    }

    /// SecureTransport.h, `SSLClientCertificateState`: none, requested, sent.
    private var clientCertificateState: Int {
        guard let connection = error.connection else { return 0 }
        return connection.isClientCertificateSent ? 2 : connection.isClientCertificateRequested ? 1 : 0
    }
}
