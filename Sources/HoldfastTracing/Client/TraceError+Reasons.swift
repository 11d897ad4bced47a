import COpenSSL
import HoldfastCrypto
import HoldfastLibC
import HoldfastTransport

extension TraceSocketError {
    /// The reason in words, as a clause.
    var text: String {
        switch self {
        case .timedOut: "the time for the whole trace is over"
        case .idle: "no answer came in time"
        case .cancelled: "the trace was cancelled"
        case .reset: "the server broke the connection off"
        case .system(let number): unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        }
    }

    func traceError(_ phase: TraceError.Phase, _ limits: WaitLimits) -> TraceError {
        switch self {
        case .timedOut:
            TraceError(
                phase, "timedOut", "no end within \(limits.end)",
                hint: "check that nothing in between holds packets back, or allow more time")
        case .idle:
            TraceError(
                phase, "timedOut", "nothing came for \(limits.idle)",
                hint: phase == .startTLS
                    ? "the port may speak TLS from its first byte: try it without StartTLS"
                    : "check that nothing in between holds packets back, or allow more time")
        case .cancelled: TraceError(phase, "cancelled", "the trace was cancelled")
        case .reset: TraceError(phase, "connectionReset", "the server broke the connection off (RST)")
        case .system(let number) where number == ECONNREFUSED:
            TraceError(
                phase, "connectionRefused", "nothing listens there (\(text))", hint: "check the port and the address")
        case .system: TraceError(phase, "connectionFailed", text, hint: "check the network and the address")
        }
    }
}

extension TraceWireError {
    func traceError(_ phase: TraceError.Phase, _ limits: WaitLimits) -> TraceError {
        switch self {
        case .socket(let failure): failure.traceError(phase, limits)
        case .tooManyBytes: .tooMany("bytes", phase)
        case .tooManyEvents: .tooMany("events", phase)
        }
    }
}

extension TraceError {
    /// Bytes in the clear where the client has to speak next.
    static var spokenEarly: TraceError {
        TraceError(
            .startTLS, "plaintextInjected", "bytes came in the clear after the answer that lets TLS begin",
            hint: "someone in between can put commands there (CVE-2011-0411)")
    }

    static func tooMany(_ what: String, _ phase: Phase) -> TraceError {
        TraceError(
            phase, "tooMany", "the server sent more \(what) than are kept",
            hint: "raise the limit where that is expected")
    }

    /// libssl gave up by itself, or because the stream ended.
    static func handshake(_ errors: [OpenSSLError], wasReset: Bool, hasHello: Bool) -> TraceError {
        if wasReset {
            return TraceError(
                .tls, "connectionReset", "the server broke the connection off during the handshake",
                hint: "check that the port speaks TLS, and look into the server's log", librarySays: errors)
        }
        let reasons = Set(errors.filter(\.isOfLibssl).map(\.reasonNumber))
        if !hasHello,
            !reasons.isDisjoint(with: [SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_BAD_RECORD_TYPE])
        {
            return TraceError(
                .tls, "notTLS", "the server does not speak TLS on this port",
                hint: "check the port: some protocols change to TLS only when asked (STARTTLS)", librarySays: errors)
        }
        if reasons.contains(SSL_R_UNEXPECTED_EOF_WHILE_READING) || errors.isEmpty {
            return TraceError(
                .tls, "connectionClosed", "the server closed the connection during the handshake",
                hint: "check that the port speaks TLS, and look into the server's log", librarySays: errors)
        }
        if reasons.contains(SSL_R_UNSAFE_LEGACY_RENEGOTIATION_DISABLED) {
            return TraceError(
                .tls, "handshakeFailed", LegacyRenegotiation.message, hint: LegacyRenegotiation.hint,
                librarySays: errors)
        }
        return TraceError(
            .tls, "handshakeFailed", "the handshake failed: \(errors.first?.reason ?? "unknown reason")",
            hint: "what OpenSSL said stands beside this; the server's log may say more", librarySays: errors)
    }

    init(_ error: TransportError) {
        self.init(.name, error.code.rawValue, error.message, hint: error.hint)
    }
}

extension OpenSSLError {
    fileprivate var isOfLibssl: Bool { ERR_GET_LIB(code) == ERR_LIB_SSL }
    fileprivate var reasonNumber: Int32 { ERR_GET_REASON(code) }
}
