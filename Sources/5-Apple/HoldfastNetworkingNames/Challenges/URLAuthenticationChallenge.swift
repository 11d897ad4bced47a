public import Foundation
public import FoundationNetworking

/// A question that has to be answered before a request goes on (Apple, `URLAuthenticationChallenge`).
///
/// An archive of one holds what was asked, and not who takes the answer: see ``encode(with:)``.
open class URLAuthenticationChallenge: NSObject, NSSecureCoding, @unchecked Sendable {
    private let space: URLProtectionSpace
    private let proposed: URLCredential?
    private let failureCount: Int
    private let response: URLResponse?
    private let cause: (any Error)?
    private let answerer: (any URLAuthenticationChallengeSender)?
    /// The place of the answer, where the sender takes the answers to several challenges; nil elsewhere.
    let answer: ConnectionAnswer?

    /// A challenge of nobody, as programs make one for their tests: of an empty protection space, without a sender.
    public override init() {
        space = URLProtectionSpace(host: "", port: 0, protocol: nil, realm: nil, authenticationMethod: nil)
        (proposed, failureCount, response, cause, answerer, answer) = (nil, 0, nil, nil, nil, nil)
    }

    /// A challenge of one's own, as a `URLProtocol` makes it.
    ///
    /// - Parameters:
    ///   - space: who asks, for what, and how.
    ///   - credential: what would be answered by default; nil for nothing.
    ///   - previousFailureCount: how many answers were refused before.
    ///   - response: the response that asks; nil where it is not a response that does.
    ///   - error: what went wrong with the last answer; nil where the response says it.
    ///   - sender: who takes the answer.
    public init(
        protectionSpace space: URLProtectionSpace, proposedCredential credential: URLCredential?,
        previousFailureCount: Int, failureResponse response: URLResponse?, error: (any Error)?,
        sender: any URLAuthenticationChallengeSender
    ) {
        self.space = space
        proposed = credential
        failureCount = previousFailureCount
        self.response = response
        cause = error
        answerer = sender
        answer = nil
    }

    /// A copy of a challenge whose answer goes to another sender.
    public convenience init(
        authenticationChallenge challenge: URLAuthenticationChallenge, sender: any URLAuthenticationChallengeSender
    ) {
        self.init(challenge, sender: sender, answer: challenge.answer)
    }

    /// A copy of a challenge that a sender of several can tell from the others.
    ///
    /// - Parameters:
    ///   - challenge: the original.
    ///   - sender: the receiver of the answer.
    ///   - answer: the place of the answer to this one; nil where the sender has one challenge alone.
    init(
        _ challenge: URLAuthenticationChallenge, sender: any URLAuthenticationChallengeSender,
        answer: ConnectionAnswer?
    ) {
        space = challenge.protectionSpace
        proposed = challenge.proposedCredential
        failureCount = challenge.previousFailureCount
        response = challenge.failureResponse
        cause = challenge.error
        answerer = sender
        self.answer = answer
    }

    /// The server or proxy that asks, its realm, and the method of authentication.
    open var protectionSpace: URLProtectionSpace { space }

    /// The credential of the default answer; nil where there is none, or where it was refused before. For a server's
    /// certificate it is present where the session would accept the server by itself.
    open var proposedCredential: URLCredential? { proposed }

    /// The number of answers that were refused before.
    open var previousFailureCount: Int { failureCount }

    /// The response that asks, or that refused the last answer; nil for methods of TLS.
    open var failureResponse: URLResponse? { response }

    /// The error of the last answer; for a server's certificate, the reason why the session would refuse it. Nil where
    /// the response says it.
    open var error: (any Error)? { cause }

    /// The receiver of the answer where it is not given to a completion handler. Calling it after the handler has no
    /// effect. For a challenge of an `NSURLConnection` it is the connection; nil for one that comes out of an archive.
    open var sender: (any URLAuthenticationChallengeSender)? { answerer }

    // MARK: NSSecureCoding

    open class var supportsSecureCoding: Bool { true }

    /// A challenge out of an archive that ``encode(with:)`` wrote, without a sender; nil for anything else, whatever
    /// the bytes are.
    public required init?(coder: NSCoder) {
        guard let archived = ArchivedChallenge(coder) else { return nil }
        space = archived.protectionSpace
        proposed = archived.proposedCredential
        failureCount = archived.failureCount
        response = archived.failureResponse
        cause = archived.cause
        answerer = nil
        answer = nil
    }

    /// Writes the protection space, the proposed user and password, the count of failures, the response and the error.
    ///
    /// Neither the sender nor what a server presented is written, and no proposed identity or trust: a challenge out of
    /// an archive tells what was asked, and answers nothing. The password of a proposed credential can be read by
    /// whoever reads the archive. Of the error its domain, its code, and the texts, numbers and URLs of its `userInfo`
    /// are written; a challenge of more than 1 MiB is not, so that reading it back fails.
    open func encode(with coder: NSCoder) { ArchivedChallenge(self)?.encode(with: coder) }
}
