import HoldfastHTTP
import HoldfastNetworking
import HoldfastNetworkingNames
import HoldfastServing
import LoopbackSupport
import Synchronization
import Testing

/// Bodies that are sent once more, and responses that are kept (Apple, `NSURLConnectionDataDelegate`).
@Suite("A connection's bodies and cache")
struct ConnectionBodyTests {
    @Test("a stream that has to be sent once more is asked for", arguments: [true, false])
    func newStream(isThere: Bool) async throws {
        let bench = try ConnectionBench()
        var request = try bench.request("/login")
        request.httpMethod = "POST"
        request.setValue("4", forHTTPHeaderField: "Content-Length")
        request.httpBodyStream = InputStream(data: Data("four".utf8))
        let delegate = StreamingDelegate(isThere ? Data("more".utf8) : nil)
        try bench.connection(request, delegate, isTrusting: true).start()
        await delegate.finished.wait()
        #expect(delegate.lines.filter { $0 == "new stream" }.count == 1)
        #expect(delegate.lines.contains("response 200") == isThere)
        #expect((delegate.lines.last == "finished") == isThere)
    }

    @Test("what the delegate makes of a redirect is sent as it is", arguments: [true, false])
    func redirected(keepsBody: Bool) async throws {
        let bench = try Loopback()
        let server = try bench.answering { request in
            if request.target == "/redirect" { return ServerResponse.redirect(to: "/there", status: 307) }
            let type = request["Content-Type"] ?? "-"
            return ServerResponse(text: "\(request.method) \(request.body.count) \(type)")
        }
        let delegate = FreshRequestDelegate(keepsBody)
        var request = URLRequest(url: try bench.url(server, "/redirect"))
        request.httpMethod = "POST"
        request.httpBody = Data("four".utf8)
        let connection = NSURLConnection(
            request: request, delegate: delegate, startImmediately: false, configuration: bench.trusting(server))
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await delegate.finished.wait()
        #expect(delegate.lines.contains("data \(keepsBody ? "POST 4 application/x-www-form-urlencoded" : "GET 0 -")"))
    }

    @Test("the delegate decides what is cached, before the end", arguments: [true, false])
    func cache(keeps: Bool) async throws {
        let bench = try Loopback()
        let server = try bench.answering { _ in
            ServerResponse(fields: [HTTPField("Cache-Control", "max-age=600")], body: Array("kept".utf8))
        }
        let configuration = bench.trusting(server)
        let cache = try #require(configuration.urlCache)
        let delegate = CachingDelegate(keeps)
        let request = URLRequest(url: try bench.url(server))
        let connection = NSURLConnection(
            request: request, delegate: delegate, startImmediately: false, configuration: configuration)
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await delegate.finished.wait()
        #expect(delegate.lines.suffix(4) == ["response 200", "data kept", "cache kept", "finished"])
        #expect((cache.cachedResponse(for: request) != nil) == keeps)
    }
}

private final class StreamingDelegate: ConnectionRecorder, NSURLConnectionDataDelegate, @unchecked Sendable {
    private let data: Data?

    init(_ data: Data?) { self.data = data }

    func connection(_ connection: NSURLConnection, needNewBodyStream request: URLRequest) -> InputStream? {
        write("new stream")
        return data.map { InputStream(data: $0) }
    }

    func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        challenge.sender?.use(ConnectionRecorder.right, for: challenge)
    }
}

private final class CachingDelegate: ConnectionRecorder, NSURLConnectionDataDelegate, @unchecked Sendable {
    private let keeps: Bool

    init(_ keeps: Bool) { self.keeps = keeps }

    func connection(
        _ connection: NSURLConnection, willCacheResponse cachedResponse: CachedURLResponse
    ) -> CachedURLResponse? {
        write("cache \(String(decoding: cachedResponse.data, as: UTF8.self))")
        return keeps ? cachedResponse : nil
    }
}

/// Follows redirects with what it is proposed, or with a request of its own that has the new URL alone.
private final class FreshRequestDelegate: ConnectionRecorder, NSURLConnectionDataDelegate, @unchecked Sendable {
    private let keepsBody: Bool

    init(_ keepsBody: Bool) { self.keepsBody = keepsBody }

    override func connection(
        _ connection: NSURLConnection, willSend request: URLRequest, redirectResponse response: URLResponse?
    ) -> URLRequest? {
        guard response != nil, !keepsBody else { return request }
        return request.url.map { URLRequest(url: $0) }
    }
}
