import HoldfastConnection
import HoldfastHTTP
import HoldfastStatements

/// One side of an HTTP/2 connection, held to the gate's limits of what no window holds back.
///
/// What is received is acknowledged only when the other side has taken it (``consume(_:of:)``), so that no more than a
/// window waits here.
final class HTTP2Side {
    typealias Event = HTTP2Session.Event

    private let session: HTTP2Session
    private let role: HTTP2Session.Role
    private let limits: GateLimits

    init(_ role: HTTP2Session.Role, _ limits: GateLimits) throws(GateError) {
        let session = HTTP2Session(
            role, Self.connectionLimits(limits), fieldLimits: Self.fieldLimits(limits))
        guard let session else { throw GateError(.library, .noMemory) }
        (self.session, self.role, self.limits) = (session, role, limits)
    }

    private static func connectionLimits(_ gate: GateLimits) -> HTTP2Limits {
        var limits = HTTP2Limits()
        (limits.streamWindow, limits.connectionWindow) = (gate.streamWindow, gate.connectionWindow)
        (limits.fieldListBytes, limits.streams, limits.fieldBytesAtOnce) = (gate.headBytes, gate.streams, 64 << 10)
        return limits
    }

    private static func fieldLimits(_ gate: GateLimits) -> HTTP2FieldLimits {
        var limits = HTTP2FieldLimits(
            listBytes: gate.headBytes, trailerBytes: gate.trailerBytes, allBytes: gate.responseHeadBytes,
            fields: gate.fields, fieldOverhead: 32)
        limits.interimResponses = gate.interimResponses
        return limits
    }

    /// Says how this side is to be spoken to (RFC 9113 §6.5.2).
    ///
    /// - Parameter enablesConnect: whether clients may ask for other protocols by CONNECT (RFC 8441 §3).
    func begin(enablesConnect: Bool = false, streams: Int? = nil) {
        session.begin(enablesConnect: enablesConnect, streams: streams)
    }

    /// Takes bytes of the other side's, behind those that it has not read yet.
    ///
    /// Where it is paused then, some of them wait until it is called again.
    ///
    /// - Throws: ``GateError`` where they end the connection (RFC 9113 §5.4.1).
    func receive(_ bytes: [UInt8]) throws(GateError) -> [Event] {
        session.receive(bytes[...])
        let events = session.takeEvents()
        if let why = session.brokenBecause {
            throw GateError(role == .server ? .client : .server, .noHTTP2(Statement(verbatim: why)))
        }
        return events
    }

    /// Takes bytes that are to go out, and what their going means.
    func output(atMost limit: Int = 64 << 10) -> (bytes: [UInt8], events: [Event]) {
        (session.takeOutput(atMost: limit), session.takeEvents())
    }

    /// Whether ``receive(_:)`` is to be called once more, with nothing.
    var isPaused: Bool { session.isPaused }

    /// Whether the connection has nothing more to say, in either direction.
    var isOver: Bool { session.isOver }

    /// Whether the other side takes CONNECT with a protocol (RFC 8441 §3).
    var peerEnablesConnect: Bool { session.peerEnablesConnect }

    /// The streams that the other side lets be open at a time.
    var peerStreams: Int { session.peerStreams }

    /// Bytes of content that are in memory, those that have gone out and were not dropped yet included.
    var heldBytes: Int { session.heldBytes }

    /// Whether more waits to go out than is to be added to: frames, and fields, which no window holds back.
    ///
    /// Requests are no part of it: they may wait for a stream, which takes what this side has still to say.
    var isFull: Bool {
        session.waitingFieldBytes > limits.waitingFieldBytes || session.waitingFrames > limits.waitingFrames
    }

    /// Bytes of fields that wait to go out, those of requests included.
    var waitingFieldBytes: Int { session.waitingFieldBytes + session.waitingRequestBytes }

    /// Sends a request; the number of its stream, or nil where the connection takes no more.
    func request(_ fields: [HTTPField], hasContent: Bool) -> Int32? {
        let size = fields.http2Size
        guard session.waitingRequestBytes + size <= limits.waitingRequestBytes else { return nil }
        return session.request(fields, hasContent: hasContent)
    }

    func respond(on stream: Int32, _ fields: [HTTPField], hasContent: Bool) {
        session.respond(on: stream, fields, hasContent: hasContent)
    }

    /// Sends an interim response (RFC 9110 §15.2).
    func respondInterim(on stream: Int32, _ fields: [HTTPField]) { session.respondInterim(on: stream, fields) }

    /// Adds to a message's content; false where its stream has ended, so that nobody will take it.
    func append(_ bytes: ArraySlice<UInt8>, to stream: Int32) -> Bool { session.append(bytes, to: stream) }

    func append(_ bytes: [UInt8], to stream: Int32) -> Bool { append(bytes[...], to: stream) }

    /// Ends a message, with the fields that follow it.
    func finish(_ stream: Int32, _ trailers: [HTTPField] = []) { session.finish(stream, trailers) }

    /// Lets the other side send as many bytes more, of a stream and of the connection; of that alone where the stream
    /// is nil, since it has ended.
    func consume(_ count: Int, of stream: Int32?) {
        session.consumeConnection(count)
        if let stream { session.consume(count, of: stream) }
    }

    /// Drops the content of a message that nobody waits for, and gives the number of its bytes that waited.
    func abandon(_ stream: Int32) -> Int { session.abandon(stream) }

    /// Ends a stream in both directions (RFC 9113 §5.4.2).
    func reset(_ stream: Int32, _ code: UInt32) { session.reset(stream, code) }

    /// Says that no new stream is taken; those that are there come to their end (RFC 9113 §6.8).
    func goAway() { session.goAway() }
}
