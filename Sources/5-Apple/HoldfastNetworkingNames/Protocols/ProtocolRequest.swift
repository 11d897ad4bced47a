import Foundation
import FoundationNetworking
import HoldfastX509
import Synchronization

/// A request as protocol classes get it: with its body as a stream, and as data where it is in memory.
///
/// Apple's loading system turns a body into a stream before a class is asked, and `httpBody` is nil there (openradar
/// 15993891); FoundationNetworking gives `httpBody`. Code for either finds what it looks for. Every copy has a stream
/// of its own, so that what one class has read is not missing to the next.
final class ProtocolRequest: NSMutableURLRequest {
    /// The body of a request.
    enum Body {
        case none
        case data(Data)
        case file(URL)
        case stream(InputStream)
    }

    private struct Held {
        var body = Body.none
        /// The one that was given out.
        var stream: InputStream?
    }

    private let held = Mutex(UnsafeTransfer(Held()))

    /// A request with another body.
    static func made(of request: URLRequest, _ body: Body) -> URLRequest {
        guard let url = request.url else { return request }
        let made = ProtocolRequest(url: url)
        made.take(request as NSURLRequest, body)
        return made as URLRequest
    }

    private func take(_ request: NSURLRequest, _ body: Body) {
        url = request.url
        mainDocumentURL = request.mainDocumentURL
        cachePolicy = request.cachePolicy
        timeoutInterval = request.timeoutInterval
        networkServiceType = request.networkServiceType
        allowsCellularAccess = request.allowsCellularAccess
        httpShouldHandleCookies = request.httpShouldHandleCookies
        httpMethod = request.httpMethod ?? "GET"
        allHTTPHeaderFields = request.allHTTPHeaderFields
        set(body)
    }

    override var httpBody: Data? {
        get { if case .data(let data) = body { data } else { nil } }
        set { set(newValue.map { .data($0) } ?? .none) }
    }

    override var httpBodyStream: InputStream? {
        get {
            held.withLock { held in
                var value = held.value
                switch value.body {
                case .none: return UnsafeTransfer<InputStream?>(nil)
                case .data(let data): value.stream = value.stream ?? InputStream(data: data)
                case .file(let url): value.stream = value.stream ?? InputStream(url: url)
                case .stream(let stream): value.stream = stream
                }
                held = UnsafeTransfer(value)
                return UnsafeTransfer(value.stream)
            }.value
        }
        set { set(newValue.map { .stream($0) } ?? .none) }
    }

    override func mutableCopy(with zone: NSZone? = nil) -> Any {
        guard let url else { return super.mutableCopy(with: zone) }
        let copy = ProtocolRequest(url: url)
        copy.take(self, body)
        return copy
    }

    override func copy(with zone: NSZone? = nil) -> Any { mutableCopy(with: zone) }

    private var body: Body { held.withLock { UnsafeTransfer($0.value.body) }.value }

    private func set(_ body: Body) {
        let transfer = UnsafeTransfer(body)
        held.withLock { $0 = UnsafeTransfer(Held(body: transfer.value)) }
    }
}

extension URLRequest {
    /// A copy of the request whose body is unread, as far as it is in memory or in a file.
    var unread: URLRequest { (self as NSURLRequest) as URLRequest }
}

extension TaskRun {
    /// The task's request as protocol classes are shown it: with the session's fields that it lacks, and with its body.
    func protocolRequest(_ request: URLRequest) -> URLRequest {
        let isElsewhere = isElsewhere(request)
        var request = request
        for (name, value) in core.configuration.httpAdditionalHeaders ?? [:] {
            let name = (name.base as? String) ?? "\(name.base)"
            guard request.value(forHTTPHeaderField: name) == nil, !isElsewhere || !Self.isSecret(name) else { continue }
            request.setValue((value as? String) ?? "\(value)", forHTTPHeaderField: name)
        }
        switch (upload(with: request), request.httpBody, request.httpBodyStream) {
        case (.data(let data), _, _): return ProtocolRequest.made(of: request, .data(data))
        case (.file(let url), _, _): return ProtocolRequest.made(of: request, .file(url))
        case (.none, let data?, _): return ProtocolRequest.made(of: request, .data(data))
        default: return request
        }
    }

    /// Whether redirects have led to another origin.
    private func isElsewhere(_ request: URLRequest) -> Bool {
        let passed = state.withLock { $0.passed.map(\.request.url) }
        return passed.contains {
            $0?.scheme != request.url?.scheme || $0?.host != request.url?.host || $0?.port != request.url?.port
        }
    }

    /// Whether a field stays behind where a redirect leads to another origin (RFC 9110 §15.4), as in requests that are
    /// sent.
    private static func isSecret(_ name: String) -> Bool {
        ["authorization", "cookie", "proxy-authorization"].contains(name.asciiLowercased())
    }
}
