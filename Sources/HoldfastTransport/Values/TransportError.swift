public import HoldfastTrust

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
    /// One sentence for people, without a full stop.
    public private(set) var message: String
    /// One sentence that says what to try, without a full stop.
    public internal(set) var hint: String
    /// The reason why the server's certificates are not trusted; also where TLS failed before they could be decided
    /// about.
    public internal(set) var trustFailure: TrustFailure?
    /// The connection, where one was opened.
    public internal(set) var connection: ConnectionRecord?
    /// Messages of libcurl and OpenSSL, the innermost first.
    public internal(set) var librarySays: [String]
    /// Whether the certificates had been accepted when the attempt failed.
    public internal(set) var certificateWasAccepted: Bool
    /// The metrics of how far the exchange came, and when; nil where none was begun.
    package internal(set) var metrics: TransferMetrics? {
        get { boxedMetrics?.value }
        set { boxedMetrics = newValue.map(Boxed.init) }
    }

    private var boxedMetrics: Boxed<TransferMetrics>?

    /// The address that was dialled for it; nil where libcurl chose it, or none was.
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
    /// The reason why the proxy's own certificate is not trusted.
    public internal(set) var proxyTrustFailure: TrustFailure?

    package init(
        _ phase: Phase, _ code: Code, _ message: String, hint: String, trustFailure: TrustFailure? = nil,
        connection: ConnectionRecord? = nil, librarySays: [String] = [], certificateWasAccepted: Bool = false,
        systemError: Int32? = nil
    ) {
        self.phase = phase
        self.code = code
        self.message = message
        self.hint = hint
        self.trustFailure = trustFailure
        self.connection = connection
        self.librarySays = librarySays
        self.certificateWasAccepted = certificateWasAccepted
        self.systemError = systemError
    }

    /// The task that waited was cancelled.
    ///
    /// - Parameter work: what it waited for, as the message names it.
    package static func cancelled(_ phase: Phase, _ work: String = "the request") -> TransportError {
        TransportError(
            phase, .cancelled, "\(work) was cancelled", hint: "the task that waited for it was cancelled")
    }

    /// The server's certificates were judged, and refused.
    package static func certificateRefused(_ failure: TrustFailure) -> TransportError {
        TransportError(
            .tls, .certificateRefused, "the server's certificate is not trusted: \(failure.description)",
            hint: failure.cause.advice, trustFailure: failure)
    }

    /// The error with more to say than the handshake shows.
    ///
    /// - Parameters:
    ///   - addition: goes behind the message.
    ///   - hint: takes the place of what there was to try.
    ///   - failure: takes the place of the refusal, where there is one.
    package func saying(_ addition: String, hint: String, _ failure: TrustFailure?) -> TransportError {
        var error = self
        error.message += "; \(addition)"
        error.hint = hint
        if trustFailure != nil { error.trustFailure = failure }
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

extension TransportError {
    /// The hints that a command has words of its own for: its options, in the place of a program's settings.
    package enum Hint {
        /// For a failure of HTTP/2.
        package static let http11 =
            "what curl said stands beside this; have HTTP/1.1 alone offered (offersHTTP2)"
        /// For a request with content that got no answer over HTTP/2. RFC 9113 §8.1: "Clients MUST NOT discard
        /// responses as a consequence of receiving such a RST_STREAM"; libcurl 7.88 does.
        package static let earlyAnswer =
            "over HTTP/2 an answer that comes before all of the content was sent may be lost: have HTTP/1.1 alone "
            + "offered (offersHTTP2)"
        /// For a handler whose answer to a challenge did not help.
        package static let handler = "look at what is asked for, and at what the handler answers"
        /// For keys that were agreed on otherwise than the settings ask for.
        package static let groups =
            "let the server's owner switch TLS 1.3 on with one of these groups, or ask for others (supportedGroups)"
        /// For settings that ask for groups of which the library has none.
        package static let unavailableGroups =
            "ask for a group that it has (supportedGroups), or update OpenSSL: ML-KEM is in 3.5 and later"
        /// For a proxy that asks for a login where nobody was named.
        package static let proxyLogin = "it wants to know who asks: give it a user and a password"
    }
}

/// A large value on the heap: what has it stays small where it is handed along.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
