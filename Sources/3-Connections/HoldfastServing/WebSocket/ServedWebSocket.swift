package import HoldfastHTTP
import HoldfastStatements
package import HoldfastWebSocket

/// The server's end of a WebSocket (RFC 6455): the answer to the opening handshake, and messages; used by one thread.
package final class ServedWebSocket {
    /// The bytes of one WebSocket: those of a connection, or of a stream of HTTP/2.
    struct Link {
        /// Some bytes; none at the end.
        let read: () throws(ServingError) -> [UInt8]
        let write: ([UInt8]) throws(ServingError) -> Void
        /// Ends it by a reset.
        let cut: () throws(ServingError) -> Void

        init(
            read: @escaping () throws(ServingError) -> [UInt8],
            write: @escaping ([UInt8]) throws(ServingError) -> Void,
            cut: @escaping () throws(ServingError) -> Void
        ) { (self.read, self.write, self.cut) = (read, write, cut) }
    }

    /// The request that opened it; over HTTP/2 a CONNECT.
    package let request: RequestHead
    private let link: Link
    private var reader: WebSocketReader
    private var writer: WebSocketWriter
    /// Whether it has said that it closes.
    private(set) var hasClosed = false

    /// The end of a WebSocket whose opening was answered.
    init(_ request: RequestHead, _ answer: HandshakeAnswer, _ link: Link) {
        (self.request, self.link) = (request, link)
        reader = WebSocketReader(.server, inflater: answer.deflate?.inflater(for: .server))
        writer = WebSocketWriter(.server, deflater: answer.deflate?.deflater(for: .server))
    }

    /// Answers the handshake over a connection of HTTP/1.1.
    ///
    /// - Parameters:
    ///   - protocols: the subprotocols that are spoken.
    ///   - compresses: whether compression is taken where it is offered.
    ///   - refusal: the whole answer to a handshake that is not taken, fields and all; nil for one that is.
    /// - Returns: nil where none was opened.
    package convenience init?(
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
        self.init(
            head, answer,
            Link { () throws(ServingError) in
                try conversation.read()
            } write: { bytes throws(ServingError) in
                try conversation.write(bytes)
            } cut: { () throws(ServingError) in
                try conversation.reset()
            })
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
            if let event = try known() { return event }
            guard !hasClosed else { break }
            let bytes = try link.read()
            guard !bytes.isEmpty else { break }
            reader.add(bytes)
        }
        return nil
    }

    /// The next event of what has come; nil where more has to come, and after a close.
    private func known() throws(ServingError) -> MessageEvent? {
        guard !hasClosed else { return nil }
        do throws(WebSocketError) { return try reader.next() } catch {
            try close(CloseStatus(error.code.rawValue))
            return nil
        }
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
    package func send(raw bytes: [UInt8]) throws(ServingError) { try link.write(bytes) }

    /// Ends it at once, by a reset of its connection, or of its stream.
    package func cut() throws(ServingError) {
        hasClosed = true
        try link.cut()
    }

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
        if !bytes.isEmpty { try link.write(bytes) }
    }

    /// Sends back whatever comes, piece by piece, answers pings and the close.
    package func echo() throws(ServingError) { while let event = try next() { try answer(event) } }

    /// Does so with what has come, and waits for no more.
    func echo(_ bytes: [UInt8]) throws(ServingError) {
        reader.add(bytes)
        while let event = try known() { try answer(event) }
    }

    private func answer(_ event: MessageEvent) throws(ServingError) {
        switch event {
        case .piece(let piece): try send(piece)
        case .ping(let octets): try send(.pong, octets)
        case .pong: break
        case .close(let status): try close(status)
        }
    }
}
