import HoldfastWebSocket

/// A message of a WebSocket (RFC 6455 §5.6).
public enum WebSocketMessage: Hashable, Sendable {
    case text(String)
    case data([UInt8])
}

/// A piece of a message, as it came: for messages that are too long to be held.
public struct WebSocketPiece: Hashable, Sendable {
    /// The kinds of messages.
    public enum Kind: Hashable, Sendable {
        case text
        case data
    }

    public let kind: Kind
    /// May be none. A text is checked to be UTF-8 as it comes, and a piece of it may end within a character.
    public let bytes: [UInt8]
    /// Whether the message ends with it.
    public let isLast: Bool

    init(_ piece: MessagePiece) {
        (kind, bytes, isLast) = (piece.kind == .text ? .text : .data, piece.octets, piece.isLast)
    }
}

/// A code with which a WebSocket is closed (RFC 6455 §7.4).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The conversation is over.
    public static let normalClosure = WebSocketCloseCode(rawValue: 1000)
    /// The server goes down, or the program leaves.
    public static let goingAway = WebSocketCloseCode(rawValue: 1001)
    /// The other end broke the protocol.
    public static let protocolError = WebSocketCloseCode(rawValue: 1002)
    /// Messages of a kind came that are not taken.
    public static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
    /// The other end closed without a code. It is never sent.
    public static let noStatusReceived = WebSocketCloseCode(rawValue: 1005)
    /// The connection ended without a word. It is never sent.
    public static let abnormalClosure = WebSocketCloseCode(rawValue: 1006)
    /// A message is not what it says, as a text that is no UTF-8.
    public static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
    /// A message is against the rules of the other end, which says no more.
    public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
    /// A message is too long.
    public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
    /// The server does not speak an extension that the client cannot do without.
    public static let mandatoryExtension = WebSocketCloseCode(rawValue: 1010)
    /// The other end failed.
    public static let internalError = WebSocketCloseCode(rawValue: 1011)

    public var description: String { "\(rawValue)" }

    /// Whether it may be sent: those above but 1005 and 1006, those registered since, and 3000 to 4999 for libraries
    /// and programs.
    public var mayBeSent: Bool { CloseStatus.mayBeSent(rawValue) }
}
