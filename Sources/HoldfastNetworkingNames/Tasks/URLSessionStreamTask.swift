public import Foundation
import FoundationNetworking

/// A task for a connection without HTTP (Apple, `URLSessionStreamTask`). There are none here: it ends with
/// `URLError.unsupportedURL` when it is resumed, and so does every method.
open class URLSessionStreamTask: URLSessionTask, @unchecked Sendable {
    init(_ session: URLSession, _ host: String, _ port: Int) {
        var address = URLComponents()
        address.scheme = "stream"
        address.host = host
        address.port = (0...65_535).contains(port) ? port : nil
        super.init(session, address.url.map { URLRequest(url: $0) }, TaskWork(.none, .delegate))
    }

    public override init() { super.init() }

    open func readData(
        ofMinLength minBytes: Int, maxLength maxBytes: Int, timeout: TimeInterval,
        completionHandler: @escaping @Sendable (Data?, Bool, (any Error)?) -> Void
    ) {
        calls.add { completionHandler(nil, true, URLError(.unsupportedURL)) }
    }

    open func write(
        _ data: Data, timeout: TimeInterval, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        calls.add { completionHandler(URLError(.unsupportedURL)) }
    }

    open func captureStreams() {}
    open func closeWrite() {}
    open func closeRead() {}
    open func startSecureConnection() {}
}
