import Foundation
import HoldfastHTTPS

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

    /// The same, with what is to be said of this case as its reason.
    init(_ code: URLError.Code, _ reason: String, for url: URL?) {
        var info = URLError(plain: code, for: url).userInfo
        info[NSLocalizedFailureReasonErrorKey] = reason
        self.init(code, userInfo: info)
    }

    /// Why a URL cannot be asked for: plain HTTP is App Transport Security's to refuse, other schemes are not spoken, and
    /// everything else is no URL.
    init(_ error: HTTPSURLError, for url: URL?) {
        let code: URLError.Code =
            if !error.isOtherScheme {
                .badURL
            } else if url?.scheme?.lowercased() == "http" {
                .appTransportSecurityRequiresSecureConnection
            } else {
                .unsupportedURL
            }
        self.init(code, "\(error)", for: url)
    }
}
