package import HoldfastHTTP
import HoldfastStatements
package import HoldfastWebSocket

/// The server's end of a WebSocket (RFC 6455): the answer to the opening handshake, and messages; used by one thread.
package final class ServedWebSocket {
    /// The request that opened it.
    package let request: RequestHead
    private let conversation: TLSConversation
    private var reader: WebSocketReader
    private var writer: WebSocketWriter
    private var hasClosed = false

    /// Answers the handshake.
    ///
    /// - Parameters:
    ///   - protocols: the subprotocols that are spoken.
    ///   - compresses: whether compression is taken where it is offered.
    ///   - refusal: the whole answer to a handshake that is not taken, fields and all; nil for one that is.
    /// - Returns: nil where none was opened.
    package init?(
        _ conversation: TLSConversation, speaking protocols: [String] = [], compresses: Bool = true,
        refusal: (RequestHead) -> String? = { _ in nil }
    ) throws(ServingError) {
        let (text, rest) = try conversation.readHead()
        guard let head = Self.read(text) else {
            try conversation.write(Self.bad)
            return nil
        }
        if let refusal = refusal(head) {
            try conversation.write(refusal)
            return nil
        }
        guard let answer = HandshakeAnswer(to: head, speaking: protocols, compresses: compresses) else {
            try conversation.write(Self.bad)
            return nil
        }
        request = head
        self.conversation = conversation
        reader = WebSocketReader(.server, inflater: answer.deflate?.inflater(for: .server))
        writer = WebSocketWriter(.server, deflater: answer.deflate?.deflater(for: .server))
        reader.add(rest)
        try conversation.write(
            ResponseHead(status: 101, reason: "Switching Protocols", fields: answer.fields).bytes)
    }

    private static let bad = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

    private static func read(_ text: String) -> RequestHead? {
        let limits = RequestLimits()
        let reader = HeadReader(.asSent, MessageLimits(headBytes: limits.headBytes, fields: limits.fields))
        return try? reader.request(Array((text + "\r\n\r\n").utf8)[...])
    }

    /// The next event; nil at the end of the stream, and after a close. What breaks the protocol is answered by a close
    /// with its code.
    package func next() throws(ServingError) -> MessageEvent? {
        while !hasClosed {
            do throws(WebSocketError) {
                if let event = try reader.next() { return event }
            } catch {
                try close(CloseStatus(error.code.rawValue))
                return nil
            }
            let bytes = try conversation.read()
            guard !bytes.isEmpty else { return nil }
            reader.add(bytes)
        }
        return nil
    }

    /// Sends a piece of a message.
    package func send(_ piece: MessagePiece) throws(ServingError) {
        try write { writer, bytes throws(WebSocketError) in try writer.write(piece, to: &bytes) }
    }

    /// Sends a control frame.
    package func send(_ opcode: Opcode, _ payload: [UInt8] = []) throws(ServingError) {
        try write { writer, bytes throws(WebSocketError) in try writer.write(opcode, payload, to: &bytes) }
    }

    /// Sends octets as they are, of whatever protocol.
    package func send(raw bytes: [UInt8]) throws(ServingError) { try conversation.write(bytes) }

    /// Says that it closes; nothing is read any more.
    package func close(_ status: CloseStatus?) throws(ServingError) {
        hasClosed = true
        try send(.close, status?.payload ?? [])
    }

    private func write(
        _ write: (inout WebSocketWriter, inout [UInt8]) throws(WebSocketError) -> Void
    ) throws(ServingError) {
        var bytes: [UInt8] = []
        do throws(WebSocketError) { try write(&writer, &bytes) } catch {
            throw ServingError(.writeToTLS, .malformed(error.statement.english))
        }
        if !bytes.isEmpty { try conversation.write(bytes) }
    }

    /// Sends back whatever comes, piece by piece, answers pings and the close.
    package func echo() throws(ServingError) {
        while let event = try next() {
            switch event {
            case .piece(let piece): try send(piece)
            case .ping(let octets): try send(.pong, octets)
            case .pong: break
            case .close(let status): try close(status)
            }
        }
    }
}
