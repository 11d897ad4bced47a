import CNGHTTP2
package import HoldfastHTTP

/// HTTP/2 as a client says and hears it over one connection (RFC 9113): many exchanges at a time, each on a stream.
///
/// What the server sends goes in by ``receive(_:)``, what is to be sent comes out of ``takeOutput(atMost:)``, and what
/// it means is told by ``takeEvents()``, to be called after either. Fields are read as leniently as those of HTTP/1.1.
/// A server may send a stream's content as fast as it is read (``consume(_:of:)``): no more than a window waits.
package final class HTTP2Connection {
    /// The number of a stream (RFC 9113 §5.1.1).
    package typealias Stream = Int32

    /// An occurrence in the exchange of a stream.
    package struct Event: Hashable, Sendable {
        package let stream: Stream
        package let event: ExchangeEvent
    }

    private final class Exchange {
        let limits: MessageLimits
        let method: String
        /// Whether something of the response has come.
        var hasHeard = false
        /// Whether its final head has come.
        var hasHead = false
        /// Whether the response has come to its end.
        var hasEnded = false
        /// Octets of content that its reader has not taken.
        var unread = 0
        /// Octets of content that are still to come, where the head has said how many there are.
        var left: Int?

        init(_ request: ExchangeRequest, _ limits: MessageLimits) {
            (method, self.limits) = (request.upgrade == nil ? request.method : "CONNECT", limits)
        }

        /// Takes note of the final head.
        func begin(_ head: ResponseHead) {
            hasHead = true
            let hasContent = method != "HEAD" && head.status != 204 && head.status != 304
            left = hasContent ? head.fields.one("content-length").map { FieldGrammar.number($0) ?? .max } : 0
        }
    }

    private let session: HTTP2Session
    private let limits: HTTP2Limits
    private var exchanges: [Stream: Exchange] = [:]
    private var events: [Event] = []
    private var goAway: (lastStream: Stream, code: UInt32)?
    private var isShuttingDown = false
    /// Whether the server has said how it is to be spoken to (RFC 9113 §3.4).
    package private(set) var hasSettings = false
    /// The reason for which the connection has ended; nil as long as it has not.
    package private(set) var fault: ExchangeFault?

    /// A connection; nil where there is no memory for it.
    package init?(_ limits: HTTP2Limits = HTTP2Limits()) {
        let fieldLimits = Self.fieldLimits(MessageLimits(headBytes: limits.fieldListBytes, fields: .max))
        guard let session = HTTP2Session(.client, limits, fieldLimits: fieldLimits, isLenient: true) else { return nil }
        (self.session, self.limits) = (session, limits)
        session.begin()
    }

    /// As in HTTP/1.1, all that comes of a response and is no content counts together.
    private static func fieldLimits(_ limits: MessageLimits) -> HTTP2FieldLimits {
        HTTP2FieldLimits(
            listBytes: limits.headBytes, trailerBytes: limits.headBytes, allBytes: limits.headBytes,
            fields: limits.fields, fieldOverhead: 4)
    }

    // MARK: The connection

    /// The number of exchanges that are under way, those included whose response has ended before the request.
    package var streams: Int { exchanges.count }

    /// The number of exchanges that may be begun now; the queue of others is the caller's.
    ///
    /// Before the server has said anything it is ``HTTP2Limits/streams``: a server that allows fewer answers by
    /// REFUSED_STREAM (RFC 9113 §5.1.2), and the request may go out again.
    package var streamsLeft: Int {
        guard isReusable else { return 0 }
        return max(0, min(session.peerStreams, limits.streams) - exchanges.count)
    }

    /// Whether the connection serves more requests, now or when others have ended.
    package var isReusable: Bool { fault == nil && goAway == nil && !isShuttingDown && session.hasStreamNumbers }

    /// Whether the connection has nothing more to say, in either direction, but for what ``takeOutput(atMost:)`` gives.
    package var isOver: Bool { fault != nil || !isReusable && exchanges.isEmpty }

    /// Whether the server takes CONNECT with a protocol, as for WebSockets (RFC 8441 §3).
    package var takesExtendedConnect: Bool { session.peerEnablesConnect }

    /// Says that no more requests come: exchanges that are under way come to their end (RFC 9113 §6.8).
    package func shutDown() {
        guard fault == nil, !isShuttingDown else { return }
        isShuttingDown = true
        session.goAway()
    }

    // MARK: Requests

    /// Says a request; nil where no exchange may be begun (``streamsLeft``), and where the server has not said that it
    /// takes one that asks for another protocol (``takesExtendedConnect``).
    ///
    /// - Parameter limits: those of all that comes before the response's end and is no content, together: interim
    ///   responses, head and trailers.
    package func begin(_ request: ExchangeRequest, limits: MessageLimits) -> Stream? {
        guard streamsLeft > 0, request.upgrade == nil || takesExtendedConnect else { return nil }
        let isTunnel = request.asksForTunnel || request.upgrade != nil
        let hasContent = isTunnel || request.content != .none && request.content != .octets(0)
        let stream = session.request(
            HTTP2Fields.list(of: request), limits: Self.fieldLimits(limits), hasContent: hasContent)
        guard let stream else { return nil }
        exchanges[stream] = Exchange(request, limits)
        return stream
    }

    /// Sends a piece of a request's content, or bytes through a tunnel.
    package func send(_ piece: ArraySlice<UInt8>, on stream: Stream) { session.append(piece, to: stream) }

    /// Says that all of a request's content has been sent, with the fields that follow it.
    package func endContent(on stream: Stream, trailers: [HTTPField] = []) { session.finish(stream, trailers) }

    /// Octets of a request's content that have not gone out: more is to be given when they are few.
    package func waitingContent(on stream: Stream) -> Int { session.waiting(of: stream) }

    /// Ends an exchange that nobody wants any more, which is told of nothing then (RFC 9113 §8.1).
    package func cancel(_ stream: Stream) {
        guard exchanges.removeValue(forKey: stream) != nil else { return }
        session.reset(stream, HTTP2Code.cancel)
        events.removeAll { $0.stream == stream }
    }

    /// Lets the server send as many octets of content more as its reader has taken.
    package func consume(_ count: Int, of stream: Stream) {
        guard let exchange = exchanges[stream], !exchange.hasEnded else { return }
        let count = min(count, exchange.unread)
        guard count > 0 else { return }
        exchange.unread -= count
        session.consume(count, of: stream)
    }

    // MARK: Bytes

    /// Takes what the server sent.
    package func receive(_ bytes: ArraySlice<UInt8>) {
        session.receive(bytes)
        session.sendControl()
        hear()
    }

    /// Takes the end of what the server sends. Whether it said so itself means nothing here: each response has its end.
    package func receiveEnd() {
        guard fault == nil else { return }
        for (stream, exchange) in exchanges { fail(stream, exchange, closedFault(exchange)) }
        fault = .closedBeforeResponse
        exchanges = [:]
    }

    /// Takes what is to be sent: a few frames more than the limit, if as many wait.
    package func takeOutput(atMost limit: Int = 64 << 10) -> [UInt8] {
        let bytes = session.takeOutput(atMost: limit)
        hear()
        return bytes
    }

    /// Whether something is to be sent.
    package var wantsOutput: Bool { session.wantsOutput }

    /// Takes the news since it was called last.
    package func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    // MARK: News

    private func hear() {
        for event in session.takeEvents() {
            switch event {
            case .settings: hasSettings = true
            case .fields(let stream, let fields, let isEnd): hear(fields, isEnd: isEnd, on: stream)
            case .data(let stream, let bytes):
                // What waits for its reader counts for the stream alone.
                session.consumeConnection(bytes.count)
                guard let exchange = exchanges[stream], !exchange.hasEnded else { continue }
                exchange.unread += bytes.count
                exchange.left? -= bytes.count
                tell(stream, .body(bytes))
            case .end(let stream): end(stream)
            case .sent: break
            case .longFields(let stream):
                guard let exchange = exchanges[stream] else { continue }
                fail(stream, exchange, .longFields(limit: exchange.limits.headBytes))
            case .closed(let stream, let code, let byPeer):
                guard let exchange = exchanges.removeValue(forKey: stream), !exchange.hasEnded else { continue }
                guard !byPeer || code != HTTP2Code.noError || !Self.isWhole(exchange) else {
                    tell(stream, .end)
                    continue
                }
                fail(stream, exchange, closedFault(stream, exchange, code, byPeer: byPeer))
            case .goAway(let lastStream, let code): goAway = (lastStream, code)
            case .ended(let reason): end(reason)
            }
        }
    }

    private func hear(_ fields: [HTTPField], isEnd: Bool, on stream: Stream) {
        guard let exchange = exchanges[stream], !exchange.hasEnded else { return }
        exchange.hasHeard = true
        if exchange.hasHead {
            let trailers = fields.filter(ChunkReader.mayFollow)
            if !trailers.isEmpty { tell(stream, .trailers(trailers)) }
        } else {
            guard let head = HTTP2Fields.responseHead(fields) else {
                session.reset(stream, HTTP2Code.protocolError)
                return fail(stream, exchange, .streamError(code: HTTP2Code.protocolError))
            }
            if !head.isInterim { exchange.begin(head) }
            tell(stream, head.isInterim ? .informational(head) : .head(head))
        }
        if isEnd { end(stream) }
    }

    /// Ends a response that has all come. Its content is no matter of windows any more.
    private func end(_ stream: Stream) {
        guard let exchange = exchanges[stream], !exchange.hasEnded else { return }
        exchange.hasEnded = true
        tell(stream, .end)
    }

    /// Whether a response that the server ends by RST_STREAM with NO_ERROR counts as a whole one.
    ///
    /// RFC 9113 §8.1 has that behind the end of a response alone. Node now and then sends it in the place of an empty
    /// DATA with END_STREAM; libcurl and Chromium take it, once the head has come and where no content that it speaks
    /// of is missing. The end of a tunnel has to be said as such (§8.5).
    private static func isWhole(_ exchange: Exchange) -> Bool {
        exchange.hasHead && exchange.method != "CONNECT" && (exchange.left ?? 0) == 0
    }

    private func fail(_ stream: Stream, _ exchange: Exchange, _ fault: ExchangeFault) {
        guard !exchange.hasEnded else { return }
        exchange.hasEnded = true
        tell(stream, .failed(fault))
    }

    private func end(_ reason: HTTP2Session.End) {
        let fault: ExchangeFault =
            switch reason {
            case .error(let code): .connectionError(code: code)
            case .flood: .flood
            }
        self.fault = fault
        for (stream, exchange) in exchanges { fail(stream, exchange, fault) }
        exchanges = [:]
    }

    private func tell(_ stream: Stream, _ event: ExchangeEvent) { events.append(Event(stream: stream, event: event)) }

    /// The reason for which a stream has closed without a whole response.
    ///
    /// A server that has begun one and says then that it had never looked at the request is not believed.
    private func closedFault(_ stream: Stream, _ exchange: Exchange, _ code: UInt32, byPeer: Bool) -> ExchangeFault {
        if byPeer {
            return switch code {
            case HTTP2Code.refusedStream where !exchange.hasHeard: .refusedStream
            case HTTP2Code.http11Required: .http11Required
            default: .reset(code: code)
            }
        }
        if let goAway, stream > goAway.lastStream || code == HTTP2Code.refusedStream {
            return .goAway(code: goAway.code, mayBeProcessed: exchange.hasHeard)
        }
        // REFUSED_STREAM of this side's: the request never went out.
        return code == HTTP2Code.refusedStream ? .refusedStream : .streamError(code: code)
    }

    /// The reason for which a stream ends with its connection.
    private func closedFault(_ exchange: Exchange) -> ExchangeFault {
        if let goAway, goAway.code != HTTP2Code.noError { return .goAway(code: goAway.code, mayBeProcessed: true) }
        guard exchange.hasHeard else { return .closedBeforeResponse }
        return exchange.hasHead ? .closedInContent : .closedInHead
    }
}
