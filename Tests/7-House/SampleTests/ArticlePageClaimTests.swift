import HoldfastNetworking
import HoldfastServing
import Synchronization
import Testing

@testable import NetworkingSamples

/// Counts how often it is asked about a server, and answers by an evaluation with anchors of its own.
private final class CountingDelegate: NSObject, URLSessionDelegate {
    let asked = Counter()
    private let anchors: [SecCertificate]
    /// The protection space of the last question.
    let space = Mutex<URLProtectionSpace?>(nil)

    init(anchors: [SecCertificate]) { self.anchors = anchors }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let trust = challenge.protectionSpace.serverTrust else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        asked.add()
        space.withLock { $0 = challenge.protectionSpace }
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        if SecTrustEvaluateWithError(trust, nil) {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}

/// A trust object that its owners keep, and not this.
private struct Unowned {
    weak var trust: SecTrust?

    init(_ trust: SecTrust?) { self.trust = trust }
}

/// Hands over each thing that it is told.
private final class TellingView: PageView, Sendable {
    let told: AsyncStream<String>
    private let put: AsyncStream<String>.Continuation

    init() { (told, put) = AsyncStream.makeStream() }

    func load(_ request: URLRequest) { put.yield("load \(request.url?.path() ?? "")") }

    func show(_ error: any Error) { put.yield("error \((error as? URLError)?.code.rawValue ?? 0)") }
}

/// What the pages of the articles set right, under URLSession's names.
@Suite("The articles' statements, by URLSession's names")
struct ArticlePageClaimTests {
    let bench: SampleBench
    let anchors: [SecCertificate]

    init() throws {
        bench = try SampleBench()
        anchors = [try bench.anchor()]
    }

    /// RFC 9110 §15.5.2: a 401 says that the request "lacks valid authentication credentials", with TLS and without.
    /// Apple, "Handling an authentication challenge": the task-level methods.
    @Test("http asks a delegate too: not about the server, but for a password")
    func plainHTTP() async throws {
        let server = try bench.server(
            try bench.identity(), { $0.speaksPlainHTTP = true }, { PasswordServer.basic($0) })
        let url = try bench.url(server, scheme: "http")
        let delegate = PasswordDelegate(
            user: PasswordServer.user, password: PasswordServer.password, persistence: .none, anchors: [])
        #expect(await Outcome(url, bench.configuration(server), delegate) == .body("welcome"))
        #expect(delegate.asked == 1)
        let open = try bench.server(try bench.identity(), { $0.speaksPlainHTTP = true })
        let counting = CountingDelegate(anchors: anchors)
        let answer = await Outcome(try bench.url(open, scheme: "http"), bench.configuration(open), counting)
        #expect(answer == .body("here") && counting.asked.value == 0)
    }

    /// RFC 9110 §5.1: "Field names are case-insensitive"; the keys of a Swift dictionary are not.
    @Test("the field that is set as host is found by value(forHTTPHeaderField:), and not in the dictionary as host")
    func hostField() throws {
        let url = try #require(URL(string: "https://192.0.2.1/"))
        var request = URLRequest(url: url)
        request.setValue("www.example.test", forHTTPHeaderField: "host")
        #expect(request.value(forHTTPHeaderField: "host") == "www.example.test")
        #expect(request.value(forHTTPHeaderField: "HOST") == "www.example.test")
        #expect(request.allHTTPHeaderFields?["host"] == nil)
    }

    /// RFC 9112 §9.3: a connection persists unless one of its ends says close; server trust is a question about the
    /// connection.
    @Test("one success holds for the connection: five requests, asked once; with Connection: close asked five times")
    func askedPerConnection() async throws {
        for (isClosed, expected) in [(false, 1), (true, 5)] {
            let server = try bench.server(try bench.identity())
            let delegate = CountingDelegate(anchors: anchors)
            let session = URLSession(
                configuration: bench.configuration(server), delegate: delegate, delegateQueue: nil)
            defer { session.invalidateAndCancel() }
            var request = URLRequest(url: try bench.url(server))
            request.cachePolicy = .reloadIgnoringLocalCacheData
            if isClosed { request.setValue("close", forHTTPHeaderField: "Connection") }
            for _ in 0..<5 {
                #expect(await Outcome(request, .default, session: session) == .body("here"))
            }
            #expect(delegate.asked.value == expected, "closed: \(isClosed)")
        }
    }

    /// Apple, "Memory Management Programming Guide for Core Foundation": what no Create or Copy function returned is
    /// its giver's.
    @Test("the protection space owns the trust: it is there when the delegate has let go of it, and the same each time")
    func ownedTrust() async throws {
        let server = try bench.server(try bench.identity())
        let delegate = CountingDelegate(anchors: anchors)
        #expect(await Outcome(try bench.url(server), bench.configuration(server), delegate) == .body("here"))
        let space = try #require(delegate.space.withLock { $0 })
        let held = Unowned(space.serverTrust)
        #expect(held.trust != nil && held.trust === space.serverTrust)
        #expect(held.trust.map { SecTrustEvaluateWithError($0, nil) } == true)
    }

    /// RFC 6454 §4: who answers is scheme, host and port.
    @Test("a page that was let through lets no page of another server through")
    func pagesOfOtherServers() async throws {
        let stranger = try SampleBench()
        let good = try bench.server(try bench.identity())
        let bad = try stranger.server(try stranger.identity())
        let view = TellingView()
        var told = view.told.makeAsyncIterator()
        let check = PageRequestCheck(
            view, anchors: anchors, configuration: bench.configuration(good, bad), queue: OperationQueue())
        defer { check.end() }
        let first = URLRequest(url: try bench.url(good, "/first"))
        #expect(!check.shouldStartLoad(with: first))
        #expect(await told.next() == "load /first")
        #expect(check.shouldStartLoad(with: first))
        #expect(!check.shouldStartLoad(with: URLRequest(url: try bench.url(bad, "/second"))))
        #expect(await told.next() == "error -1202")
        #expect(bad.counters.requestsReceived == 0)
    }
}
