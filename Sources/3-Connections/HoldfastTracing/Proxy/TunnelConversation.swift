import HoldfastHTTP
import HoldfastTrust
import HoldfastX509

/// The client's end of what is said to a proxy before a tunnel stands, as a state machine over bytes.
struct TunnelConversation {
    /// The next thing to do.
    enum Step: Hashable {
        /// Send this, and read the answer.
        case send([UInt8])
        /// Read more.
        case read
        /// The tunnel stands; these bytes came behind the proxy's answer, and are the server's.
        case open([UInt8])
        /// The proxy asks who it is: connect anew, and say so.
        case again
        /// The end: why, as a clause, and what to do.
        case refused(TunnelSentence, advice: TunnelSentence)
    }

    /// The most bytes that a proxy may say before a tunnel stands: 64 KiB, as much as ``StartTLSConversation`` takes.
    static let maximumBytes = 64 << 10

    private var dialogue: any TunnelDialogue
    private var buffer: [UInt8] = []
    private var received = 0

    /// Makes a conversation about a tunnel.
    ///
    /// - Parameters:
    ///   - host: the server's name in A-labels, or its address.
    ///   - authenticates: whether an HTTP proxy is told user and password at once.
    init(_ proxy: TraceProxy, to host: String, port: UInt16, authenticates: Bool) {
        dialogue =
            switch proxy.kind {
            case .http: ConnectDialogue(proxy, host, port, authenticates: authenticates)
            case .socks5: SOCKSDialogue(proxy, host, port)
            }
    }

    /// The first step.
    func begin() -> Step { dialogue.opening }

    /// Takes what has come.
    mutating func receive(_ bytes: [UInt8]) -> Step {
        received += bytes.count
        guard received <= Self.maximumBytes else {
            return .refused(.tooMuch(limit: Self.maximumBytes), advice: .checkWhatItIs)
        }
        buffer += bytes
        return dialogue.next(&buffer)
    }
}

/// One protocol's part of a ``TunnelConversation``.
protocol TunnelDialogue {
    /// The first thing that the client says.
    var opening: TunnelConversation.Step { get }
    /// Takes an answer from the front of the buffer; `.read` where it isn't there yet.
    mutating func next(_ buffer: inout [UInt8]) -> TunnelConversation.Step
}

/// CONNECT of HTTP/1.1 (RFC 9110 §9.3.6, RFC 9112 §3.2.3).
struct ConnectDialogue: TunnelDialogue {
    /// The reader of answers, whose limits are those of all that a proxy may say.
    private static let reader = HeadReader(
        .lenient,
        MessageLimits(headBytes: TunnelConversation.maximumBytes + 1, fields: TunnelConversation.maximumBytes))

    private let request: RequestHead
    /// Whether there is something to answer a 407 by.
    private let hasAnswer: Bool
    private let wasAsked: Bool
    private var scanner = HeadScanner(reader)

    init(_ proxy: TraceProxy, _ host: String, _ port: UInt16, authenticates: Bool) {
        let authority = "\(URLParts.literal(host)):\(port)"
        var fields = [HTTPField("Host", authority)]
        if authenticates, let user = proxy.user {
            // RFC 7617 §2.
            let words = Base64.encode(Array("\(user):\(proxy.password ?? "")".utf8))
            fields.append(HTTPField("Proxy-Authorization", "Basic \(words)"))
        }
        request = RequestHead(method: "CONNECT", target: authority, fields: fields)
        // RFC 7617 §2: "a user-id containing a colon character is invalid".
        hasAnswer = proxy.user?.contains(":") == false && !authenticates
        wasAsked = authenticates
    }

    var opening: TunnelConversation.Step { .send(request.bytes) }

    mutating func next(_ buffer: inout [UInt8]) -> TunnelConversation.Step {
        do throws(MessageError) {
            while let length = try scanner.length(of: buffer[...]) {
                let head = try Self.reader.response(buffer.prefix(length))
                buffer.removeFirst(length)
                scanner = HeadScanner(Self.reader)
                switch head.status {
                // An interim answer, behind which the other one comes (RFC 9110 §15.2).
                case 100..<200: continue
                // Whatever the fields say, what follows is the tunnel's (RFC 9110 §9.3.6).
                case 200..<300: return .open(buffer)
                case 407: return asked(head)
                default: return .refused(.status(head.status), advice: .checkWhatItLetsThrough)
                }
            }
        } catch {
            return noHTTP
        }
        let start = Array("HTTP/1.".utf8)
        return buffer.starts(with: start) || start.starts(with: buffer) ? .read : noHTTP
    }

    private var noHTTP: TunnelConversation.Step {
        .refused(.noHTTP, advice: .checkForSOCKS)
    }

    private func asked(_ head: ResponseHead) -> TunnelConversation.Step {
        let takesBasic = head.fields.all("Proxy-Authenticate").contains { field in
            field.value.asciiLowercased().hasPrefix("basic")
        }
        if hasAnswer, takesBasic { return .again }
        if wasAsked {
            return .refused(.refusedUser(status: 407), advice: .checkBoth)
        }
        return .refused(.asksForUser, advice: takesBasic ? .writeUser(scheme: "http") : .otherScheme)
    }
}

/// CONNECT of SOCKS 5 (RFC 1928), with user and password (RFC 1929) where there are some.
struct SOCKSDialogue: TunnelDialogue {
    private enum Stage { case method, password, reply }

    private let proxy: TraceProxy
    private let host: String
    private let port: UInt16
    private var stage = Stage.method

    init(_ proxy: TraceProxy, _ host: String, _ port: UInt16) {
        (self.proxy, self.host, self.port) = (proxy, host, port)
    }

    var opening: TunnelConversation.Step {
        guard user.count <= 255, password.count <= 255, proxy.user == nil || !user.isEmpty else {
            return .refused(.lengths, advice: .checkBoth)
        }
        return .send(proxy.user == nil ? [5, 1, 0] : [5, 2, 0, 2])
    }

    private var user: [UInt8] { Array((proxy.user ?? "").utf8) }
    private var password: [UInt8] { Array((proxy.password ?? "").utf8) }

    mutating func next(_ buffer: inout [UInt8]) -> TunnelConversation.Step {
        switch stage {
        case .method:
            guard buffer.count >= 2 else { return buffer.first.map { $0 == 5 } ?? true ? .read : noSOCKS }
            let answer = [buffer.removeFirst(), buffer.removeFirst()]
            guard answer[0] == 5 else { return noSOCKS }
            switch answer[1] {
            case 0:
                stage = .reply
                return .send(request)
            case 2 where proxy.user != nil:
                stage = .password
                return .send([1, UInt8(user.count)] + user + [UInt8(password.count)] + password)
            default:
                return .refused(.letsNobodyIn, advice: .writeUser(scheme: "socks5"))
            }
        case .password:
            guard buffer.count >= 2 else { return .read }
            let answer = [buffer.removeFirst(), buffer.removeFirst()]
            guard answer[1] == 0 else {
                return .refused(.refusedUser(status: nil), advice: .checkBoth)
            }
            stage = .reply
            return .send(request)
        case .reply: return reply(&buffer)
        }
    }

    private var noSOCKS: TunnelConversation.Step {
        .refused(.noSOCKS, advice: .checkForHTTP)
    }

    /// VER 5, CMD CONNECT, RSV, the address, the port (RFC 1928 §4 and §5).
    private var request: [UInt8] {
        let place: [UInt8]
        if let address = IPAddress(host) {
            place = [address.bytes.count == 4 ? 1 : 4] + address.bytes
        } else {
            // A name of the DNS has at most 253 bytes.
            let name = Array(host.utf8.prefix(255))
            place = [3, UInt8(name.count)] + name
        }
        return [5, 1, 0] + place + [UInt8(port >> 8), UInt8(port & 0xFF)]
    }

    /// RFC 1928 §6.
    private func reply(_ buffer: inout [UInt8]) -> TunnelConversation.Step {
        guard buffer.count >= 5 else { return buffer.first.map { $0 == 5 } ?? true ? .read : noSOCKS }
        guard buffer[0] == 5 else { return noSOCKS }
        guard buffer[1] == 0 else {
            return .refused(.reply(code: Int(buffer[1])), advice: .checkNameToo)
        }
        let length: Int
        switch buffer[3] {
        case 1: length = 4
        case 3: length = 1 + Int(buffer[4])
        case 4: length = 16
        default: return noSOCKS
        }
        guard buffer.count >= 4 + length + 2 else { return .read }
        buffer.removeFirst(4 + length + 2)
        return .open(buffer)
    }
}
