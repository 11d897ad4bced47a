import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// The sender that a connection's delegate is given: the connection itself, as on Apple's platforms.
@Suite("The sender of a connection's challenges")
struct ConnectionSenderTests {
    let bench: ConnectionBench

    init() throws { bench = try ConnectionBench() }

    /// The names of the challenges' methods whose sender was the connection that told the delegate.
    private func identical(_ make: (@escaping NewestConnectionDelegate.Answer) -> ConnectionRecorder) async throws
        -> [Bool]
    {
        let found = Notes<Bool>()
        let connection = Mutex<NSURLConnection?>(nil)
        let delegate = make { challenge in
            found.add(challenge.sender === connection.withLock { $0 })
            challenge.sender?.use(ConnectionRecorder.right, for: challenge)
        }
        let made = try bench.connection(try bench.request("/login"), delegate, isTrusting: true)
        connection.withLock { $0 = made }
        made.start()
        await delegate.finished.wait()
        #expect(delegate.lines.last == "finished")
        connection.withLock { $0 = nil }
        return found.all
    }

    @Test("the connection, by each of the three generations of methods") func generations() async throws {
        let methods = [NSURLAuthenticationMethodHTTPBasic]
        #expect(try await identical { OldestConnectionDelegate($0) } == [true])
        #expect(try await identical { AskedConnectionDelegate(for: methods, $0) } == [true])
        let server = NewestConnectionDelegate { challenge in
            #expect(challenge.sender is NSURLConnection)
            challenge.sender?.performDefaultHandling(for: challenge)
        }
        #expect(try await bench.lines(of: server, "/a").contains("newest ServerTrust 0"))
        #expect(server.lines.last == "finished")
    }

    /// A challenge of a connection, taken out of its delegate's hands; the connection waits for its answer.
    private func open() async throws -> (NSURLConnection, URLAuthenticationChallenge, OldestConnectionDelegate) {
        let kept = Mutex<URLAuthenticationChallenge?>(nil)
        let delegate = OldestConnectionDelegate { challenge in kept.withLock { $0 = challenge } }
        let connection = try bench.connection(try bench.request("/login"), delegate, isTrusting: true)
        connection.start()
        try await eventually("a challenge") { kept.withLock { $0 != nil } }
        return (connection, try #require(kept.withLock { $0.take() }), delegate)
    }

    @Test("another connection's challenge is nobody's to answer") func foreign() async throws {
        let (one, first, delegate) = try await open()
        let (other, second, otherDelegate) = try await open()
        other.cancel(first)
        one.cancel(second)
        one.use(ConnectionRecorder.right, for: first)
        other.use(ConnectionRecorder.right, for: second)
        await delegate.finished.wait()
        await otherDelegate.finished.wait()
        #expect(delegate.lines.last == "finished" && otherDelegate.lines.last == "finished")
        // Neither has a challenge of one's own making.
        let made = URLAuthenticationChallenge(
            protectionSpace: first.protectionSpace, proposedCredential: nil, previousFailureCount: 0,
            failureResponse: nil, error: nil, sender: one)
        one.cancel(made)
        #expect(made.sender === one)
    }

    private final class Relay: NSObject, URLAuthenticationChallengeSender {
        let inner: NSURLConnection

        init(_ inner: NSURLConnection) { self.inner = inner }

        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
            inner.use(credential, for: challenge)
        }
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {
            inner.continueWithoutCredential(for: challenge)
        }
        func cancel(_ challenge: URLAuthenticationChallenge) { inner.cancel(challenge) }
    }

    @Test("a copy with another sender still says which challenge is answered") func copies() async throws {
        let (connection, challenge, delegate) = try await open()
        let copy = URLAuthenticationChallenge(authenticationChallenge: challenge, sender: Relay(connection))
        #expect(copy.sender is Relay)
        copy.sender?.use(ConnectionRecorder.right, for: copy)
        await delegate.finished.wait()
        #expect(delegate.lines.last == "finished")
    }

    @Test("a challenge that is let go with its copies refuses") func dropped() async throws {
        var (connection, challenge, delegate): (NSURLConnection, URLAuthenticationChallenge?, _) = try await open()
        _ = challenge?.sender
        challenge = nil
        await delegate.finished.wait()
        #expect(delegate.lines.last == "failed -1012")
        _ = connection
    }
}
