/// Reads what the other end of a WebSocket sends (RFC 6455 §5, RFC 7692): octets go in, events come out one by one,
/// when they are asked for, so that nothing is decompressed or gathered that nobody has room for.
package struct WebSocketReader {
    /// Octets of a piece at most.
    package static let pieceLength = 64 << 10
    /// The octets that a sender leaves out behind each compressed message (RFC 7692 §7.2.2).
    private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    private var frames: FrameReader
    private let inflater: MessageInflater?
    /// The message under way.
    private var kind = MessageKind.binary
    private var isCompressed = false
    /// Whether all frames of a compressed message have come, of which some octets are still to be made.
    private var isDraining = false
    private var validator = UTF8Validator()
    private var isClosed = false

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - role: of whoever reads.
    ///   - inflater: of what was agreed on; nil for no compression.
    package init(_ role: EndpointRole, inflater: MessageInflater? = nil) {
        frames = FrameReader(role, takesCompressed: inflater != nil)
        self.inflater = inflater
    }

    /// Adds what has come.
    package mutating func add(_ bytes: [UInt8]) { frames.add(bytes) }

    /// The next event; nil where more has to come first, and after the close.
    ///
    /// - Throws: ``WebSocketError`` for what breaks the protocol, with the code to close with; nothing is to be read
    ///   after it.
    package mutating func next() throws(WebSocketError) -> MessageEvent? {
        while !isClosed {
            if isCompressed, let inflater, let piece = try inflated(by: inflater) { return .piece(piece) }
            guard try frames.begin(), let head = frames.head else { return nil }
            if head.opcode.isControl {
                guard frames.waiting >= frames.left else { return nil }
                let payload = frames.payload(atMost: head.length)
                frames.end()
                return try control(head.opcode, payload)
            }
            if head.opcode != .continuation, frames.left == head.length {
                kind = head.opcode == .text ? .text : .binary
                isCompressed = head.isCompressed
            }
            // What has come of a frame is told of before more of it comes, decompressed or not.
            guard frames.left == 0 || frames.waiting > 0 else { return nil }
            if let piece = try taken(of: head) { return .piece(piece) }
        }
        return nil
    }

    private mutating func control(_ opcode: Opcode, _ payload: [UInt8]) throws(WebSocketError) -> MessageEvent {
        switch opcode {
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        default:
            isClosed = true
            return .close(try CloseStatus.read(payload))
        }
    }

    /// Takes what has come of a frame of a message; nil where that makes no piece yet.
    private mutating func taken(of head: FrameHead) throws(WebSocketError) -> MessagePiece? {
        let octets = frames.payload(atMost: isCompressed ? Self.pieceLength / 4 : Self.pieceLength)
        let isFrameEnd = frames.left == 0
        if isFrameEnd { frames.end() }
        let isLast = isFrameEnd && head.isFinal
        guard isCompressed, let inflater else {
            try check(octets, isLast: isLast)
            return octets.isEmpty && !isLast ? nil : MessagePiece(kind, octets, isLast: isLast)
        }
        inflater.add(octets)
        if isLast {
            inflater.add(Self.tail)
            isDraining = true
        }
        return nil
    }

    /// A piece of what has come of a compressed message; nil where more has to come first.
    private mutating func inflated(by inflater: MessageInflater) throws(WebSocketError) -> MessagePiece? {
        guard let octets = inflater.next(atMost: Self.pieceLength) else {
            throw WebSocketError(.invalidPayload, .notDeflate)
        }
        guard octets.isEmpty else {
            try check(octets, isLast: false)
            return MessagePiece(kind, octets, isLast: false)
        }
        guard isDraining else { return nil }
        (isDraining, isCompressed) = (false, false)
        inflater.endMessage()
        try check([], isLast: true)
        return MessagePiece(kind, [], isLast: true)
    }

    /// RFC 6455 §8.1: what is said to be text and is none ends the connection.
    private mutating func check(_ octets: [UInt8], isLast: Bool) throws(WebSocketError) {
        guard kind == .text else { return }
        guard validator.take(octets), !isLast || validator.isWhole else {
            throw WebSocketError(.invalidPayload, .notUTF8)
        }
    }
}
