import HoldfastNetworking
import HoldfastNetworkingNames
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Where a connection's delegate is called (Apple, `NSURLConnection.start()`, `schedule(in:forMode:)` and
/// `RunLoop.run(mode:before:)`).
@Suite("A connection's run loop")
struct ConnectionRunLoopTests {
    let bench: ConnectionBench

    init() throws { bench = try ConnectionBench() }

    /// Does something on a thread of its own.
    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }

    @Test("calls come on the run loop of the thread that started, and each ends a run of it") func current()
        async throws
    {
        let (request, configuration) = (
            try bench.request("/a"), HandedConfiguration(try bench.configuration(isTrusting: true))
        )
        let lines = await onThread {
            let delegate = ThreadDelegate()
            _ = NSURLConnection(
                request: request, delegate: delegate, startImmediately: true, configuration: configuration.value)
            var runs = 0
            // As programs wait. The first request and the response are two events at least.
            while !delegate.isOver {
                guard RunLoop.current.run(mode: .default, before: .distantFuture) else { return ["nothing to run"] }
                runs += 1
            }
            // Nothing is left that would keep the loop.
            while RunLoop.current.run(mode: .default, before: .distantFuture) {}
            return delegate.log.lines + [runs > 1 ? "ran" : "ran once"]
        }
        #expect(lines == ["response here default", "data here default", "finished here default", "ran"])
    }

    @Test("calls come in the mode that was said, and in no other") func mode() async throws {
        let (request, configuration) = (
            try bench.request("/a"), HandedConfiguration(try bench.configuration(isTrusting: true))
        )
        let lines = await onThread {
            let delegate = ThreadDelegate()
            let mode = RunLoop.Mode("private")
            let connection = NSURLConnection(
                request: request, delegate: delegate, startImmediately: false, configuration: configuration.value)
            connection.schedule(in: .current, forMode: .default)
            connection.schedule(in: .current, forMode: mode)
            connection.unschedule(from: .current, forMode: .default)
            connection.start()
            let isElsewhere = RunLoop.current.run(mode: .default, before: Date())
            while !delegate.isOver {
                guard RunLoop.current.run(mode: mode, before: .distantFuture) else { return ["nothing to run"] }
            }
            return ["default \(isElsewhere)"] + delegate.log.lines
        }
        #expect(lines == ["default false", "response here private", "data here private", "finished here private"])
    }

    @Test("another thread's run loop") func other() async throws {
        let (request, configuration) = (
            try bench.request("/a"), HandedConfiguration(try bench.configuration(isTrusting: true))
        )
        let started = Mutex<NSURLConnection?>(nil)
        let lines = await onThread {
            let delegate = ThreadDelegate()
            let connection = NSURLConnection(
                request: request, delegate: delegate, startImmediately: false, configuration: configuration.value)
            connection.schedule(in: .current, forMode: .common)
            Thread.detachNewThread { connection.start() }
            while !delegate.isOver { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
            started.withLock { $0 = connection }
            return delegate.log.lines
        }
        #expect(lines == ["response here default", "data here default", "finished here default"])
    }

    @Test("a connection that is cancelled from another thread leaves the loop") func cancelled() async throws {
        let (request, configuration) = (
            try bench.request("/a"), HandedConfiguration(try bench.configuration(isTrusting: true))
        )
        let lines = await onThread {
            let delegate = ThreadDelegate()
            let connection = NSURLConnection(
                request: request, delegate: delegate, startImmediately: true, configuration: configuration.value)
            delegate.first = {
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    connection.cancel()
                    done.signal()
                }
                done.wait()
            }
            while RunLoop.current.run(mode: .default, before: .distantFuture) {}
            return delegate.log.lines
        }
        #expect(lines == ["response here default"])
    }

    @Test("a thousand pieces, on a loop that is slow at first") func many() async throws {
        let server = try bench.bench.answering { _ in
            ServerResponse(body: [UInt8](repeating: 7, count: 4 << 20))
        }
        let configuration = HandedConfiguration(bench.bench.trusting(server))
        let request = URLRequest(url: try bench.bench.url(server))
        let count = await onThread {
            let delegate = ThreadDelegate()
            delegate.first = { Thread.sleep(forTimeInterval: 0.05) }
            _ = NSURLConnection(
                request: request, delegate: delegate, startImmediately: true, configuration: configuration.value)
            while RunLoop.current.run(mode: .default, before: .distantFuture) {}
            return delegate.count
        }
        #expect(count == 4 << 20)
    }

    @Test("one that was never started keeps nobody") func unused() async throws {
        let configuration = try bench.configuration(isTrusting: true)
        weak var kept: ThreadDelegate?
        do {
            let delegate = ThreadDelegate()
            kept = delegate
            let connection = NSURLConnection(
                request: try bench.request("/a"), delegate: delegate, startImmediately: false,
                configuration: configuration)
            #expect(connection.originalRequest.url?.path == "/a")
        }
        #expect(kept == nil)
    }
}

private struct HandedConfiguration: @unchecked Sendable {
    let value: URLSessionConfiguration
    init(_ value: URLSessionConfiguration) { self.value = value }
}

/// Writes down what it is told, and whether that is on the thread that made it. Not `Sendable`, as such delegates are.
private final class ThreadDelegate: NSObject, NSURLConnectionDataDelegate {
    let log = Notes<String>()
    var isOver = false
    var count = 0
    var first: (() -> Void)?
    private let thread = Thread.current

    private func write(_ line: String) {
        let mode = RunLoop.current.currentMode?.rawValue
        let name = mode == RunLoop.Mode.default.rawValue ? "default" : mode ?? "-"
        log.add("\(line) \(Thread.current === thread ? "here" : "elsewhere") \(name)")
    }

    func connection(_ connection: NSURLConnection, didReceive response: URLResponse) {
        write("response")
        first?()
    }

    func connection(_ connection: NSURLConnection, didReceive data: Data) {
        write("data")
        count += data.count
    }

    func connectionDidFinishLoading(_ connection: NSURLConnection) {
        write("finished")
        isOver = true
    }

    func connection(_ connection: NSURLConnection, didFailWithError error: any Error) {
        write("failed \(error)")
        isOver = true
    }
}
