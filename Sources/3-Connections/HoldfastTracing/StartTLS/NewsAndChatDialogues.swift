import HoldfastX509

/// NNTP: greeting, STARTTLS (RFC 3977 §5.1, RFC 4642 §2.2).
struct NNTPDialogue: StartTLSDialogue {
    private var isGreeted = false

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        guard let line = takeLine(&buffer) else { return .needsMore }
        // RFC 3977 §3.1: a code of three digits, and a space where anything follows.
        guard let code = ReplyCode.of(line), line.count == 3 || line.dropFirst(3).first == " " else {
            return .refused(.otherProtocol(.nntp, answer: String(line.prefix(80))))
        }
        guard isGreeted else {
            // 200: posting allowed, 201: not.
            guard code == "200" || code == "201" else { return .refused(.refuses(answer: String(line.prefix(200)))) }
            isGreeted = true
            return .send(Array("STARTTLS\r\n".utf8))
        }
        switch code {
        case "382": return .ready
        // RFC 3977 §3.2.1: 500 is the answer to an unknown command.
        case "500": return .refused(.notOffered(.nntp))
        default: return .refused(.refused(answer: String(line.prefix(200))))
        }
    }
}

/// IRC: STARTTLS, before the client is known by a name (IRCv3's extension tls; RFC 2812 §2.3 and §5).
///
/// Servers tell on their own that they look up the client's name, before STARTTLS or between it and its answer; some
/// say nothing until they are asked.
struct IRCDialogue: StartTLSDialogue {
    var opening: StartTLSConversation.Step { .send(Array("STARTTLS\r\n".utf8)) }
    var greetsUnasked: Bool { true }

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        guard let line = takeLine(&buffer) else { return .needsMore }
        var words = line.split(separator: " ", maxSplits: 2)[...]
        let isPrefixed = words.first.map { $0.hasPrefix(":") && $0 != ":" } ?? false
        if isPrefixed { words = words.dropFirst() }
        let command = words.first.map { String($0).asciiUppercased() } ?? ""
        // RFC 2812 §2.4: a numeric reply has the server's name before it.
        let isNumeric = isPrefixed && command.count == 3 && ReplyCode.of(command) != nil
        guard isNumeric || ["NOTICE", "ERROR", "PING"].contains(command) else {
            return .refused(.otherProtocol(.irc, answer: String(line.prefix(80))))
        }
        switch command {
        case "670": return .ready
        case "691": return .refused(.refused(answer: String(line.prefix(200))))
        // ERR_UNKNOWNCOMMAND; and ERR_NOTREGISTERED, of servers that take few commands before a name.
        case "421", "451": return .refused(.notOffered(.irc))
        case "ERROR": return .refused(.refuses(answer: String(line.prefix(200))))
        default: return .understood
        }
    }
}
