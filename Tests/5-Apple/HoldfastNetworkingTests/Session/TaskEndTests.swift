import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Apple, `URLSessionTask.State.completed`: "The task has completed (without being canceled), and the task's delegate
/// receives no further callbacks." Apple, `URLSessionTask.cancel()`: "Once a task is marked as being canceled,
/// urlSession(_:task:didCompleteWithError:) will be sent to the task delegate, passing an error in the domain
/// NSURLErrorDomain with the code NSURLErrorCancelled."
///
/// Each test holds the delegate's queue until all of the response has come and its end stands in the queue.
@Suite("The end of a task whose delegate is still to be called")
struct TaskEndTests {
    enum Kind: String, Sendable, CaseIterable { case data, upload, download }

    let bench: Loopback
    let server: TLSServer
    private let queue = OperationQueue()

    init() throws {
        bench = try Loopback()
        server = try bench.answering { request in
            // What is kept, the delegate is asked about while the body comes.
            let fields = [
                HTTPField("ETag", "\"v\""), HTTPField("Accept-Ranges", "bytes"),
                HTTPField("Cache-Control", "no-store"),
            ]
            guard request["Range"] == nil else {
                return ServerResponse(status: 416, fields: fields + [HTTPField("Content-Range", "bytes */4")])
            }
            return ServerResponse(fields: fields, body: Array("body".utf8))
        }
        queue.maxConcurrentOperationCount = 1
    }

    private func session(_ delegate: (any URLSessionDelegate)? = nil) -> URLSession {
        URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: queue)
    }

    private func task(_ kind: Kind, _ session: URLSession) throws -> URLSessionTask {
        var request = URLRequest(url: try bench.url(server))
        switch kind {
        case .data: return session.dataTask(with: request)
        case .upload:
            request.httpMethod = "POST"
            return session.uploadTask(with: request, from: Data("u".utf8))
        case .download: return session.downloadTask(with: request)
        }
    }

    /// A call that is held, and the rest of the calls behind it.
    private func untold(_ count: Int) async throws {
        try await eventually("the end stands in the queue") { queue.operationCount == count }
    }

    @Test("it is running, and one that is cancelled ends with -999", arguments: Kind.allCases)
    func cancelled(_ kind: Kind) async throws {
        let delegate = HoldingDelegate()
        let task = try task(kind, session(delegate))
        task.resume()
        // The held call, a download's file, the figures, the end.
        try await untold(kind == .download ? 4 : 3)
        #expect(task.state == .running && task.error == nil)
        task.cancel()
        #expect(task.state == .canceling)
        delegate.gate.open()
        let lines = await delegate.linesAtEnd()
        #expect(lines.last == "complete -999" && !lines.contains { $0.hasPrefix("file") })
        #expect(task.state == .completed && (task.error as? URLError)?.code == .cancelled)
    }

    @Test("one that is left alone is running until its last call", arguments: Kind.allCases)
    func completed(_ kind: Kind) async throws {
        let delegate = HoldingDelegate()
        let task = try task(kind, session(delegate))
        task.resume()
        try await untold(kind == .download ? 4 : 3)
        delegate.gate.open()
        #expect(await delegate.linesAtEnd().last == "complete well")
        let states = delegate.states.all
        #expect(states.last == .completed && states.dropLast().allSatisfy { $0 == .running }, "\(states)")
        #expect(task.error == nil)
    }

    @Test("one that is suspended is told nothing more until it goes on") func suspended() async throws {
        let delegate = HoldingDelegate()
        let task = try task(.data, session(delegate))
        task.resume()
        try await untold(3)
        task.suspend()
        #expect(task.state == .suspended)
        let mark = Finished()
        queue.addOperation { mark.happen() }
        delegate.gate.open()
        await mark.wait()
        #expect(task.state == .suspended && !delegate.lines.contains { $0.hasPrefix("complete") })
        task.resume()
        #expect(await delegate.linesAtEnd().last == "complete well")
    }

    @Test("one that is suspended can be cancelled") func suspendedAndCancelled() async throws {
        let delegate = HoldingDelegate()
        let task = try task(.data, session(delegate))
        task.resume()
        try await untold(3)
        task.suspend()
        delegate.gate.open()
        task.cancel()
        #expect(await delegate.linesAtEnd().last == "complete -999")
    }

    @Test("a whole file that nobody has been given can be gone on with") func resumeData() async throws {
        let delegate = HoldingDelegate()
        let session = session(delegate)
        let task = try #require(try task(.download, session) as? URLSessionDownloadTask)
        task.resume()
        try await untold(4)
        let given = Notes<Data?>()
        task.cancel { given.add($0) }
        delegate.gate.open()
        #expect(await delegate.linesAtEnd().last == "complete -999")
        let data = try #require(given.all.first ?? nil)
        let (file, _) = try await URLSession(configuration: bench.trusting(server)).download(resumeFrom: data)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file) == Data("body".utf8))
    }

    @Test("a completion handler that has not been called gets -999", arguments: Kind.allCases)
    func handlers(_ kind: Kind) async throws {
        let gate = Gate()
        queue.addOperation { gate.holdThread() }
        let session = session()
        var request = URLRequest(url: try bench.url(server))
        let ended = Notes<String>()
        let finished = Finished()
        let note: @Sendable (Bool, (any Error)?) -> Void = { isEmpty, error in
            ended.add("\(isEmpty) \((error as? URLError)?.code.rawValue ?? 0)")
            finished.happen()
        }
        let task: URLSessionTask
        switch kind {
        case .data: task = session.dataTask(with: request) { data, _, error in note(data == nil, error) }
        case .upload:
            request.httpMethod = "POST"
            task = session.uploadTask(with: request, from: Data("u".utf8)) { data, _, error in
                note(data == nil, error)
            }
        case .download: task = session.downloadTask(with: request) { file, _, error in note(file == nil, error) }
        }
        task.resume()
        try await untold(2)
        #expect(task.state == .running)
        task.cancel()
        gate.open()
        await finished.wait()
        #expect(ended.lines == ["true -999"])
    }

    /// What the delegate of an `async` call is told stands in the queue as well.
    @Test("an async call ends after its delegate's calls, and can be cancelled until then")
    func awaited() async throws {
        var request = URLRequest(url: try bench.url(server))
        request.httpMethod = "POST"
        let session = session()
        // Which methods a class lacks is found out by the first task.
        let first = SendingDelegate()
        first.gate.open()
        _ = try await session.upload(for: request, from: Data("u".utf8), delegate: first)
        let delegate = SendingDelegate()
        let (sent, ended) = (request, Notes<String>())
        let finished = Finished()
        Task {
            do {
                _ = try await session.upload(for: sent, from: Data("u".utf8), delegate: delegate)
                ended.add("well")
            } catch {
                ended.add("\((error as? URLError)?.code.rawValue ?? 0)")
            }
            finished.happen()
        }
        try await eventually("its end stands in the queue") { queue.operationCount == 2 || !ended.lines.isEmpty }
        #expect(ended.lines.isEmpty)
        let task = try #require(delegate.task)
        #expect(task.state == .running)
        task.cancel()
        delegate.gate.open()
        await finished.wait()
        #expect(ended.lines == ["-999"])
    }

    @Test("a data task that is cancelled while it becomes a download is cancelled as that", arguments: [true, false])
    func becoming(cancelsOld: Bool) async throws {
        let delegate = BecomingDelegate(cancelsOld: cancelsOld)
        let task = try task(.data, session(delegate))
        task.resume()
        let lines = await delegate.linesAtEnd()
        #expect(lines.last == "complete -999" && !lines.contains { $0.hasPrefix("file") }, "\(lines)")
        #expect(task.state == .completed)
    }
}

/// Holds its queue up at the first bytes that come.
private final class HoldingDelegate: RecordingDelegate, @unchecked Sendable {
    let gate = Gate()
    let states = Notes<URLSessionTask.State>()

    override func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        super.urlSession(session, dataTask: dataTask, didReceive: data)
        gate.holdThread()
        states.add(dataTask.state)
    }

    override func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        gate.holdThread()
        states.add(downloadTask.state)
    }

    override func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        states.add(task.state)
    }

    override func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        states.add(task.state)
        super.urlSession(session, task: task, didCompleteWithError: error)
    }
}

/// Holds its queue up where it is told of what was sent, and has no other method but the first.
private final class SendingDelegate: NSObject, URLSessionTaskDelegate {
    let gate = Gate()
    private let made = Mutex<URLSessionTask?>(nil)

    var task: URLSessionTask? { made.withLock { $0 } }

    func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) { made.withLock { $0 = task } }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        gate.holdThread()
    }
}

/// Makes a download of its task, and cancels one of the two at that moment.
private final class BecomingDelegate: RecordingDelegate, @unchecked Sendable {
    private let cancelsOld: Bool

    init(cancelsOld: Bool) {
        self.cancelsOld = cancelsOld
        super.init()
        disposition = .becomeDownload
    }

    override func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
    ) {
        super.urlSession(session, dataTask: dataTask, didBecome: downloadTask)
        cancelsOld ? dataTask.cancel() : downloadTask.cancel()
    }
}
