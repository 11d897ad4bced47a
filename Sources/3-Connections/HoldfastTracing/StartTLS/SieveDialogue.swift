import HoldfastTLS
import HoldfastX509

/// ManageSieve: capabilities and OK, STARTTLS (RFC 5804 §1.2, §1.7 and §2.2).
struct SieveDialogue: StartTLSDialogue {
    private var isGreeted = false
    private var offersTLS = false

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        switch Self.takeResponse(&buffer) {
        case .none: return .needsMore
        case .tooLong: return .refused(.lineTooLong(limit: StartTLSConversation.maximumLine))
        case .line(let line): return answer(line)
        }
    }

    private mutating func answer(_ line: String) -> StartTLSAnswer {
        let shown = String(line.prefix(200))
        // A capability: its name as a string, and mostly a value.
        if line.hasPrefix("\""), !isGreeted {
            let name = line.dropFirst().prefix { $0 != "\"" }
            if String(name).asciiUppercased() == "STARTTLS" { offersTLS = true }
            return .understood
        }
        switch String(line.prefix { $0 != " " }).asciiUppercased() {
        case "OK" where isGreeted: return .ready
        case "OK":
            guard offersTLS else { return .refused(.notOffered(.sieve)) }
            isGreeted = true
            return .send(Array("STARTTLS\r\n".utf8))
        case "NO": return .refused(isGreeted ? .refused(answer: shown) : .refuses(answer: shown))
        case "BYE": return .refused(.saysBye)
        default: return .refused(.otherProtocol(.sieve, answer: String(line.prefix(80))))
        }
    }

    private enum Response {
        case line(String)
        case tooLong
        case none
    }

    /// Takes a line with the literals in it, which may hold the ends of lines (RFC 5804 §4, literal-s2c); each stands
    /// in the result as a quoted string.
    private static func takeResponse(_ buffer: inout [UInt8]) -> Response {
        var text: [UInt8] = []
        var start = 0
        while let end = buffer[start...].firstIndex(of: 0x0A) {
            var line = buffer[start..<end]
            if line.last == 0x0D { line = line.dropLast() }
            start = end + 1
            guard let (count, brace) = literal(in: line) else {
                buffer.removeFirst(start)
                return .line(HelloExtension.Content.visible((text + line)[...]))
            }
            guard count <= StartTLSConversation.maximumLine else { return .tooLong }
            guard buffer.count - start >= count else { return .none }
            let content = buffer[start..<start + count]
            text += line[..<brace] + [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]
            start += count
        }
        return .none
    }

    /// The count of octets of the literal that a line announces at its end, `{count}`, and where that begins; nil where
    /// it announces none.
    private static func literal(in line: ArraySlice<UInt8>) -> (count: Int, start: Int)? {
        guard line.last == UInt8(ascii: "}"), let brace = line.lastIndex(of: UInt8(ascii: "{")) else { return nil }
        let digits = line[(brace + 1)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return (digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), StartTLSConversation.maximumBytes) }, brace)
    }
}
