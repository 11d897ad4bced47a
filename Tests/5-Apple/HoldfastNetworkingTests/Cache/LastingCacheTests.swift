import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `URLCache` with a disk behind sessions: what one process's session keeps, another's is answered from.
@Suite("URLSession and a cache on the disk")
struct LastingCacheTests {
    private let bench: Loopback
    private let folder: TemporaryFolder
    private let asked = Notes<String>()

    init() throws {
        bench = try Loopback()
        folder = try TemporaryFolder()
    }

    private func server() throws -> TLSServer {
        try bench.answering { [asked] request in
            asked.add(request.target + (request["If-None-Match"] == nil ? "" : " if changed"))
            if request["If-None-Match"] != nil { return ServerResponse(status: 304) }
            if request.target == "/hop" { return .redirect(to: "/there") }
            let control = request.target == "/stale" ? "max-age=0" : "max-age=600"
            return ServerResponse(
                fields: [HTTPField("Cache-Control", control), HTTPField("ETag", "\"v\"")],
                body: Array("body of \(request.target)".utf8))
        }
    }

    /// A session with a cache of its own on the folder, as another process has.
    private func session(
        _ server: TLSServer, _ delegate: (any URLSessionDelegate)? = nil, memory: Int = 0
    ) -> URLSession {
        let configuration = bench.trusting(server)
        configuration.urlCache = URLCache(
            memoryCapacity: memory, diskCapacity: 10 << 20, directory: folder.url("cache"))
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    private func text(_ session: URLSession, _ request: URLRequest) async throws -> String {
        let (data, response) = try await session.data(for: request)
        return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
    }

    @Test("fresh, stale, redirected, and by Apple's policies", arguments: [0, 1 << 20])
    func sessions(memory: Int) async throws {
        let server = try server()
        for path in ["/fresh", "/stale", "/hop"] {
            for _ in 0..<2 {
                let expected = path == "/hop" ? "/there" : path
                let request = URLRequest(url: try bench.url(server, path))
                #expect(try await text(session(server, memory: memory), request) == "200 body of \(expected)")
            }
        }
        #expect(asked.lines == ["/fresh", "/stale", "/stale if changed", "/hop", "/there", "/hop"])
        var request = URLRequest(url: try bench.url(server, "/stale"))
        request.cachePolicy = .returnCacheDataDontLoad
        #expect(try await text(session(server, memory: memory), request) == "200 body of /stale")
        request.url = try bench.url(server, "/none")
        let error = await #expect(throws: URLError.self) { try await text(session(server, memory: memory), request) }
        #expect(error?.code == .resourceUnavailable)
        let kept = session(server).configuration.urlCache
        #expect(kept?.cachedResponse(for: URLRequest(url: try bench.url(server, "/fresh")))?.data.count == 14)
        #expect(kept?.cachedResponse(for: URLRequest(url: try bench.url(server, "/none"))) == nil)
    }

    @Test("figures: from the network, from the cache, and both") func metrics() async throws {
        let server = try server()
        for (path, expected) in [
            ("/fresh", "network"), ("/fresh", "cache"), ("/stale", "network"), ("/stale", "network cache"),
        ] {
            let delegate = MetricsDelegate()
            let session = session(server, delegate)
            session.dataTask(with: try bench.url(server, path)).resume()
            await delegate.finished.wait()
            #expect(delegate.types.lines == [expected], "\(path)")
            session.invalidateAndCancel()
        }
    }

    @Test("a delegate that wants nothing kept has nothing kept on the disk either") func refused() async throws {
        let server = try server()
        let delegate = MetricsDelegate(keeps: false)
        session(server, delegate).dataTask(with: try bench.url(server, "/fresh")).resume()
        await delegate.finished.wait()
        #expect(session(server).configuration.urlCache?.currentDiskUsage == 0)
    }
}

private final class MetricsDelegate: NSObject, URLSessionDataDelegate {
    let types = Notes<String>()
    let finished = Finished()
    private let keeps: Bool

    init(keeps: Bool = true) { self.keeps = keeps }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(keeps ? proposedResponse : nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        types.add(
            metrics.transactionMetrics.map { $0.resourceFetchType == .localCache ? "cache" : "network" }
                .joined(separator: " "))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finished.happen()
    }
}
