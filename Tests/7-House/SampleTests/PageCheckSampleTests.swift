import HoldfastNetworking
import HoldfastServing
import Synchronization
import Testing

@testable import NetworkingSamples

/// A view that writes down what it is told.
private final class View: PageView, Sendable {
    let lines = Mutex<[String]>([])
    let told: AsyncStream<Void>
    private let put: AsyncStream<Void>.Continuation

    init() { (told, put) = AsyncStream.makeStream() }

    func load(_ request: URLRequest) { write("load \(request.url?.path() ?? "")") }

    func show(_ error: any Error) { write("error \((error as? URLError)?.code.rawValue ?? 0)") }

    private func write(_ line: String) {
        lines.withLock { $0.append(line) }
        put.yield()
    }

    func wait() async { for await _ in told { return } }
}

@Suite("Networking samples: the check before a page")
struct PageCheckSampleTests {
    @Test("the page of a good server is loaded after the check, a bad server's never")
    func check() async throws {
        let (bench, stranger) = (try SampleBench(), try SampleBench())
        let good = try bench.server(try bench.identity())
        let bad = try stranger.server(try stranger.identity())
        for (server, expected) in [(good, "load /page"), (bad, "error -1202")] {
            let view = View()
            let check = PageScreen(
                view, anchors: [try bench.anchor()], configuration: bench.configuration(server), queue: OperationQueue()
            )
            let request = URLRequest(url: try bench.url(server, "/page"))
            #expect(!check.shouldStartLoad(with: request))
            await view.wait()
            #expect(view.lines.withLock { $0 } == [expected])
            #expect(check.shouldStartLoad(with: request) == (server === good))
            check.end()
        }
        #expect(good.counters.requestsReceived == 1)
        #expect(bad.counters.requestsReceived == 0)
    }

    /// Apple, `URLAuthenticationChallengeSender.cancel(_:)`: the connection fails with
    /// `NSURLErrorUserCancelledAuthentication` (-1012).
    @Test("the same by NSURLConnection, which is asked whether it can answer")
    func connection() async throws {
        let (bench, stranger) = (try SampleBench(), try SampleBench())
        let good = try bench.server(try bench.identity("localhost"))
        let bad = try stranger.server(try stranger.identity("localhost"))
        for (server, expected) in [(good, "load /page"), (bad, "error -1012")] {
            let view = View()
            let check = PageCheckConnection(view, anchors: [try bench.anchor()], queue: OperationQueue())
            var request = URLRequest(url: try bench.url(server, host: "localhost", "/page"))
            request.timeoutInterval = 900
            #expect(!check.shouldStartLoad(with: request))
            await view.wait()
            #expect(view.lines.withLock { $0 } == [expected])
            #expect(check.shouldStartLoad(with: request) == (server === good))
        }
        #expect(bad.counters.requestsReceived == 0)
    }

    @Test("a page without TLS is not loaded, and nobody is asked")
    func plain() async throws {
        let view = View()
        let check = PageScreen(view, anchors: [])
        let url = try #require(URL(string: "http://www.holdfast.test/"))
        #expect(!check.shouldStartLoad(with: URLRequest(url: url)))
        #expect(view.lines.withLock { $0 }.isEmpty)
    }
}
