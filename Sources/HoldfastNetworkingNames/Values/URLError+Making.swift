import Foundation

extension URLError {
    /// An error of this module's own.
    init(_ code: Code, _ message: String, for url: URL?) {
        var values: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let url {
            values[NSURLErrorFailingURLErrorKey] = url
            values["NSErrorFailingURLStringKey"] = url.absoluteString
        }
        self.init(code, userInfo: values)
    }
}
