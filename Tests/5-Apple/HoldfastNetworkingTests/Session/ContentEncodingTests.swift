import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// WHATWG, Fetch, "handle content codings": "If codings are not supported, then return bytes." RFC 9110 §8.4.1 has
/// `identity` "reserved for its special role" in Accept-Encoding; `UTF-8`, `aws-chunked` and `none` are usual mistakes.
@Suite("Answers with a Content-Encoding that is none")
struct ContentEncodingTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test(
        "are handed over as they came, by every kind of task",
        arguments: ["identity", "none", "utf-8", "UTF-8", "binary", "aws-chunked", "compress", "foo", "foo, identity"])
    func handedOver(coding: String) async throws {
        let server = try bench.answering { _ in
            ServerResponse(
                fields: [HTTPField("Content-Encoding", coding), HTTPField("Cache-Control", "max-age=600")],
                body: Array("{\"a\":1}".utf8))
        }
        let configuration = bench.trusting(server)
        configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0)
        let session = URLSession(configuration: configuration)
        let url = try bench.url(server)
        for _ in 0..<2 {
            let (data, response) = try await session.data(from: url)
            #expect(String(decoding: data, as: UTF8.self) == "{\"a\":1}")
            #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") == coding)
            #expect(response.expectedContentLength == 7)
        }
        #expect(configuration.urlCache?.cachedResponse(for: URLRequest(url: url))?.data.count == 7)
        let (file, _) = try await session.download(from: url)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file).count == 7)
        let (bytes, _) = try await session.bytes(from: url)
        var count = 0
        for try await _ in bytes { count += 1 }
        #expect(count == 7)
    }
}
