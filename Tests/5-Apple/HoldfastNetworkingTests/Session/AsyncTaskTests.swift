import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

@Suite("Tasks that are waited for")
struct AsyncTaskTests {
    let bench: Loopback
    let server: TLSServer
    let session: URLSession

    init() throws {
        bench = try Loopback()
        server = try bench.answering { request in
            switch request.target {
            case "/lines": ServerResponse(text: "one\ntwo\r\nthree")
            case "/form": ServerResponse(text: request["Content-Type"] ?? "-")
            case "/missing": ServerResponse(status: 404)
            default:
                ServerResponse(
                    text: "\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))")
            }
        }
        session = URLSession(configuration: bench.trusting(server))
    }

    @Test("data, with the response's facts") func data() async throws {
        let (data, response) = try await session.data(from: try bench.url(server, "/a?b=c#d"))
        #expect(String(decoding: data, as: UTF8.self) == "GET /a?b=c ")
        let http = try #require(response as? HTTPURLResponse)
        let url = try bench.url(server, "/a?b=c#d")
        #expect(http.statusCode == 200 && http.url == url)
        #expect(http.expectedContentLength == Int64(data.count))
    }

    @Test("a status is no error") func missing() async throws {
        let (_, response) = try await session.data(from: try bench.url(server, "/missing"))
        #expect((response as? HTTPURLResponse)?.statusCode == 404)
    }

    @Test("uploads from memory and from a file") func uploads() async throws {
        var request = URLRequest(url: try bench.url(server, "/u"))
        request.httpMethod = "PUT"
        let (data, _) = try await session.upload(for: request, from: Data("memory".utf8))
        #expect(String(decoding: data, as: UTF8.self) == "PUT /u memory")
        let folder = try TemporaryFolder()
        try folder.write("file", to: "file.json")
        let (other, _) = try await session.upload(for: request, fromFile: folder.url("file.json"))
        #expect(String(decoding: other, as: UTF8.self) == "PUT /u file")
    }

    @Test("a file that is not there") func noFile() async throws {
        let request = URLRequest(url: try bench.url(server, "/u"))
        let error = await #expect(throws: URLError.self) {
            try await session.upload(for: request, fromFile: URL(fileURLWithPath: "/nowhere/at/all"))
        }
        #expect(error?.code == .fileDoesNotExist)
    }

    @Test("a download, whose file stays") func download() async throws {
        let (file, _) = try await session.download(from: try bench.url(server, "/d"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "GET /d ")
        try FileManager.default.removeItem(at: file)
    }

    @Test("bytes, and their lines") func bytes() async throws {
        let (bytes, response) = try await session.bytes(from: try bench.url(server, "/lines"))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        var lines: [String] = []
        for try await line in bytes.lines { lines.append(line) }
        #expect(lines == ["one", "two", "three"])
    }

    @Test("the body of a POST is a form, unless the request says otherwise") func form() async throws {
        var request = URLRequest(url: try bench.url(server, "/form"))
        request.httpMethod = "POST"
        request.httpBody = Data("a=b".utf8)
        let (usual, _) = try await session.data(for: request)
        #expect(String(decoding: usual, as: UTF8.self) == "application/x-www-form-urlencoded")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (own, _) = try await session.data(for: request)
        #expect(String(decoding: own, as: UTF8.self) == "application/json")
    }

    /// "All URLSessionTask instances with a GET HTTP method that contain a body now produce the error
    /// NSURLErrorDataLengthExceedsMaximum." (Apple, iOS 13 Release Notes)
    @Test("nor by a stream, nor as an upload") func getUploads() async throws {
        let url = try #require(URL(string: "https://127.0.0.1:1/"))
        let session = URLSession(configuration: .ephemeral)
        var streamed = URLRequest(url: url)
        streamed.httpBodyStream = InputStream(data: Data("x".utf8))
        let folder = try TemporaryFolder()
        try folder.write("x", to: "file.json")
        let (plain, withStream) = (URLRequest(url: url), streamed)
        let all: [@Sendable () async throws -> (Data, URLResponse)] = [
            { try await session.data(for: withStream) },
            { try await session.upload(for: plain, from: Data("x".utf8)) },
            { try await session.upload(for: plain, fromFile: folder.url("file.json")) },
        ]
        for ask in all {
            let error = await #expect(throws: URLError.self) { try await ask() }
            #expect(error?.code == .dataLengthExceedsMaximum)
        }
        // An empty body is none.
        let error = await #expect(throws: URLError.self) { try await session.upload(for: plain, from: Data()) }
        #expect(error?.code == .cannotConnectToHost)
    }

    @Test("a GET has no body") func getBody() async throws {
        var request = URLRequest(url: try bench.url(server))
        request.httpBody = Data("a".utf8)
        let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
        #expect(error?.code == .dataLengthExceedsMaximum)
    }

    @Test("a field that would end its line is refused") func field() async throws {
        let configuration = bench.trusting(server)
        configuration.httpAdditionalHeaders = ["X-A": "a\r\nX: b"]
        let session = URLSession(configuration: configuration)
        let error = await #expect(throws: URLError.self) { try await session.data(from: try bench.url(server)) }
        #expect(error?.code == .badURL)
    }

    @Test("URLs that nobody can load", arguments: ["ftp://a.test/", "x:y", "https://", "https://a b/"])
    func urls(text: String) async throws {
        guard let url = URL(string: text) else { return }
        let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
        #expect(error?.code == .unsupportedURL || error?.code == .badURL)
        #expect(error?.failingURL == url)
    }

    @Test("cancelling the Swift task cancels") func cancelled() async throws {
        let url = try bench.url(server)
        let running = Task { [session] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await session.data(from: url)
        }
        let error = await #expect(throws: URLError.self) { try await running.value }
        #expect(error?.code == .cancelled)
    }

    @Test("an invalid session takes no tasks") func invalid() async throws {
        session.invalidateAndCancel()
        let error = await #expect(throws: URLError.self) { try await session.data(from: try bench.url(server)) }
        #expect(error?.code == .cancelled)
    }

    @Test("the request's own fields go before the session's") func additional() async throws {
        let echo = try bench.answering { request in
            ServerResponse(text: "\(request["X-A"] ?? "-") \(request["X-B"] ?? "-")")
        }
        let configuration = bench.trusting(echo)
        configuration.httpAdditionalHeaders = ["X-A": "session", "x-b": "session"]
        var request = URLRequest(url: try bench.url(echo))
        request.setValue("request", forHTTPHeaderField: "X-B")
        let (data, _) = try await URLSession(configuration: configuration).data(for: request)
        #expect(String(decoding: data, as: UTF8.self) == "session request")
    }

    @Test("data URLs and files need no server") func local() async throws {
        let (data, response) = try await session.data(from: try #require(URL(string: "data:text/plain;base64,aGk=")))
        #expect(String(decoding: data, as: UTF8.self) == "hi" && response.mimeType == "text/plain")
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "file.json")
        let (content, facts) = try await session.data(from: folder.url("file.json"))
        #expect(String(decoding: content, as: UTF8.self) == "{}" && facts.mimeType == "application/json")
    }
}
