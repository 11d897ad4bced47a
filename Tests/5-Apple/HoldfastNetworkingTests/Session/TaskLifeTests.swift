import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

@Suite("The life of a task")
struct TaskLifeTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("states, from made to completed") func states() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "x") }
        let session = URLSession(configuration: bench.trusting(server))
        let task = session.dataTask(with: try bench.url(server))
        #expect(task.state == .suspended && task.taskIdentifier == 1 && task.response == nil)
        #expect(await session.allTasks == [task])
        task.resume()
        try await eventually("the task is complete") { task.state == .completed }
        #expect(task.error == nil && task.countOfBytesReceived == 1 && task.countOfBytesExpectedToReceive == 1)
        try await eventually("the progress is finished") { task.progress.isFinished }
        #expect(task.progress.fractionCompleted == 1)
        try await eventually("no task is left") { await session.allTasks.isEmpty }
    }

    @Test("a task is suspended as often as it is resumed") func suspensions() async throws {
        let asked = Notes<String>()
        let server = try bench.answering { request in
            asked.add(request.target)
            return ServerResponse(text: "x")
        }
        let session = URLSession(configuration: bench.trusting(server))
        let task = session.dataTask(with: try bench.url(server, "/task"))
        task.suspend()
        task.resume()
        #expect(task.state == .suspended)
        _ = try await session.data(from: try bench.url(server, "/other"))
        #expect(asked.lines == ["/other"])
        task.resume()
        try await eventually("the task is complete") { task.state == .completed }
        #expect(asked.lines == ["/other", "/task"])
    }

    @Test("a suspended task delivers nothing until it goes on") func suspended() async throws {
        let server = try bench.answering { _ in ServerResponse(body: [UInt8](repeating: 7, count: 3 << 20)) }
        let delegate = SuspendingDelegate()
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: try bench.url(server))
        task.resume()
        try await eventually("the task is suspended") { task.state == .suspended }
        let (seen, _) = delegate.seen.withLock { $0 }
        // Whatever was on its way to the delegate's queue may still come, and nothing after it.
        #expect(seen < 3 << 20)
        task.resume()
        try await eventually("the end") { delegate.seen.withLock { $0.ended } }
        #expect(delegate.seen.withLock { $0.bytes } == 3 << 20)
    }

    @Test("calls come on the session's queue, one after the other") func queue() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "x") }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(configuration: bench.trusting(server), delegate: nil, delegateQueue: queue)
        let url = try bench.url(server)
        let onQueue: Bool = await withCheckedContinuation { continuation in
            session.dataTask(with: url) { _, _, _ in
                continuation.resume(returning: OperationQueue.current === queue)
            }.resume()
        }
        #expect(onQueue && session.delegateQueue === queue)
    }

    @Test("a handler may wait for another task's, on a queue that runs several") func concurrentQueue() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "x") }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 4
        let session = URLSession(configuration: bench.trusting(server), delegate: nil, delegateQueue: queue)
        let url = try bench.url(server)
        let (first, second) = (Finished(), Finished())
        session.dataTask(with: url) { _, _, _ in
            let inner = DispatchSemaphore(value: 0)
            session.dataTask(with: url) { _, _, _ in
                second.happen()
                inner.signal()
            }.resume()
            inner.wait()
            first.happen()
        }.resume()
        await second.wait()
        await first.wait()
    }

    @Test("a streamed upload asks for its stream, and once more where it goes out again") func streamed() async throws {
        let server = try bench.answering { request in
            request.target == "/again"
                ? ServerResponse.redirect(to: "/there", status: 307)
                : ServerResponse(text: "\(request.method) \(String(decoding: request.body, as: UTF8.self))")
        }
        let delegate = StreamDelegate()
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        var request = URLRequest(url: try bench.url(server, "/again"))
        request.httpMethod = "POST"
        request.setValue("8", forHTTPHeaderField: "Content-Length")
        session.uploadTask(withStreamedRequest: request).resume()
        let lines = await delegate.linesAtEnd().filter { !$0.hasPrefix("sent") && $0 != "metrics 2" }
        #expect(
            lines == [
                "created", "challenge ServerTrust 0", "stream", "redirect 307 POST /there", "stream", "response 200",
                "data POST streamed",
                "complete well",
            ])
    }

    @Test("a request's own stream is the body") func bodyStream() async throws {
        let server = try bench.answering { request in
            ServerResponse(text: String(decoding: request.body, as: UTF8.self))
        }
        let session = URLSession(configuration: bench.trusting(server))
        var request = URLRequest(url: try bench.url(server))
        request.httpMethod = "PUT"
        request.setValue("13", forHTTPHeaderField: "Content-Length")
        request.httpBodyStream = InputStream(data: Data("from a stream".utf8))
        let (data, _) = try await session.data(for: request)
        #expect(String(decoding: data, as: UTF8.self) == "from a stream")
    }

    @Test("a request's stream that cannot be read is an error, with a reason and without") func unreadableStreams()
        async throws
    {
        let server = try bench.answering { _ in ServerResponse(text: "x") }
        let trusting = URLSession(configuration: bench.trusting(server))
        var request = URLRequest(url: try bench.url(server))
        request.httpMethod = "PUT"
        request.setValue("1", forHTTPHeaderField: "Content-Length")
        let closed = InputStream(data: Data("x".utf8))
        closed.open()
        closed.close()
        request.httpBodyStream = closed
        let error = await #expect(throws: URLError.self) { try await trusting.data(for: request) }
        #expect(error?.code == .requestBodyStreamExhausted)
        request.httpBodyStream = InputStream(fileAtPath: "/nowhere")
        await #expect(throws: (any Error).self) { try await trusting.data(for: request) }
    }

    @Test("a download goes on where it was cancelled") func resumed() async throws {
        let body = Array((0..<400_000).map { UInt8($0 % 251) })
        let heads = Notes<String>()
        let server = try bench.conversing { connection throws(ServingError) in
            let head = try connection.readHead().head
            heads.add(head)
            let facts = "ETag: \"one\"\r\nAccept-Ranges: bytes\r\n"
            guard let range = head.split(separator: "\r\n").first(where: { $0.hasPrefix("Range: bytes=") }),
                let start = Int(range.dropFirst(13).dropLast())
            else {
                try connection.write("HTTP/1.1 200 OK\r\n\(facts)Content-Length: \(body.count)\r\n\r\n")
                try connection.write(Array(body.prefix(200_000)))
                // The rest never comes: whoever waits for it has to give up.
                while try !connection.read().isEmpty {}
                return
            }
            let place = "Content-Range: bytes \(start)-\(body.count - 1)/\(body.count)\r\n"
            let length = "Content-Length: \(body.count - start)\r\n"
            try connection.write("HTTP/1.1 206 Partial Content\r\n\(facts)\(place)\(length)\r\n")
            try connection.write(Array(body[start...]))
        }
        let delegate = CancellingDelegate()
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        session.downloadTask(with: try bench.url(server)).resume()
        let data = try #require(try await delegate.resumeData())
        let (file, response) = try await session.download(resumeFrom: data)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect((response as? HTTPURLResponse)?.statusCode == 206)
        #expect(try Data(contentsOf: file) == Data(body))
        #expect(heads.lines.count == 2)
        #expect(heads.lines[0].contains("Range:") == false)
        #expect(heads.lines[1].contains("\r\nIf-Range: \"one\"\r\n"))
    }

    /// RFC 9110 §15.3.7.3 puts parts together into "a larger continuous range"; what is no such range is no file.
    @Test(
        "less than the file lacks is no file, and it can be gone on with; more than the server says, and nothing can",
        arguments: [("abc", URLError.Code.networkConnectionLost), ("ninebytes", .cannotParseResponse)])
    func otherLength(_ rest: String, _ code: URLError.Code) async throws {
        let server = try bench.conversing { connection throws(ServingError) in
            let head = try connection.readHead().head
            let facts = "ETag: \"one\"\r\nAccept-Ranges: bytes\r\n"
            guard let range = head.split(separator: "\r\n").first(where: { $0.hasPrefix("Range: bytes=") }),
                let start = Int(range.dropFirst(13).dropLast())
            else {
                try connection.write("HTTP/1.1 200 OK\r\n\(facts)Content-Length: 400000\r\n\r\n")
                try connection.write([UInt8](repeating: 7, count: 200_000))
                while try !connection.read().isEmpty {}
                return
            }
            let place = "Content-Range: bytes \(start)-\(start + (rest.utf8.count == 3 ? 2 : 7))/400000\r\n"
            try connection.write("HTTP/1.1 206 Partial Content\r\n\(facts)\(place)")
            try connection.write("Content-Length: \(rest.utf8.count)\r\n\r\n\(rest)")
        }
        let delegate = CancellingDelegate()
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        session.downloadTask(with: try bench.url(server)).resume()
        let data = try #require(try await delegate.resumeData())
        let error = await #expect(throws: URLError.self) { _ = try await session.download(resumeFrom: data) }
        #expect(error?.code == code)
        #expect((error?.downloadTaskResumeData != nil) == (code == .networkConnectionLost))
    }

    /// swift-corelibs-foundation, TestURLSession.test_invalidResumeDataForDownloadTask, which Apple's holds as well:
    /// `XCTAssertEqual((error as? URLError)?.errorCode, URLError.unsupportedURL.rawValue)` of `Data()`.
    @Test("what is no resume data is an error", arguments: ["", "rubbish"])
    func noResumeData(_ text: String) async throws {
        let session = URLSession(configuration: .ephemeral)
        #expect(session.downloadTask(withResumeData: Data(text.utf8)).originalRequest == nil)
        let error = await #expect(throws: URLError.self) {
            try await session.download(resumeFrom: Data(text.utf8))
        }
        #expect(error?.code == .unsupportedURL)
    }

    /// "not including any tasks that have been invalidated after completing, failing, or being cancelled" (Apple,
    /// `getAllTasks(completionHandler:)`).
    @Test("among all tasks are neither cancelled nor completed ones") func allTasks() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "x") }
        let session = URLSession(configuration: bench.trusting(server))
        let url = try bench.url(server)
        let (first, second, third) = (
            session.dataTask(with: url), session.dataTask(with: url), session.downloadTask(with: url)
        )
        first.cancel()
        second.suspend()
        #expect(await session.allTasks == [second, third])
        let (data, uploads, downloads) = await session.tasks
        #expect(data == [second] && uploads.isEmpty && downloads == [third])
        let listed: [URLSessionTask] = await withCheckedContinuation { continuation in
            // The task is complete here, and the queue's next call has not come.
            session.dataTask(with: url) { _, _, _ in session.getAllTasks { continuation.resume(returning: $0) } }
                .resume()
        }
        #expect(listed == [second, third])
    }

    @Test("nobody is left of sessions and their tasks") func released() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "x") }
        weak var gone: URLSession?
        weak var goneTask: URLSessionTask?
        weak var goneDelegate: RecordingDelegate?
        do {
            let delegate = RecordingDelegate()
            let session = URLSession(
                configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
            let task = session.dataTask(with: try bench.url(server))
            task.resume()
            _ = await delegate.linesAtEnd()
            session.finishTasksAndInvalidate()
            (gone, goneTask, goneDelegate) = (session, task, delegate)
        }
        try await eventually("all are let go") { gone == nil && goneTask == nil && goneDelegate == nil }
    }

    /// Programs for Apple's platforms write so where a task keeps its maker: there the session keeps it.
    @Test("a session keeps a task from its making") func kept() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "x") }
        let session = URLSession(configuration: bench.trusting(server))
        let url = try bench.url(server)
        let text: String? = await withCheckedContinuation { continuation in
            weak let task = session.dataTask(with: url) { data, _, _ in
                continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
            }
            guard let task else { return continuation.resume(returning: nil) }
            task.resume()
        }
        #expect(text == "x")
        try await eventually("no task is left") { await session.allTasks.isEmpty }
    }

    @Test("a session that is let go, or takes no more tasks, keeps none that was never resumed", arguments: [0, 1, 2])
    func neverResumed(_ ending: Int) async throws {
        weak var gone: URLSession?
        weak var goneTask: URLSessionTask?
        weak var goneDelegate: RecordingDelegate?
        do {
            let delegate = RecordingDelegate()
            let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
            let task = session.dataTask(with: try #require(URL(string: "https://a.test/")))
            (gone, goneTask, goneDelegate) = (session, task, delegate)
            switch ending {
            case 0: session.finishTasksAndInvalidate()
            case 1: session.invalidateAndCancel()
            default: break
            }
        }
        try await eventually("all are let go") { gone == nil && goneTask == nil && goneDelegate == nil }
    }

    @Test("a task outlives the session that its program has let go") func outlives() async throws {
        let server = try bench.answering { _ in ServerResponse(text: "x") }
        let delegate = RecordingDelegate(trusting: try bench.anchor())
        weak var gone: URLSession?
        weak var goneTask: URLSessionTask?
        do {
            let task: URLSessionTask
            do {
                let session = URLSession(
                    configuration: bench.configuration(server), delegate: delegate, delegateQueue: nil)
                task = session.dataTask(with: try bench.url(server))
                gone = session
            }
            try await eventually("the session is let go") { gone == nil }
            task.resume()
            #expect(
                await delegate.linesAtEnd() == [
                    "created", "challenge ServerTrust 0", "response 200", "data x", "metrics 1", "complete well",
                ])
            goneTask = task
        }
        try await eventually("the task is let go") { goneTask == nil }
    }
}

/// Suspends its task at the first piece.
private final class SuspendingDelegate: NSObject, URLSessionDataDelegate {
    let seen = Mutex((bytes: 0, ended: false))

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isFirst = seen.withLock { seen in
            defer { seen.bytes += data.count }
            return seen.bytes == 0
        }
        if isFirst { dataTask.suspend() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        seen.withLock { $0.ended = true }
    }
}

/// Gives a new stream each time.
private final class StreamDelegate: RecordingDelegate, @unchecked Sendable {
    override func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        write("stream")
        completionHandler(InputStream(data: Data("streamed".utf8)))
    }
}

/// Cancels its download at the first piece, for going on later.
private final class CancellingDelegate: NSObject, URLSessionDownloadDelegate {
    private let made = Mutex<Data??>(nil)

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {}

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        guard downloadTask.state == .running else { return }
        downloadTask.cancel { data in self.made.withLock { $0 = .some(data) } }
    }

    func resumeData() async throws -> Data? {
        try await eventually("it is cancelled") { made.withLock { $0 != nil } }
        return made.withLock { $0 } ?? nil
    }
}
