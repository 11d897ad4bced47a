public import HoldfastTransport
public import HoldfastTrust

/// Why a session could not deliver a response: the phase, a stable word, and where trust failed, every finding.
public struct HTTPSError: Error, Sendable, CustomStringConvertible {
    public typealias Phase = TransportError.Phase

    /// How far the attempt came.
    public let phase: Phase
    /// A stable word for machines, for example `certificateRefused`, `timedOut`, `insecureRedirect`.
    public let code: String
    /// One sentence for people, without a full stop.
    public let message: String
    /// One sentence that says what to try, without a full stop.
    public let hint: String
    /// Why the server's certificates are not trusted, where that is the reason or was found beside it.
    public let trustFailure: TrustFailure?
    /// Why a proxy's certificate is not trusted, where that is the reason; the server was not reached then.
    public let proxyTrustFailure: TrustFailure?
    /// The connection, where one was opened.
    public let connection: ConnectionRecord?
    /// What libcurl and OpenSSL said, the innermost first.
    public let librarySays: [String]
    /// Whether the certificates had been accepted when the attempt failed.
    public let certificateWasAccepted: Bool
    /// What the proxy answered, where it refused a tunnel.
    public let proxyAnswer: ProxyAnswer?
    /// The addresses that were tried, where the session looked for them itself; in the order in which they failed.
    public let attempts: [DialAttempt]
    /// The hops that had been followed.
    public let redirects: [HTTPSResponse.Redirect]

    init(_ error: TransportError, redirects: [HTTPSResponse.Redirect] = []) {
        phase = error.phase
        code = error.code
        message = error.message
        hint = error.hint
        trustFailure = error.trustFailure
        proxyTrustFailure = error.proxyTrustFailure
        connection = error.connection
        librarySays = error.librarySays
        certificateWasAccepted = error.certificateWasAccepted
        proxyAnswer = error.proxyAnswer
        attempts = error.attempts
        self.redirects = redirects
    }

    init(
        _ phase: Phase, _ code: String, _ message: String, hint: String, connection: ConnectionRecord? = nil,
        redirects: [HTTPSResponse.Redirect] = []
    ) {
        self.init(
            TransportError(
                phase, code, message, hint: hint, connection: connection,
                certificateWasAccepted: connection?.evaluation != nil),
            redirects: redirects)
    }

    /// Whether a time limit ended the attempt.
    public var isTimeout: Bool { code == "timedOut" }

    /// Whether the task that waited was cancelled.
    public var isCancelled: Bool { code == "cancelled" }

    public var description: String { "\(message) (\(phase.rawValue): \(code))" }
}
