import HoldfastX509

/// FTP: greeting, AUTH TLS (RFC 959 §4.2 and §5.4, RFC 4217 §4).
struct FTPDialogue: StartTLSDialogue {
    private var isGreeted = false
    /// The code of a reply of several lines that has not ended.
    private var open: Substring?

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        guard let line = takeLine(&buffer) else { return .needsMore }
        if let code = open {
            // RFC 959 §4.2: the last line begins with the same code and a space; those between may be anything.
            guard line == code || line.hasPrefix("\(code) ") else { return .understood }
            open = nil
            return answer(code, line)
        }
        guard let code = ReplyCode.of(line), line.count == 3 || " -".contains(line.dropFirst(3).prefix(1)) else {
            return .refused(.otherProtocol(.ftp, answer: String(line.prefix(80))))
        }
        if line.dropFirst(3).first == "-" {
            open = code
            return .understood
        }
        return answer(code, line)
    }

    /// The next thing to do after the end of a reply.
    private mutating func answer(_ code: Substring, _ line: String) -> StartTLSAnswer {
        guard isGreeted else {
            // RFC 959 §5.4: 120, "Service ready in nnn minutes", comes before 220.
            if code == "120" { return .understood }
            guard code == "220" else { return .refused(.refuses(answer: String(line.prefix(200)))) }
            isGreeted = true
            return .send(Array("AUTH TLS\r\n".utf8))
        }
        // 334 (RFC 2228 §3) would want data, which TLS has none of.
        return code == "234" ? .ready : .refused(.refusesAuthTLS(answer: String(line.prefix(200))))
    }
}

/// The code of three digits that opens the replies of several protocols.
enum ReplyCode {
    /// Reads it; nil where the line has none.
    static func of(_ line: String) -> Substring? {
        let code = line.prefix(3)
        guard code.count == 3, code.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return code
    }
}
