/// The two HTTP/2 connections of a tunnel, as one: each request of the client's is one to the server, and back.
///
/// Pure but for nghttp2: bytes of either side go in, bytes for either side come out. What one side sends is let on only
/// as fast as the other takes it (RFC 9113 §5.2): each stream has a window, and each connection.
final class HTTP2Bridge {
    /// The two sides.
    enum Side: Hashable, Sendable {
        case client, server
    }

    private let target: GateTarget
    private let client: HTTP2Session
    private let server: HTTP2Session
    /// The streams of either side, by those of the other.
    private var toServer: [Int32: Int32] = [:]
    private var toClient: [Int32: Int32] = [:]
    /// The streams of the server's whose final response has begun.
    private var answered: Set<Int32> = []
    /// Whether the server has said how it is to be spoken to. What the client says waits for that: an answer to it
    /// would go out before this side's own SETTINGS, which have to come first (RFC 9113 §3.4).
    private var isOpen = false
    /// The bytes of the client's that wait.
    private var early: [UInt8] = []
    /// The most of them: what fits into the windows that a client begins with (RFC 9113 §6.9.2), and some fields.
    private static let mostEarly = 192 << 10
    /// Requests that were handed on so far.
    private(set) var requests = 0

    init(to target: GateTarget, _ limits: GateLimits) throws(GateError) {
        self.target = target
        client = try HTTP2Session(.server, limits)
        server = try HTTP2Session(.client, limits)
        server.begin()
    }

    /// Takes bytes of a side's.
    func receive(_ bytes: [UInt8], from side: Side) throws(GateError) {
        switch side {
        case .client:
            guard !isOpen else {
                for event in try client.receive(bytes) { hear(client: event) }
                return
            }
            early += bytes
            guard early.count <= Self.mostEarly else { throw GateError(.client, "the client does not wait") }
        case .server:
            for event in try server.receive(bytes) { hear(server: event) }
            guard isOpen, !early.isEmpty else { return }
            let waiting = early
            early = []
            try receive(waiting, from: .client)
        }
    }

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

    private func hear(client event: HTTP2Session.Event) {
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
                requests += 1
            } catch {
                refuse(stream, error)
            }
        case .data(let stream, let bytes):
            guard let other = toServer[stream], server.append(bytes, to: other) else {
                return client.consume(bytes.count, of: stream)
            }
        case .end(let stream): if let other = toServer[stream] { server.finish(other) }
        case .sent(let stream, let count): if let other = toServer[stream] { server.consume(count, of: other) }
        case .closed(let stream, let code):
            guard let other = toServer.removeValue(forKey: stream) else { return }
            toClient[other] = nil
            answered.remove(other)
            if code != HTTP2Code.noError { server.reset(other, HTTP2Code.cancel) }
        case .malformed(let stream): client.reset(stream, HTTP2Code.protocolError)
        case .goAway: break
        }
    }

    private func hear(server event: HTTP2Session.Event) {
        switch event {
        case .settings(let enablesConnect):
            isOpen = true
            client.begin(enablesConnect: enablesConnect)
        case .fields(let other, let fields, let isEnd):
            guard let stream = toClient[other] else { return }
            do throws(MessageError) {
                if answered.contains(other) { return client.finish(stream, try HTTP2Message.trailers(fields)) }
                let (status, handedOn) = try HTTP2Message.response(fields)
                guard status >= 200 else { return client.respondInterim(on: stream, handedOn) }
                answered.insert(other)
                client.respond(on: stream, handedOn, hasContent: !isEnd)
            } catch {
                client.reset(stream, HTTP2Code.protocolError)
                server.reset(other, HTTP2Code.protocolError)
            }
        case .data(let other, let bytes):
            guard let stream = toClient[other], client.append(bytes, to: stream) else {
                return server.consume(bytes.count, of: other)
            }
        case .end(let other): if let stream = toClient[other] { client.finish(stream) }
        case .sent(let other, let count): if let stream = toClient[other] { client.consume(count, of: stream) }
        case .closed(let other, let code):
            // After a whole answer the client's stream comes to its own end.
            guard code != HTTP2Code.noError, let stream = toClient.removeValue(forKey: other) else { return }
            toServer[stream] = nil
            answered.remove(other)
            client.reset(stream, code)
        case .malformed(let other):
            server.reset(other, HTTP2Code.protocolError)
            if let stream = toClient[other] { client.reset(stream, HTTP2Code.protocolError) }
        case .goAway: break
        }
    }

    /// Answers a request that is not handed on. One for another server gets a status by which the client knows that it
    /// may ask again elsewhere (RFC 9113 §9.1.2); others are malformed (§8.1.1).
    private func refuse(_ stream: Int32, _ error: MessageError) {
        guard error.status == 421 else { return client.reset(stream, HTTP2Code.protocolError) }
        client.respond(on: stream, [MessageField(":status", "421")], hasContent: false)
    }
}

/// Codes of RFC 9113 §7.
enum HTTP2Code {
    static let noError: UInt32 = 0
    static let protocolError: UInt32 = 1
    static let refusedStream: UInt32 = 7
    static let cancel: UInt32 = 8
}
