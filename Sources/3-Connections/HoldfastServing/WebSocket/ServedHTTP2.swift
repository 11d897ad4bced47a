import HoldfastConnection
import HoldfastHTTP
import HoldfastWebSocket

/// One connection of HTTP/2 as a server of the test bed speaks it: WebSockets on streams (RFC 8441), and requests that
/// have no content; used by one thread.
///
/// Any number of WebSockets are served at a time where the service sends back what comes; conversations of its own have
/// their turns one after the other. Requests are answered meanwhile.
final class ServedHTTP2 {
    /// A WebSocket's stream.
    private final class Stream {
        /// Octets that have come and that nobody has taken.
        var incoming: [UInt8] = []
        /// Whether the client says nothing more on it.
        var hasEnded = false
        /// Whether it is among those that have news.
        var isReady = false
        var socket: ServedWebSocket?
    }

    /// Octets of a stream that wait for the client before whoever sends more waits.
    private static let mostWaiting = 256 << 10

    private let connection: TLSConversation
    private let service: WebSocketService
    private let session: HTTP2Session
    private var streams: [Int32: Stream] = [:]
    /// The streams that have news, in their order.
    private var ready: [Int32] = []

    init(_ connection: TLSConversation, _ service: WebSocketService) throws(ServingError) {
        let limits = RequestLimits()
        let fields = HTTP2FieldLimits(
            listBytes: limits.headBytes, trailerBytes: limits.headBytes, allBytes: 2 * limits.headBytes,
            fields: limits.fields, fieldOverhead: 32)
        guard let session = HTTP2Session(.server, HTTP2Limits(), fieldLimits: fields) else {
            throw ServingError(.makeConnection, .library)
        }
        (self.connection, self.service, self.session) = (connection, service, session)
    }

    /// Serves until the client goes away.
    func serve() throws(ServingError) {
        // A WebSocket holds what it reads from.
        defer { for number in Array(streams.keys) { forget(number) } }
        session.begin(enablesConnect: service.http2 == .withWebSockets)
        repeat {
            while !ready.isEmpty {
                let number = ready.removeFirst()
                if let stream = streams[number] { try serve(number, stream) }
            }
        } while try pump()
    }

    private func serve(_ number: Int32, _ stream: Stream) throws(ServingError) {
        guard let socket = stream.socket else { return }
        stream.isReady = false
        if let conversation = service.conversation {
            // Of what comes later it hears by itself.
            stream.socket = nil
            try conversation(socket)
        } else {
            try socket.echo(take(number, stream))
            guard stream.hasEnded || socket.hasClosed else { return }
        }
        session.finish(number)
    }

    // MARK: Bytes

    /// Moves bytes in both directions; false at the client's end.
    private func pump() throws(ServingError) -> Bool {
        try flush()
        guard !session.isOver else { return false }
        let bytes = try connection.read()
        guard !bytes.isEmpty else { return false }
        session.receive(bytes[...])
        session.takeEvents().forEach(hear)
        try flush()
        return true
    }

    private func flush() throws(ServingError) {
        while true {
            let output = session.takeOutput()
            session.takeEvents().forEach(hear)
            guard !output.isEmpty else { return }
            try connection.write(output)
        }
    }

    /// Takes what has come on a stream, and lets the client send as much again.
    private func take(_ number: Int32, _ stream: Stream) -> [UInt8] {
        defer { stream.incoming = [] }
        session.consume(stream.incoming.count, of: number)
        return stream.incoming
    }

    /// The bytes of a WebSocket.
    private func link(_ number: Int32, _ stream: Stream) -> ServedWebSocket.Link {
        ServedWebSocket.Link { () throws(ServingError) in
            while stream.incoming.isEmpty {
                guard !stream.hasEnded, try self.pump() else { return [] }
            }
            return self.take(number, stream)
        } write: { bytes throws(ServingError) in
            guard self.session.append(bytes[...], to: number) else { throw ServingError(.write, .closed) }
            try self.flush()
            while self.session.waiting(of: number) > Self.mostWaiting, try self.pump() {}
        } cut: { () throws(ServingError) in
            // RFC 8441 §5 has CANCEL for the reset of a connection.
            self.session.reset(number, HTTP2Code.cancel)
            try self.flush()
        }
    }

    // MARK: News

    private func hear(_ event: HTTP2Session.Event) {
        switch event {
        case .fields(let number, let fields, let isEnd):
            if streams[number] == nil { begin(number, fields) }
            if isEnd { end(number) }
        case .data(let number, let bytes):
            session.consumeConnection(bytes.count)
            guard let stream = streams[number] else { return session.consume(bytes.count, of: number) }
            stream.incoming += bytes
            note(number, stream)
        case .end(let number): end(number)
        case .closed(let number, _, _):
            end(number)
            forget(number)
        case .settings, .sent, .longFields, .goAway, .ended: break
        }
    }

    private func end(_ number: Int32) {
        guard let stream = streams[number] else { return }
        stream.hasEnded = true
        note(number, stream)
    }

    private func forget(_ number: Int32) { streams.removeValue(forKey: number)?.socket = nil }

    private func note(_ number: Int32, _ stream: Stream) {
        guard !stream.isReady else { return }
        stream.isReady = true
        ready.append(number)
    }

    /// Answers a request, or opens a WebSocket.
    private func begin(_ number: Int32, _ fields: [HTTPField]) {
        let head = RequestHead(
            method: fields.one(":method") ?? "", target: fields.one(":path") ?? "",
            fields: fields.filter { $0.name.utf8.first != UInt8(ascii: ":") })
        guard head.method == "CONNECT" else {
            respond(number, ResponseHead(status: 200, fields: []), service.answer(head))
            return
        }
        // RFC 9110 §15.6.2: what the server does not know. nghttp2 has refused what breaks RFC 8441 §4, and all of it
        // where the setting was not said, by PROTOCOL_ERROR.
        guard fields.one(":protocol") == OpeningHandshake.upgrade else {
            return respond(number, ResponseHead(status: 501, fields: []))
        }
        if let refusal = service.refusal(head) { return respond(number, refusal) }
        guard
            let answer = HandshakeAnswer(
                to: head, speaking: service.protocols, compresses: service.compresses, isHTTP2: true)
        else { return respond(number, ResponseHead(status: 400, fields: [])) }
        let stream = Stream()
        stream.socket = ServedWebSocket(head, answer, link(number, stream))
        streams[number] = stream
        session.respond(on: number, [HTTPField(":status", "200")] + answer.fields, hasContent: true)
        note(number, stream)
    }

    private func respond(_ number: Int32, _ head: ResponseHead, _ content: String = "") {
        session.respond(
            on: number, [HTTPField(":status", "\(head.status)")] + head.fields, hasContent: !content.isEmpty)
        session.append(Array(content.utf8)[...], to: number)
        session.finish(number)
    }
}
