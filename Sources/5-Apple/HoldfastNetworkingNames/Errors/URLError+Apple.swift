public import Foundation
import FoundationNetworking
public import HoldfastSecurityNames

/// The key of a download's resume data in its error, for ``URLSession/downloadTask(withResumeData:)``.
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

extension URLError {
    /// The data with which the download can go on; nil where that is not possible.
    public var downloadTaskResumeData: Data? { userInfo[NSURLSessionDownloadTaskResumeData] as? Data }
}

extension URLError {
    /// The certificates for which the server was refused; not evaluated again.
    public var failureURLPeerTrust: SecTrust? { userInfo[NSURLErrorFailingURLPeerTrustErrorKey] as? SecTrust }
}

// CFNetwork's names of its errors and of what they hold (CFNetworkErrors.h, CFHTTPStream.h, CFSocketStream.h). The
// strings never change, so any thread may read them, though `NSString` is not `Sendable`.

/// The domain of the error that stands below a `URLError`, with the same number.
@safe public nonisolated(unsafe) let kCFErrorDomainCFNetwork: CFString = "kCFErrorDomainCFNetwork"

/// Errors of TLS, by the numbers `errSSL…`, under `_kCFStreamErrorDomainKey`.
public let kCFStreamErrorDomainSSL: Int32 = 3
/// Errors of looking up names, by the numbers of `getaddrinfo`, under `_kCFStreamErrorDomainKey`.
public let kCFStreamErrorDomainNetDB: Int32 = 12

/// The server's certificates as a `SecTrust`, in the error below a `URLError`.
@safe public nonisolated(unsafe) let kCFStreamPropertySSLPeerTrust: CFString = "kCFStreamPropertySSLPeerTrust"
/// The server's certificates as an array of `SecCertificate`, in the error below a `URLError`.
@safe public nonisolated(unsafe) let kCFStreamPropertySSLPeerCertificates: CFString =
    "kCFStreamPropertySSLPeerCertificates"

/// Keys of `userInfo` that Apple's errors have and no header names: programs spell them out.
enum ErrorKey {
    /// Errors of the system, by `errno`.
    static let systemDomain: Int32 = 1
    /// Foundation calls its own name for this one deprecated.
    static let failingURLText = "NSErrorFailingURLStringKey"
    static let streamDomain = "_kCFStreamErrorDomainKey"
    static let streamCode = "_kCFStreamErrorCodeKey"
    static let originalStatus = "_kCFNetworkCFStreamSSLErrorOriginalValue"
    static let clientCertificateState = "_kCFStreamPropertySSLClientCertificateState"
    static let peerChain = "NSErrorPeerCertificateChainKey"
    static let clientState = "NSErrorClientCertificateStateKey"
}
