import HoldfastNetworking
import HoldfastServing
import HoldfastWeb
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// A view that writes down what it is told.
private final class View: PageView, Sendable {
    let log = Notes<String>()
    private let told: AsyncStream<Void>
    private let put: AsyncStream<Void>.Continuation

    init() { (told, put) = AsyncStream.makeStream() }

    func load(_ request: URLRequest) { write("load \(request.httpMethod ?? "-") \(request.url?.path() ?? "-")") }

    func show(_ error: any Error) { write("error \((error as? URLError)?.code.rawValue ?? 0)") }

    private func write(_ line: String) {
        log.add(line)
        put.yield()
    }

    /// What it was told, once that are so many.
    func lines(_ count: Int) async -> [String] {
        if log.lines.count < count { for await _ in told where log.lines.count >= count { break } }
        return log.lines
    }
}

@Suite("The check before a page")
struct PageRequestCheckTests {
    let bench: Loopback
    let asked = Notes<String>()
    let queue = OperationQueue()

    init() throws {
        bench = try Loopback()
        queue.maxConcurrentOperationCount = 1
    }

    private func server(_ bench: Loopback? = nil, status: Int = 200) throws -> TLSServer {
        try (bench ?? self.bench).answering { [asked] request in
            asked.add("\(request.method) \(request.target) \(request.body.count) \(request["Cookie"] ?? "-")")
            return status == 200 ? ServerResponse(text: "x") : .redirect(to: "/there", status: status)
        }
    }

    private func request(_ server: TLSServer, _ path: String = "/page", host: String = Loopback.host) throws
        -> URLRequest
    { URLRequest(url: try bench.url(server, path, host: host)) }

    @Test("a good server's page is loaded after the check, and from then on at once") func good() async throws {
        let (server, view) = (try server(), View())
        let check = PageRequestCheck(
            view, anchors: [try bench.anchor()], configuration: bench.configuration(server), queue: queue)
        let request = try request(server)
        #expect(!check.shouldStartLoad(with: request))
        #expect(await view.lines(1) == ["load GET /page"])
        #expect(check.shouldStartLoad(with: request))
        #expect(check.shouldStartLoad(with: try self.request(server, "/other")))
        #expect(asked.lines == ["HEAD /page 0 -"])
    }

    @Test("a bad server's page is not, each time anew, and it gets no request") func bad() async throws {
        let stranger = try Loopback()
        let (server, view) = (try server(stranger), View())
        let check = PageRequestCheck(
            view, anchors: [try bench.anchor()], configuration: bench.configuration(server), queue: queue)
        for count in 1...2 {
            #expect(!check.shouldStartLoad(with: try request(server)))
            #expect(await view.lines(count).last == "error -1202")
        }
        #expect(asked.lines.isEmpty)
    }

    @Test("without anchors the configuration's policy decides", arguments: [true, false])
    func policy(trusts: Bool) async throws {
        let (server, view) = (try server(), View())
        let configuration = trusts ? bench.trusting(server) : bench.configuration(server)
        let check = PageRequestCheck(view, configuration: configuration, queue: queue)
        #expect(!check.shouldStartLoad(with: try request(server)))
        #expect(await view.lines(1) == [trusts ? "load GET /page" : "error -1202"])
    }

    /// RFC 9110 §9.2.1: HEAD is safe; what the page's request does is done once, by the view.
    @Test("what is asked changes nothing at the server, and follows no redirect") func harmless() async throws {
        let (server, view) = (try server(status: 302), View())
        let configuration = bench.trusting(server)
        let cookie = HTTPCookie(properties: [.name: "a", .value: "1", .domain: Loopback.host, .path: "/"])
        configuration.httpCookieStorage?.setCookie(try #require(cookie))
        let check = PageRequestCheck(view, configuration: configuration, queue: queue)
        var request = try request(server)
        request.httpMethod = "POST"
        request.httpBody = Data("order".utf8)
        #expect(!check.shouldStartLoad(with: request))
        #expect(await view.lines(1) == ["load POST /page"])
        #expect(asked.lines == ["HEAD /page 0 -"])
    }

    /// A class that answers takes the place of the connection, so that nobody judges a server.
    @Test("no protocol class stands for the server") func protocolClasses() async throws {
        let stranger = try Loopback()
        let (server, view) = (try server(stranger), View())
        let configuration = bench.configuration(server)
        configuration.protocolClasses = [AnsweringProtocol.self]
        let check = PageRequestCheck(view, anchors: [try bench.anchor()], configuration: configuration, queue: queue)
        #expect(!check.shouldStartLoad(with: try request(server)))
        #expect(await view.lines(1) == ["error -1202"])
    }

    @Test("what comes while a server is asked waits for the same answer") func waiting() async throws {
        let (server, view) = (try server(), View())
        let check = PageRequestCheck(view, configuration: bench.trusting(server), queue: queue)
        queue.isSuspended = true
        for path in ["/a", "/b"] { #expect(!check.shouldStartLoad(with: try request(server, path))) }
        queue.isSuspended = false
        #expect(await view.lines(2) == ["load GET /a", "load GET /b"])
        #expect(asked.lines == ["HEAD /a 0 -"])
    }

    @Test("a server is asked again after a while") func validity() async throws {
        let (server, view) = (try server(), View())
        let check = PageRequestCheck(view, configuration: bench.trusting(server), validity: .zero, queue: queue)
        for count in 1...2 {
            #expect(!check.shouldStartLoad(with: try request(server)))
            #expect(await view.lines(count).count == count)
        }
        #expect(asked.lines.count == 2)
    }

    @Test("a page without TLS is never loaded, nor any after the end") func never() async throws {
        let (server, view) = (try server(), View())
        let check = PageRequestCheck(view, configuration: bench.trusting(server), queue: queue)
        for text in ["http://www.holdfast.test/", "file:///etc/hostname", "about:blank", "https:"] {
            #expect(!check.shouldStartLoad(with: URLRequest(url: try #require(URL(string: text)))), "\(text)")
        }
        #expect(!check.shouldStartLoad(with: try request(server)))
        #expect(await view.lines(1) == ["load GET /page"])
        check.end()
        #expect(!check.shouldStartLoad(with: try request(server)))
        #expect(view.log.lines.count == 1)
    }

    @Test("nobody keeps the check, and it keeps no view") func released() async throws {
        weak var gone: PageRequestCheck?
        weak var goneView: View?
        do {
            let view = View()
            let check = PageRequestCheck(view, queue: queue)
            (gone, goneView) = (check, view)
        }
        #expect(gone == nil && goneView == nil)
    }
}

/// Answers everything.
private final class AnsweringProtocol: URLProtocol, @unchecked Sendable {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override func startLoading() {
        guard let client, let url = request.url else { return }
        client.urlProtocol(
            self, didReceive: URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil),
            cacheStoragePolicy: .notAllowed)
        client.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
