import Foundation
import HoldfastHTTPS
import HoldfastWeb
import HoldfastX509

extension URLError {
    /// An error that no exchange is behind, with what Apple's would say and the request's URL, without its user and
    /// password: errors are logged, shown and sent to others.
    ///
    /// - Parameters:
    ///   - code: as App Transport Security's refusal, a cancelled question, a file that is not there.
    ///   - url: of the request that failed; nil where there is none.
    ///   - host: who is meant, where it is not the URL's.
    ///   - cause: what is below it; nil for nothing.
    init(plain code: URLError.Code, for url: URL?, host: String? = nil, cause: (any Error)? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: ErrorSentences.sentence(code, host: host ?? url?.host)]
        if let shown = url.flatMap(Self.shown) {
            info[NSURLErrorFailingURLErrorKey] = shown
            info[ErrorKey.failingURLText] = shown.absoluteString
        }
        if let cause { info[NSUnderlyingErrorKey] = cause }
        self.init(code, userInfo: info)
    }

    /// A URL without its user and password; nil where they cannot be taken out.
    private static func shown(_ url: URL) -> URL? {
        guard url.absoluteString.utf8.contains(UInt8(ascii: "@")) else { return url }
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        guard parts.user != nil || parts.password != nil else { return url }
        (parts.user, parts.password) = (nil, nil)
        return parts.url
    }

    /// An error that no exchange is behind, with a sentence about this case as its reason.
    init(_ code: URLError.Code, _ reason: String, for url: URL?) {
        var info = URLError(plain: code, for: url).userInfo
        info[NSLocalizedFailureReasonErrorKey] = reason
        self.init(code, userInfo: info)
    }

    /// Makes the error for a URL that cannot be asked for: plain HTTP is App Transport Security's to refuse, other
    /// schemes are not spoken, and everything else is no URL.
    init(_ error: HTTPSURLError, for url: URL?) {
        let code: URLError.Code =
            if !error.isOtherScheme {
                .badURL
            } else if url?.scheme?.asciiLowercased() == "http" {
                .appTransportSecurityRequiresSecureConnection
            } else {
                .unsupportedURL
            }
        self.init(code, "\(error)", for: url)
    }
}

/// The descriptions of Apple's errors for people, in English.
enum ErrorSentences {
    static func sentence(_ code: URLError.Code, host: String?) -> String {
        switch code {
        case .serverCertificateUntrusted:
            "The certificate for this server is invalid. You might be connecting to a server that is pretending to be "
                + "“\(host ?? "the server")” which could put your confidential information at risk."
        case .clientCertificateRejected: "The server “\(host ?? "")” did not accept the certificate."
        case .clientCertificateRequired: "The server “\(host ?? "")” requires a client certificate."
        default: plain[code] ?? "The request failed."
        }
    }

    private static let plain: [URLError.Code: String] = [
        .cancelled: "cancelled", .timedOut: "The request timed out.", .badURL: "bad URL",
        .unsupportedURL: "unsupported URL", .unknown: "unknown error",
        .cannotFindHost: "A server with the specified hostname could not be found.",
        .dnsLookupFailed: "A server with the specified hostname could not be found.",
        .cannotConnectToHost: "Could not connect to the server.",
        .networkConnectionLost: "The network connection was lost.",
        .notConnectedToInternet: "The Internet connection appears to be offline.",
        .secureConnectionFailed:
            "An SSL error has occurred and a secure connection to the server cannot be made.",
        .appTransportSecurityRequiresSecureConnection:
            "The resource could not be loaded because the App Transport Security policy requires the use of a secure "
            + "connection.",
        .httpTooManyRedirects: "too many HTTP redirects",
        .redirectToNonExistentLocation: "The server redirected to a location that does not exist.",
        .badServerResponse: "There was a bad response from the server.",
        .cannotParseResponse: "cannot parse response", .cannotDecodeContentData: "cannot decode raw data",
        .dataLengthExceedsMaximum: "resource exceeds maximum size",
        .requestBodyStreamExhausted: "request body stream exhausted",
        .userAuthenticationRequired: "Authentication is required.",
        .resourceUnavailable: "resource unavailable", .cannotOpenFile: "The file could not be opened.",
        .cannotCreateFile: "The file could not be created.",
        .cannotWriteToFile: "The file could not be written to.",
        .noPermissionsToReadFile: "You do not have permission to access the requested resource.",
        .userCancelledAuthentication: "The operation was cancelled by the user.",
        .fileDoesNotExist: "The requested file was not found.",
    ]
}
