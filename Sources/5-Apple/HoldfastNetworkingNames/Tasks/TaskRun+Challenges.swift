import Foundation
import FoundationNetworking
import HoldfastCredentials
import HoldfastHTTPS
import Synchronization

/// Asks a task's delegates what its connections and servers ask.
struct TaskChallenges: ChallengeHandler {
    let run: TaskRun

    init(_ run: TaskRun) { self.run = run }

    /// Asks the session's method about a connection, and the task's where there is no such method; asks the task's
    /// alone about a request (Apple, "Handling an authentication challenge").
    func respond(to challenge: HoldfastHTTPS.AuthenticationChallenge) async
        -> HoldfastHTTPS.AuthenticationChallenge.Disposition
    {
        let sender = ChallengeSender()
        let url = run.request.url
        let bridged = BridgedChallenge(
            challenge,
            failureResponse: challenge.failureResponse.flatMap { try? HTTPURLResponse.made(of: $0, from: nil) },
            error: challenge.error.map { URLError($0, for: url) }, sender: sender)
        // What was said before of the space was refused.
        if challenge.previousFailureCount > 0 {
            run.state.withLock { $0.said[bridged.challenge.protectionSpace] = nil }
        }
        guard
            let answer = await run.answer(
                to: bridged.challenge, sender,
                isOfSession: challenge.protectionSpace.authenticationMethod.scope == .session)
        else { return .notImplemented }
        if answer.disposition == .useCredential, answer.credential?.user != nil {
            run.state.withLock { $0.said[bridged.challenge.protectionSpace] = (bridged, answer) }
        }
        bridged.sayIfOverruling(answer) { run.core.https.warn($0, task: challenge.task) }
        bridged.tellFindings()
        return bridged.disposition(for: answer)
    }
}

extension TaskRun {
    /// The delegates' answer; nil where none has a method for it.
    func answer(
        to challenge: URLAuthenticationChallenge, _ sender: ChallengeSender, isOfSession: Bool
    ) async -> DelegateAnswer? {
        if isOfSession, let delegate = sessionDelegates?.session,
            !Unimplemented.isKnown(delegate, .sessionChallenge)
        {
            let answer = await hear(sender) { [session] handler in
                delegate.urlSession(session, didReceive: challenge, completionHandler: handler)
            }
            if !Unimplemented.isKnown(delegate, .sessionChallenge) { return answer }
        }
        guard let delegate, !Unimplemented.isKnown(delegate, .taskChallenge) || taskDelegates != nil else {
            return nil
        }
        return await hear(sender) { [session, task] handler in
            delegate.urlSession(session, task: task, didReceive: challenge, completionHandler: handler)
        }
    }

    private func hear(
        _ sender: ChallengeSender,
        _ call:
            @escaping @Sendable (
                @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) -> Void
    ) async -> DelegateAnswer {
        // The older calls of the challenge's sender answer as well as the handler.
        let answer = Promise<DelegateAnswer>()
        sender.answers(answer)
        return await AnswerHandler.answer(or: (.cancelAuthenticationChallenge, nil), into: answer) { handler in
            calls.add { call { handler(($0, $1)) } }
        }
    }

    /// Keeps the credentials that the server has accepted and that are to be kept (Apple, `URLCredential.Persistence`).
    func keepAccepted() async {
        guard let storage = core.configuration.urlCredentialStorage else { return }
        let said = state.withLock { Array($0.said.values) }
        guard !said.isEmpty else { return }
        await storage.apart {
            for (challenge, answer) in said { challenge.keepAccepted(answer, in: storage) }
        }
    }
}

extension URLProtectionSpace {
    /// Whether what is asked concerns a connection.
    var isOfSession: Bool { AuthenticationMethod(rawValue: authenticationMethod)?.scope == .session }
}

/// Takes the answers of those who call a challenge's sender, as programs did before there were completion handlers.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    private let answer = Mutex<Promise<DelegateAnswer>?>(nil)

    /// Sets the promise that the next answer goes to.
    func answers(_ answer: Promise<DelegateAnswer>) { self.answer.withLock { $0 = answer } }

    private func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential? = nil) {
        answer.withLock { $0 }?.give((disposition, credential))
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        give(.useCredential, credential)
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { give(.useCredential) }

    func cancel(_ challenge: URLAuthenticationChallenge) { give(.cancelAuthenticationChallenge) }

    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { give(.performDefaultHandling) }

    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
        give(.rejectProtectionSpace)
    }
}
