import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// The order in which Apple documents the calls: URLSession, "Life cycle of a URL session with custom delegates", and
/// the pages of the delegate protocols.
@Suite("The order of a delegate's calls")
struct DelegateOrderTests {
    let bench: Loopback
    let server: TLSServer
    let delegate: RecordingDelegate

    init() throws {
        bench = try Loopback()
        server = try bench.answering { request in
            switch request.target {
            case "/redirect": ServerResponse.redirect(to: "/there", status: 302)
            case "/login":
                request["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
                    ? ServerResponse(text: "welcome")
                    : ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=\"here\"")])
            default: ServerResponse(text: "\(request.method) \(request.target) \(request.body.count)")
            }
        }
        delegate = RecordingDelegate(trusting: try bench.anchor())
    }

    private func session() throws -> URLSession {
        URLSession(configuration: bench.configuration(server), delegate: delegate, delegateQueue: nil)
    }

    @Test("a data task") func data() async throws {
        try session().dataTask(with: try bench.url(server, "/a")).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge ServerTrust 0", "response 200", "data GET /a 0", "metrics 1", "complete well",
            ])
    }

    /// What stands in a serial queue first is done first (Apple, `OperationQueue`); Alamofire's cancellation rests on
    /// it.
    @Test("no call overtakes what the program has put into the queue before", arguments: [1, 4])
    func overtaking(width: Int) async throws {
        let root = DispatchQueue(label: "root")
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = width
        queue.underlyingQueue = root
        let log = Notes<String>()
        let recorder = CompletionDelegate(log)
        let session = URLSession(configuration: .ephemeral, delegate: recorder, delegateQueue: queue)
        let url = try bench.url(server, "/a")
        let tasks = (0..<100).map { _ in session.dataTask(with: url) }
        // Everything waits in the queue until all tasks have ended.
        root.suspend()
        for task in tasks {
            root.async { log.add("mark \(task.taskIdentifier)") }
            task.resume()
            task.cancel()
        }
        try await Task.sleep(for: .milliseconds(200))
        root.resume()
        await recorder.ended(tasks.count)
        let lines = log.lines
        for task in tasks {
            let mark = try #require(lines.firstIndex(of: "mark \(task.taskIdentifier)"))
            let end = try #require(lines.firstIndex(of: "end \(task.taskIdentifier)"))
            #expect(mark < end)
        }
        withExtendedLifetime(root) {}
    }

    @Test("a data task with a completion handler: neither response, data nor end are told") func handler() async throws
    {
        let (url, session) = (try bench.url(server, "/a"), try session())
        let text: String? = await withCheckedContinuation { continuation in
            session.dataTask(with: url) { [delegate] data, response, error in
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                delegate.write("handler \(status) \(error == nil)")
                continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
            }.resume()
        }
        #expect(text == "GET /a 0")
        #expect(delegate.lines == ["created", "challenge ServerTrust 0", "metrics 1", "handler 200 true"])
    }

    @Test("a redirect that is followed") func redirect() async throws {
        try session().dataTask(with: try bench.url(server, "/redirect")).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge ServerTrust 0", "redirect 302 GET /there", "response 200", "data GET /there 0",
                "metrics 2", "complete well",
            ])
    }

    @Test("a redirect that is not followed is the response") func redirectRefused() async throws {
        delegate.follows = false
        try session().dataTask(with: try bench.url(server, "/redirect")).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge ServerTrust 0", "redirect 302 GET /there", "response 302", "metrics 1",
                "complete well",
            ])
    }

    @Test("a password that is asked for, wrong once") func password() async throws {
        delegate.credentials = [
            URLCredential(user: "Aladdin", password: "open", persistence: .none),
            URLCredential(user: "Aladdin", password: "open sesame", persistence: .none),
        ]
        try session().dataTask(with: try bench.url(server, "/login")).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge ServerTrust 0", "challenge HTTPBasic 0", "challenge HTTPBasic 1",
                "response 200", "data welcome", "metrics 3", "complete well",
            ])
    }

    @Test("a password that nobody has: the 401 is the response") func noPassword() async throws {
        try session().dataTask(with: try bench.url(server, "/login")).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge ServerTrust 0", "challenge HTTPBasic 0", "response 401", "metrics 1",
                "complete well",
            ])
    }

    @Test("a server that the delegate refuses: cancelled") func refused() async throws {
        let other = try Loopback()
        let stranger = RecordingDelegate(trusting: try other.anchor())
        let session = URLSession(
            configuration: bench.configuration(server), delegate: stranger, delegateQueue: nil)
        session.dataTask(with: try bench.url(server)).resume()
        #expect(await stranger.linesAtEnd() == ["created", "challenge ServerTrust 0", "metrics 1", "complete -999"])
    }

    @Test("a server that the default refuses") func untrusted() async throws {
        let session = URLSession(
            configuration: bench.configuration(server), delegate: RecordingDelegate(), delegateQueue: nil)
        let leaving = try #require(session.delegate as? RecordingDelegate)
        session.dataTask(with: try bench.url(server)).resume()
        #expect(await leaving.linesAtEnd() == ["created", "challenge ServerTrust 0", "metrics 1", "complete -1202"])
    }

    @Test("a response that the delegate cancels") func cancelledResponse() async throws {
        delegate.disposition = .cancel
        try session().dataTask(with: try bench.url(server, "/a")).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge ServerTrust 0", "response 200", "metrics 1", "complete -999",
            ])
    }

    @Test("a task that is cancelled before it began") func cancelled() async throws {
        try session().dataTask(with: try bench.url(server, "/a")).cancel()
        #expect(await delegate.linesAtEnd() == ["created", "metrics 1", "complete -999"])
    }

    @Test("an upload") func upload() async throws {
        var request = URLRequest(url: try bench.url(server, "/u"))
        request.httpMethod = "POST"
        try session().uploadTask(with: request, from: Data("four".utf8)).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge ServerTrust 0", "sent 4 of 4", "response 200", "data POST /u 4", "metrics 1",
                "complete well",
            ])
    }

    @Test("a download") func download() async throws {
        try session().downloadTask(with: try bench.url(server, "/d")).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge ServerTrust 0", "wrote 8 of 8", "file GET /d 0", "metrics 1", "complete well",
            ])
    }

    @Test("a data task that becomes a download") func becomes() async throws {
        delegate.disposition = .becomeDownload
        try session().dataTask(with: try bench.url(server, "/d")).resume()
        #expect(
            await delegate.linesAtEnd() == [
                "created", "challenge ServerTrust 0", "response 200", "became a download", "wrote 8 of 8",
                "file GET /d 0", "metrics 1", "complete well",
            ])
    }

    @Test("a redirect's handler that is dropped without a call does not follow it") func droppedRedirect() async throws
    {
        let server = try bench.answering { request in
            request.target == "/" ? .redirect(to: "/there", status: 302) : ServerResponse(text: "there")
        }
        let session = URLSession(
            configuration: bench.trusting(server), delegate: DroppingDelegate(), delegateQueue: nil)
        let (_, response) = try await session.data(from: try bench.url(server))
        #expect((response as? HTTPURLResponse)?.statusCode == 302)
    }

    @Test("the session's end comes last") func invalid() async throws {
        let session = try session()
        session.dataTask(with: try bench.url(server, "/a")).resume()
        session.finishTasksAndInvalidate()
        _ = await delegate.linesAtEnd()
        try await eventually("the session is invalid") { delegate.lines.contains("invalid") }
        #expect(delegate.lines.suffix(2) == ["complete well", "invalid"])
        #expect(session.delegate == nil)
    }
}

/// Calls no redirect's handler.
private final class DroppingDelegate: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {}
}

/// Writes down which task has ended.
private final class CompletionDelegate: NSObject, URLSessionTaskDelegate {
    private let log: Notes<String>
    private let stream: AsyncStream<Void>
    private let put: AsyncStream<Void>.Continuation

    init(_ log: Notes<String>) {
        self.log = log
        (stream, put) = AsyncStream.makeStream()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        log.add("end \(task.taskIdentifier)")
        put.yield()
    }

    func ended(_ count: Int) async { for await _ in stream.prefix(count) {} }
}
