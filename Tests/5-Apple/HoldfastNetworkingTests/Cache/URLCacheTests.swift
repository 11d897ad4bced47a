import Foundation
import HoldfastNetworking
import HoldfastWeb
import HoldfastX509
import Synchronization
import TestSupport
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastNetworkingNames

@Suite("URLCache")
struct URLCacheTests {
    private let cache = URLCache(memoryCapacity: 10_000, diskCapacity: 0, diskPath: nil)

    private func request(_ text: String) throws -> URLRequest { URLRequest(url: try #require(URL(string: text))) }

    private func cached(_ size: Int = 1, policy: URLCache.StoragePolicy = .allowed) throws -> CachedURLResponse {
        CachedURLResponse(
            response: try CacheBench.response([:]), data: Data(count: size), userInfo: nil, storagePolicy: policy)
    }

    private func has(_ text: String) throws -> Bool { cache.cachedResponse(for: try request(text)) != nil }

    /// "init(memoryCapacity: 0, diskCapacity: n)" is how programs have responses kept on the disk alone.
    @Test("what is kept on the disk alone is there for another cache, without what a program put beside it")
    func diskAlone() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/cache"
        func made() -> URLCache { URLCache(memoryCapacity: 0, diskCapacity: 100_000, diskPath: path) }
        let (cache, request) = (made(), try request("https://a.test/"))
        let response = CachedURLResponse(
            response: try CacheBench.response(["ETag": "\"v\""], status: 404), data: Data(count: 40_000),
            userInfo: ["own": 1], storagePolicy: .allowed)
        cache.storeCachedResponse(response, for: request)
        #expect(cache.currentMemoryUsage == 0 && cache.currentDiskUsage > 40_000)
        let found = try #require(made().cachedResponse(for: request))
        let http = try #require(found.response as? HTTPURLResponse)
        #expect(http.statusCode == 404 && http.value(forHTTPHeaderField: "etag") == "\"v\"")
        #expect(found.data == response.data && found.userInfo == nil && found.storagePolicy == .allowed)
        cache.diskCapacity = 0
        #expect(cache.cachedResponse(for: request) == nil && cache.currentDiskUsage == 0)
        #expect(made().cachedResponse(for: request) == nil)
    }

    /// Apple, `URLCache.init(memoryCapacity:diskCapacity:directory:)`: "The path to an on-disk directory, where the
    /// system stores the on-disk cache." `FileManager` makes folders that others may read.
    @Test(
        "a folder that the program has made may be readable by others: what is in it is not",
        arguments: [0, 100_000])
    func readableFolder(memory: Int) throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("cache", mode: 0o755)
        func made() -> URLCache {
            URLCache(memoryCapacity: memory, diskCapacity: 100_000, directory: folder.url("cache"))
        }
        let (cache, request) = (made(), try request("https://a.test/"))
        cache.storeCachedResponse(try cached(7), for: request)
        #expect(cache.currentDiskUsage > 7)
        #expect(made().cachedResponse(for: request)?.data.count == 7)
        let inside = try FileManager.default.contentsOfDirectory(atPath: folder.path("cache"))
        #expect(try !inside.isEmpty && inside.allSatisfy { try folder.mode(of: "cache/\($0)") == 0o700 })
        #expect(try folder.mode(of: "cache") == 0o755)
    }

    /// Another process may take a body away between two looks at it.
    @Test("a body that is gone is passed over, and none is fetched twice")
    func goneBodies() throws {
        let time = Instant(secondsSince1970: 0)
        let head = CachedHead(
            url: "https://a.test/", status: 200, httpVersion: "HTTP/1.1", fields: [], requestTime: time,
            responseTime: time, sent: nil, bodyCount: 1)
        func candidate(_ bodies: [[UInt8]?]) -> CacheCandidate {
            let left = Mutex(bodies)
            return CacheCandidate(head, on: .any, in: .disk, stored: time) {
                left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            }
        }
        #expect([candidate([nil, [1]]), candidate([[2], nil]), candidate([[3]])].firstWhole?.data == Data([2]))
        #expect([candidate([[1, 1]])].firstWhole == nil)
    }

    @Test("what is allowed in memory only is not on the disk; what is on both is there once")
    func policies() throws {
        let folder = try TemporaryFolder()
        let (path, request) = (folder.path + "/cache", try request("https://a.test/"))
        func made() -> URLCache { URLCache(memoryCapacity: 100_000, diskCapacity: 100_000, diskPath: path) }
        let cache = made()
        cache.storeCachedResponse(try cached(policy: .allowedInMemoryOnly), for: request)
        #expect(cache.cachedResponse(for: request)?.storagePolicy == .allowedInMemoryOnly)
        #expect(made().cachedResponse(for: request) == nil)
        cache.storeCachedResponse(try cached(7), for: request)
        #expect(cache.candidates(for: request).count == 1)
        #expect(made().cachedResponse(for: request)?.data.count == 7)
        // In the place of the one on the disk, too.
        cache.storeCachedResponse(try cached(9, policy: .allowedInMemoryOnly), for: request)
        #expect(cache.cachedResponse(for: request)?.data.count == 9)
        #expect(made().cachedResponse(for: request) == nil)
        cache.removeAllCachedResponses()
        #expect(cache.currentDiskUsage == 0 && cache.currentMemoryUsage == 0)
    }

    @Test(
        "folders: one that is named, and one below the program's own", .serialized,
        arguments: ["", "name", "a/b", "My Responses", "com.example.\u{e9}+1", ".hidden"])
    func folders(_ path: String) throws {
        let cache = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: path.isEmpty ? nil : path)
        let own = try #require(URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: nil).answers.folder)
        #expect(own.contains("/holdfast/"))
        #expect(cache.answers.folder == (path.isEmpty ? own : "\(own)/\(path)"))
        let named = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/tmp/\(path)")
        #expect(named.answers.folder == (path.isEmpty ? "/tmp/holdfast" : "/tmp/\(path)/holdfast"))
        // None of these is below the program's own.
        for text in ["..", "a/../../b", "./a", "a\u{0}b"] {
            let cache = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: text)
            #expect(cache.answers.folder == nil, "\(text.debugDescription)")
        }
        // Nothing is made before anything is kept.
        #expect(cache.cachedResponse(for: try request("https://a.test/")) == nil && cache.currentDiskUsage == 0)
    }

    /// Apple documents 4 MB and 20 MB of the shared one, and nothing of this.
    @Test("a cache without a word has the capacities of the shared one") func usual() {
        let cache = URLCache()
        #expect(cache.memoryCapacity == 4 << 20 && cache.diskCapacity == 20 << 20)
    }

    @Test("scheme, host, port, path and query tell responses apart; the rest does not") func keys() throws {
        cache.storeCachedResponse(try cached(), for: try request("https://example.com/a?b"))
        for text in ["https://EXAMPLE.com:443/a?b", "HTTPS://example.com/a?b#c", "https://u:p@example.com/a?b"] {
            #expect(try has(text), "\(text)")
        }
        let others = [
            "http://example.com/a?b", "https://example.com/a", "https://example.com/a?", "https://example.com/a?c",
            "https://example.com:444/a?b", "https://example.org/a?b", "https://example.com/A?b",
        ]
        for text in others { #expect(try !has(text), "\(text)") }
        cache.storeCachedResponse(try cached(), for: try request("https://example.com"))
        #expect(try has("https://example.com/"))
    }

    @Test("odd URLs are keys like others") func odd() throws {
        let texts = [
            "https://[::1]:8/a", "data:,x", "file:///a%20b", "custom:thing", "https://ex%61mple.com/%zz", "?q",
            "//h//p",
            "https://b\u{fc}cher.example/\u{fc}",
        ]
        for text in texts {
            guard let url = URL(string: text) else { continue }
            cache.storeCachedResponse(try cached(), for: URLRequest(url: url))
            #expect(cache.cachedResponse(for: URLRequest(url: url)) != nil, "\(text)")
        }
    }

    @Test("the least recently used goes first, and the size is kept to") func eviction() throws {
        for name in 0..<5 {
            cache.storeCachedResponse(try cached(1_400), for: try request("https://a.example/\(name)"))
        }
        #expect(try has("https://a.example/0"))
        #expect(cache.currentMemoryUsage <= 10_000 && cache.currentMemoryUsage > 5 * 1_900)
        cache.storeCachedResponse(try cached(1_400), for: try request("https://a.example/5"))
        #expect(try has("https://a.example/0") && has("https://a.example/5"))
        #expect(try !has("https://a.example/1"))
        #expect(cache.currentMemoryUsage <= 10_000)
        cache.memoryCapacity = 3_000
        #expect(cache.currentMemoryUsage <= 3_000)
        cache.memoryCapacity = 0
        #expect(cache.currentMemoryUsage == 0)
    }

    /// What ends a process with FoundationNetworking's class.
    @Test("a response stored often is kept once") func storedOften() throws {
        for _ in 0..<100 { cache.storeCachedResponse(try cached(4_000), for: try request("https://a.example/")) }
        #expect(cache.currentMemoryUsage < 6_000)
        for name in 0..<100 {
            cache.storeCachedResponse(try cached(4_000), for: try request("https://a.example/\(name)"))
        }
        #expect(cache.currentMemoryUsage <= 10_000)
    }

    @Test("what is not allowed, or too large, is not kept; the larger one replaces the smaller all the same")
    func refused()
        throws
    {
        let request = try request("https://a.example/")
        cache.storeCachedResponse(try cached(policy: .notAllowed), for: request)
        #expect(cache.cachedResponse(for: request) == nil)
        cache.storeCachedResponse(try cached(policy: .allowedInMemoryOnly), for: request)
        #expect(cache.cachedResponse(for: request) != nil)
        cache.storeCachedResponse(try cached(10_001), for: request)
        #expect(cache.cachedResponse(for: request) == nil && cache.currentMemoryUsage == 0)
    }

    @Test("removal of one, of all, since a time") func removal() throws {
        let (one, other) = (try request("https://a.example/1"), try request("https://a.example/2"))
        cache.storeCachedResponse(try cached(), for: one)
        cache.storeCachedResponse(try cached(), for: other)
        cache.removeCachedResponse(for: one)
        #expect(cache.cachedResponse(for: one) == nil && cache.cachedResponse(for: other) != nil)
        cache.removeCachedResponses(since: .distantFuture)
        #expect(cache.cachedResponse(for: other) != nil)
        cache.removeCachedResponses(since: .distantPast)
        #expect(cache.cachedResponse(for: other) == nil)
        cache.storeCachedResponse(try cached(), for: one)
        cache.removeAllCachedResponses()
        #expect(cache.currentMemoryUsage == 0 && cache.currentDiskUsage == 0)
    }

    private func answer(_ sent: String?, _ size: Int = 1) throws -> CachedURLResponse {
        CachedURLResponse(
            response: try CacheBench.response([:]), data: Data(count: size),
            userInfo: sent.map { [CachedFacts.Key.sent: $0] }, storagePolicy: .allowed)
    }

    @Test("answers to different requests for one URL stand side by side, up to a limit") func variants() throws {
        let request = try request("https://a.example/")
        for size in 1...3 { cache.storeCachedResponse(try answer("\(size)", size), for: request) }
        cache.storeCachedResponse(try answer("1", 9), for: request)
        #expect(cache.candidates(for: request).map(\.data.count) == [9, 3, 2])
        #expect(cache.cachedResponse(for: request)?.data.count == 9)
        for size in 1...URLCache.variantLimit { cache.storeCachedResponse(try answer("n\(size)", size), for: request) }
        let kept = cache.candidates(for: request).map(\.data.count)
        #expect(kept == Array((1...URLCache.variantLimit).reversed()))
        let usage = cache.currentMemoryUsage
        // A program's own is the only one.
        cache.storeCachedResponse(try answer(nil), for: request)
        #expect(cache.candidates(for: request).count == 1 && cache.currentMemoryUsage < usage)
        cache.storeCachedResponse(try answer("1"), for: request)
        cache.removeCachedResponse(for: request)
        #expect(cache.candidates(for: request).isEmpty && cache.currentMemoryUsage == 0)
    }

    @Test("many threads at once") func threads() throws {
        let (cache, response) = (cache, try cached(300))
        let requests = try (0..<64).map { try request("https://a.example/\($0)") }
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            for request in requests {
                cache.storeCachedResponse(response, for: request)
                _ = cache.cachedResponse(for: requests[index])
            }
        }
        #expect(cache.currentMemoryUsage <= 10_000 && cache.currentMemoryUsage > 0)
    }
}
