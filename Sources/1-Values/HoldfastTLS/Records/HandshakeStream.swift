/// Puts handshake messages together from the fragments of records, in one direction.
///
/// RFC 8446 §5.1: "Handshake messages MAY be coalesced into a single TLSPlaintext record or fragmented across several
/// records".
package struct HandshakeStream {
    /// The most bytes of one message that are kept: 1 MiB, as for certificate lists.
    package static let maximumMessage = 1 << 20

    private var buffer: [UInt8] = []

    package init() {}

    /// Whether a message has begun and not ended.
    package var isInsideMessage: Bool { !buffer.isEmpty }

    /// The messages that end in this fragment, each with its header.
    ///
    /// - Throws: ``WireError`` for a message that announces more than ``maximumMessage``; its bytes are let go.
    package mutating func append(_ fragment: some Collection<UInt8>) throws(WireError) -> [[UInt8]] {
        buffer += fragment
        var messages: [[UInt8]] = []
        var position = 0
        while buffer.count - position >= 4 {
            let length = buffer[position + 1..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= Self.maximumMessage else {
                buffer.removeAll()
                throw WireError(
                    .overLimit(bytes: length, limit: Self.maximumMessage), "Handshake.length", at: position + 1)
            }
            guard buffer.count - position >= 4 + length else { break }
            messages.append(Array(buffer[position..<position + 4 + length]))
            position += 4 + length
        }
        buffer.removeFirst(position)
        return messages
    }
}
