import Foundation
import FoundationNetworking
import HoldfastCredentials
import HoldfastHTTPS
import Synchronization

/// Asks a task's delegates what its connections and servers ask.
struct TaskChallenges: ChallengeHandler {
    let run: TaskRun

    init(_ run: TaskRun) { self.run = run }

    /// What concerns a connection is asked of the session's method first, and of the task's where there is none of those;
    /// what concerns a request, of the task's alone (Apple, "Handling an authentication challenge").
    func respond(to challenge: HoldfastHTTPS.AuthenticationChallenge) async
        -> HoldfastHTTPS.AuthenticationChallenge.Disposition
    {
        let sender = ChallengeSender()
        let url = run.request.url
        let bridged = BridgedChallenge(
            challenge,
            failureResponse: challenge.failureResponse.flatMap { try? HTTPURLResponse.made(of: $0, from: nil) },
            error: challenge.error.map { URLError($0, for: url) }, sender: sender)
        guard
            let answer = await run.answer(
                to: bridged.challenge, sender,
                isOfSession: challenge.protectionSpace.authenticationMethod.scope == .session)
        else { return .notImplemented }
        if answer.disposition == .useCredential, answer.credential?.user != nil {
            run.state.withLock { $0.said[bridged.challenge.protectionSpace] = (bridged, answer) }
        }
        bridged.sayIfOverruling(answer) { run.core.https.warn($0, task: challenge.task) }
        return bridged.disposition(for: answer)
    }
}

extension TaskRun {
    /// The delegates' answer; nil where none has a method for it.
    func answer(
        to challenge: URLAuthenticationChallenge, _ sender: ChallengeSender, isOfSession: Bool
    ) async -> DelegateAnswer? {
        if isOfSession, let session = common?.session, !Unimplemented.isKnown(session, .sessionChallenge) {
            let answer = await hear(sender) { [own = self.session] handler in
                session.urlSession(own, didReceive: challenge, completionHandler: handler)
            }
            if !Unimplemented.isKnown(session, .sessionChallenge) { return answer }
        }
        guard let teller, !Unimplemented.isKnown(teller, .taskChallenge) || own != nil else { return nil }
        return await hear(sender) { [session, task] handler in
            teller.urlSession(session, task: task, didReceive: challenge, completionHandler: handler)
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
        let answer = FirstAnswer<DelegateAnswer>()
        sender.answers(answer)
        return await AnswerHandler.answer(or: (.cancelAuthenticationChallenge, nil), into: answer) { handler in
            calls.add { call { handler(($0, $1)) } }
        }
    }

    /// The server took what was said: what is to be kept is kept (Apple, `URLCredential.Persistence`).
    func keepAccepted() {
        let storage = core.configuration.urlCredentialStorage
        for (challenge, answer) in state.withLock({ $0.said.values }) { challenge.keepAccepted(answer, in: storage) }
    }
}

extension URLProtectionSpace {
    /// Whether what is asked concerns a connection.
    var isOfSession: Bool { AuthenticationMethod(rawValue: authenticationMethod)?.scope == .session }
}
