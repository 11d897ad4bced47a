import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// What protocol classes see of a request.
///
/// "IIRC, body data objects get transparently converted into streaming-style bodies by the URL loading system before
/// they reach you. If you need to read the data: Open the HTTPBodyStream object" (an answer on Stack Overflow;
/// openradar 15993891). FoundationNetworking gives `httpBody`, and code for either runs here.
@Suite("Requests as protocol classes get them", .serialized)
struct ProtocolRequestTests {
    private func session(delegate: (any URLSessionDelegate)? = nil) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [SeeingProtocol.self]
        configuration.httpAdditionalHeaders = ["X-Own": "session", "X-Both": "session", "Authorization": "Bearer s"]
        SeeingProtocol.seen.withLock { $0 = [] }
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    private func request(_ path: String, method: String = "POST") throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://seen.test\(path)")))
        request.httpMethod = method
        request.setValue("request", forHTTPHeaderField: "X-Both")
        return request
    }

    private var seen: [String] { SeeingProtocol.seen.withLock { $0 } }

    /// `httpAdditionalHeaders`: "A dictionary of additional headers to send with requests. … If the same header appears
    /// in both this array and the request object (where applicable), the request object's value takes precedence"
    /// (Apple).
    @Test("the session's fields reach every question") func fields() async throws {
        _ = try await session().data(for: try request("/f", method: "GET"))
        let all = "session request Bearer s - -"
        #expect(seen == ["canInit task \(all)", "canInit \(all)", "canonical \(all)", "start \(all)"])
    }

    @Test("a body in memory is there as data and as a stream, at every question anew") func data() async throws {
        var request = try request("/d")
        request.httpBody = Data("body".utf8)
        _ = try await session().data(for: request)
        #expect(seen.allSatisfy { $0.hasSuffix(" body body") } && seen.count == 4)
    }

    @Test("an upload's body too") func uploads() async throws {
        _ = try await session().upload(for: try request("/u"), from: Data("memory".utf8))
        #expect(seen.last == "start session request Bearer s memory memory")
        let folder = try TemporaryFolder()
        try folder.write("file", to: "body")
        _ = try await session().upload(for: try request("/u"), fromFile: folder.url("body"))
        #expect(seen.last == "start session request Bearer s - file")
    }

    @Test("a stream is the request's own, or the delegate's") func streams() async throws {
        var request = try request("/s")
        let delegate = StreamingDelegate()
        session(delegate: delegate).uploadTask(withStreamedRequest: request).resume()
        _ = await delegate.linesAtEnd()
        #expect(seen.contains("canonical session request Bearer s - asked for"))
        request.httpBodyStream = InputStream(data: Data("own".utf8))
        _ = try await session().data(for: request)
        // Who is asked first has read it, as on Apple's platforms.
        #expect(seen.first == "canInit task session request Bearer s - own")
    }

    @Test("what a class changes of a body is what counts") func changed() async throws {
        var request = try request("/changed")
        request.httpBody = Data("body".utf8)
        _ = try await session().data(for: request)
        #expect(seen.last == "start session request Bearer s new new")
    }

    /// RFC 9110 §15.4: fields such as `Authorization` are looked at before a request goes to another origin.
    @Test("a class's redirect to another origin leaves behind who somebody is, and the body of what became a GET")
    func redirect() async throws {
        _ = try await session().upload(for: try request("/elsewhere"), from: Data("memory".utf8))
        #expect(seen.last == "start session session - - -")
    }

    @Test("nor do they go to a server that a class's redirect leads to") func redirectToServer() async throws {
        let bench = try Loopback()
        let lines = Notes<String>()
        let server = try bench.answering { request in
            lines.add("\(request.target) \(request["Authorization"] ?? "-") \(request["X-Own"] ?? "-")")
            return ServerResponse(text: "x")
        }
        let configuration = bench.trusting(server, names: [Loopback.host])
        configuration.protocolClasses = [SeeingProtocol.self]
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer s", "X-Own": "own"]
        let url = try bench.url(server)
        SeeingProtocol.target.withLock { $0 = url }
        let session = URLSession(configuration: configuration, delegate: nil, delegateQueue: nil)
        let (data, _) = try await session.data(for: try request("/elsewhere-server", method: "GET"))
        #expect(String(decoding: data, as: UTF8.self) == "x" && lines.lines == ["/ - own"])
    }

    /// The fields are the session's still, and not the request's: what is sent is another matter.
    @Test("a class that does not answer changes nothing") func declined() async throws {
        let bench = try Loopback()
        let other = "other.holdfast.test"
        let lines = Notes<String>()
        let server = try bench.answering(as: bench.identity(Loopback.host, other)) { request in
            lines.add("\(request.target) \(request["Authorization"] ?? "-")")
            let port = request["Host"]?.split(separator: ":").last ?? ""
            return request.target == "/"
                ? ServerResponse.redirect(to: "https://\(other):\(port)/there", status: 302) : ServerResponse(text: "x")
        }
        let configuration = bench.trusting(server, names: [Loopback.host, other])
        configuration.protocolClasses = [SeeingProtocol.self]
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer s", "X-Own": "own"]
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: try bench.url(server))
        task.resume()
        _ = await delegate.linesAtEnd()
        #expect(lines.lines == ["/ Bearer s", "/there -"])
        #expect(task.currentRequest?.value(forHTTPHeaderField: "X-Own") == nil)
    }
}

/// Answers requests for `seen.test`, and writes down what it sees of them.
private final class SeeingProtocol: URLProtocol, @unchecked Sendable {
    static let seen = Mutex<[String]>([])
    /// Where `/elsewhere-server` leads.
    static let target = Mutex<URL?>(nil)

    private static func write(_ question: String, _ request: URLRequest?) {
        guard let request else { return }
        let fields = ["X-Own", "X-Both", "Authorization"].map { request.value(forHTTPHeaderField: $0) ?? "-" }
        let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "-"
        let line = "\(question) \(fields.joined(separator: " ")) \(body) \(text(of: request.httpBodyStream))"
        seen.withLock { $0.append(line) }
    }

    private static func text(of stream: InputStream?) -> String {
        guard let stream else { return "-" }
        stream.open()
        defer { stream.close() }
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = stream.read(&buffer, maxLength: buffer.count)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }

    override class func canInit(with task: URLSessionTask) -> Bool {
        guard task.currentRequest?.url?.host?.hasSuffix("seen.test") == true else { return false }
        write("canInit task", task.currentRequest)
        return super.canInit(with: task)
    }

    override class func canInit(with request: URLRequest) -> Bool {
        write("canInit", request)
        return true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        write("canonical", request)
        guard request.url?.path == "/changed" else { return request }
        var changed = request
        changed.httpBody = Data("new".utf8)
        return changed
    }

    override func startLoading() {
        Self.write("start", request)
        guard let client, let url = request.url else { return }
        let targets = [
            "/elsewhere": URL(string: "https://other.seen.test/"), "/elsewhere-server": Self.target.withLock(\.self),
        ]
        if let other = targets[url.path] ?? nil,
            let response = HTTPURLResponse(url: url, statusCode: 303, httpVersion: nil, headerFields: nil)
        {
            client.urlProtocol(self, wasRedirectedTo: URLRequest(url: other), redirectResponse: response)
            return
        }
        client.urlProtocol(
            self, didReceive: URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil),
            cacheStoragePolicy: .notAllowed)
        client.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

/// Gives a stream where it is asked for one.
private final class StreamingDelegate: RecordingDelegate, @unchecked Sendable {
    override func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(InputStream(data: Data("asked for".utf8)))
    }
}
