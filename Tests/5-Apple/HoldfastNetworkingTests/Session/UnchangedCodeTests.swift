import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// Code as it is written for Apple's platforms, with nothing but another import line: what has to compile, and to run.
@Suite("Code that knows Apple's URLSession alone")
struct UnchangedCodeTests {
    @Test("sessions and tasks can be replaced in tests") func mocks() throws {
        let url = try #require(URL(string: "https://mock.test/"))
        let session: any Fetching = MockSession()
        let done = Notes<String>()
        session.dataTask(with: URLRequest(url: url)) { data, response, error in
            done.add(data.map { String(decoding: $0, as: UTF8.self) } ?? "-")
        }.resume()
        #expect(done.lines == ["mock"])
    }

    @Test("a delegate in pieces, with handlers that say nothing of Sendable") func delegate() async throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["User-Agent": "Example/1.0", "X-Number": 1]
        configuration.timeoutIntervalForRequest = 30
        configuration.httpShouldUsePipelining = true
        configuration.protocolClasses = [EchoProtocol.self]
        configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, directory: nil)
        let queue = OperationQueue()
        // Foundation's queue does not keep it on Linux.
        let underlying = DispatchQueue(label: "example")
        defer { withExtendedLifetime(underlying) {} }
        queue.underlyingQueue = underlying
        queue.maxConcurrentOperationCount = 1
        let delegate = PiecedDelegate()
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        let task = session.dataTask(with: try #require(URL(string: "https://echo.test/a")))
        task.taskDescription = "first"
        task.priority = URLSessionTask.highPriority
        let progress = Progress(totalUnitCount: 1)
        progress.addChild(task.progress, withPendingUnitCount: 1)
        task.resume()
        await delegate.finished.wait()
        #expect(delegate.log.lines == ["response", "data first", "end"])
        session.invalidateAndCancel()
    }

    /// The default of a method that the inner one lacks must not come back to the outer one, which is the session's.
    @Test("a delegate that forwards to another one, which lacks methods") func forwarding() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [EchoProtocol.self]
        let inner = InnerDelegate()
        let session = URLSession(
            configuration: configuration, delegate: ForwardingDelegate(inner), delegateQueue: nil)
        session.dataTask(with: try #require(URL(string: "https://echo.test/a"))).resume()
        await inner.finished.wait()
        #expect(inner.log.lines == ["end"])
    }

    /// Alamofire's requests change their state on a queue, and their session's delegate is called on the same one.
    @Test("what is put into the delegate's queue before a task is cancelled happens before its end")
    func cancellation() async throws {
        let root = DispatchQueue(label: "example.root")
        defer { withExtendedLifetime(root) {} }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.underlyingQueue = root
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [EchoProtocol.self]
        let delegate = StateDelegate()
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        let url = try #require(URL(string: "https://echo.test/a"))
        let requests = (0..<100).map { _ in StatefulRequest() }
        for request in requests {
            let task = session.dataTask(with: url)
            delegate.add(request, for: task)
            root.async { request.state = "cancelled" }
            task.resume()
            task.cancel()
        }
        for request in requests { await request.finished.wait() }
        #expect(requests.allSatisfy { $0.stateAtEnd == "cancelled" })
        session.invalidateAndCancel()
    }

    /// As Mocker, OHHTTPStubs and most programs' own tests do it.
    @Test("a mock that tells requests apart by the configuration's fields, and reads bodies") func mockedProtocol()
        async throws
    {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Mock": "users"]
        configuration.protocolClasses = [MockingProtocol.self] + (configuration.protocolClasses ?? [])
        let session = URLSession(configuration: configuration)
        var request = URLRequest(url: try #require(URL(string: "https://mocked.test/users")))
        request.httpMethod = "POST"
        request.httpBody = Data("{\"name\":\"ann\"}".utf8)
        let (data, response) = try await session.data(for: request)
        #expect(String(decoding: data, as: UTF8.self) == "users {\"name\":\"ann\"}")
        #expect((response as? HTTPURLResponse)?.statusCode == 201)
    }

    /// What nearly every networking layer sets somewhere. Apple, `NSURLRequest`, of `Connection` and others: "the
    /// system may ignore the value you set, or overwrite it with its own value, or simply not send it."
    @Test("fields of connections that are set all the same") func keepAlive() async throws {
        let bench = try Loopback()
        let server = try bench.server()
        let configuration = bench.trusting(server)
        configuration.httpAdditionalHeaders = ["Connection": "keep-alive", "Keep-Alive": "timeout=60, max=100"]
        let session = URLSession(configuration: configuration)
        let fields = [
            "Connection": "keep-alive", "Keep-Alive": "timeout=5", "Proxy-Connection": "keep-alive", "TE": "trailers",
        ]
        for (name, value) in fields {
            var request = URLRequest(url: try bench.url(server, "/a"))
            request.setValue(value, forHTTPHeaderField: name)
            let (data, _) = try await session.data(for: request)
            #expect(String(decoding: data, as: UTF8.self) == "GET /a", "\(name)")
        }
    }

    @Test("a task whose maker has a weak reference alone") func weaklyHeld() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [EchoProtocol.self]
        let loader = WeakLoader(URLSession(configuration: configuration))
        loader.prepare(try #require(URL(string: "https://echo.test/a")))
        loader.start()
        await loader.finished.wait()
        #expect(loader.log.lines == ["x"])
    }

    @Test("errors are told apart by their codes") func errors() async throws {
        let session = URLSession(configuration: .ephemeral)
        do {
            _ = try await session.data(from: try #require(URL(string: "nothing://here")))
            Issue.record("there is no such scheme")
        } catch let error as URLError where error.code == .unsupportedURL {
            #expect(
                (error as NSError).domain == NSURLErrorDomain && (error as NSError).code == NSURLErrorUnsupportedURL)
        }
    }

    @Test("a request keeps what Apple's has besides") func request() throws {
        var request = URLRequest(url: try #require(URL(string: "https://a.test/")))
        request.allowsExpensiveNetworkAccess = false
        request.allowsConstrainedNetworkAccess = false
        request.assumesHTTP3Capable = true
        request.attribution = .user
        var other = request
        other.attribution = .developer
        #expect(!request.allowsExpensiveNetworkAccess && !request.allowsConstrainedNetworkAccess)
        #expect(request.assumesHTTP3Capable && request.attribution == .user && other.attribution == .developer)
    }

    @Test("what is not there says so") func absent() async throws {
        let session = URLSession(configuration: .ephemeral)
        let stream = session.streamTask(withHostName: "a.test", port: 7)
        stream.resume()
        try await eventually("the task is complete") { stream.state == .completed }
        #expect((stream.error as? URLError)?.code == .unsupportedURL)
    }
}

/// What programs put between themselves and URLSession.
private protocol Fetching {
    func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask
}

extension URLSession: Fetching {}

private final class MockSession: URLSession, @unchecked Sendable {
    override func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        MockTask { completionHandler(Data("mock".utf8), nil, nil) }
    }
}

private final class MockTask: URLSessionDataTask, @unchecked Sendable {
    private let whenResumed: () -> Void

    init(_ whenResumed: @escaping () -> Void) {
        self.whenResumed = whenResumed
        super.init()
    }

    override func resume() { whenResumed() }
    override var state: URLSessionTask.State { .completed }
}

private class PiecedDelegate: NSObject, @unchecked Sendable {
    let log = Notes<String>()
    let finished = Finished()
}

extension PiecedDelegate: URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        log.add("end")
        finished.happen()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        typealias Evaluation = (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?)
        let evaluation: Evaluation
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
            NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodClientCertificate:
            evaluation = (.useCredential, challenge.proposedCredential)
        case NSURLAuthenticationMethodServerTrust:
            evaluation = (.performDefaultHandling, nil)
        default:
            evaluation = (.performDefaultHandling, nil)
        }
        completionHandler(evaluation.disposition, evaluation.credential)
    }
}

extension PiecedDelegate: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        log.add("response")
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        log.add("data \(dataTask.taskDescription ?? "-")")
    }
}

private final class EchoProtocol: URLProtocol, @unchecked Sendable {
    override class func canInit(with task: URLSessionTask) -> Bool { task.currentRequest?.url?.host == "echo.test" }

    override func startLoading() {
        guard let client, let url = request.url else { return }
        client.urlProtocol(
            self, didReceive: URLResponse(url: url, mimeType: nil, expectedContentLength: 1, textEncodingName: nil),
            cacheStoragePolicy: .notAllowed)
        client.urlProtocol(self, didLoad: Data("x".utf8))
        client.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

/// Hands every call on, as those of Get, Pulse and many other libraries do.
private final class ForwardingDelegate: NSObject, URLSessionDataDelegate {
    private let inner: any URLSessionDataDelegate

    init(_ inner: any URLSessionDataDelegate) { self.inner = inner }

    func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
        inner.urlSession(session, didCreateTask: task)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        inner.urlSession(
            session, task: task, willPerformHTTPRedirection: response, newRequest: request,
            completionHandler: completionHandler)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        inner.urlSession(session, task: task, didReceive: challenge, completionHandler: completionHandler)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        inner.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        inner.urlSession(session, dataTask: dataTask, didReceive: data)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        inner.urlSession(
            session, dataTask: dataTask, willCacheResponse: proposedResponse, completionHandler: completionHandler)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        inner.urlSession(session, task: task, didFinishCollecting: metrics)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        inner.urlSession(session, task: task, didCompleteWithError: error)
    }
}

/// Hears the end of a task, and has no other method.
private final class InnerDelegate: NSObject, URLSessionDataDelegate {
    let log = Notes<String>()
    let finished = Finished()

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        log.add("end")
        finished.happen()
    }
}

/// A request as libraries have them, whose state changes on the queue that its delegate is called on.
private final class StatefulRequest: @unchecked Sendable {
    var state = "resumed"
    var stateAtEnd = "-"
    let finished = Finished()
}

private final class StateDelegate: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var requests: [Int: StatefulRequest] = [:]

    func add(_ request: StatefulRequest, for task: URLSessionTask) {
        lock.withLock { requests[task.taskIdentifier] = request }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let request = lock.withLock({ requests[task.taskIdentifier] }) else { return }
        request.stateAtEnd = request.state
        request.finished.happen()
    }
}

private final class MockingProtocol: URLProtocol, @unchecked Sendable {
    override class func canInit(with request: URLRequest) -> Bool {
        request.value(forHTTPHeaderField: "X-Mock") != nil
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let client, let url = request.url, let mock = request.allHTTPHeaderFields?["X-Mock"],
            let response = HTTPURLResponse(url: url, statusCode: 201, httpVersion: "HTTP/1.1", headerFields: nil)
        else { return }
        client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .allowed)
        client.urlProtocol(self, didLoad: Data("\(mock) ".utf8))
        if let stream = request.httpBodyStream { client.urlProtocol(self, didLoad: Self.data(of: stream)) }
        client.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}

    private static func data(of stream: InputStream) -> Data {
        stream.open()
        defer { stream.close() }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 4)
        while stream.hasBytesAvailable {
            let read = stream.read(&buffer, maxLength: buffer.count)
            guard read > 0 else { break }
            data.append(buffer, count: read)
        }
        return data
    }
}

private final class WeakLoader: @unchecked Sendable {
    let log = Notes<String>()
    let finished = Finished()
    private let session: URLSession
    private weak var task: URLSessionDataTask?

    init(_ session: URLSession) { self.session = session }

    func prepare(_ url: URL) {
        task = session.dataTask(with: url) { [log, finished] data, _, error in
            log.add(data.map { String(decoding: $0, as: UTF8.self) } ?? "\(error.debugDescription)")
            finished.happen()
        }
    }

    func start() { task?.resume() }
}
