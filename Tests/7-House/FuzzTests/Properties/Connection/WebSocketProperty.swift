@testable import HoldfastWebSocket

/// A choice of an end and of compression, a size, and octets of the other end: the same is heard in pieces of that
/// size; text is text, control frames are short, codes may be sent; and what was heard is heard again once it is
/// written.
func checkWebSocket(_ bytes: [UInt8]) throws(Violation) {
    guard bytes.count > 2 else { return }
    let (role, compresses): (EndpointRole, Bool) = (bytes[0] & 1 == 0 ? .client : .server, bytes[0] & 2 != 0)
    let octets = Array(bytes.dropFirst(2))
    let whole = try WebSocketListener.hear(octets, as: role, compresses: compresses, pieces: octets.count)
    let inPieces = try WebSocketListener.hear(
        octets, as: role, compresses: compresses, pieces: Int(bytes[1]) + 1)
    try expect(whole == inPieces, "in pieces something else is heard")
    if !compresses { try expect(whole.count <= octets.count, "more is heard than came") }
    for isCompressed in compresses ? [false, true] : [false] {
        let written = try whole.written(to: role, compressed: isCompressed)
        var again = try WebSocketListener.hear(written, as: role, compresses: isCompressed, pieces: 1_000)
        again.fault = whole.fault
        try expect(again == whole, "what is written is heard as something else")
    }
}

/// What one end hears: whole messages and control frames, in their order.
private struct WebSocketListener: Equatable {
    /// Octets of messages, behind which an input has shown what it can.
    private static let limit = 1 << 20

    private(set) var events: [MessageEvent] = []
    var fault: WebSocketError.Code?
    /// Octets of what was heard, half a message's too.
    private(set) var count = 0

    static func == (one: WebSocketListener, other: WebSocketListener) -> Bool {
        one.events == other.events && one.fault == other.fault
    }

    static func hear(
        _ octets: [UInt8], as role: EndpointRole, compresses: Bool, pieces size: Int
    ) throws(Violation) -> WebSocketListener {
        let inflater = compresses ? MessageInflater(windowBits: 15, keepsContext: true) : nil
        var (reader, listener) = (WebSocketReader(role, inflater: inflater), WebSocketListener())
        var message: [UInt8] = []
        var rest = octets[...]
        while !rest.isEmpty, listener.fault == nil, listener.count < limit {
            reader.add(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while listener.count < limit, let event = listener.next(of: &reader) {
                try listener.take(event, &message)
            }
        }
        // Where it stopped for its length, pieces of another size stop elsewhere.
        if listener.count >= limit { listener = WebSocketListener() }
        return listener
    }

    private mutating func next(of reader: inout WebSocketReader) -> MessageEvent? {
        do throws(WebSocketError) { return try reader.next() } catch {
            fault = error.code
            return nil
        }
    }

    private mutating func take(_ event: MessageEvent, _ message: inout [UInt8]) throws(Violation) {
        switch event {
        case .piece(let piece):
            try expect(piece.octets.count <= WebSocketReader.pieceLength, "a piece that is too long")
            message += piece.octets
            count += piece.octets.count
            guard piece.isLast else { return }
            let isText = String(validating: message, as: UTF8.self) != nil
            try expect(piece.kind == .binary || isText, "a text that is none")
            events.append(.piece(MessagePiece(piece.kind, message, isLast: true)))
            message = []
        case .ping(let octets), .pong(let octets):
            try expect(octets.count <= FrameHead.longestControl, "a control frame that is too long")
            count += octets.count
            events.append(event)
        case .close(let status):
            try expect(status.map { CloseStatus.mayBeSent($0.code) } ?? true, "a code that may not be sent")
            events.append(event)
        }
    }

    /// What was heard, as the other end of a role would send it.
    func written(to role: EndpointRole, compressed: Bool) throws(Violation) -> [UInt8] {
        let deflater = compressed ? MessageDeflater(windowBits: 15, keepsContext: true) : nil
        var writer = WebSocketWriter(role == .client ? .server : .client, deflater: deflater)
        var bytes: [UInt8] = []
        do throws(WebSocketError) {
            for event in events {
                switch event {
                case .piece(let piece): try writer.write(piece, to: &bytes)
                case .ping(let octets): try writer.write(.ping, octets, to: &bytes)
                case .pong(let octets): try writer.write(.pong, octets, to: &bytes)
                case .close(let status): try writer.write(.close, status?.payload ?? [], to: &bytes)
                }
            }
        } catch {
            throw Violation("what was heard cannot be written")
        }
        return bytes
    }
}
