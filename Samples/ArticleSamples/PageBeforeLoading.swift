import HoldfastNetworking
import HoldfastServing

/// Article 004, the page in a web view that cannot be asked about servers: its load is stopped, a connection of the
/// program's own asks the server, and the load goes on.
enum PageBeforeLoading {
    /// A web view as the check needs one: asks its delegate before each load, and writes down what becomes of it.
    final class View: NSObject, PageView, @unchecked Sendable {
        /// What the delegate answers in `webView(_:shouldStartLoadWith:navigationType:)`; set once, at first.
        var shouldStartLoad: (URLRequest) -> Bool = { _ in false }
        private let told: AsyncStream<String>
        private let put: AsyncStream<String>.Continuation

        override init() { (told, put) = AsyncStream.makeStream() }

        func load(_ request: URLRequest) {
            if shouldStartLoad(request) { put.yield("the page loads") }
        }

        func show(_ error: any Error) { put.yield("no page: \((error as NSError).code)") }

        /// What becomes of a page that a user opens.
        func open(_ request: URLRequest) async -> String {
            load(request)
            for await line in told { return line }
            return "nothing"
        }
    }

    /// The article's delegate: one flag for all pages, set by a challenge that is answered without evaluation.
    ///
    /// Whoever answers is accepted, and from then on the page of any server loads without a question.
    final class AsItStands: NSObject, NSURLConnectionDataDelegate, @unchecked Sendable {
        private weak var view: View?
        private var _authenticated = false
        private var _request: URLRequest?

        init(_ view: View) { self.view = view }

        func shouldStartLoad(with request: URLRequest) -> Bool {
            if _authenticated { return true }
            _request = request
            let connection = NSURLConnection(request: request, delegate: self, startImmediately: false)
            connection?.setDelegateQueue(OperationQueue())
            connection?.start()
            return false
        }

        func connection(
            _ connection: NSURLConnection, canAuthenticateAgainstProtectionSpace protectionSpace: URLProtectionSpace
        ) -> Bool {
            protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
        }

        func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
            if challenge.previousFailureCount == 0, let trust = challenge.protectionSpace.serverTrust {
                _authenticated = true
                challenge.sender?.use(URLCredential(trust: trust), for: challenge)
            } else {
                challenge.sender?.cancel(challenge)
            }
        }

        func connection(_ connection: NSURLConnection, didReceive response: URLResponse) {
            _authenticated = true
            connection.cancel()
            if let request = _request { view?.load(request) }
        }

        func connection(_ connection: NSURLConnection, didFailWithError error: any Error) { view?.show(error) }
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let (first, second) = ("www.holdfast.test", "shop.holdfast.test")
        let good = try bench.server(by: bench.company, names: [first])
        let bad = try bench.server(by: bench.stranger, names: [first])
        let later = try bench.server(by: bench.stranger, names: [second])
        func request(_ server: TLSServer, _ host: String = first) throws -> URLRequest {
            let configuration = bench.configuration(server, name: host)
            NSURLConnection.processConfiguration = configuration
            return try bench.request(server, host: host, "/page")
        }
        /// The check asks a server by a connection of its own; this view opens none.
        func told(_ view: View, _ request: URLRequest, _ server: TLSServer) async -> String {
            let before = server.counters.connections
            let line = await view.open(request)
            let count = server.counters.connections - before
            return "\(line), \(count == 0 ? "nobody has asked its server" : "its server was asked")"
        }
        let anchors = [try bench.companyCertificate()]

        let views = (View(), View())
        let (checkOfGood, checkOfBad) = (AsItStands(views.0), AsItStands(views.1))
        views.0.shouldStartLoad = checkOfGood.shouldStartLoad
        views.1.shouldStartLoad = checkOfBad.shouldStartLoad
        report.say(.stands, .good, await told(views.0, try request(good), good))
        report.say(.stands, .bad, "after a good one: \(await told(views.0, try request(later, second), later))")
        report.say(.stands, .bad, "at first: \(await told(views.1, try request(bad), bad))")

        // `PageCheckConnection` is the same by the same methods: evaluates, and remembers servers one by one.
        let view = View()
        let check = PageCheckConnection(view, anchors: anchors, queue: OperationQueue())
        view.shouldStartLoad = check.shouldStartLoad
        report.say(.should, .good, await told(view, try request(good), good))
        report.say(.should, .bad, "after a good one: \(await told(view, try request(later, second), later))")
        report.say(.should, .bad, "at first: \(await told(view, try request(bad), bad))")
    }
}
