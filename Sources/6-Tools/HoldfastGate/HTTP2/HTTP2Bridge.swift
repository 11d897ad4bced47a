import HoldfastConnection
import HoldfastHTTP

/// The two HTTP/2 connections of a tunnel, as one: each request of the client's is one to the server, and back.
///
/// Pure but for nghttp2: bytes of either side go in, bytes for either side come out. What one side sends is let on only
/// as fast as the other takes it: content has a window for each stream and each connection (RFC 9113 §5.2); what has
/// none is counted, and a side over a limit is held back (``isHeldBack``).
final class HTTP2Bridge {
    /// The two sides.
    enum Side: Hashable, Sendable {
        case client, server
    }

    private let target: GateTarget
    private let client: HTTP2Side
    private let server: HTTP2Side
    /// The streams of either side, by those of the other.
    private var toServer: [Int32: Int32] = [:]
    private var toClient: [Int32: Int32] = [:]
    /// The answers on the streams of the server's.
    private var answers: [Int32: HTTP2Answer] = [:]
    /// Whether the server has said how it is to be spoken to. What the client says waits for that: an answer to it
    /// would go out before this side's own SETTINGS, which have to come first (RFC 9113 §3.4).
    private var isOpen = false
    /// The bytes of the client's that wait.
    private var early: [UInt8] = []
    /// The most of them: what fits into the windows that a client begins with (RFC 9113 §6.9.2), and some fields.
    private static let mostEarly = 192 << 10
    /// Told of each request that goes to the server.
    private let requested: (_ method: String, _ path: String) -> Void

    init(
        to target: GateTarget, _ limits: GateLimits,
        requested: @escaping (_ method: String, _ path: String) -> Void = { _, _ in }
    ) throws(GateError) {
        self.target = target
        self.requested = requested
        client = try HTTP2Side(.server, limits)
        server = try HTTP2Side(.client, limits)
        server.begin()
    }

    /// Takes bytes of a side's; what of them does not fit in yet waits here (``hasUnread(_:)``).
    func receive(_ bytes: [UInt8], from side: Side) throws(GateError) {
        switch side {
        case .client:
            guard !isOpen else { return try take(bytes, from: .client) }
            early += bytes
            guard early.count <= Self.mostEarly else { throw GateError(.client, .impatient) }
        case .server:
            try take(bytes, from: .server)
            guard isOpen, !early.isEmpty else { return }
            let waiting = early
            early = []
            try take(waiting, from: .client)
        }
    }

    private func take(_ bytes: [UInt8], from side: Side) throws(GateError) {
        let session = side == .client ? client : server
        var bytes = bytes
        repeat {
            for event in try session.receive(bytes) {
                if side == .client { hear(client: event) } else { hear(server: event) }
            }
            bytes = []
        } while session.isPaused && !isHeldBack
    }

    /// Whether nothing is to be read of either side: too much waits that no window holds back. What a side causes may
    /// wait for the other one, as answers do, or for itself, as acknowledgements.
    var isHeldBack: Bool { client.isFull || server.isFull }

    /// Bytes of fields that wait for either side.
    var waitingFieldBytes: Int { client.waitingFieldBytes + server.waitingFieldBytes }

    /// Whether bytes of a side wait here, to be read as soon as it is not held back.
    func hasUnread(_ side: Side) -> Bool { side == .client ? client.isPaused : server.isPaused }

    /// Takes what is to go to a side.
    func output(to side: Side) -> [UInt8] {
        switch side {
        case .client:
            let (bytes, events) = client.output()
            for event in events { hear(client: event) }
            return bytes
        case .server:
            let (bytes, events) = server.output()
            for event in events { hear(server: event) }
            return bytes
        }
    }

    /// Tells the client that no new request is taken, since the server has gone.
    func end() { client.goAway() }

    /// Whether the client's connection has nothing more to say, in either direction.
    var isOver: Bool { isOpen && client.isOver }

    private func hear(client event: HTTP2Side.Event) {
        switch event {
        case .settings: break
        case .fields(let stream, let fields, let isEnd):
            do throws(MessageError) {
                if let other = toServer[stream] {
                    server.finish(other, try HTTP2Message.trailers(fields))
                    return
                }
                let handedOn = try HTTP2Message.request(fields, to: target)
                guard let other = server.request(handedOn, hasContent: !isEnd) else {
                    // RFC 9113 §8.7: nothing was done, so that it may be sent again.
                    return client.reset(stream, HTTP2Code.refusedStream)
                }
                (toServer[stream], toClient[other]) = (other, stream)
                answers[other] = HTTP2Answer(to: handedOn.one(":method") ?? "")
                requested(handedOn.one(":method") ?? "", handedOn.one(":path") ?? "")
            } catch {
                refuse(stream, error)
            }
        case .data(let stream, let bytes):
            guard let other = toServer[stream], server.append(bytes, to: other) else {
                return client.consume(bytes.count, of: stream)
            }
        case .end(let stream): if let other = toServer[stream] { server.finish(other) }
        case .sent(let stream, let count): server.consume(count, of: toServer[stream])
        case .closed(let stream, let code, let byPeer):
            guard let other = toServer.removeValue(forKey: stream) else { return }
            toClient[other] = nil
            answers[other] = nil
            // Whoever wants no more of it may say so without an error.
            guard code != HTTP2Code.noError || byPeer else { return }
            // What waited of it gives its room back: the window of the connection is everybody's (RFC 9113 §6.9.1).
            client.consume(server.abandon(other), of: nil)
            server.reset(other, HTTP2Code.cancel)
        case .longFields, .goAway, .ended: break
        }
    }

    private func hear(server event: HTTP2Side.Event) {
        switch event {
        case .settings:
            guard !isOpen else { return }
            isOpen = true
            client.begin(enablesConnect: server.peerEnablesConnect, streams: server.peerStreams)
        case .fields(let other, let fields, let isEnd):
            guard let stream = toClient[other] else { return }
            do throws(MessageError) {
                if answers[other]?.hasHead == true {
                    answers[other]?.hasEnded = true
                    return client.finish(stream, try HTTP2Message.trailers(fields))
                }
                let (status, handedOn) = try HTTP2Message.response(fields)
                guard status >= 200 else { return client.respondInterim(on: stream, handedOn) }
                answers[other]?.begin(status, handedOn, isEnd: isEnd)
                client.respond(on: stream, handedOn, hasContent: !isEnd)
            } catch {
                client.reset(stream, HTTP2Code.protocolError)
                server.reset(other, HTTP2Code.protocolError)
            }
        case .data(let other, let bytes):
            answers[other]?.left? -= bytes.count
            guard let stream = toClient[other], client.append(bytes, to: stream) else {
                return server.consume(bytes.count, of: other)
            }
        case .end(let other):
            answers[other]?.hasEnded = true
            if let stream = toClient[other] { client.finish(stream) }
        case .sent(let other, let count): client.consume(count, of: toClient[other])
        case .closed(let other, let code, _):
            guard let stream = toClient[other] else { return }
            // After a whole answer the client's stream comes to its own end.
            if code == HTTP2Code.noError, answers[other]?.isWhole == true { return client.finish(stream) }
            (toClient[other], toServer[stream], answers[other]) = (nil, nil, nil)
            server.consume(client.abandon(stream), of: nil)
            // Without an error it would be the end of a whole one.
            client.reset(stream, code == HTTP2Code.noError ? HTTP2Code.internalError : code)
        case .longFields(let other):
            if let stream = toClient[other] { client.reset(stream, HTTP2Code.protocolError) }
        case .goAway, .ended: break
        }
    }

    /// Answers a request that is not handed on. One for another server gets a status by which the client knows that it
    /// may ask again elsewhere (RFC 9113 §9.1.2); others are malformed (§8.1.1).
    private func refuse(_ stream: Int32, _ error: MessageError) {
        guard error.status == 421 else { return client.reset(stream, HTTP2Code.protocolError) }
        client.respond(on: stream, [HTTPField(":status", "421")], hasContent: false)
    }
}
