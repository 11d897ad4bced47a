import HoldfastCredentials
import Synchronization
import TestSupport
import Testing

@testable import HoldfastHTTPS

/// Who is asked, in which order, and for how long.
@Suite("Asking the handlers")
struct ChallengeAskingTests {
    /// Says one thing, and keeps what it was asked.
    private final class Handler: ChallengeHandler {
        private let disposition: AuthenticationChallenge.Disposition
        private let asked = Mutex<[AuthenticationChallenge.Scope]>([])

        init(_ disposition: AuthenticationChallenge.Disposition) { self.disposition = disposition }

        var scopes: [AuthenticationChallenge.Scope] { asked.withLock { $0 } }

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            asked.withLock { $0.append(challenge.scope) }
            return disposition
        }
    }

    /// Comes back only when it is let go, whatever is cancelled: who waits for it waits for ever.
    private final class Silent: ChallengeHandler {
        private let isReleased = Atomic(false)

        func release() { isReleased.store(true, ordering: .relaxed) }

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            while !isReleased.load(ordering: .relaxed) { await Self.pause() }
            return .useCredential(nil)
        }

        /// Not cut short by a cancellation, as `Task.sleep` of the same task would be.
        private static func pause() async {
            await Task.detached { try? await Task.sleep(for: .milliseconds(20)) }.value
        }
    }

    private static func challenge(_ method: AuthenticationMethod) -> AuthenticationChallenge {
        AuthenticationChallenge(ProtectionSpace(method, host: "a.test", port: 443))
    }

    private static func name(_ said: AuthenticationChallenge.Disposition?) -> String {
        switch said {
        case .useCredential: "use"
        case .performDefaultHandling: "default"
        case .cancelAuthenticationChallenge: "cancel"
        case .rejectProtectionSpace: "reject"
        case .notImplemented: "notImplemented"
        case nil: "nobody"
        }
    }

    /// Apple: of session-level challenges the session's delegate is asked, and the task's where it has no such method;
    /// of the others the task's alone.
    @Test("each method comes to whom it concerns", arguments: AuthenticationMethod.allCases)
    func scopes(_ method: AuthenticationMethod) async {
        let isSession = [.serverTrust, .clientCertificate, .negotiate, .ntlm].contains(method)
        #expect(method.scope == (isSession ? .session : .task))
        let (session, task) = (Handler(.cancelAuthenticationChallenge), Handler(.rejectProtectionSpace))
        let said = await ChallengeAsking(session: session, task: task)
            .answer(to: Self.challenge(method), within: .seconds(30))
        #expect(Self.name(said?.disposition) == (isSession ? "cancel" : "reject"))
        #expect(session.scopes == (isSession ? [.session] : []))
        #expect(task.scopes == (isSession ? [] : [.task]))
    }

    @Test("a session that has nothing to say lets the task answer, and then the default holds")
    func fallsThrough() async {
        let (session, task) = (Handler(.notImplemented), Handler(.cancelAuthenticationChallenge))
        let challenge = Self.challenge(.serverTrust)
        let said = await ChallengeAsking(session: session, task: task).answer(to: challenge, within: .seconds(30))
        #expect(Self.name(said?.disposition) == "cancel")
        #expect(session.scopes == [.session])
        #expect(task.scopes == [.task])
        let alone = Handler(.notImplemented)
        let unsaid = await ChallengeAsking(session: alone, task: nil).answer(to: challenge, within: .seconds(30))
        #expect(Self.name(unsaid?.disposition) == "notImplemented")
        #expect(alone.scopes == [.session, .task])
        let nobody = await ChallengeAsking(session: nil, task: nil).answer(to: challenge, within: .seconds(30))
        #expect(Self.name(nobody?.disposition) == "notImplemented")
    }

    @Test("a handler that does not answer is not waited for", .hangLimit)
    func silent() async {
        let handler = Silent()
        defer { handler.release() }
        let said = await ChallengeAsking(session: nil, task: handler)
            .answer(to: Self.challenge(.httpBasic), within: .milliseconds(100))
        #expect(Self.name(said?.disposition) == "nobody")
    }

    @Test("a cancelled task does not wait either", .hangLimit)
    func cancelled() async {
        let handler = Silent()
        defer { handler.release() }
        let task = Task {
            await ChallengeAsking(session: nil, task: handler)
                .answer(to: Self.challenge(.httpBasic), within: .seconds(36_000))
        }
        task.cancel()
        #expect(Self.name(await task.value?.disposition) == "nobody")
    }
}
