import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

@Suite("Protocol classes of a program's own")
struct URLProtocolTests {
    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses?.insert(StubProtocol.self, at: 0)
        session = URLSession(configuration: configuration)
    }

    private func url(_ path: String) throws -> URL { try #require(URL(string: "https://stub.test\(path)")) }

    @Test("they answer in the place of a server") func answers() async throws {
        let (data, response) = try await session.data(from: try url("/a"))
        #expect(String(decoding: data, as: UTF8.self) == "stub /a")
        #expect((response as? HTTPURLResponse)?.statusCode == 201)
    }

    @Test("their errors arrive as they are") func fails() async throws {
        let error = await #expect(throws: URLError.self) { try await session.data(from: try url("/fail")) }
        #expect(error?.code == .notConnectedToInternet)
    }

    @Test("their redirects are followed") func redirects() async throws {
        let (data, _) = try await session.data(from: try url("/redirect"))
        #expect(String(decoding: data, as: UTF8.self) == "stub /there")
    }

    @Test("downloads get a file") func downloads() async throws {
        let (file, _) = try await session.download(from: try url("/d"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "stub /d")
        try FileManager.default.removeItem(at: file)
    }

    @Test("a challenge of theirs is asked of the delegate, and answered to them") func challenges() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubProtocol.self]
        let delegate = RecordingDelegate()
        delegate.credentials = [URLCredential(user: "u", password: "p", persistence: .none)]
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: try url("/login")).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge HTTPBasic 0", "response 200", "data u p", "metrics 1", "complete well",
            ])
    }

    @Test("the shared session asks those that are registered at the time") func registered() async throws {
        // A scheme that nobody else answers for.
        let url = try #require(URL(string: "registered-stub://stub.test/a"))
        URLProtocol.registerClass(StubProtocol.self)
        let (data, _) = try await URLSession.shared.data(from: url)
        #expect(String(decoding: data, as: UTF8.self) == "stub /a")
        URLProtocol.unregisterClass(StubProtocol.self)
        let error = await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url) }
        #expect(error?.code == .unsupportedURL)
    }

    @Test("what a class puts to a request goes along, and is not sent") func properties() async throws {
        let bench = try Loopback()
        let server = try bench.answering { request in
            ServerResponse(text: request.fields.map(\.name).filter { $0.hasPrefix("Holdfast") }.joined())
        }
        let request = NSMutableURLRequest(url: try bench.url(server))
        URLProtocol.setProperty(true, forKey: "handled", in: request)
        URLProtocol.setProperty(bench.now, forKey: "object", in: request)
        var bridged = request as URLRequest
        bridged.httpMethod = "POST"
        #expect(URLProtocol.property(forKey: "handled", in: bridged) as? Bool == true)
        #expect(URLProtocol.property(forKey: "object", in: bridged) != nil)
        #expect(URLProtocol.property(forKey: "other", in: bridged) == nil)
        let (data, _) = try await URLSession(configuration: bench.trusting(server)).data(for: bridged)
        #expect(data.isEmpty)
        URLProtocol.removeProperty(forKey: "handled", in: request)
        #expect(URLProtocol.property(forKey: "handled", in: request as URLRequest) == nil)
    }

    @Test("one that is cancelled is told to stop") func stops() async throws {
        let task = session.dataTask(with: try url("/hang"))
        task.resume()
        try await eventually("started") { StubProtocol.started.all.contains("/hang") }
        task.cancel()
        try await eventually("stopped") { StubProtocol.stopped.all.contains("/hang") }
        #expect(task.state == .canceling || task.state == .completed)
    }
}

/// Answers requests for `stub.test`.
private final class StubProtocol: URLProtocol, URLAuthenticationChallengeSender, @unchecked Sendable {
    static let started = Notes<String>()
    static let stopped = Notes<String>()

    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "stub.test" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let path = request.url?.path ?? ""
        Self.started.add(path)
        switch path {
        case "/fail": client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
        case "/hang": break
        case "/redirect":
            guard let url = request.url, let next = URL(string: "/there", relativeTo: url)?.absoluteURL,
                let response = HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: nil)
            else { return }
            client?.urlProtocol(self, wasRedirectedTo: URLRequest(url: next), redirectResponse: response)
        case "/login":
            let space = URLProtectionSpace(
                host: "stub.test", port: 443, protocol: NSURLProtectionSpaceHTTPS, realm: "here",
                authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
            client?.urlProtocol(
                self,
                didReceive: URLAuthenticationChallenge(
                    protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil,
                    error: nil, sender: self))
        default: answer(201, "stub \(path)")
        }
    }

    override func stopLoading() { Self.stopped.add(request.url?.path ?? "") }

    private func answer(_ status: Int, _ text: String) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(text.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        answer(200, "\(credential.user ?? "-") \(credential.password ?? "-")")
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { answer(401, "no") }
    func cancel(_ challenge: URLAuthenticationChallenge) { answer(401, "cancelled") }
}
