/// PostgreSQL: SSLRequest, answered by one byte.
struct PostgresDialogue: StartTLSDialogue {
    /// Length 8, and 1234 and 5679 in place of a version.
    var opening: StartTLSConversation.Step { .send([0, 0, 0, 8, 0x04, 0xD2, 0x16, 0x2F]) }

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        guard !buffer.isEmpty else { return .needsMore }
        switch buffer.removeFirst() {
        case UInt8(ascii: "S"): return .ready
        case UInt8(ascii: "N"): return .refused(.notOffered(.postgres))
        case UInt8(ascii: "E"): return .refused(.unknownRequest)
        case let other: return .refused(.otherProtocol(.postgres, answer: "\(other)"))
        }
    }
}

/// LDAP: an extended request by the name 1.3.6.1.4.1.1466.20037 (RFC 4511 §4.12 and §4.14.1).
struct LDAPDialogue: StartTLSDialogue {
    /// LDAPMessage { messageID 1, ExtendedRequest [APPLICATION 23] { requestName [0] } }.
    var opening: StartTLSConversation.Step {
        let name = Array("1.3.6.1.4.1.1466.20037".utf8)
        return .send([0x30, 0x1D, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, UInt8(name.count)] + name)
    }

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        guard let message = Element(buffer[...]) else {
            return Element.isPossible(buffer) ? .needsMore : .refused(.otherProtocol(.ldap, answer: nil))
        }
        defer { buffer.removeFirst(message.length) }
        // ExtendedResponse is [APPLICATION 24]; its first element is the result code, an ENUMERATED.
        guard message.tag == 0x30, let identifier = Element(message.content), identifier.tag == 0x02,
            case let rest = message.content.dropFirst(identifier.length), let response = Element(rest),
            response.tag == 0x78, let result = Element(response.content), result.tag == 0x0A
        else { return .refused(.noExtendedResponse) }
        // 0 is an unsolicited notice (§4.4): that of disconnection is the only one there is.
        guard Array(identifier.content) == [1] else { return .refused(.otherMessage) }
        let code = result.content.reduce(0) { ($0 & 0xFF_FFFF) << 8 | Int($1) }
        guard code != 0 else { return .ready }
        return .refused(.refusedByCode(code: code, name: Self.resultNames[code]))
    }

    /// The results that an extended request may end with, by their names in RFC 4511 §4.1.9 and §4.14.1.
    private static let resultNames = [
        1: "operationsError", 2: "protocolError", 3: "timeLimitExceeded", 8: "strongerAuthRequired", 10: "referral",
        11: "adminLimitExceeded", 13: "confidentialityRequired", 50: "insufficientAccessRights", 51: "busy",
        52: "unavailable", 53: "unwillingToPerform", 80: "other",
    ]

    /// One BER element of definite length (RFC 4511 §5.1: "Only the definite form of length encoding is used").
    private struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
        /// With tag and length.
        let length: Int

        init?(_ bytes: ArraySlice<UInt8>) {
            guard let header = Self.header(bytes), bytes.count >= header.size + header.count,
                let tag = bytes.first
            else { return nil }
            self.tag = tag
            content = bytes.dropFirst(header.size).prefix(header.count)
            length = header.size + header.count
        }

        /// Whether more bytes could make it whole.
        static func isPossible(_ bytes: [UInt8]) -> Bool {
            guard let tag = bytes.first else { return true }
            guard tag == 0x30 else { return false }
            guard bytes.count > 1, bytes[1] >= 0x80 else { return true }
            return (0x81...0x84).contains(bytes[1])
                && (header(bytes[...])?.count ?? 0) <= StartTLSConversation.maximumLine
        }

        private static func header(_ bytes: ArraySlice<UInt8>) -> (size: Int, count: Int)? {
            let bytes = Array(bytes.prefix(6))
            guard bytes.count >= 2 else { return nil }
            if bytes[1] < 0x80 { return (2, Int(bytes[1])) }
            let octets = Int(bytes[1] & 0x7F)
            guard (1...4).contains(octets), bytes.count >= 2 + octets else { return nil }
            return (2 + octets, bytes[2..<2 + octets].reduce(0) { $0 << 8 | Int($1) })
        }
    }
}
