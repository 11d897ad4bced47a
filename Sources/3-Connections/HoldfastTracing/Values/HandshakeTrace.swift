// What a trace shows of records and messages; the rest of that room is for this package alone.
@_exported public import HoldfastTLS
import HoldfastTrust
public import HoldfastX509

/// A connection as it was seen from one end: every record with its time, what it meant, and how it ended.
///
/// What was seen before a failure is always kept.
public struct HandshakeTrace: Sendable {
    public let target: TraceTarget
    /// The time at which the trace began, by the wall clock.
    public let startedAt: Instant
    /// The address that the trace connected to, or tried last.
    public internal(set) var address: IPAddress?
    public internal(set) var events: [TraceEvent] = []
    /// The phases of TLS, in the order in which they began.
    public internal(set) var phases: [TracePhase] = []
    public internal(set) var negotiated = NegotiatedParameters()
    public internal(set) var timing = TraceTiming()
    /// The chain's judgement; nil where none came, or the connection ended before.
    public internal(set) var verdict: TraceVerdict?
    public internal(set) var outcome: TraceOutcome
    /// Whether a session was offered to be resumed.
    public internal(set) var offeredSession = false
    /// The TLS session that a later trace can resume; nil where the server gave nothing to do so.
    public internal(set) var session: TraceSession?
    /// The first bytes of what the server sent as application data; see ``TraceConfiguration/maximumResponse``.
    public internal(set) var response: [UInt8] = []
    /// Lines of an NSS key log, by which whoever has them and a capture reads everything; empty unless the
    /// configuration asked for them.
    public internal(set) var dangerousKeyLog: [String] = []

    package init(target: TraceTarget, startedAt: Instant, outcome: TraceOutcome) {
        self.target = target
        self.startedAt = startedAt
        self.outcome = outcome
    }

    /// The way in which the server ended the connection, where nothing else is wrong with it.
    public var closing: TraceClosing {
        for event in events {
            guard event.sender == .server else { continue }
            switch event.kind {
            case .record(let record):
                for case .alert(_, .closeNotify) in record.contents { return .closeNotify }
            case .tcp(.finished), .tcp(.reset): return .withoutCloseNotify
            default: continue
            }
        }
        return .leftOpen
    }

    /// Whether the server asked for a client's certificate, was answered with an empty list, and ended the connection
    /// for that, by what happened and not by the alert, of which servers send any or none.
    ///
    /// Before TLS 1.3 its Finished comes after the list (RFC 5246 §7.4.6); in TLS 1.3 a ticket shows that it went on
    /// (RFC 8446 §4.6.1: it is made of the client's Finished).
    package var endedForWantOfClient: Bool {
        guard negotiated.clientCertificateDeclined else { return false }
        switch outcome {
        case .refusedByServer(_, duringHandshake: true): return true
        case .refusedByServer(let alert, duringHandshake: false):
            let hasSeenAnswer = negotiated.ticketCount > 0 || !response.isEmpty
            return alert == .certificateRequired || negotiated.version == .tls13 && !hasSeenAnswer
        case .failed(let error): return error.isEndByServer && negotiated.version.map { $0 < .tls13 } ?? false
        case .completed, .refusedByUs: return false
        }
    }

    /// Whether the server ended the connection after the ClientHello, and nothing of TLS was seen.
    package var endedUnanswered: Bool {
        guard case .failed(let error) = outcome else { return false }
        return error.isEndByServer && negotiated.version == nil
    }

    /// Whether the server refused the protocols that ALPN offered (RFC 7301 §3.2), before anything was judged.
    package var refusedProtocols: Bool {
        guard case .refusedByServer(.noApplicationProtocol, duringHandshake: true) = outcome else { return false }
        return verdict == nil
    }

    /// Everything in the records, in order: what a capture of the same connection, decoded, has too.
    public var messages: [(sender: TraceEvent.Party, content: RecordEvent.Content)] {
        events.flatMap { event in
            guard let sender = event.sender, let record = event.record else {
                return [(sender: TraceEvent.Party, content: RecordEvent.Content)]()
            }
            return record.contents.map { (sender, $0) }
        }
    }
}

/// The way in which a server ended its side of a connection.
public enum TraceClosing: String, Hashable, Sendable {
    /// The alert close_notify: nothing was cut off (RFC 8446 §6.1).
    case closeNotify
    /// The end of TCP alone, with FIN or RST.
    case withoutCloseNotify
    /// Not at all before the trace ended.
    case leftOpen
}

/// The times that the steps of a connection took; nil where one did not happen, or did not end.
public struct TraceTiming: Hashable, Sendable {
    /// Looking the name up; nil where addresses were given.
    public package(set) var dns: Duration?
    /// From the SYN to the connected socket, of the address that was used.
    public package(set) var tcp: Duration?
    /// The dialogue before TLS, from the connected socket on.
    public package(set) var startTLS: Duration?
    /// From the ClientHello to the last Finished, the judgement included.
    public package(set) var tls: Duration?
    /// The judgement of the certificates, which is part of ``tls`` but for resumed sessions.
    public package(set) var trust: Duration?
    /// The whole trace.
    public package(set) var total = Duration.zero
    /// The round-trip time as the kernel measured it (`tcpi_rtt`) when the handshake was done; smoothed.
    public package(set) var kernelRoundTrip: Duration?
    /// The number of times that the client had to wait for the server between the ClientHello and its own readiness to
    /// send.
    public package(set) var roundTrips = 0

    package init() {}

    /// TLS : TCP; nil where either is missing. Without a network in between it means nothing.
    public var ratio: Double? {
        guard let tcp, let tls, tcp > .zero else { return nil }
        return tls / tcp
    }
}

/// The outcome of a trace.
public enum TraceOutcome: Sendable {
    /// The handshake was done, and the connection came to its end; ``HandshakeTrace/closing`` tells how.
    case completed
    /// The server sent a fatal alert; `duringHandshake` says whether before the handshake was done.
    case refusedByServer(AlertDescription, duringHandshake: Bool)
    /// We broke off because of the verdict; the alert that the server got.
    case refusedByUs(AlertDescription?)
    /// Anything else.
    case failed(TraceError)
}
