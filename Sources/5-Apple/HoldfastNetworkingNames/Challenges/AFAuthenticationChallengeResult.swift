public import Foundation
public import HoldfastHTTPS
public import HoldfastStatements

/// The answer of an authentication challenge handler (AFNetworking 4, `setAuthenticationChallengeHandler:`).
///
/// In Objective-C the handler returns an `NSError`, an `NSURLCredential`, an `NSNumber` with a disposition, or nil, and
/// anything else is an exception. Here the four are the cases of one type.
public enum AFAuthenticationChallengeResult: Sendable {
    /// The challenge is cancelled, and this is the error that the task's completion reports.
    case error(any Error)
    /// The credential is the answer.
    case credential(URLCredential)
    /// The disposition is the answer, without a credential. For a server's certificates `performDefaultHandling` means
    /// the responder's security policy. `useCredential` has no credential here: AFNetworking asserts that it is not
    /// given, and here the challenge is cancelled with ``AFChallengeError/useCredentialWithoutCredential``.
    case disposition(URLSession.AuthChallengeDisposition)
    /// The handler answers by its completion handler, at once or later, as where nil is returned in Objective-C. One
    /// that lets the completion handler go without a call has not handled the challenge: the security policy judges the
    /// server then, and other challenges get the default handling.
    case unhandled
}

/// A handler of authentication challenges (AFNetworking 4's block).
///
/// The completion handler is for a handler that returns ``AFAuthenticationChallengeResult/unhandled``. The first answer
/// counts: one that calls it and returns another result has answered by the call.
public typealias AFURLSessionTaskAuthenticationChallengeHandler = (
    URLSession, URLSessionTask, URLAuthenticationChallenge,
    @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
) -> AFAuthenticationChallengeResult

/// An error for an answer of a handler that makes no sense.
public enum AFChallengeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disposition says that a credential is used, and there is none.
    case useCredentialWithoutCredential

    /// The reason as a statement.
    public var statement: Statement {
        switch self {
        case .useCredentialWithoutCredential: EvaluatorSentence.useCredentialWithoutCredential.statement
        }
    }

    public var description: String { statement.description }
}

extension AFChallengeError: LocalizedError, SelfDescribedError {}
