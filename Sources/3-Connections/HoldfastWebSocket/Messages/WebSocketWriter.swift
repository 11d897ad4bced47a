/// Makes the frames that one end of a WebSocket sends (RFC 6455 §5, RFC 7692).
package struct WebSocketWriter {
    private let role: EndpointRole
    private let deflater: MessageDeflater?
    private var masks = MaskSource()
    /// Whether a message has begun whose last frame was not made.
    private var isInMessage = false

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - role: of whoever writes.
    ///   - deflater: of what was agreed on; nil for no compression.
    package init(_ role: EndpointRole, deflater: MessageDeflater? = nil) {
        (self.role, self.deflater) = (role, deflater)
    }

    /// Appends the frame of a piece of a message; none where compression holds all of it back.
    package mutating func write(_ piece: MessagePiece, to bytes: inout [UInt8]) throws(WebSocketError) {
        var isCompressed = false
        var octets = piece.octets
        if let deflater {
            guard let made = deflater.deflate(octets, isLast: piece.isLast) else {
                throw WebSocketError(.internalError, .notDeflated)
            }
            (octets, isCompressed) = (made, true)
            if octets.isEmpty, !piece.isLast { return }
        }
        let opcode: Opcode = isInMessage ? .continuation : piece.kind == .text ? .text : .binary
        try write(
            FrameHead(
                opcode, length: octets.count, isFinal: piece.isLast, isCompressed: isCompressed && !isInMessage),
            octets, to: &bytes)
        isInMessage = !piece.isLast
    }

    /// Appends a control frame; a payload that is too long is cut.
    package mutating func write(
        _ opcode: Opcode, _ payload: [UInt8], to bytes: inout [UInt8]
    ) throws(WebSocketError) {
        let payload = payload.prefix(FrameHead.longestControl)
        try write(FrameHead(opcode, length: payload.count), Array(payload), to: &bytes)
    }

    private mutating func write(
        _ head: FrameHead, _ octets: [UInt8], to bytes: inout [UInt8]
    ) throws(WebSocketError) {
        var head = head
        if role == .client { head.mask = try masks.next() }
        bytes.reserveCapacity(bytes.count + octets.count + 14)
        head.write(to: &bytes)
        let start = bytes.count
        bytes.append(contentsOf: octets)
        if let mask = head.mask { FrameMask.apply(mask, to: &bytes, after: start) }
    }
}
