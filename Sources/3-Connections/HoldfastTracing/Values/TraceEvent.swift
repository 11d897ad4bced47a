public import HoldfastStatements
public import HoldfastTLS
public import HoldfastTrust
public import HoldfastX509

/// One line of a trace: what happened, when, and who did it.
public struct TraceEvent: Sendable {
    /// One end of the connection.
    public enum Party: String, Hashable, Sendable, CaseIterable {
        case client, server

        var other: Party { self == .client ? .server : .client }
    }

    /// Counted from 1.
    public let number: Int
    /// Since the trace began, on the monotonic clock. A record has the time at which its last byte was handed to the
    /// system, or came from it.
    public let time: Duration
    /// The end that sent it; nil for events that nobody sends: a lookup, a verdict.
    public let sender: Party?
    public internal(set) var kind: Kind
    /// The phase of the handshake that the event began or belongs to; nil outside of TLS.
    public internal(set) var phase: HandshakePhase?

    /// The kind of event.
    public enum Kind: Sendable {
        /// A name was looked up, or addresses were given.
        case addresses([IPAddress], wereGiven: Bool)
        case tcp(TCPEvent)
        /// Bytes in the clear before TLS, as StartTLS has them.
        case plaintext([UInt8])
        case record(RecordEvent)
        /// Bytes where a record should be, as many as came, which are none.
        case notTLS([UInt8], WireError)
        /// The chain was judged.
        case verdict(TraceVerdict)
        /// A remark, as the reason why the trace ended; a clause.
        case note(Statement)
    }

    package init(number: Int, time: Duration, sender: Party?, kind: Kind, phase: HandshakePhase? = nil) {
        self.number = number
        self.time = time
        self.sender = sender
        self.kind = kind
        self.phase = phase
    }

    /// The record, where it is one.
    public var record: RecordEvent? { if case .record(let record) = kind { record } else { nil } }
}

/// An event of the TCP connection below.
public enum TCPEvent: Hashable, Sendable {
    /// A SYN was sent.
    case connecting(IPAddress, port: UInt16)
    /// The handshake of TCP is done.
    case connected(localPort: UInt16?)
    /// This address did not answer, or refused; why, in the system's words where it has some.
    case failed(IPAddress, Statement)
    /// The sender will send nothing more (FIN).
    case finished
    /// The sender broke the connection off (RST).
    case reset
}

/// A record, and as much of its content as this end can see.
public struct RecordEvent: Hashable, Sendable {
    /// The record as it went over the wire.
    public let record: TLSRecord
    /// Whether the fragment is encrypted.
    public let isEncrypted: Bool
    /// The type inside, of an encrypted record of TLS 1.3 that was decrypted (RFC 8446 §5.2).
    public internal(set) var innerType: ContentType?
    /// The contents, decrypted; a handshake message stands at the record in which it ends. Empty where the record only
    /// continues a message, or could not be decrypted.
    public internal(set) var contents: [Content] = []
    /// Whether it begins or continues a message that ends in a later record.
    public internal(set) var isFragment = false
    /// The reason why the content of a record in the clear cannot be read.
    public internal(set) var error: WireError?

    /// One of the contents of a record.
    public enum Content: Hashable, Sendable {
        case handshake(HandshakeMessage)
        case changeCipherSpec
        case alert(AlertLevel, AlertDescription)
        /// Bytes of application data, after decryption.
        case applicationData(count: Int)
        case heartbeat
    }

    init(_ record: TLSRecord, isEncrypted: Bool) {
        self.record = record
        self.isEncrypted = isEncrypted
    }

    /// The type of the contents: the one inside where it is known, else the header's.
    public var contentType: ContentType { innerType ?? record.type }

    /// The handshake messages that end in it.
    public var messages: [HandshakeMessage] {
        contents.compactMap { if case .handshake(let message) = $0 { message } else { nil } }
    }
}

/// The verdict about the server's chain, and the time that it took.
public struct TraceVerdict: Sendable {
    public enum Decision: Sendable {
        case trusted(TrustEvaluation)
        case refused(TrustFailure)
        /// There was nothing to judge, or it was not what libssl works with; why, in one sentence. Counts as a refusal.
        case notJudged(Statement)
    }

    public let decision: Decision
    /// The time that judging took; the handshake waits for it.
    public let duration: Duration
    /// Whether the chain is the one of the session that was resumed, judged again: none was sent this time.
    public let isOfResumedSession: Bool

    package init(_ decision: Decision, duration: Duration, isOfResumedSession: Bool = false) {
        self.decision = decision
        self.duration = duration
        self.isOfResumedSession = isOfResumedSession
    }

    /// The proof of acceptance; nil for a refusal.
    public var evaluation: TrustEvaluation? { if case .trusted(let proof) = decision { proof } else { nil } }
    /// The refusal with its findings; nil where the chain was accepted or nothing was judged.
    public var failure: TrustFailure? { if case .refused(let failure) = decision { failure } else { nil } }
}
