import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// Who is asked, on which level, and what each answer does (Apple, "Handling an authentication challenge").
@Suite("Who is asked about a server")
struct ChallengeLevelTests {
    let bench: Loopback
    let server: TLSServer
    let log = Notes<String>()

    init() throws {
        bench = try Loopback()
        server = try bench.answering { _ in ServerResponse(text: "here") }
    }

    private func fetch(_ delegate: (any URLSessionDelegate)?, own: (any URLSessionTaskDelegate)? = nil) async throws {
        let session = URLSession(
            configuration: bench.configuration(server), delegate: delegate, delegateQueue: nil)
        _ = try await session.data(from: try bench.url(server), delegate: own)
    }

    @Test("the session's method, and not the task's, where it is there") func session() async throws {
        try await fetch(BothLevels(log, try bench.anchor()))
        #expect(log.lines == ["session"])
    }

    @Test("the task's, where the session's is not there") func task() async throws {
        try await fetch(TaskLevel(log, try bench.anchor()))
        #expect(log.lines == ["task"])
    }

    @Test("the session's as an async method") func asynchronous() async throws {
        try await fetch(AsyncSessionLevel(log, try bench.anchor()))
        #expect(log.lines == ["async session"])
    }

    @Test("the task's as an async method") func asynchronousTask() async throws {
        try await fetch(AsyncTaskLevel(log, try bench.anchor()))
        #expect(log.lines == ["async task"])
    }

    @Test("a task's own delegate, where there is no other") func own() async throws {
        try await fetch(nil, own: TaskLevel(log, try bench.anchor()))
        #expect(log.lines == ["task"])
    }

    @Test("the session's delegate, where the task's own has no method") func passedOn() async throws {
        try await fetch(TaskLevel(log, try bench.anchor()), own: Silent())
        #expect(log.lines == ["task"])
    }

    @Test("nobody has a method: the default refuses what the system does not trust") func nobody() async throws {
        let error = await #expect(throws: URLError.self) { try await fetch(Silent()) }
        #expect(error?.code == .serverCertificateUntrusted)
    }

    @Test("the older calls of the sender answer as well") func sender() async throws {
        try await fetch(SenderLevel(log, try bench.anchor()))
        #expect(log.lines == ["sender"])
    }

    @Test("a handler that is never called, and let go, refuses") func dropped() async throws {
        let error = await #expect(throws: URLError.self) { try await fetch(Dropping()) }
        #expect(error?.code == .cancelled)
    }

    @Test("what the session's delegate said about a connection holds for all tasks") func reused() async throws {
        let session = URLSession(
            configuration: bench.configuration(server), delegate: TaskLevel(log, try bench.anchor()),
            delegateQueue: nil)
        for _ in 0..<5 { _ = try await session.data(from: try bench.url(server)) }
        #expect(log.lines == ["task"])
    }

    @Test("what a task's own delegate said holds for its task alone") func notReused() async throws {
        let session = URLSession(configuration: bench.configuration(server))
        for _ in 0..<2 {
            _ = try await session.data(from: try bench.url(server), delegate: TaskLevel(log, try bench.anchor()))
        }
        #expect(log.lines == ["task", "task"])
        let error = await #expect(throws: URLError.self) { try await session.data(from: try bench.url(server)) }
        #expect(error?.code == .serverCertificateUntrusted)
    }
}

private class Judge: NSObject, @unchecked Sendable {
    let log: Notes<String>
    let anchor: SecCertificate

    init(_ log: Notes<String>, _ anchor: SecCertificate) {
        self.log = log
        self.anchor = anchor
    }

    func answer(
        _ challenge: URLAuthenticationChallenge, _ line: String
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        log.add(line)
        guard let trust = challenge.protectionSpace.serverTrust else { return (.performDefaultHandling, nil) }
        SecTrustSetAnchorCertificates(trust, [anchor] as NSArray)
        return SecTrustEvaluateWithError(trust, nil)
            ? (.useCredential, URLCredential(trust: trust)) : (.cancelAuthenticationChallenge, nil)
    }
}

private final class BothLevels: Judge, URLSessionTaskDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let (disposition, credential) = answer(challenge, "session")
        completionHandler(disposition, credential)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let (disposition, credential) = answer(challenge, "task")
        completionHandler(disposition, credential)
    }
}

private final class TaskLevel: Judge, URLSessionTaskDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let (disposition, credential) = answer(challenge, "task")
        completionHandler(disposition, credential)
    }
}

private final class AsyncSessionLevel: Judge, URLSessionDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        answer(challenge, "async session")
    }
}

private final class AsyncTaskLevel: Judge, URLSessionDataDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        answer(challenge, "async task")
    }
}

private final class SenderLevel: Judge, URLSessionDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let credential = answer(challenge, "sender").1 else { return }
        challenge.sender?.use(credential, for: challenge)
        // As one of the source articles has it: the first answer counts.
        challenge.sender?.continueWithoutCredential(for: challenge)
    }
}

private final class Dropping: NSObject, URLSessionDelegate {
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {}
}

private final class Silent: NSObject, URLSessionDataDelegate {}
