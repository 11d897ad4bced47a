import HoldfastStatements
import HoldfastTransport
import HoldfastWebSocket
import Synchronization

/// A conversation by WebSocket (RFC 6455) with a server that was judged before a byte of it went out.
///
/// Messages are sent and received by any task; one receives at a time. The server is held back while nobody receives:
/// some hundred kilobytes wait here at most. Pings of the server are answered by themselves. Whoever lets go of it ends
/// the connection, without the words of ``close(_:reason:)``.
///
/// ```swift
/// let socket = try await session.webSocket(HTTPSRequest(try HTTPSURL(webSocket: "wss://example.com/chat")))
/// try await socket.send(.text("hello"))
/// for try await message in socket.messages { print(message) }
/// ```
public final class WebSocket: Sendable {
    /// The server's answer to the handshake, with the connection and the proof that its server was accepted.
    public let response: HTTPSResponse
    /// The subprotocol that the server chose of those that were offered; nil for none.
    public let subprotocol: String?
    /// Whether messages are compressed.
    public let isCompressed: Bool
    private let wire: WebSocketWire
    /// The beginning of a message whose rest has not come.
    private let begun = Mutex<[UInt8]>([])
    private let messageLimit: Mutex<Int>

    /// Octets of a frame at most, so that a pong need not wait for the end of a long message.
    private static let frameLength = 128 << 10

    init(_ wire: WebSocketWire, _ response: HTTPSResponse, _ agreement: OpeningHandshake.Agreement) {
        (self.wire, self.response) = (wire, response)
        (subprotocol, isCompressed) = (agreement.subprotocol, agreement.deflate != nil)
        messageLimit = Mutex(wire.options.maximumMessageSize)
    }

    deinit { if wire.end == nil { wire.abandon() } }

    /// The code that the server has closed with: 1005 where it said none, 1006 where the connection ended without its
    /// word; nil while the conversation goes on.
    public var closeCode: WebSocketCloseCode? { wire.end?.code }

    /// The reason that the server gave; empty for none, nil while the conversation goes on.
    public var closeReason: String? { wire.end?.reason }

    /// Bytes of the longest message that ``receive()`` takes; at first that of the options.
    public var maximumMessageSize: Int {
        get { messageLimit.withLock { $0 } }
        set { messageLimit.withLock { $0 = newValue } }
    }

    // MARK: Sending

    /// Sends a message, and returns when it is on its way and there is room for more.
    ///
    /// - Throws: ``HTTPSError`` with the code `webSocketClosed` after the end, with that of what ended it, and
    ///   `cancelled` where the task is cancelled; within a message that ends the connection.
    public func send(_ message: WebSocketMessage) async throws(HTTPSError) {
        switch message {
        case .text(let text): try await send(.text, Array(text.utf8))
        case .data(let bytes): try await send(.binary, bytes)
        }
    }

    private func send(_ kind: MessageKind, _ octets: [UInt8]) async throws(HTTPSError) {
        try await withTurn { () throws(HTTPSError) in
            guard octets.count > Self.frameLength else {
                return try await put(MessagePiece(kind, octets, isLast: true), isFirst: true)
            }
            var start = 0
            repeat {
                let end = min(start + Self.frameLength, octets.count)
                let piece = MessagePiece(kind, Array(octets[start..<end]), isLast: end == octets.count)
                try await put(piece, isFirst: start == 0)
                start = end
            } while start < octets.count
        }
    }

    /// Sends a message whose pieces are made while it is sent: none of it is held beyond what is on its way.
    ///
    /// - Parameters:
    ///   - kind: of the message. A text has to be UTF-8; its pieces may end within a character.
    ///   - pieces: asked for as fast as the server takes them. Where it fails, or is no text, the WebSocket is closed
    ///     with 1011, since half a message cannot be taken back.
    public func send<Pieces: AsyncSequence>(
        _ kind: WebSocketPiece.Kind, pieces: Pieces
    ) async throws(HTTPSError) where Pieces.Element == [UInt8] {
        let kind: MessageKind = kind == .text ? .text : .binary
        try await withTurn { () throws(HTTPSError) in
            var (isFirst, validator) = (true, UTF8Validator())
            var iterator = pieces.makeAsyncIterator()
            while let octets = try await next(of: &iterator) {
                guard kind == .binary || validator.take(octets) else {
                    throw broken(WebSocketFault.notUTF8.english)
                }
                try await put(MessagePiece(kind, octets, isLast: false), isFirst: isFirst)
                isFirst = false
            }
            guard kind == .binary || validator.isWhole else { throw broken(WebSocketFault.notUTF8.english) }
            try await put(MessagePiece(kind, [], isLast: true), isFirst: isFirst)
        }
    }

    private func next<Iterator: AsyncIteratorProtocol>(
        of iterator: inout Iterator
    ) async throws(HTTPSError) -> [UInt8]? where Iterator.Element == [UInt8] {
        do { return try await iterator.next() } catch { throw broken("\(error)") }
    }

    /// Half a message was sent, and there is no other half.
    private func broken(_ reason: String) -> HTTPSError {
        wire.fail(WebSocketError(.internalError, .notMade(reason: reason)))
        return wire.closedError()
    }

    private func withTurn(_ body: () async throws(HTTPSError) -> Void) async throws(HTTPSError) {
        guard await wire.turns.enter() else { throw Task.isCancelled ? .cancelled(response) : wire.closedError() }
        defer { wire.turns.leave() }
        try await body()
    }

    /// Puts a piece when there is room for it.
    private func put(_ piece: MessagePiece, isFirst: Bool) async throws(HTTPSError) {
        guard await wire.hasRoom() else {
            guard Task.isCancelled else {
                // The connection has ended: whoever reads finds out why.
                await wire.untilCut()
                throw wire.end?.error ?? .webSocketCut(response)
            }
            if !isFirst { wire.abandon() }
            throw .cancelled(response)
        }
        try wire.put(piece)
    }

    // MARK: Receiving

    /// The next message.
    ///
    /// A cancelled task leaves what has come of a message to the next call.
    ///
    /// - Throws: ``HTTPSError`` with the code `webSocketClosed` once the server has closed in order, `webSocketBroken`
    ///   where it broke the protocol, `responseTooLarge` for a message over ``maximumMessageSize``, `connectionClosed`
    ///   where the connection ended without a word.
    public func receive() async throws(HTTPSError) -> WebSocketMessage {
        while true {
            let piece = try await nextPiece()
            let whole = try begun.withLock { begun throws(HTTPSError) -> [UInt8]? in
                let limit = maximumMessageSize
                guard piece.octets.count <= limit - begun.count else {
                    begun = []
                    // The server may have closed in order behind it, which is not why there is no message.
                    let error = WebSocketError(.messageTooBig, .tooLong(limit: limit))
                    wire.fail(error)
                    wire.inbox.discard()
                    throw .webSocketBroken(error, response)
                }
                guard !begun.isEmpty else {
                    if !piece.isLast { begun = piece.octets }
                    return piece.isLast ? piece.octets : nil
                }
                begun += piece.octets
                guard piece.isLast else { return nil }
                defer { begun = [] }
                return begun
            }
            guard let whole else { continue }
            return piece.kind == .text ? .text(String(decoding: whole, as: UTF8.self)) : .data(whole)
        }
    }

    /// The next piece of a message, for messages that are too long to be held. Not to be mixed with ``receive()``
    /// within a message.
    ///
    /// - Throws: as ``receive()``, but for the length.
    public func receivePiece() async throws(HTTPSError) -> WebSocketPiece { WebSocketPiece(try await nextPiece()) }

    private func nextPiece() async throws(HTTPSError) -> MessagePiece {
        guard let result = await wire.inbox.next() else { throw .cancelled(response) }
        return try result.get()
    }

    /// The messages until the server closes with 1000, 1001 or without a code; another end is thrown.
    public var messages: Messages { Messages(socket: self) }

    // MARK: Control

    /// Returns at the end, with what ended it; where the task is cancelled, the connection is ended.
    package func ended() async -> HTTPSError {
        await wire.untilEnd()
        return wire.closedError()
    }

    /// Whether something has come that nobody has asked for yet.
    package var hasUnread: Bool { wire.inbox.hasPieces }

    /// Sends a ping, and returns when its pong has come. It has no limit of time.
    public func ping() async throws(HTTPSError) { try await wire.ping() }

    /// Closes the WebSocket: says so, waits for the server's word, for ``WebSocketOptions/closeTimeout`` at most, and
    /// ends the connection. What comes meanwhile is dropped.
    ///
    /// - Parameters:
    ///   - code: one that ``WebSocketCloseCode/mayBeSent``; any other is sent as 1000.
    ///   - reason: 123 bytes at most; what is longer is cut.
    public func close(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") async {
        let code = code.mayBeSent ? code : .normalClosure
        await wire.close(CloseStatus(code.rawValue, reason: reason))
    }

    /// Ends the connection at once, without a word.
    public func cancel() { wire.abandon() }

    /// The messages of a WebSocket, in their order.
    public struct Messages: AsyncSequence, Sendable {
        public typealias Element = WebSocketMessage
        public typealias Failure = HTTPSError

        let socket: WebSocket

        public func makeAsyncIterator() -> Iterator { Iterator(socket: socket) }

        /// Gives the messages one by one.
        public struct Iterator: AsyncIteratorProtocol {
            let socket: WebSocket

            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(HTTPSError) -> WebSocketMessage? {
                do throws(HTTPSError) { return try await socket.receive() } catch {
                    let inOrder: [WebSocketCloseCode] = [.normalClosure, .goingAway, .noStatusReceived]
                    guard error.code == .webSocketClosed, socket.closeCode.map(inOrder.contains) == true else {
                        throw error
                    }
                    return nil
                }
            }
        }
    }
}
