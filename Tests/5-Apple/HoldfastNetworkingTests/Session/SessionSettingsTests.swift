import HoldfastAuthority
import HoldfastHTTP
import HoldfastNetworking
import HoldfastPolicy
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

@Suite("What a session's settings do")
struct SessionSettingsTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func text(_ session: URLSession, _ url: URL) async throws -> String {
        String(decoding: try await session.data(from: url).0, as: UTF8.self)
    }

    @Test("cookies are kept in the storage, and sent from there") func cookies() async throws {
        let server = try bench.answering { request in
            ServerResponse(
                fields: [HTTPField("Set-Cookie", "a=b; Path=/; Secure")],
                body: Array((request["Cookie"] ?? "-").utf8))
        }
        let configuration = bench.trusting(server)
        let session = URLSession(configuration: configuration)
        let url = try bench.url(server)
        #expect(try await text(session, url) == "-")
        #expect(try await text(session, url) == "a=b")
        #expect(configuration.httpCookieStorage?.cookies(for: url)?.map(\.name) == ["a"])
        var request = URLRequest(url: url)
        request.httpShouldHandleCookies = false
        #expect(String(decoding: try await session.data(for: request).0, as: UTF8.self) == "-")
        configuration.httpShouldSetCookies = false
        #expect(try await text(URLSession(configuration: configuration), url) == "-")
        await session.reset()
        #expect(try await text(session, url) == "-")
    }

    @Test("fresh responses come from the cache, stale ones are asked about") func cache() async throws {
        let asked = Notes<String>()
        let server = try bench.answering { request in
            asked.add("\(request.target) \(request["If-None-Match"] ?? "-")")
            let isKnown = request["If-None-Match"] == "\"1\""
            let age = request.target == "/fresh" ? "max-age=600" : "no-cache"
            return ServerResponse(
                status: isKnown ? 304 : 200,
                fields: [HTTPField("Cache-Control", age), HTTPField("ETag", "\"1\"")],
                body: isKnown ? [] : Array("body".utf8))
        }
        let delegate = RecordingDelegate()
        let session = URLSession(
            configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        for _ in 0..<2 {
            for path in ["/fresh", "/stale"] {
                #expect(try await text(session, try bench.url(server, path)) == "body")
            }
        }
        #expect(asked.lines == ["/fresh -", "/stale -", "/stale \"1\""])
        var request = URLRequest(url: try bench.url(server, "/never"))
        request.cachePolicy = .returnCacheDataDontLoad
        let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
        #expect(error?.code == .resourceUnavailable)
        // Nor where there is nothing that could answer.
        let download = await #expect(throws: URLError.self) { try await session.download(for: request) }
        #expect(download?.code == .resourceUnavailable)
        let configuration = bench.trusting(server)
        configuration.urlCache = nil
        let bare = URLSession(configuration: configuration)
        let sent = await #expect(throws: URLError.self) { try await bare.data(for: request) }
        #expect(sent?.code == .resourceUnavailable && asked.lines.count == 3)
    }

    @Test(
        "a policy file is in force for the session, and its pins for whatever a delegate says",
        arguments: [true, false])
    func policyFile(_ isPinned: Bool) async throws {
        let server = try bench.answering { _ in ServerResponse(text: "there") }
        let root = try Certificate(der: bench.root.certificate)
        let pin =
            try isPinned
            ? Pin(root) : Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
        var host = HostPolicy()
        host.pins = .pinned(try PinSet(anywhere: [pin], backup: .waived))
        host.anchors = AnchorSource(certificates: [root])
        host.connectTo = ConnectTarget("8000:127.0.0.1:\(server.port)")
        let pattern = try HostPattern(Loopback.host, publicSuffixes: nil)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 900
        configuration.policyInForce = try PolicyInForce(PolicyDocument(hosts: [pattern: host]))
        let session = URLSession(configuration: configuration, delegate: YesDelegate(), delegateQueue: nil)
        let url = try #require(URL(string: "https://\(Loopback.host):8000/"))
        if isPinned {
            #expect(try await text(session, url) == "there")
        } else {
            let error = await #expect(throws: URLError.self) { try await text(session, url) }
            #expect(error?.code == .serverCertificateUntrusted)
        }
        #expect(server.counters.requestsReceived == (isPinned ? 1 : 0))
    }

    @Test("what came from a server that nobody proved is not kept for others") func unprovenCache() async throws {
        let server = try bench.answering { _ in
            ServerResponse(fields: [HTTPField("Cache-Control", "max-age=600")], body: Array("anybody".utf8))
        }
        let (lenient, strict) = (bench.configuration(server), bench.configuration(server))
        strict.urlCache = lenient.urlCache
        let yes = URLSession(configuration: lenient, delegate: YesDelegate(), delegateQueue: nil)
        #expect(try await text(yes, try bench.url(server)) == "anybody")
        let error = await #expect(throws: URLError.self) {
            try await text(URLSession(configuration: strict), try bench.url(server))
        }
        #expect(error?.code == .serverCertificateUntrusted)
    }

    @Test("credentials are looked up in the storage, and kept there") func credentials() async throws {
        let server = try bench.answering { request in
            request["Authorization"] == nil
                ? ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=\"here\"")])
                : ServerResponse(text: "welcome")
        }
        let configuration = bench.trusting(server)
        let delegate = RecordingDelegate()
        delegate.credentials = [URLCredential(user: "u", password: "p", persistence: .forSession)]
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        #expect(try await text(session, try bench.url(server)) == "welcome")
        let space = URLProtectionSpace(
            host: Loopback.host, port: Int(server.port), protocol: NSURLProtectionSpaceHTTPS, realm: "here",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        #expect(configuration.urlCredentialStorage?.defaultCredential(for: space)?.user == "u")
        // Another session with the same storage needs nobody.
        #expect(try await text(URLSession(configuration: configuration), try bench.url(server)) == "welcome")
    }

    @Test("plain HTTP works where no Info.plist says otherwise; redirects lead to it and back") func plain()
        async throws
    {
        let plain = try bench.answering({ $0.speaksPlainHTTP = true }) { request in
            ServerResponse(text: "plain \(request.target)")
        }
        let port = plain.port
        let server = try bench.answering { _ in
            ServerResponse.redirect(to: "http://\(Loopback.host):\(port)/there", status: 302)
        }
        let session = URLSession(configuration: bench.trusting(server, plain))
        let url = try #require(URL(string: "http://\(Loopback.host):\(plain.port)/a"))
        #expect(try await text(session, url) == "plain /a")
        #expect(try await text(session, try bench.url(server)) == "plain /there")
    }

    @Test("versions of TLS: only those that the settings name are spoken") func tlsVersions() async throws {
        let old = try bench.answering({ $0.maximumVersion = .tls12 }) { _ in ServerResponse(text: "old") }
        let configuration = bench.trusting(old)
        #expect(try await text(URLSession(configuration: configuration), try bench.url(old)) == "old")
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv13
        let strict = URLSession(configuration: configuration)
        let error = await #expect(throws: URLError.self) { try await strict.data(from: try bench.url(old)) }
        #expect(error?.code == .secureConnectionFailed)
        let new = try bench.answering { _ in ServerResponse(text: "new") }
        let limited = bench.trusting(new)
        limited.tlsMaximumSupportedProtocolVersion = .TLSv12
        let delegate = MetricsDelegate()
        _ = try await URLSession(configuration: limited, delegate: delegate, delegateQueue: nil)
            .data(from: try bench.url(new))
        let version = delegate.metrics.withLock { $0?.transactionMetrics.first?.negotiatedTLSProtocolVersion }
        #expect(version == .TLSv12)
    }

    /// curl(1), `--connect-to`: "HOST1 and PORT1 may be empty strings, meaning any host or any port number."
    @Test("one line leads every server of a suite to loopback") func everywhere() async throws {
        let server = try bench.answering(as: bench.identity("api.example.com", "cdn.example.com")) { request in
            ServerResponse(text: request["Host"] ?? "-")
        }
        let configuration = bench.trusting(server)
        configuration.connectTo = ["::127.0.0.1:\(server.port)"]
        let session = URLSession(configuration: configuration)
        for place in ["api.example.com", "cdn.example.com", "api.example.com:8443"] {
            let url = try #require(URL(string: "https://\(place)/"))
            let (data, _) = try await session.data(from: url)
            #expect(String(decoding: data, as: UTF8.self) == place)
        }
    }

    @Test(
        "nothing is sent where a line of connectTo cannot be read",
        arguments: ["a.test:443", "a.test:443:b.test:80:90", "a.test:many:127.0.0.1:443", "a b:443:127.0.0.1:443"])
    func unreadableConnectTo(line: String) async throws {
        let server = try bench.answering(as: bench.identity("api.example.com")) { _ in ServerResponse(text: "") }
        let configuration = bench.trusting(server)
        configuration.connectTo = ["::127.0.0.1:\(server.port)", line]
        let session = URLSession(configuration: configuration)
        let url = try #require(URL(string: "https://api.example.com/"))
        let error = await #expect(throws: URLError.self) { _ = try await session.data(from: url) }
        #expect(error?.code == .badURL)
        let reason = error?.userInfo[NSLocalizedFailureReasonErrorKey] as? String
        #expect(reason?.contains("connectTo") == true, "\(error as Any)")
        #expect(server.counters.connections == 0)
    }

    /// Apple, `tlsMinimumSupportedProtocol`: "Deprecated. Use tlsMinimumSupportedProtocolVersion instead."
    @Test("versions of TLS by the names of Secure Transport are those of the newer ones") func olderNames() {
        let configuration = URLSessionConfiguration.ephemeral
        #expect(configuration.tlsMinimumSupportedProtocol == .tlsProtocol12)
        #expect(configuration.tlsMaximumSupportedProtocol == .tlsProtocol13)
        configuration.tlsMinimumSupportedProtocol = .tlsProtocol13
        configuration.tlsMaximumSupportedProtocol = .tlsProtocol12
        #expect(configuration.tlsMinimumSupportedProtocolVersion == .TLSv13)
        #expect(configuration.tlsMaximumSupportedProtocolVersion == .TLSv12)
        configuration.tlsMinimumSupportedProtocol = .tlsProtocol1
        configuration.tlsMaximumSupportedProtocol = .tlsProtocolMaxSupported
        #expect(configuration.tlsMinimumSupportedProtocolVersion == .TLSv10)
        #expect(configuration.tlsMaximumSupportedProtocolVersion == .TLSv13)
    }

    @Test("a limit for what never comes") func timeout() async throws {
        let server = try bench.conversing { connection throws(ServingError) in
            while try !connection.read().isEmpty {}
        }
        let configuration = bench.trusting(server)
        configuration.timeoutIntervalForRequest = 0.05
        let session = URLSession(configuration: configuration)
        let error = await #expect(throws: URLError.self) { try await session.data(from: try bench.url(server)) }
        #expect(error?.code == .timedOut)
    }

    @Test("a refusal says why, with Apple's keys") func refusal() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "x") }
        let session = URLSession(configuration: bench.configuration(server))
        let url = try bench.url(server)
        let error = try #require(await #expect(throws: URLError.self) { try await session.data(from: url) })
        #expect(error.code == .serverCertificateUntrusted && error.failingURL == url)
        #expect(error.failureURLPeerTrust != nil)
        let chain = error.userInfo["NSErrorPeerCertificateChainKey"] as? [SecCertificate]
        #expect(chain?.isEmpty == false)
        let below = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(below.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9813)
    }

    @Test("metrics of a data task that became a download are those of the connection") func becomes() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "here") }
        let delegate = MetricsDelegate()
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: try bench.url(server)).resume()
        try await eventually("metrics") { delegate.metrics.withLock { $0 } != nil }
        let exchange = try #require(delegate.metrics.withLock { $0?.transactionMetrics.first })
        #expect(exchange.resourceFetchType == .networkLoad && exchange.countOfResponseBodyBytesReceived == 4)
    }

    @Test("a caller that awaits goes on after the delegate has its task's metrics") func metricsFirst() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "here") }
        let delegate = MetricsDelegate(pause: 0.3)
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        _ = try await session.data(from: try bench.url(server))
        #expect(delegate.metrics.withLock { $0?.transactionMetrics.count } == 1)
    }

    @Test("metrics of a redirected task") func metrics() async throws {
        let server = try bench.answering { request in
            request.target == "/" ? ServerResponse.redirect(to: "/there") : ServerResponse(text: "here")
        }
        let delegate = MetricsDelegate()
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        _ = try await session.data(from: try bench.url(server))
        let metrics = try #require(delegate.metrics.withLock { $0 })
        #expect(metrics.redirectCount == 1 && metrics.transactionMetrics.count == 2)
        let (first, last) = (metrics.transactionMetrics[0], metrics.transactionMetrics[1])
        #expect((first.response as? HTTPURLResponse)?.statusCode == 302 && first.request.url?.path == "/")
        #expect((last.response as? HTTPURLResponse)?.statusCode == 200 && last.request.url?.path == "/there")
        #expect(!first.isReusedConnection && last.isReusedConnection)
        #expect(first.secureConnectionStartDate != nil && last.secureConnectionStartDate == nil)
        #expect(first.negotiatedTLSProtocolVersion == .TLSv13 && first.negotiatedTLSCipherSuite != nil)
        #expect(first.networkProtocolName == "http/1.1" && first.remotePort == Int(server.port))
        #expect(last.countOfResponseBodyBytesReceived == 4 && last.resourceFetchType == .networkLoad)
        let start = try #require(first.fetchStartDate)
        let end = try #require(last.responseEndDate)
        #expect(metrics.taskInterval.start <= start && start < end)
    }
}

private final class MetricsDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    let metrics = Mutex<URLSessionTaskMetrics?>(nil)
    private let pause: TimeInterval

    /// - Parameter pause: seconds for which the figures are looked at before they are put down.
    init(pause: TimeInterval = 0) { self.pause = pause }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition { .becomeDownload }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {}

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        Thread.sleep(forTimeInterval: pause)
        self.metrics.withLock { $0 = metrics }
    }
}

/// Accepts every server without looking.
private final class YesDelegate: NSObject, URLSessionDelegate {
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.useCredential, challenge.protectionSpace.serverTrust.map { URLCredential(trust: $0) })
    }
}
