import HoldfastConnection
import HoldfastCredentials
import HoldfastHTTP
import HoldfastWeb

/// The dialogue with a proxy as a trace leads it: its steps, the answer to a question who wants the tunnel, and a
/// refusal in words.
struct TunnelConversation {
    /// The next thing to do.
    enum Step: Hashable {
        /// Send this, and read the answer.
        case send([UInt8])
        /// Read more.
        case read
        /// The tunnel stands; these bytes came behind the proxy's answer, and are the server's.
        case open([UInt8])
        /// The proxy asks who it is, and takes no answer over this connection: connect anew, and say so.
        case again
        /// The end: why, as a clause, and what to do.
        case refused(TunnelSentence, advice: TunnelSentence)
    }

    private var dialogue: any ProxyDialogue
    private let opening: Step
    /// The answer to a 407; nil where there is none, or one that cannot be written (RFC 7617 §2).
    private let answer: HTTPField?
    private var wasTold: Bool
    /// Whether the proxy was told over this connection, in answer to its question.
    private var wasToldHere = false

    /// Makes a conversation about a tunnel.
    ///
    /// - Parameters:
    ///   - host: the server's name in A-labels, or its address.
    ///   - authenticates: whether an HTTP proxy is told user and password at once.
    init(_ proxy: TraceProxy, to host: String, port: UInt16, authenticates: Bool) {
        let answer = proxy.basicField
        let target = TunnelTarget(host: host, port: port)
        var dialogue =
            switch proxy.kind {
            case .http: ProxyProtocol.http(authenticates ? [answer].compactMap(\.self) : []).dialogue(to: target)
            case .socks5:
                ProxyProtocol.socks5(proxy.user.map { SOCKSLogin(user: $0, password: proxy.password ?? "") })
                    .dialogue(to: target)
            }
        opening = Self.step(&dialogue)
        (self.dialogue, self.answer, wasTold) = (dialogue, answer, authenticates)
    }

    /// The first step.
    func begin() -> Step { opening }

    /// Takes what has come.
    mutating func receive(_ bytes: [UInt8]) -> Step {
        dialogue.receive(bytes[...])
        guard case .asked(let question) = dialogue.state else { return Self.step(&dialogue) }
        let offered = ChallengeHeader(question.challenges.map(\.value)).challenges
        let takesBasic = offered.contains { $0.scheme == .basic }
        guard !wasTold else { return .refused(.refusedUser(status: 407), advice: .checkBoth) }
        guard takesBasic, let answer else {
            return .refused(.asksForUser, advice: takesBasic ? .writeUser(scheme: "http") : .otherScheme)
        }
        guard question.keepsConnection else { return .again }
        (wasTold, wasToldHere) = (true, true)
        dialogue.answer([answer])
        return Self.step(&dialogue)
    }

    /// Takes note that the proxy has closed the connection: some do so behind a 407, whatever it said.
    mutating func receiveEnd() -> Step {
        dialogue.receiveEnd()
        return wasToldHere && dialogue.state == .failed(.closed(hasBegun: false)) ? .again : Self.step(&dialogue)
    }

    private static func step(_ dialogue: inout any ProxyDialogue) -> Step {
        let output = dialogue.takeOutput()
        switch dialogue.state {
        case .waits, .asked: return output.isEmpty ? .read : .send(output)
        case .open(_, let rest): return .open(rest)
        case .failed(let fault):
            let (why, advice) = fault.words
            return .refused(why, advice: advice)
        }
    }
}

extension TraceProxy {
    /// The field of Basic; nil where there is nobody to name, or nobody who can be.
    fileprivate var basicField: HTTPField? {
        guard let user else { return nil }
        do throws(PasswordCredentialError) {
            let credential = PasswordCredential(user: user, password: password ?? "")
            return HTTPField("Proxy-Authorization", try BasicAuthentication.fieldValue(for: credential))
        } catch {
            return nil
        }
    }
}

extension ProxyFault {
    /// The refusal in words, and what to do.
    fileprivate var words: (TunnelSentence, advice: TunnelSentence) {
        switch self {
        case .unusableLogin: (.lengths, .checkBoth)
        // 8 is the reply for a kind of address that the proxy does not know: here the protocol does not.
        case .unusableName, .unusableKind: (.reply(code: 8), .checkNameToo)
        case .closed: (.closed, .checkWhatItLetsThrough)
        case .otherProtocol, .malformed: (.noHTTP, .checkForSOCKS)
        case .longHead(let limit), .longContent(let limit): (.tooMuch(limit: limit), .checkWhatItIs)
        case .asksWithoutEnd: (.refusedUser(status: 407), .checkBoth)
        case .refused(let head): (.status(head.status), .checkWhatItLetsThrough)
        case .otherVersion, .unknownAddressKind: (.noSOCKS, .checkForHTTP)
        case .noMethod, .unofferedMethod: (.letsNobodyIn, .writeUser(scheme: "socks5"))
        case .loginRefused: (.refusedUser(status: nil), .checkBoth)
        case .socks5(let reply): (.reply(code: Int(reply.code)), .checkNameToo)
        // Of version 4, which no trace speaks.
        case .socks4: (.reply(code: 1), .checkNameToo)
        }
    }
}
