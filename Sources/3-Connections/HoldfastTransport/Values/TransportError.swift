public import HoldfastStatements
public import HoldfastTrust
package import HoldfastX509

/// An error for an exchange that failed: in which phase, by which stable name, and with everything that the libraries
/// said.
public struct TransportError: Error, Sendable, CustomStringConvertible {
    /// The phase that an attempt came to.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Resolving the host's name.
        case name
        /// Connecting to an address.
        case connect
        /// The TLS handshake, or a failure of TLS later.
        case tls
        /// Making and sending the request.
        case request
        /// Receiving the response.
        case transfer
        /// Nothing that the server or the network did.
        case `internal`
    }

    public let phase: Phase
    /// The stable word for machines, for example ``Code/couldNotResolveHost``, ``Code/certificateRefused``.
    public let code: Code
    /// The reason as a value: what programs decide by, and what is rendered in each language.
    public private(set) var statement: Statement
    /// The advice as a value; nil where nothing is known that would help.
    public internal(set) var adviceStatement: Statement?
    /// The reason in English: one sentence for people, without a full stop.
    public var message: String { statement.description }
    /// The advice in English: one sentence that says what to try, without a full stop; empty for none.
    public var hint: String { adviceStatement?.description ?? "" }
    /// The reason why the server's certificates are not trusted; also where TLS failed before they could be decided
    /// about.
    public internal(set) var trustFailure: TrustFailure?
    /// The connection, where one was opened.
    public internal(set) var connection: ConnectionRecord?
    /// Messages of OpenSSL, the innermost first.
    public internal(set) var librarySays: [String]
    /// Whether the certificates had been accepted when the attempt failed.
    public internal(set) var certificateWasAccepted: Bool
    /// The metrics of how far the exchange came, and when; nil where none was begun.
    package internal(set) var metrics: TransferMetrics? {
        get { boxedMetrics?.value }
        set { boxedMetrics = newValue.map(Boxed.init) }
    }

    private var boxedMetrics: Boxed<TransferMetrics>?

    /// The address that was dialled for it; nil where no dialler chose it.
    package internal(set) var endpoint: Endpoint?
    /// Whether it was one address that took too long, and not the request.
    package internal(set) var isStall = false
    /// The addresses that were tried, where a session looked for them itself.
    package var attempts: [DialAttempt] = []
    /// Whether something of the request may have been sent.
    package internal(set) var wasSent = false
    /// The answer of a proxy that refused a tunnel; nil where none did.
    package var proxyAnswer: ProxyAnswer?
    /// The system's number for its reason (`errno`), where a file could not be read.
    package let systemError: Int32?
    /// The refusal that a handler was asked about when it cancelled the challenge: nothing was decided by it.
    package var askedTrustFailure: TrustFailure?
    /// The reason why the proxy's own certificate is not trusted.
    public internal(set) var proxyTrustFailure: TrustFailure?

    package init(
        _ phase: Phase, _ code: Code, _ sentence: any Sentence, advice: (any Sentence)?,
        trustFailure: TrustFailure? = nil, connection: ConnectionRecord? = nil, librarySays: [String] = [],
        certificateWasAccepted: Bool = false, systemError: Int32? = nil
    ) {
        self.init(
            phase, code, Statement(sentence), adviceStatement: advice.map { Statement($0) },
            trustFailure: trustFailure, connection: connection, librarySays: librarySays,
            certificateWasAccepted: certificateWasAccepted, systemError: systemError)
    }

    package init(
        _ phase: Phase, _ code: Code, _ statement: Statement, adviceStatement: Statement?,
        trustFailure: TrustFailure? = nil, connection: ConnectionRecord? = nil, librarySays: [String] = [],
        certificateWasAccepted: Bool = false, systemError: Int32? = nil
    ) {
        self.phase = phase
        self.code = code
        self.statement = statement
        self.adviceStatement = adviceStatement
        self.trustFailure = trustFailure
        self.connection = connection
        self.librarySays = librarySays
        self.certificateWasAccepted = certificateWasAccepted
        self.systemError = systemError
    }

    /// The task that waited was cancelled.
    ///
    /// - Parameter work: what it waited for, as the message names it.
    package static func cancelled(_ phase: Phase, _ work: ConnectionSentence.Work = .request) -> TransportError {
        TransportError(
            phase, .cancelled, ConnectionSentence.cancelled(work), advice: ConnectionAdvice.taskCancelled)
    }

    /// The server's certificates were judged, and refused.
    package static func certificateRefused(_ failure: TrustFailure) -> TransportError {
        TransportError(
            .tls, .certificateRefused, HandshakeSentence.notTrusted(failure.namedStatement).statement,
            adviceStatement: failure.cause.statements.advice, trustFailure: failure)
    }

    /// The error with more to say than the handshake shows.
    ///
    /// - Parameters:
    ///   - addition: goes behind the message.
    ///   - advice: takes the place of what there was to try.
    ///   - failure: takes the place of the refusal, where there is one.
    package func saying(_ addition: any Sentence, advice: any Sentence, _ failure: TrustFailure?) -> TransportError {
        var error = self
        error.statement = Statement(Clauses(statement.clauses + [Statement(addition)]))
        error.adviceStatement = Statement(advice)
        if trustFailure != nil { error.trustFailure = failure }
        return error
    }

    /// The error with other advice.
    package func advising(_ advice: Statement) -> TransportError {
        var error = self
        error.adviceStatement = advice
        return error
    }

    /// Whether nothing was sent since the policy had changed: to be prepared anew.
    package var isOfOutdatedPolicy: Bool { code == .policyChanged }

    /// Whether a time limit ended the attempt.
    public var isTimeout: Bool { code == .timedOut }

    /// Whether the server's handshake failed by what the server sent, or did not send.
    package var isOfServersHandshake: Bool { phase == .tls && Self.serversHandshakeCodes.contains(code) }

    private static let serversHandshakeCodes: Set<Code> = [
        .certificateMessage, .connectionClosed, .handshakeFailed, .handshakeFailure, .noApplicationProtocol, .notTLS,
        .nothingPresented, .protocolVersion, .tlsAlert, .unrecognizedName,
    ]

    /// Whether the task that waited was cancelled.
    public var isCancelled: Bool { code == .cancelled }

    public var description: String { "\(message) (\(phase.rawValue): \(code))" }
}

/// A large value on the heap: what has it stays small where it is handed along.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
