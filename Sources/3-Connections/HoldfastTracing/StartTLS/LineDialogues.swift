import HoldfastX509

/// SMTP: greeting, EHLO, STARTTLS (RFC 5321 §4.2, RFC 3207 §4); and LMTP, which says LHLO in its place.
struct SMTPDialogue: StartTLSDialogue {
    private enum Stage { case greeting, hello, startTLS }
    private let kind: StartTLS
    private var stage = Stage.greeting
    private var offersTLS = false
    private var isLMTP: Bool

    /// Makes the dialogue.
    ///
    /// - Parameter kind: SMTP, whose server may turn out to be one of LMTP; or LMTP, which is spoken at once.
    init(_ kind: StartTLS = .smtp) {
        self.kind = kind
        isLMTP = kind == .lmtp
    }

    private var hello: StartTLSAnswer { .send(Array("\(isLMTP ? "LHLO" : "EHLO") localhost\r\n".utf8)) }

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        guard let line = takeLine(&buffer) else { return .needsMore }
        let code = line.prefix(3)
        let isLast = line.dropFirst(3).first != "-"
        guard code.count == 3, code.allSatisfy(\.isNumber),
            line.count == 3 || " -".contains(line.dropFirst(3).prefix(1))
        else { return .refused(.otherProtocol(kind, answer: String(line.prefix(80)))) }
        switch stage {
        case .greeting:
            guard code == "220" else { return .refused(.refuses(answer: String(line.prefix(200)))) }
            guard isLast else { return .understood }
            stage = .hello
            return hello
        case .hello:
            // RFC 2033 §4.1: "A LMTP server MUST NOT return a postive completion reply to these commands", HELO and
            // EHLO; "The 500 reply code is recommended." Its greeting need not tell.
            if code.first == "5", isLast, !isLMTP, !offersTLS {
                isLMTP = true
                return hello
            }
            guard code == "250" else {
                let answer = String(line.prefix(200))
                return .refused(
                    kind == .lmtp ? .refusesLHLO(answer: answer) : .refusesHello(answer: answer, lmtp: isLMTP))
            }
            if line.dropFirst(4).asciiUppercased() == "STARTTLS" { offersTLS = true }
            guard isLast else { return .understood }
            guard offersTLS else { return .refused(.notOffered(kind)) }
            stage = .startTLS
            return .send(Array("STARTTLS\r\n".utf8))
        case .startTLS:
            guard code == "220" else { return .refused(.refused(answer: String(line.prefix(200)))) }
            return isLast ? .ready : .understood
        }
    }
}

/// IMAP: greeting, STARTTLS (RFC 9051 §6.2.1 and §7.1).
struct IMAPDialogue: StartTLSDialogue {
    private var isGreeted = false

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        guard let line = takeLine(&buffer) else { return .needsMore }
        let words = line.asciiUppercased().split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0] == "*" || words[0] == "A1" else {
            return .refused(.otherProtocol(.imap, answer: String(line.prefix(80))))
        }
        guard isGreeted else {
            // PREAUTH: "there is no further need of login", and STARTTLS is not allowed any more.
            guard words[0] == "*", words[1] == "OK" else {
                return .refused(.notGreetedWithOK(answer: String(line.prefix(200))))
            }
            isGreeted = true
            return .send(Array("a1 STARTTLS\r\n".utf8))
        }
        if words[0] == "*" { return words[1] == "BYE" ? .refused(.saysBye) : .understood }
        return words[1] == "OK" ? .ready : .refused(.refused(answer: String(line.prefix(200))))
    }
}

/// POP3: greeting, STLS (RFC 2595 §4).
struct POP3Dialogue: StartTLSDialogue {
    private var isGreeted = false

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        guard let line = takeLine(&buffer) else { return .needsMore }
        guard line.hasPrefix("+OK") else {
            return .refused(
                line.hasPrefix("-ERR")
                    ? .refuses(answer: String(line.prefix(200)))
                    : .otherProtocol(.pop3, answer: String(line.prefix(80))))
        }
        guard isGreeted else {
            isGreeted = true
            return .send(Array("STLS\r\n".utf8))
        }
        return .ready
    }
}
