import HoldfastTLS

/// MySQL and MariaDB: the server's initial handshake, SSLRequest (MySQL's client/server protocol, "Connection Phase").
///
/// Nothing answers the request: TLS begins behind it.
struct MySQLDialogue: StartTLSDialogue {
    /// Flags of capabilities, by their names in the protocol.
    private enum Capability {
        static let longPassword: UInt32 = 1
        static let protocol41: UInt32 = 1 << 9
        static let ssl: UInt32 = 1 << 11
        static let secureConnection: UInt32 = 1 << 15
        static let pluginAuth: UInt32 = 1 << 19
    }

    mutating func next(_ buffer: inout [UInt8]) -> StartTLSAnswer {
        // A packet: three octets of length, the lowest first, and a number that counts from 0.
        guard buffer.count >= 4 else { return .needsMore }
        let length = Int(buffer[0]) | Int(buffer[1]) << 8 | Int(buffer[2]) << 16
        guard buffer[3] == 0, (1...StartTLSConversation.maximumLine - 4).contains(length) else {
            return .refused(.otherProtocol(.mysql, answer: nil))
        }
        guard buffer.count >= 4 + length else { return .needsMore }
        let packet = buffer[4..<4 + length]
        buffer.removeFirst(4 + length)
        switch packet.first {
        case 0xFF: return .refused(.refuses(answer: Self.error(in: packet.dropFirst())))
        case 10: break
        default: return .refused(.otherProtocol(.mysql, answer: nil))
        }
        guard let offered = Self.capabilities(in: packet.dropFirst()) else {
            return .refused(.otherProtocol(.mysql, answer: nil))
        }
        guard offered & Capability.ssl != 0 else { return .refused(.notOffered(.mysql)) }
        return .sendLast(Self.request)
    }

    /// The lower flags of HandshakeV10: behind the version, a number of 4 octets, 8 octets of a challenge, and a zero.
    private static func capabilities(in content: ArraySlice<UInt8>) -> UInt32? {
        guard let end = content.firstIndex(of: 0) else { return nil }
        let flags = content[(end + 1)...].dropFirst(4 + 8 + 1).prefix(2)
        guard flags.count == 2, let low = flags.first, let high = flags.last else { return nil }
        return UInt32(low) | UInt32(high) << 8
    }

    /// The number and words of ERR_Packet; before the handshake it has no state of SQL, unless a server sends one.
    private static func error(in content: ArraySlice<UInt8>) -> String {
        guard content.count >= 2 else { return "?" }
        let number = content.prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
        var words = content.dropFirst(2)
        if words.first == UInt8(ascii: "#") { words = words.dropFirst(6) }
        return String("\(number) \(HelloExtension.Content.visible(words))".prefix(200))
    }

    /// SSLRequest: flags, the longest packet, the character set (33, utf8mb3), and 23 octets of zero.
    private static var request: [UInt8] {
        let flags =
            Capability.longPassword | Capability.protocol41 | Capability.ssl | Capability.secureConnection
            | Capability.pluginAuth
        let head: [UInt8] = [32, 0, 0, 1]
        let numbers = [flags, 1 << 24].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return head + numbers + [33] + [UInt8](repeating: 0, count: 23)
    }
}
