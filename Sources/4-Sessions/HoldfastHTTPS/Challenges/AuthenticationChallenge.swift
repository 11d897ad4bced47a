public import HoldfastTransport
package import HoldfastTrust
import Synchronization

/// A question that has to be answered before a request goes on (Apple, `URLAuthenticationChallenge`).
public struct AuthenticationChallenge: Sendable {
    /// The handler that is asked first.
    public enum Scope: Hashable, Sendable {
        /// About a connection, which serves many requests.
        case session
        /// About one request.
        case task
    }

    /// A handler's answer to a challenge (Apple, `URLSession.AuthChallengeDisposition`).
    public enum Disposition: Sendable {
        /// Answers with this credential; with nil the request goes on without one.
        case useCredential(Credential?)
        /// As if there were no handler: the proposed credential where there is one, else the answer as it is. Without
        /// anything to propose, Negotiate and NTLM are passed over for the next method that is offered.
        case performDefaultHandling
        /// Ends the request with an error of the code `cancelled`.
        case cancelAuthenticationChallenge
        /// Lets this method be, and goes on to the next one that is offered.
        case rejectProtectionSpace
        /// Has nothing to say: whoever is asked next is asked, and in the end the default holds.
        case notImplemented
    }

    /// The handler that is asked, the session's or the task's: a challenge of a connection comes to the task after the
    /// session had nothing to say.
    public internal(set) var scope: Scope
    /// The party that asks, for what, and how.
    public let protectionSpace: ProtectionSpace
    /// The answer that the session would give by itself; nil where it has none, or where that was refused before.
    public let proposedCredential: Credential?
    /// The number of answers for this protection space that were refused within this request.
    public let previousFailureCount: Int
    /// The response that asks, or that refused the last answer; nil for methods of TLS, and where a proxy asks.
    public let failureResponse: HTTPSResponse?
    /// The reply of a proxy that asks, or that refused the last answer; nil where a server asks.
    public let proxyAnswer: ProxyAnswer?
    /// The error of the last answer; nil where the response says it.
    public let error: HTTPSError?
    /// The number of the task whose connection asks; 0 where a response does.
    package internal(set) var task: UInt64 = 0
    /// The place for what the handler finds about the server's trust by itself.
    package let ownFindings = HandlersFindings()

    init(
        _ protectionSpace: ProtectionSpace, proposed: Credential? = nil, previousFailureCount: Int = 0,
        failureResponse: HTTPSResponse? = nil, proxyAnswer: ProxyAnswer? = nil, error: HTTPSError? = nil
    ) {
        scope = protectionSpace.authenticationMethod.scope
        self.protectionSpace = protectionSpace
        proposedCredential = proposed
        self.previousFailureCount = previousFailureCount
        self.failureResponse = failureResponse
        self.proxyAnswer = proxyAnswer
        self.error = error
    }
}

/// Answers challenges.
///
/// A session has one, and each request may bring one of its own. A handler that does not answer ends the request when
/// the time for it is over; it may be asked from any task, several times at once.
public protocol ChallengeHandler: Sendable {
    /// Answers one challenge. `.notImplemented` for whatever it does not care about.
    func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition
}

/// The outcome of a handler's own evaluation of a server's trust, for the error of a challenge that it does not accept:
/// it says why, and decides nothing.
package final class HandlersFindings: Sendable {
    /// The answer of the last evaluation to the handler.
    package enum Verdict: Sendable {
        /// The server is trusted: a handler that refuses it all the same has another reason, as its pins.
        case trusted
        case refused(TrustFailure)
    }

    private let told = Mutex<Verdict?>(nil)

    package init() {}

    /// Nil where the handler has evaluated nothing.
    package var verdict: Verdict? { told.withLock(\.self) }

    package func note(_ verdict: Verdict?) { told.withLock { $0 = verdict } }
}
