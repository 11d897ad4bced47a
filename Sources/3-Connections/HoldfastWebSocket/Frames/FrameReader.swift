/// Reads frames out of a stream of octets (RFC 6455 §5), with the rules of their order; payloads come piece by piece,
/// so that a long one is never held.
package struct FrameReader {
    private let role: EndpointRole
    private let takesCompressed: Bool
    private var bytes: [UInt8] = []
    /// The number of octets of ``bytes`` that were taken.
    private var taken = 0
    /// The frame whose payload comes; nil between two.
    package private(set) var head: FrameHead?
    /// Octets of its payload that were not taken.
    package private(set) var left = 0
    /// Whether a message has begun whose last frame has not come.
    private var isInMessage = false

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - role: of whoever reads.
    ///   - takesCompressed: whether permessage-deflate was agreed on, so that RSV1 has a meaning.
    package init(_ role: EndpointRole, takesCompressed: Bool = false) {
        (self.role, self.takesCompressed) = (role, takesCompressed)
    }

    /// The number of octets that have come and were not taken.
    package var waiting: Int { bytes.count - taken }

    /// Adds what has come.
    package mutating func add(_ more: [UInt8]) {
        if taken == bytes.count {
            bytes = more
        } else {
            bytes.removeFirst(taken)
            bytes.append(contentsOf: more)
        }
        taken = 0
    }

    /// Goes on to the next frame, where there is none; false where more octets have to come first.
    package mutating func begin() throws(WebSocketError) -> Bool {
        guard head == nil else { return true }
        guard let (next, count) = try FrameHead.read(bytes[taken...], by: role) else { return false }
        // RFC 7692 §6.1: the bit stands on the first frame of a message, and on no control frame.
        guard !next.isCompressed || takesCompressed && (next.opcode == .text || next.opcode == .binary) else {
            throw WebSocketError(.protocolError, .reservedBits)
        }
        if !next.opcode.isControl {
            // §5.4: "The fragments of one message MUST NOT be interleaved between the fragments of another message".
            guard (next.opcode == .continuation) == isInMessage else {
                throw WebSocketError(.protocolError, isInMessage ? .newMessage : .noMessage)
            }
            isInMessage = !next.isFinal
        }
        taken += count
        (head, left) = (next, next.length)
        return true
    }

    /// Takes octets of the frame's payload, without the mask; none where more have to come first.
    package mutating func payload(atMost most: Int) -> [UInt8] {
        guard let head else { return [] }
        let count = min(left, waiting, most)
        var piece = Array(bytes[taken..<taken + count])
        if let mask = head.mask { FrameMask.apply(mask, to: &piece, after: 0, from: head.length - left) }
        taken += count
        left -= count
        return piece
    }

    /// Leaves the frame, all of whose payload was taken.
    package mutating func end() { head = nil }
}
