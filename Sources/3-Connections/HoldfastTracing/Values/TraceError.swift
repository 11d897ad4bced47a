public import HoldfastCrypto
public import HoldfastStatements
public import HoldfastTransport

/// The reason why a trace broke off.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// As in `check`'s JSON.
    public enum Phase: String, Hashable, Sendable {
        case name, connect, startTLS, tls, transfer, `internal`
    }

    /// The kind of failure, for programs to decide by.
    public enum Code: Hashable, Sendable {
        // The connection.
        case timedOut, cancelled, connectionRefused, connectionFailed, connectionReset, connectionClosed
        case noAddress, proxyRefused, startTLSRefused, plaintextInjected, tooMany
        // TLS, and what follows it.
        case notTLS, handshakeFailed, notSent, transferFailed, badCertificateList
        // What was to be offered, the client's key, and the machine.
        case configuration, clientIdentity, library, noThread, noRandomness, notRun
        /// The name, or what led to an address; never a code that has a case here.
        case name(TransportError.Code)

        /// The code that an error of the lookup has here.
        package init(_ code: TransportError.Code) {
            self =
                switch code {
                case .timedOut: .timedOut
                case .cancelled: .cancelled
                default: .name(code)
                }
        }

        /// The word used in JSON, `timedOut` for example.
        public var rawValue: String { if case .name(let code) = self { code.rawValue } else { "\(self)" } }
    }

    public let phase: Phase
    public let code: Code
    /// The reason as a value.
    public let statement: Statement
    /// The advice as a value; nil where nothing is known.
    public let adviceStatement: Statement?
    /// OpenSSL's whole error queue, oldest entry first.
    public let librarySays: [OpenSSLError]

    /// The reason in English: a clause, without a full stop.
    public var message: String { statement.description }
    /// The advice in English; empty for none.
    public var hint: String { adviceStatement?.description ?? "" }

    package init(
        _ phase: Phase, _ code: Code, _ sentence: any Sentence, advice: (any Sentence)? = nil,
        librarySays: [OpenSSLError] = []
    ) {
        self.init(phase, code, Statement(sentence), advice: advice.map { Statement($0) }, librarySays: librarySays)
    }

    package init(
        _ phase: Phase, _ code: Code, _ statement: Statement, advice: Statement?, librarySays: [OpenSSLError] = []
    ) {
        self.phase = phase
        self.code = code
        self.statement = statement
        adviceStatement = advice
        self.librarySays = librarySays
    }

    public var description: String { "\(code.rawValue): \(message)" }

    /// Whether the server ended the connection in the handshake, without an alert.
    var isEndByServer: Bool { phase == .tls && [.connectionClosed, .connectionReset].contains(code) }
}
