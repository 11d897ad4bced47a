import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// NSURLProtocol.h, `URLProtocol:didReceiveResponse:cacheStoragePolicy:`: "The NSURLCacheStoragePolicy the protocol has
/// determined should be used for the given response if the response is to be stored in a cache."
@Suite("What protocol classes let into a cache", .serialized)
struct ProtocolCacheTests {
    private let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)

    private func session(delegate: (any URLSessionDelegate)? = nil) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [CachingProtocol.self]
        configuration.urlCache = cache
        CachingProtocol.seen.withLock { $0 = [] }
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    private func request(_ path: String, _ authorization: String? = nil) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://cached.test\(path)")))
        request.setValue(authorization, forHTTPHeaderField: "Authorization")
        return request
    }

    private func kept(_ path: String) throws -> String? {
        cache.cachedResponse(for: try request(path)).map { String(decoding: $0.data, as: UTF8.self) }
    }

    @Test("what it allows is kept, what it does not is not") func policies() async throws {
        for path in ["/allowed", "/memory", "/not"] { _ = try await session().data(for: try request(path)) }
        #expect(try kept("/allowed") == "body of /allowed")
        #expect(cache.cachedResponse(for: try request("/allowed"))?.storagePolicy == .allowed)
        #expect(cache.cachedResponse(for: try request("/memory"))?.storagePolicy == .allowedInMemoryOnly)
        #expect(try kept("/not") == nil)
    }

    @Test("not of what sends a body, of downloads, of what is too large") func unsuited() async throws {
        _ = try await session().upload(for: try request("/allowed"), from: Data("x".utf8))
        let (file, _) = try await session().download(for: try request("/allowed"))
        try FileManager.default.removeItem(at: file)
        #expect(try kept("/allowed") == nil)
        _ = try await session().data(for: try request("/large"))
        #expect(try kept("/large") == nil)
    }

    @Test("the delegate is asked", arguments: [true, false]) func delegate(allows: Bool) async throws {
        let delegate = CachingDelegate(allows)
        session(delegate: delegate).dataTask(with: try request("/allowed")).resume()
        await delegate.finished.wait()
        #expect(delegate.log.lines == ["cache body of /allowed"])
        #expect(try kept("/allowed") == (allows ? "body of /allowed" : nil))
    }

    /// "cachedResponse: A previously cached response for the request; may be nil" (Apple, `URLProtocol.init`).
    @Test("the class is handed what it gave before, and says whether it holds") func handed() async throws {
        let session = session()
        var request = try request("/again", "Bearer a")
        for _ in 0..<2 {
            let (data, _) = try await session.data(for: request)
            #expect(String(decoding: data, as: UTF8.self) == "body of /again")
        }
        // Another user's is not handed over.
        _ = try await session.data(for: try self.request("/again", "Bearer b"))
        request.cachePolicy = .reloadIgnoringLocalCacheData
        _ = try await session.data(for: request)
        #expect(CachingProtocol.seen.withLock { $0 } == ["/again -", "/again body of /again", "/again -", "/again -"])
    }

    /// Nobody judged a server.
    @Test("it answers no request that goes to a server") func server() async throws {
        let bench = try Loopback()
        let server = try bench.answering { _ in ServerResponse(text: "of the server") }
        let url = try bench.url(server, "/allowed")
        for isByClass in [true, false] {
            let configuration = bench.trusting(server)
            configuration.urlCache = cache
            if isByClass { configuration.protocolClasses = [CachingProtocol.self] }
            let (data, _) = try await URLSession(configuration: configuration).data(from: url)
            #expect(String(decoding: data, as: UTF8.self) == (isByClass ? "body of /allowed" : "of the server"))
        }
    }
}

/// Answers whatever it is asked, and lets it be kept as the path says.
private final class CachingProtocol: URLProtocol, @unchecked Sendable {
    static let seen = Mutex<[String]>([])

    override class func canInit(with request: URLRequest) -> Bool { true }

    override func startLoading() {
        guard let client, let url = request.url else { return }
        let known = cachedResponse.map { String(decoding: $0.data, as: UTF8.self) } ?? "-"
        Self.seen.withLock { $0.append("\(url.path) \(known)") }
        if let cachedResponse { return client.urlProtocol(self, cachedResponseIsValid: cachedResponse) }
        // Fresh for any cache that takes it for a server's.
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let fields = ["Cache-Control": "max-age=3600", "Date": formatter.string(from: Date())]
        guard let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields)
        else { return }
        let policies: [String: URLCache.StoragePolicy] = ["/not": .notAllowed, "/memory": .allowedInMemoryOnly]
        client.urlProtocol(self, didReceive: response, cacheStoragePolicy: policies[url.path] ?? .allowed)
        let text = url.path == "/large" ? String(repeating: "x", count: 100_000) : "body of \(url.path)"
        client.urlProtocol(self, didLoad: Data(text.utf8))
        client.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

private final class CachingDelegate: NSObject, URLSessionDataDelegate {
    let log = Notes<String>()
    let finished = Finished()
    private let allows: Bool

    init(_ allows: Bool) { self.allows = allows }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        log.add("cache \(String(decoding: proposedResponse.data, as: UTF8.self))")
        completionHandler(allows ? proposedResponse : nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finished.happen()
    }
}
