import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// RFC 9112 §6.3, item 1: the answer to HEAD "is always terminated by the first empty line after the header fields".
/// Apple's `URLSession` sends what `httpBody` has, of HEAD too.
@Suite("HEAD with a body under Apple's names")
struct HeadBodyTests {
    let bench: Loopback
    let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    private func server() throws -> TLSServer {
        try bench.answering { [seen] request in
            seen.add("\(request.method) \(request.body.count)")
            // Without the text, which HEAD does not get, but with its length.
            return ServerResponse(text: "twelve bytes")
        }
    }

    private func request(_ server: TLSServer, _ body: Int?) throws -> URLRequest {
        var request = URLRequest(url: try bench.url(server))
        request.httpMethod = "HEAD"
        request.httpBody = body.map { Data(repeating: 7, count: $0) }
        return request
    }

    @Test("a data task", arguments: [nil, 0, 5, 100_000]) func data(body: Int?) async throws {
        let server = try server()
        let session = URLSession(configuration: bench.trusting(server))
        let (data, response) = try await session.data(for: try request(server, body))
        let http = try #require(response as? HTTPURLResponse)
        #expect(data.isEmpty && http.statusCode == 200)
        #expect(http.value(forHTTPHeaderField: "Content-Length") == "12")
        #expect(seen.lines == ["HEAD \(body ?? 0)"])
    }

    @Test("upload tasks, of bytes and of a stream", arguments: [0, 5, 100_000]) func upload(count: Int) async throws {
        let server = try server()
        let session = URLSession(configuration: bench.trusting(server))
        let body = Data(repeating: 7, count: count)
        #expect(try await session.upload(for: try request(server, nil), from: body).0.isEmpty)
        var streamed = try request(server, nil)
        streamed.httpBodyStream = InputStream(data: body)
        // The server reads no chunks.
        streamed.setValue("\(count)", forHTTPHeaderField: "Content-Length")
        #expect(try await session.data(for: streamed).0.isEmpty)
        #expect(seen.lines == ["HEAD \(count)", "HEAD \(count)"])
    }

    @Test("a download task gives an empty file") func download() async throws {
        let server = try server()
        let session = URLSession(configuration: bench.trusting(server))
        let (file, _) = try await session.download(for: try request(server, 5))
        #expect(try Data(contentsOf: file).isEmpty)
        try FileManager.default.removeItem(at: file)
    }
}
