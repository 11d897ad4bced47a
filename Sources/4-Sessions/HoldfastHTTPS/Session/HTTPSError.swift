public import HoldfastStatements
public import HoldfastTransport
public import HoldfastTrust
public import HoldfastWeb

/// An error for a response that a session could not deliver: the phase, a stable word, and where trust failed, every
/// finding.
public struct HTTPSError: Error, Sendable, CustomStringConvertible {
    public typealias Phase = TransportError.Phase
    public typealias Code = TransportError.Code

    /// The error of the exchange that failed.
    package let transportError: TransportError
    /// The URL that was asked when it failed, without its query, and without a user; after a redirect the last one, of
    /// which ``redirects`` has those before. Nil where no URL was read.
    public private(set) var url: HTTPSURL?
    /// The hops that had been followed.
    public let redirects: [HTTPSResponse.Redirect]

    init(_ error: TransportError, redirects: [HTTPSResponse.Redirect] = []) {
        transportError = error
        self.redirects = redirects
    }

    init(
        _ phase: Phase, _ code: Code, _ sentence: any Sentence, advice: (any Sentence)?,
        connection: ConnectionRecord? = nil, redirects: [HTTPSResponse.Redirect] = []
    ) {
        self.init(
            TransportError(
                phase, code, sentence, advice: advice, connection: connection,
                certificateWasAccepted: connection?.evaluation != nil),
            redirects: redirects)
    }

    /// The error with the URL that it is about, where it has none yet.
    func of(_ url: HTTPSURL) -> HTTPSError {
        guard self.url == nil else { return self }
        var error = self
        error.url = url.withoutQuery
        return error
    }

    /// The phase that the attempt came to.
    public var phase: Phase { transportError.phase }
    /// The stable word for machines, for example ``Code/certificateRefused``, ``Code/insecureRedirect``.
    public var code: Code { transportError.code }
    /// The reason as a value: what programs decide by, and what is rendered in each language.
    public var statement: Statement { transportError.statement }
    /// The advice as a value; nil where nothing is known that would help.
    public var adviceStatement: Statement? { transportError.adviceStatement }
    /// The reason in English: one sentence for people, without a full stop.
    public var message: String { transportError.message }
    /// The advice in English: one sentence that says what to try, without a full stop; empty for none.
    public var hint: String { transportError.hint }
    /// The reason why the server's certificates are not trusted, where that is what failed or was found beside it.
    public var trustFailure: TrustFailure? { transportError.trustFailure }
    /// The reason why a proxy's certificate is not trusted, where that is what failed; the server was not reached then.
    public var proxyTrustFailure: TrustFailure? { transportError.proxyTrustFailure }
    /// The findings of the server's trust that a handler was asked about when it cancelled the challenge, or of its own
    /// evaluation, after which it cancelled or rejected; nil where all was in order, and for other failures.
    public var cancelledTrustFailure: TrustFailure? { transportError.askedTrustFailure }
    /// The connection, where one was opened.
    public var connection: ConnectionRecord? { transportError.connection }
    /// The messages of OpenSSL, the innermost first.
    public var librarySays: [String] { transportError.librarySays }
    /// Whether the certificates had been accepted when the attempt failed.
    public var certificateWasAccepted: Bool { transportError.certificateWasAccepted }
    /// The proxy's reply, where it refused a tunnel.
    public var proxyAnswer: ProxyAnswer? { transportError.proxyAnswer }
    /// The addresses that were tried, where the session looked for them itself; in the order in which they failed.
    public var attempts: [DialAttempt] { transportError.attempts }

    /// Whether a time limit ended the attempt.
    public var isTimeout: Bool { transportError.isTimeout }

    /// Whether the task that waited was cancelled.
    public var isCancelled: Bool { transportError.isCancelled }

    /// The URL that was asked, the reason with phase and code, and where a redirect led to it, from where; where pins
    /// refused the server, its chain's own pins are in the reason.
    public var description: String {
        let place = url.map { "\($0): " } ?? ""
        let origin = redirects.first.map { ", redirected from \($0.url.withoutQuery)" } ?? ""
        return place + transportError.description + origin
    }
}
