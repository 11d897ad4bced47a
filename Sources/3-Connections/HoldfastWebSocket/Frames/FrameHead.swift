/// The meaning of a frame (RFC 6455 §5.2).
package enum Opcode: UInt8, Hashable, Sendable, CaseIterable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// Whether its frames are about the connection, and may stand between those of a message (§5.5).
    package var isControl: Bool { rawValue & 0x8 != 0 }
}

/// An end of a connection: the one that asked for it masks what it sends (RFC 6455 §5.1).
package enum EndpointRole: Hashable, Sendable {
    case client
    case server
}

/// The octets of a frame before its payload, as they were meant (RFC 6455 §5.2).
package struct FrameHead: Hashable, Sendable {
    /// Whether no other frame of its message follows.
    package var isFinal: Bool
    /// Whether the message that it begins is compressed (RFC 7692 §6: the bit RSV1).
    package var isCompressed: Bool
    package var opcode: Opcode
    /// The number of the payload's octets.
    package var length: Int
    /// The key that the payload is masked with, its first octet in the lowest ones; nil for none.
    package var mask: UInt32?

    package init(_ opcode: Opcode, length: Int, isFinal: Bool = true, isCompressed: Bool = false, mask: UInt32? = nil) {
        (self.opcode, self.length, self.isFinal) = (opcode, length, isFinal)
        (self.isCompressed, self.mask) = (isCompressed, mask)
    }

    /// The longest payload of a control frame (§5.5).
    package static let longestControl = 125

    /// Appends the octets, with the shortest form of the length.
    package func write(to bytes: inout [UInt8]) {
        bytes.append((isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue)
        let masked: UInt8 = mask == nil ? 0 : 0x80
        switch length {
        case ...125: bytes.append(masked | UInt8(truncatingIfNeeded: length))
        case ...0xFFFF:
            bytes.append(masked | 126)
            for shift in [8, 0] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
        default:
            bytes.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        }
        guard let mask else { return }
        for shift in [UInt32(0), 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: mask >> shift)) }
    }

    /// Reads the octets at the front.
    ///
    /// - Parameter role: of whoever reads.
    /// - Returns: the head, and how many octets it has; nil where more have to come first.
    /// - Throws: ``WebSocketError`` as soon as no octet that could follow would make it a head.
    static func read(
        _ bytes: ArraySlice<UInt8>, by role: EndpointRole
    ) throws(WebSocketError) -> (head: FrameHead, count: Int)? {
        guard let first = bytes.first else { return nil }
        guard first & 0x30 == 0 else { throw WebSocketError(.protocolError, .reservedBits) }
        guard let opcode = Opcode(rawValue: first & 0x0F) else {
            throw WebSocketError(.protocolError, .opcode(Int(first & 0x0F)))
        }
        let isFinal = first & 0x80 != 0
        guard isFinal || !opcode.isControl else { throw WebSocketError(.protocolError, .fragmentedControl) }
        guard bytes.count >= 2 else { return nil }
        let second = bytes[bytes.startIndex + 1]
        // RFC 6455 §5.1: "A server MUST close the connection upon receiving a frame that is not masked. […] A client
        // MUST close a connection if it detects a masked frame."
        guard (second & 0x80 != 0) == (role == .server) else {
            throw WebSocketError(.protocolError, role == .server ? .notMasked : .masked)
        }
        let short = Int(second & 0x7F)
        guard !opcode.isControl || short <= longestControl else {
            throw WebSocketError(.protocolError, .longControl)
        }
        let lengthOctets = short == 126 ? 2 : short == 127 ? 8 : 0
        let count = 2 + lengthOctets + (role == .server ? 4 : 0)
        let extended = bytes.dropFirst(2).prefix(lengthOctets)
        // §5.2: "the most significant bit MUST be 0".
        if lengthOctets == 8, let top = extended.first, top & 0x80 != 0 {
            throw WebSocketError(.protocolError, .length)
        }
        guard bytes.count >= count else { return nil }
        let length = lengthOctets == 0 ? short : extended.reduce(0) { $0 << 8 | Int($1) }
        // §5.2: "the minimal number of bytes MUST be used to encode the length".
        guard lengthOctets == 0 || length > (lengthOctets == 2 ? 125 : 0xFFFF) else {
            throw WebSocketError(.protocolError, .length)
        }
        var head = FrameHead(opcode, length: length, isFinal: isFinal, isCompressed: first & 0x40 != 0)
        if role == .server {
            head.mask = bytes.dropFirst(2 + lengthOctets).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        return (head, count)
    }
}
