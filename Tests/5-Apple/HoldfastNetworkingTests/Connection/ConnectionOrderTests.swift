import HoldfastNetworking
import HoldfastNetworkingNames
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// The order of calls that NSURLConnection.h and the pages of the delegate protocols give.
@Suite("The order of a connection's calls")
struct ConnectionOrderTests {
    let bench: ConnectionBench

    init() throws { bench = try ConnectionBench() }

    @Test("a response") func success() async throws {
        #expect(
            try await bench.lines(of: SilentConnectionDelegate(), "/a") == [
                "send GET /a", "storage", "response 200", "data GET /a 0", "finished",
            ])
    }

    @Test("a redirect that is followed") func redirect() async throws {
        #expect(
            try await bench.lines(of: SilentConnectionDelegate(), "/redirect") == [
                "send GET /redirect", "storage", "send 302 GET /there", "response 200", "data GET /there 0", "finished",
            ])
    }

    @Test("a redirect that is not followed is the response") func redirectRefused() async throws {
        let delegate = SilentConnectionDelegate()
        delegate.follows = false
        let lines = try await bench.lines(of: delegate, "/redirect").filter { !$0.hasPrefix("data") }
        #expect(lines == ["send GET /redirect", "storage", "send 302 GET /there", "response 302", "finished"])
    }

    @Test("a first request that the delegate does not give") func nothing() async throws {
        let delegate = RefusingFirst()
        try bench.connection(try bench.request("/a"), delegate, isTrusting: true).start()
        await delegate.finished.wait()
        #expect(delegate.lines == ["failed -999"])
        #expect(bench.log.lines.isEmpty)
    }

    @Test("a password, wrong once") func password() async throws {
        let delegate = OldestConnectionDelegate { challenge in
            challenge.sender?.use(
                challenge.previousFailureCount == 0 ? ConnectionRecorder.wrong : ConnectionRecorder.right,
                for: challenge)
        }
        #expect(
            try await bench.lines(of: delegate, "/login") == [
                "send GET /login", "storage", "received HTTPBasic 0", "received HTTPBasic 1", "response 200",
                "data welcome", "finished",
            ])
    }

    @Test("a body that is sent") func upload() async throws {
        let lines = try await bench.lines(of: SilentConnectionDelegate(), "/u") { request in
            request.httpMethod = "POST"
            request.httpBody = Data("four".utf8)
        }
        #expect(
            lines == ["send POST /u", "storage", "sent 4 4 of 4", "response 200", "data POST /u 4", "finished"])
    }

    @Test("a body from a stream") func stream() async throws {
        let lines = try await bench.lines(of: SilentConnectionDelegate(), "/u") { request in
            request.httpMethod = "POST"
            request.setValue("4", forHTTPHeaderField: "Content-Length")
            request.httpBodyStream = InputStream(data: Data("four".utf8))
        }
        #expect(lines.suffix(3) == ["response 200", "data POST /u 4", "finished"])
    }

    @Test("a server that the defaults refuse") func untrusted() async throws {
        let lines = try await bench.lines(of: SilentConnectionDelegate(), "/a", isTrusting: false)
        #expect(lines == ["send GET /a", "storage", "failed -1202"])
    }

    @Test("after a cancellation nothing is called, and the delegate is let go") func cancel() async throws {
        let log = Notes<String>()
        weak var kept: CancellingConnectionDelegate?
        do {
            let delegate = CancellingConnectionDelegate(log)
            kept = delegate
            let connection = NSURLConnection(
                request: try bench.request("/a"), delegate: delegate, startImmediately: false,
                configuration: try bench.configuration(isTrusting: true))
            connection.setDelegateQueue(OperationQueue())
            connection.start()
        }
        try await eventually("it is let go") { kept == nil }
        #expect(log.lines == ["response"])
    }

    @Test("a connection that is over lets its delegate go, and is let go") func release() async throws {
        weak var keptDelegate: SilentConnectionDelegate?
        weak var keptConnection: NSURLConnection?
        do {
            let delegate = SilentConnectionDelegate()
            keptDelegate = delegate
            let connection = try bench.connection(try bench.request("/a"), delegate, isTrusting: true)
            keptConnection = connection
            connection.start()
            let finished = delegate.finished
            await finished.wait()
        }
        try await eventually("both are let go") { keptDelegate == nil && keptConnection == nil }
    }

    @Test("a download goes into a file, which is there during the call") func download() async throws {
        let delegate = DownloadingConnectionDelegate()
        let connection = NSURLConnection(
            request: try bench.request("/d"), delegate: delegate, startImmediately: false,
            configuration: try bench.configuration(isTrusting: true))
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await delegate.finished.wait()
        #expect(delegate.log.lines == ["wrote 8 8 of 8", "file GET /d 0"])
        let file = try #require(delegate.file.withLock { $0 })
        try await eventually("the file is removed") { !FileManager.default.fileExists(atPath: file.path) }
    }

    @Test("what is under way, and what it began with") func requests() async throws {
        let connection = try bench.connection(
            try bench.request("/redirect"), SilentConnectionDelegate(), isTrusting: true)
        #expect(connection.currentRequest == connection.originalRequest)
        connection.start()
        try await eventually("the redirect") { connection.currentRequest.url?.path == "/there" }
        #expect(connection.originalRequest.url?.path == "/redirect")
    }
}

private final class RefusingFirst: ConnectionRecorder, NSURLConnectionDataDelegate, @unchecked Sendable {
    override func connection(
        _ connection: NSURLConnection, willSend request: URLRequest, redirectResponse response: URLResponse?
    ) -> URLRequest? { nil }
}

private final class CancellingConnectionDelegate: NSObject, NSURLConnectionDataDelegate {
    private let log: Notes<String>

    init(_ log: Notes<String>) { self.log = log }

    func connection(_ connection: NSURLConnection, didReceive response: URLResponse) {
        log.add("response")
        connection.cancel()
    }
    func connection(_ connection: NSURLConnection, didReceive data: Data) { log.add("data") }
    func connectionDidFinishLoading(_ connection: NSURLConnection) { log.add("finished") }
    func connection(_ connection: NSURLConnection, didFailWithError error: any Error) { log.add("failed") }
}

private final class DownloadingConnectionDelegate: NSObject, NSURLConnectionDownloadDelegate, Sendable {
    let log = Notes<String>()
    let finished = Finished()
    let file = Mutex<URL?>(nil)

    func connection(
        _ connection: NSURLConnection, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        expectedTotalBytes: Int64
    ) { log.add("wrote \(bytesWritten) \(totalBytesWritten) of \(expectedTotalBytes)") }

    func connectionDidFinishDownloading(_ connection: NSURLConnection, destinationURL: URL) {
        log.add("file \((try? String(contentsOf: destinationURL, encoding: .utf8)) ?? "-")")
        file.withLock { $0 = destinationURL }
        finished.happen()
    }
}
