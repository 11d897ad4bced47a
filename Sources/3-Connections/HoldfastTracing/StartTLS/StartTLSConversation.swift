import HoldfastTLS

/// The client's end of a StartTLS dialogue before TLS, as a state machine over bytes: no socket, no clock.
///
/// It is strict about one thing: whoever answers waits for us to go on. Bytes after the answer that lets TLS begin
/// would be read as if they had come encrypted by a program that keeps them: someone in between could put commands
/// there (CVE-2011-0411, CVE-2021-23222). They are an error.
package struct StartTLSConversation: Sendable {
    /// The next thing to do.
    package enum Step: Hashable, Sendable {
        /// Send this, and read the answer.
        case send([UInt8])
        /// Read more.
        case read
        /// Send this, and begin with TLS: there is no answer to it in the clear.
        case sendLast([UInt8])
        /// Begin with TLS.
        case ready
        /// End: why, as a clause.
        case refused(StartTLSSentence)
    }

    /// The most bytes that a server may say before TLS: 64 KiB. Greetings and lists of capabilities have some hundreds.
    package static let maximumBytes = 64 << 10
    /// The longest line, literal or packet: 8,192 bytes, IMAP's (RFC 9051 §4); SMTP's is 512 (RFC 5321 §4.5.3.1.5).
    static let maximumLine = 8192

    private var dialogue: any StartTLSDialogue
    private var buffer: [UInt8] = []
    private var received = 0

    package init(_ kind: StartTLS, host: String) {
        dialogue =
            switch kind {
            case .smtp: SMTPDialogue()
            case .lmtp: SMTPDialogue(.lmtp)
            case .imap: IMAPDialogue()
            case .pop3: POP3Dialogue()
            case .sieve: SieveDialogue()
            case .ftp: FTPDialogue()
            case .nntp: NNTPDialogue()
            case .irc: IRCDialogue()
            case .ldap: LDAPDialogue()
            case .postgres: PostgresDialogue()
            case .postgresDirect: DirectDialogue()
            case .mysql: MySQLDialogue()
            case .xmpp: XMPPDialogue(host: host, namespace: "jabber:client")
            case .xmppServer: XMPPDialogue(host: host, namespace: "jabber:server")
            }
    }

    /// The first step, before anything has come.
    package mutating func begin() -> Step { dialogue.opening }

    /// Takes what came before the first step could be done, as it does behind a proxy's answer.
    ///
    /// - Returns: the step to go on with; nil where the server may not have said anything yet, or not this.
    package mutating func begin(after early: [UInt8]) -> Step? {
        guard dialogue.opening == .read || dialogue.greetsUnasked else { return nil }
        let step = receive(early)
        switch step {
        case .refused: return step
        // An answer to what was not asked.
        case .ready where dialogue.opening != .read: return nil
        case .read: return dialogue.opening
        case .send, .sendLast, .ready: return step
        }
    }

    /// Takes what has come.
    package mutating func receive(_ bytes: [UInt8]) -> Step {
        received += bytes.count
        guard received <= Self.maximumBytes else {
            return .refused(.tooMuch(limit: Self.maximumBytes))
        }
        buffer += bytes
        while true {
            switch dialogue.next(&buffer) {
            case .needsMore:
                guard buffer.count <= Self.maximumLine else {
                    return .refused(.lineTooLong(limit: Self.maximumLine))
                }
                return .read
            case .understood: continue
            case .refused(let why): return .refused(why)
            case .send(let bytes): return buffer.isEmpty ? .send(bytes) : .refused(.injected(bytes: buffer.count))
            case .sendLast(let bytes):
                return buffer.isEmpty ? .sendLast(bytes) : .refused(.injected(bytes: buffer.count))
            case .ready: return buffer.isEmpty ? .ready : .refused(.injected(bytes: buffer.count))
            }
        }
    }
}

/// One protocol's part of a ``StartTLSConversation``.
protocol StartTLSDialogue: Sendable {
    /// The first thing that the client does: to read, where the server begins.
    var opening: StartTLSConversation.Step { get }
    /// Whether the server may speak before the client has said its first thing.
    var greetsUnasked: Bool { get }
    /// Takes one answer from the front of the buffer.
    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer
}

enum StartTLSAnswer {
    case needsMore
    /// An answer, or a part of one, after which there is nothing to do yet.
    case understood
    case send([UInt8])
    /// The last thing to be said in the clear, which nothing answers.
    case sendLast([UInt8])
    case ready
    case refused(StartTLSSentence)
}

/// Nothing is said in the clear: TLS begins at once.
struct DirectDialogue: StartTLSDialogue {
    var opening: StartTLSConversation.Step { .ready }

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        buffer.isEmpty ? .needsMore : .refused(.injected(bytes: buffer.count))
    }
}

extension StartTLSDialogue {
    var opening: StartTLSConversation.Step { .read }
    var greetsUnasked: Bool { false }

    /// Takes a line that ends in CRLF, without its end; nil where there is none yet.
    func takeLine(_ buffer: inout [UInt8]) -> String? {
        guard let end = buffer.firstIndex(of: 0x0A) else { return nil }
        var line = buffer[..<end]
        if line.last == 0x0D { line = line.dropLast() }
        defer { buffer.removeFirst(end + 1) }
        return HelloExtension.Content.visible(line)
    }
}
