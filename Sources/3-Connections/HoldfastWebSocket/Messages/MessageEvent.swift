/// The kind of a message (RFC 6455 §5.6).
package enum MessageKind: Hashable, Sendable {
    case text
    case binary
}

/// A piece of a message, as long as it came or could be decompressed at once.
package struct MessagePiece: Hashable, Sendable {
    package var kind: MessageKind
    /// May be empty; of text these may end within a character.
    package var octets: [UInt8]
    /// Whether its message ends with it.
    package var isLast: Bool

    package init(_ kind: MessageKind, _ octets: [UInt8], isLast: Bool) {
        (self.kind, self.octets, self.isLast) = (kind, octets, isLast)
    }
}

/// An occurrence in what the other end of a WebSocket sends.
package enum MessageEvent: Hashable, Sendable {
    /// A message goes on.
    case piece(MessagePiece)
    /// Wants a pong with these octets (RFC 6455 §5.5.2).
    case ping([UInt8])
    /// Answers a ping with the same octets, or says by itself that the other end is there (§5.5.3).
    case pong([UInt8])
    /// The last one: whatever follows is not read (§5.5.1). Nil for no code.
    case close(CloseStatus?)
}
