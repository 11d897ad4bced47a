import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import PeerPrograms
import Synchronization
import TestSupport
import Testing

/// Many sessions with many tasks each, and what they leave behind.
@Suite("Many sessions", .serialized)
struct SessionSoakTests {
    private static let isWhole = ProcessFigures.areSoaksWanted
    private static let sessions = isWhole ? 100 : 5
    private static let tasks = isWhole ? 100 : 20

    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("100 sessions of 100 tasks each leave nobody, no descriptor and no thread behind")
    func hundreds() async throws {
        let server = try bench.answering { request in ServerResponse(text: request.target) }
        let url = try bench.url(server)
        // What a process keeps from its first requests on is no leak.
        try await self.session(server, url, Notes<String>())
        let before = (ProcessFigures.descriptors, ProcessFigures.threads)
        let gone = Notes<String>()
        for _ in 0..<Self.sessions { try await self.session(server, url, gone) }
        try await eventually("all have ended") { gone.lines.count >= Self.sessions * (Self.tasks + 1) }
        #expect(gone.lines.count == Self.sessions * (Self.tasks + 1))
        // Other suites run beside this one, unless it is a soak.
        guard Self.isWhole else { return }
        try await eventually("as few descriptors and threads as before") {
            ProcessFigures.descriptors <= before.0 + 8 && ProcessFigures.threads <= before.1 + 8
        }
    }

    /// One session with its tasks; some are cancelled, some are never resumed.
    private func session(_ server: TLSServer, _ url: URL, _ gone: Notes<String>) async throws {
        let delegate = LeavingDelegate(gone)
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        for number in 0..<Self.tasks {
            let task = LeavingTask.marked(session.dataTask(with: url), gone)
            switch number % 10 {
            case 8:
                task.resume()
                task.cancel()
            case 9: task.suspend()
            default: task.resume()
            }
        }
        session.finishTasksAndInvalidate()
    }
}

/// Says that it is gone.
private final class Leaving: Sendable {
    private let gone: Notes<String>

    init(_ gone: Notes<String>) { self.gone = gone }

    deinit { gone.add("gone") }
}

private final class LeavingDelegate: NSObject, URLSessionDataDelegate {
    private let leaving: Leaving

    init(_ gone: Notes<String>) { leaving = Leaving(gone) }
}

private enum LeavingTask {
    /// A task whose own delegate goes when it goes.
    static func marked(_ task: URLSessionDataTask, _ gone: Notes<String>) -> URLSessionDataTask {
        task.delegate = LeavingDelegate(gone)
        return task
    }
}
