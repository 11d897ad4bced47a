import HoldfastNetworking
import HoldfastNetworkingNames
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Requests without a delegate, and what connections have of the process.
@Suite("A connection's requests")
struct ConnectionRequestTests {
    private func request(_ path: String) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: "https://connection-stub.test\(path)")))
    }

    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }

    @Test("a synchronous request, by a registered protocol class") func synchronous() async throws {
        let request = try request("/a")
        let text = await onThread { () -> String in
            URLProtocol.registerClass(ConnectionStub.self)
            var response: URLResponse?
            guard let data = try? NSURLConnection.sendSynchronousRequest(request, returning: &response) else {
                return "failed"
            }
            return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
        }
        #expect(text == "200 stub /a")
        #expect(NSURLConnection.canHandle(request))
    }

    @Test("one that fails throws") func failing() async throws {
        let request = try request("/fail")
        let code = await onThread { () -> URLError.Code? in
            URLProtocol.registerClass(ConnectionStub.self)
            do {
                _ = try NSURLConnection.sendSynchronousRequest(request, returning: nil)
                return nil
            } catch {
                return (error as? URLError)?.code
            }
        }
        #expect(code == .notConnectedToInternet)
    }

    @Test("an asynchronous request answers on the queue") func asynchronous() async throws {
        URLProtocol.registerClass(ConnectionStub.self)
        let queue = OperationQueue()
        queue.name = "connection test"
        let request = try request("/b")
        let line: String = await withCheckedContinuation { continuation in
            NSURLConnection.sendAsynchronousRequest(request, queue: queue) { response, data, error in
                let text = data.map { String(decoding: $0, as: UTF8.self) } ?? "-"
                let place = OperationQueue.current?.name ?? "-"
                continuation.resume(
                    returning: "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(text) \(error == nil) \(place)")
            }
        }
        #expect(line == "200 stub /b true connection test")
    }

    @Test("a delegate hears of a registered protocol class as of a server, redirects and challenges too")
    func delegate() async throws {
        URLProtocol.registerClass(ConnectionStub.self)
        let delegate = OldestConnectionDelegate { challenge in
            challenge.sender?.use(ConnectionRecorder.right, for: challenge)
        }
        let connection = try #require(
            NSURLConnection(request: try request("/redirect"), delegate: delegate, startImmediately: false))
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await delegate.finished.wait()
        #expect(
            delegate.lines == [
                "send GET /redirect", "storage", "send 302 GET /login", "received HTTPBasic 0", "response 200",
                "data Aladdin", "finished",
            ])
    }

    @Test("a server over the network, with a password from the URL") func server() async throws {
        let bench = try ConnectionBench()
        let url = try #require(
            URL(string: "https://Aladdin:open%20sesame@\(Loopback.host):\(bench.server.port)/login"))
        let configuration = HandedSettings(try bench.configuration(isTrusting: true))
        let text = await onThread { () -> String in
            do {
                let (data, response) = try NSURLConnection.sendSynchronousRequest(
                    URLRequest(url: url), configuration: configuration.value)
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                return "\(status) \(String(decoding: data, as: UTF8.self))"
            } catch { return "\(error)" }
        }
        #expect(text == "200 welcome")
    }

    @Test("without a password the 401 is the response") func noPassword() async throws {
        let bench = try ConnectionBench()
        let configuration = try bench.configuration(isTrusting: true)
        let request = try bench.request("/login")
        let status: Int = await withCheckedContinuation { continuation in
            NSURLConnection.sendAsynchronousRequest(request, queue: OperationQueue(), configuration: configuration) {
                continuation.resume(returning: ($0 as? HTTPURLResponse)?.statusCode ?? ($2 == nil ? 0 : -1))
            }
        }
        #expect(status == 401)
    }

    @Test(
        "what can be handled",
        arguments: [
            ("https://a.test/", true), ("http://a.test/", true), ("data:,a", true), ("file:///etc/hosts", true),
            ("ftp://a.test/", false), ("mailto:a@a.test", false), ("https:///", false),
        ]) func canHandle(text: String, can: Bool) throws
    {
        #expect(NSURLConnection.canHandle(URLRequest(url: try #require(URL(string: text)))) == can)
    }

    @Test("a scheme that nobody speaks fails, and does not trap") func scheme() async throws {
        let delegate = SilentConnectionDelegate()
        let url = try #require(URL(string: "gopher://a.test/"))
        let connection = try #require(
            NSURLConnection(request: URLRequest(url: url), delegate: delegate, startImmediately: false))
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await delegate.finished.wait()
        #expect(delegate.lines == ["send GET /", "storage", "failed -1002"])
    }

    @Test("an object that is no delegate hears nothing, and harms nothing") func stranger() async throws {
        URLProtocol.registerClass(ConnectionStub.self)
        for delegate in [nil, NSObject() as Any?] {
            weak var kept: NSURLConnection?
            do {
                let connection = NSURLConnection(
                    request: try request("/c"), delegate: delegate, startImmediately: false)
                kept = connection
                connection?.setDelegateQueue(OperationQueue())
                connection?.start()
            }
            try await eventually("it is let go") { kept == nil }
        }
    }
}

private struct HandedSettings: @unchecked Sendable {
    let value: URLSessionConfiguration
    init(_ value: URLSessionConfiguration) { self.value = value }
}

/// Answers requests for `connection-stub.test`.
private final class ConnectionStub: URLProtocol, URLAuthenticationChallengeSender, @unchecked Sendable {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "connection-stub.test" }

    override func startLoading() {
        guard let url = request.url else { return }
        switch url.path {
        case "/fail": client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
        case "/redirect":
            guard let next = URL(string: "/login", relativeTo: url)?.absoluteURL,
                let response = HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: nil)
            else { return }
            client?.urlProtocol(self, wasRedirectedTo: URLRequest(url: next), redirectResponse: response)
        case "/login":
            let space = URLProtectionSpace(
                host: "connection-stub.test", port: 443, protocol: NSURLProtectionSpaceHTTPS, realm: "here",
                authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
            client?.urlProtocol(
                self,
                didReceive: URLAuthenticationChallenge(
                    protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil,
                    error: nil, sender: self))
        default: answer(200, "stub \(url.path)")
        }
    }

    override func stopLoading() {}

    private func answer(_ status: Int, _ text: String) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(text.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        answer(200, credential.user ?? "-")
    }
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { answer(401, "no") }
    func cancel(_ challenge: URLAuthenticationChallenge) { answer(401, "cancelled") }
}
