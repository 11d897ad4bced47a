import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// Which of the three generations of methods is asked, and what each answer of the sender's does (Apple,
/// `NSURLConnectionDelegate` and `URLAuthenticationChallengeSender`).
@Suite("What a connection's delegate answers")
struct ConnectionChallengeTests {
    typealias Answer = NewestConnectionDelegate.Answer

    let bench: ConnectionBench

    init() throws { bench = try ConnectionBench() }

    /// Trusts the bench's root, and answers with the password.
    private func trusting() throws -> Answer {
        let anchor = HandedAnchor(try bench.bench.anchor())
        return { challenge in
            guard let trust = challenge.protectionSpace.serverTrust else {
                challenge.sender?.use(ConnectionRecorder.right, for: challenge)
                return
            }
            SecTrustSetAnchorCertificates(trust, [anchor.value] as NSArray)
            if SecTrustEvaluateWithError(trust, nil) {
                challenge.sender?.use(URLCredential(trust: trust), for: challenge)
            } else {
                challenge.sender?.cancel(challenge)
            }
        }
    }

    @Test("the newest method alone, where it is there") func newest() async throws {
        #expect(
            try await bench.lines(of: NewestConnectionDelegate(try trusting()), "/login", isTrusting: false) == [
                "send GET /login", "storage", "newest ServerTrust 0", "newest HTTPBasic 0", "response 200",
                "data welcome", "finished",
            ])
    }

    @Test("the middle one: asked first, then told") func middle() async throws {
        let delegate = AskedConnectionDelegate(
            for: [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodHTTPBasic], try trusting())
        #expect(
            try await bench.lines(of: delegate, "/login", isTrusting: false) == [
                "send GET /login", "storage", "can ServerTrust", "received ServerTrust 0", "can HTTPBasic",
                "received HTTPBasic 0", "response 200", "data welcome", "finished",
            ])
    }

    @Test("the middle one, which does not want to: the default") func unwilling() async throws {
        let delegate = AskedConnectionDelegate(for: [], try trusting())
        #expect(
            try await bench.lines(of: delegate, "/login", isTrusting: false) == [
                "send GET /login", "storage", "can ServerTrust", "failed -1202",
            ])
        let other = AskedConnectionDelegate(for: [], try trusting())
        #expect(
            try await bench.lines(of: other, "/login") == [
                "send GET /login", "storage", "can ServerTrust", "can HTTPBasic", "response 401", "data who",
                "finished",
            ])
    }

    @Test("the oldest one: for passwords, and not for what TLS asks") func oldest() async throws {
        #expect(
            try await bench.lines(of: OldestConnectionDelegate(try trusting()), "/login") == [
                "send GET /login", "storage", "received HTTPBasic 0", "response 200", "data welcome", "finished",
            ])
        #expect(
            try await bench.lines(of: OldestConnectionDelegate(try trusting()), "/login", isTrusting: false) == [
                "send GET /login", "storage", "failed -1202",
            ])
    }

    @Test("no method at all: the 401 is the response") func none() async throws {
        #expect(
            try await bench.lines(of: SilentConnectionDelegate(), "/login").suffix(3) == [
                "response 401", "data who", "finished",
            ])
    }

    @Test(
        "the sender's five answers to a password",
        arguments: [
            ("use", ["response 200", "data welcome", "finished"]),
            ("without", ["response 401", "data who", "finished"]),
            ("cancel", ["failed -1012"]),
            ("default", ["response 401", "data who", "finished"]),
            ("reject", ["response 401", "data who", "finished"]),
        ]) func passwords(word: String, ending: [String]) async throws
    {
        let delegate = OldestConnectionDelegate { challenge in Self.say(word, to: challenge) }
        #expect(
            try await bench.lines(of: delegate, "/login") == ["send GET /login", "storage", "received HTTPBasic 0"]
                + ending)
    }

    @Test(
        "the sender's answers about a server that the defaults refuse",
        arguments: [
            ("trust", "finished"), ("without", "failed -1202"), ("cancel", "failed -1012"),
            ("default", "failed -1202"), ("reject", "failed -1202"),
        ]) func servers(word: String, ending: String) async throws
    {
        let answer = try trusting()
        let delegate = NewestConnectionDelegate { challenge in
            word == "trust" ? answer(challenge) : Self.say(word, to: challenge)
        }
        let lines = try await bench.lines(of: delegate, "/a", isTrusting: false)
        #expect(lines.first { $0.hasPrefix("newest") } == "newest ServerTrust 0")
        #expect(lines.last == ending)
    }

    private static func say(_ word: String, to challenge: URLAuthenticationChallenge) {
        switch word {
        case "use": challenge.sender?.use(ConnectionRecorder.right, for: challenge)
        case "without": challenge.sender?.continueWithoutCredential(for: challenge)
        case "cancel": challenge.sender?.cancel(challenge)
        case "default": challenge.sender?.performDefaultHandling(for: challenge)
        default: challenge.sender?.rejectProtectionSpaceAndContinue(with: challenge)
        }
    }

    @Test("an answer that comes later, from another thread; further ones are ignored") func late() async throws {
        let delegate = OldestConnectionDelegate { challenge in
            Thread.detachNewThread {
                challenge.sender?.use(ConnectionRecorder.right, for: challenge)
                challenge.sender?.cancel(challenge)
            }
        }
        #expect(try await bench.lines(of: delegate, "/login").last == "finished")
    }

    @Test("a challenge that is let go without an answer ends the connection") func dropped() async throws {
        #expect(try await bench.lines(of: OldestConnectionDelegate { _ in }, "/login").last == "failed -1012")
    }

    @Test("a connection that is cancelled while its delegate thinks is let go") func cancelled() async throws {
        let kept = Mutex<URLAuthenticationChallenge?>(nil)
        weak var delegate: OldestConnectionDelegate?
        do {
            let strong = OldestConnectionDelegate { challenge in kept.withLock { $0 = challenge } }
            delegate = strong
            let connection = try bench.connection(try bench.request("/login"), strong, isTrusting: true)
            connection.start()
            try await eventually("a challenge") { kept.withLock { $0 != nil } }
            connection.cancel()
        }
        try await eventually("the delegate is let go") { delegate == nil }
        // Too late, and for nobody.
        let challenge = try #require(kept.withLock { $0 })
        challenge.sender?.use(ConnectionRecorder.right, for: challenge)
    }

    @Test("a challenge that is open when the connection fails was cancelled") func open() async throws {
        let kept = Mutex<URLAuthenticationChallenge?>(nil)
        let delegate = OpenChallengeDelegate { challenge in kept.withLock { $0 = challenge } }
        let request = try bench.request("/login")
        let loading = ConnectionLoading(request, ConnectionDelegates(delegate), ConnectionSessions(nil))
        let session = URLSession(configuration: .ephemeral)
        let connection = try bench.connection(request, SilentConnectionDelegate(), isTrusting: true)
        loading.state.withLock { $0.connection = connection }
        loading.place.use(OperationQueue())
        loading.place.open()
        let space = URLProtectionSpace(
            host: "a.test", port: 443, protocol: "https", realm: "here",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: connection)
        loading.urlSession(session, task: URLSessionTask(), didReceive: challenge) { _, _ in }
        loading.urlSession(session, task: URLSessionTask(), didCompleteWithError: URLError(.timedOut))
        await delegate.finished.wait()
        #expect(delegate.lines == ["received HTTPBasic 0", "cancelled HTTPBasic 0", "failed -1001"])
    }

    @Test("the credential storage is used unless the delegate says no") func storage() async throws {
        for usesStorage in [true, false] {
            let configuration = try bench.configuration(isTrusting: true)
            let space = URLProtectionSpace(
                host: Loopback.host, port: Int(bench.server.port), protocol: NSURLProtectionSpaceHTTPS,
                realm: "here", authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
            let stored = URLCredential(user: "Aladdin", password: "open sesame", persistence: .forSession)
            configuration.urlCredentialStorage?.setDefaultCredential(stored, for: space)
            let delegate = SilentConnectionDelegate()
            delegate.usesStorage = usesStorage
            let connection = NSURLConnection(
                request: try bench.request("/login"), delegate: delegate, startImmediately: false,
                configuration: configuration)
            connection.setDelegateQueue(OperationQueue())
            connection.start()
            await delegate.finished.wait()
            #expect(delegate.lines.contains(usesStorage ? "response 200" : "response 401"))
        }
    }
}

/// A certificate on its way to a queue.
struct HandedAnchor: @unchecked Sendable {
    let value: SecCertificate
    init(_ value: SecCertificate) { self.value = value }
}

private final class OpenChallengeDelegate: ConnectionRecorder, NSURLConnectionDelegate, @unchecked Sendable {
    let answer: NewestConnectionDelegate.Answer

    init(_ answer: @escaping NewestConnectionDelegate.Answer) { self.answer = answer }

    func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        write("received", challenge)
        answer(challenge)
    }

    func connection(_ connection: NSURLConnection, didCancel challenge: URLAuthenticationChallenge) {
        write("cancelled", challenge)
    }
}
