import CNGHTTP2
import HoldfastHTTP
import HoldfastStatements
import HoldfastX509

/// One side of an HTTP/2 connection: frames in and out, by nghttp2, and the one owner of its session.
///
/// Pure: bytes go in and come out, and what they mean comes as events; nothing waits and nothing is handed on by
/// itself. What is received is acknowledged only when the other side has taken it (``consume(_:of:)``), so that no more
/// than a window waits here.
@safe final class HTTP2Session {
    /// The sides.
    enum Role: Hashable, Sendable {
        /// Towards a server.
        case client
        /// Towards a client.
        case server
    }

    /// The news of the other side.
    enum Event: Hashable, Sendable {
        /// The other side has said how it is to be spoken to, for the first time.
        case settings(enablesConnect: Bool, streams: Int)
        /// Fields have come: a request, a response, an interim one, or trailers.
        case fields(stream: Int32, [HTTPField], isEnd: Bool)
        case data(stream: Int32, [UInt8])
        /// The other side has said all of its message.
        case end(stream: Int32)
        /// Bytes of ours have gone out, or never will, since their stream has ended: they wait no more.
        case sent(stream: Int32, count: Int)
        case closed(stream: Int32, code: UInt32)
        /// A stream whose fields no message has.
        case malformed(stream: Int32)
        case goAway
    }

    private let session: OpaquePointer
    private let role: Role
    private let limits: GateLimits
    private var outgoing: [Int32: HTTP2Outgoing] = [:]
    private var incoming: [Int32: HTTP2Incoming] = [:]
    private var waiting = HTTP2WaitingFields()
    private var events: [Event] = []
    private var hasSettings = false
    /// Bytes that nghttp2 has not looked at, since what came before them is to be taken first.
    private var unread: ArraySlice<UInt8> = []
    /// Bytes of fields in ``events``.
    private var eventBytes = 0
    /// Bytes of fields after which what has come is to be taken before more is read: each octet of a field block can
    /// stand for thousands (RFC 9113 §10.5.1).
    private static let mostEventBytes = 64 << 10
    /// Whether ``receive(_:)`` is to be called once more, with nothing.
    private(set) var isPaused = false

    init(_ role: Role, _ limits: GateLimits) throws(GateError) {
        self.role = role
        self.limits = limits
        var callbacks: OpaquePointer?
        var option: OpaquePointer?
        var session: OpaquePointer?
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0, unsafe nghttp2_option_new(&option) == 0 else {
            throw GateError(.library, .noMemory)
        }
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, http2BeginsFields)
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks, http2HasField)
        unsafe nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks, http2HasInvalidField)
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, http2HasFrame)
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, http2HasData)
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, http2HasClosed)
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, http2HasSent)
        unsafe nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, http2HasNotSent)
        // What is received is acknowledged by hand, and nothing is pushed.
        unsafe nghttp2_option_set_no_auto_window_update(option, 1)
        unsafe nghttp2_option_set_max_reserved_remote_streams(option, 0)
        unsafe nghttp2_option_set_peer_max_concurrent_streams(option, UInt32(limits.streams))
        let status =
            switch role {
            case .client: unsafe nghttp2_session_client_new2(&session, callbacks, nil, option)
            case .server: unsafe nghttp2_session_server_new2(&session, callbacks, nil, option)
            }
        unsafe nghttp2_session_callbacks_del(callbacks)
        unsafe nghttp2_option_del(option)
        guard status == 0, let session = unsafe session else { throw GateError(.library, .noMemory) }
        unsafe self.session = unsafe session
        unsafe nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { unsafe nghttp2_session_del(session) }

    /// Says how this side is to be spoken to (RFC 9113 §6.5.2).
    ///
    /// - Parameter enablesConnect: whether clients may ask for other protocols by CONNECT (RFC 8441 §3).
    func begin(enablesConnect: Bool = false, streams: Int? = nil) {
        var settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue), value: UInt32(limits.streamWindow)),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue), value: UInt32(limits.headBytes)),
        ]
        switch role {
        case .client:
            settings.append(
                nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0))
        case .server:
            settings.append(
                nghttp2_settings_entry(
                    settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
                    value: UInt32(min(limits.streams, max(1, streams ?? .max))))
            )
            if enablesConnect {
                settings.append(
                    nghttp2_settings_entry(
                        settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL.rawValue), value: 1))
            }
        }
        _ = unsafe nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        _ = unsafe nghttp2_session_set_local_window_size(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Int32(limits.connectionWindow))
    }

    /// Takes bytes of the other side's, behind those that it has not read yet.
    ///
    /// Where it is paused then, some of them wait until it is called again.
    ///
    /// - Throws: ``GateError`` where they end the connection (RFC 9113 §5.4.1).
    func receive(_ bytes: [UInt8]) throws(GateError) -> [Event] {
        let input = unread.isEmpty ? bytes[...] : unread + bytes
        (isPaused, eventBytes) = (false, 0)
        // An empty array may lend no place at all.
        let taken = unsafe (input.isEmpty ? [0] : input).withUnsafeBufferPointer { buffer in
            unsafe nghttp2_session_mem_recv(session, buffer.baseAddress, input.count)
        }
        defer { events = [] }
        unread = taken < 0 ? [] : input.dropFirst(taken)
        guard taken == input.count || taken >= 0 && isPaused else {
            let why =
                taken < 0
                ? Statement(verbatim: unsafe String(cString: nghttp2_strerror(Int32(taken))))
                : GateFault.notAllRead.statement
            throw GateError(role == .server ? .client : .server, .noHTTP2(why))
        }
        return events
    }

    /// Takes bytes that are to go out, and what their going means.
    func output(atMost limit: Int = 64 << 10) -> (bytes: [UInt8], events: [Event]) {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            var start: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(session, &start)
            guard count > 0, let start = unsafe start else { break }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
        defer { events = [] }
        return (bytes, events)
    }

    /// Whether the connection has nothing more to say, in either direction.
    var isOver: Bool { unsafe nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 }

    /// Bytes of content that are in memory, those that have gone out and were not dropped yet included.
    var heldBytes: Int { outgoing.values.reduce(0) { $0 + $1.bytes.count } }

    /// Whether more waits to go out than is to be added to: frames, and fields, which no window holds back.
    ///
    /// Requests are no part of it: they may wait for a stream, which takes what this side has still to say.
    var isFull: Bool {
        let frames = unsafe Int(nghttp2_session_get_outbound_queue_size(session)) - waiting.requests
        return waiting.bytes > limits.waitingFieldBytes || frames > limits.waitingFrames
    }

    /// Bytes of fields that wait to go out, those of requests included.
    var waitingFieldBytes: Int { waiting.bytes + waiting.requestBytes }

    // MARK: Messages

    /// Sends a request; the number of its stream, or nil where the connection takes no more.
    func request(_ fields: [HTTPField], hasContent: Bool) -> Int32? {
        let size = fields.http2Size
        guard waiting.requestBytes + size <= limits.waitingRequestBytes else { return nil }
        var provider = unsafe Self.provider
        let stream = unsafe Self.with(fields) { list in
            hasContent
                ? unsafe nghttp2_submit_request(session, nil, list.baseAddress, list.count, &provider, nil)
                : unsafe nghttp2_submit_request(session, nil, list.baseAddress, list.count, nil, nil)
        }
        guard stream > 0 else { return nil }
        waiting.add(size, isRequest: true)
        if hasContent { outgoing[stream] = HTTP2Outgoing() }
        return stream
    }

    func respond(on stream: Int32, _ fields: [HTTPField], hasContent: Bool) {
        if hasContent { outgoing[stream] = HTTP2Outgoing() }
        var provider = unsafe Self.provider
        let status = unsafe Self.with(fields) { list in
            hasContent
                ? unsafe nghttp2_submit_response(session, stream, list.baseAddress, list.count, &provider)
                : unsafe nghttp2_submit_response(session, stream, list.baseAddress, list.count, nil)
        }
        if status == 0 { waiting.add(fields.http2Size, isRequest: false) }
    }

    /// Sends an interim response (RFC 9110 §15.2).
    func respondInterim(on stream: Int32, _ fields: [HTTPField]) {
        let status = unsafe Self.with(fields) { list in
            unsafe nghttp2_submit_headers(
                session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, list.baseAddress, list.count, nil)
        }
        if status == 0 { waiting.add(fields.http2Size, isRequest: false) }
    }

    /// Adds to a message's content; false where its stream has ended, so that nobody will take it.
    func append(_ bytes: [UInt8], to stream: Int32) -> Bool {
        guard outgoing[stream] != nil else { return false }
        outgoing[stream]?.append(bytes)
        resume(stream)
        return true
    }

    /// Ends a message, with the fields that follow it.
    func finish(_ stream: Int32, _ trailers: [HTTPField] = []) {
        guard outgoing[stream] != nil else { return }
        outgoing[stream]?.isEnded = true
        outgoing[stream]?.trailers = trailers
        resume(stream)
    }

    /// Lets the other side send as many bytes more, of a stream and of the connection; of that alone where the stream
    /// is nil, since it has ended.
    func consume(_ count: Int, of stream: Int32?) {
        if let stream {
            _ = unsafe nghttp2_session_consume(session, stream, count)
        } else {
            _ = unsafe nghttp2_session_consume_connection(session, count)
        }
    }

    /// Drops the content of a message that nobody waits for, and gives the number of its bytes that waited.
    func abandon(_ stream: Int32) -> Int { outgoing.removeValue(forKey: stream)?.waiting ?? 0 }

    /// Ends a stream in both directions (RFC 9113 §5.4.2).
    func reset(_ stream: Int32, _ code: UInt32) {
        _ = unsafe nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code)
    }

    /// Says that no new stream is taken; those that are there come to their end (RFC 9113 §6.8).
    func goAway() {
        let last = unsafe nghttp2_session_get_last_proc_stream_id(session)
        _ = unsafe nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, NGHTTP2_NO_ERROR.rawValue, nil, 0)
    }

    private func resume(_ stream: Int32) {
        guard outgoing[stream]?.isDeferred == true else { return }
        outgoing[stream]?.isDeferred = false
        _ = unsafe nghttp2_session_resume_data(session, stream)
    }

    @unsafe private static var provider: nghttp2_data_provider {
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = unsafe http2WantsData
        return unsafe provider
    }

    /// Lends fields as nghttp2 takes them; it copies them.
    private static func with(_ fields: [HTTPField], _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Int32) -> Int32 {
        var bytes: [UInt8] = []
        for field in fields { bytes += Array(field.name.asciiLowercased().utf8) + field.octets }
        if bytes.isEmpty { bytes = [0] }
        return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard var position = buffer.baseAddress else { return -1 }
            var list = unsafe [nghttp2_nv]()
            for field in fields {
                let (count, valueCount) = (field.name.utf8.count, field.octetCount)
                unsafe list.append(
                    nghttp2_nv(
                        name: position, value: position + count, namelen: count, valuelen: valueCount,
                        flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)))
                unsafe position += count + valueCount
            }
            return unsafe list.withUnsafeBufferPointer { unsafe body($0) }
        }
    }

    // MARK: Callbacks

    func beginsFields(_ stream: Int32) { incoming[stream, default: HTTP2Incoming()].begin() }

    /// Takes a field; false where the message has too many.
    func has(_ field: HTTPField, on stream: Int32) -> Bool {
        guard incoming[stream]?.add(field, limits) == true else {
            tooMany(stream)
            return false
        }
        eventBytes += field.http2Size
        if eventBytes > Self.mostEventBytes { isPaused = true }
        return true
    }

    /// Ends a stream whose fields are too many (RFC 9113 §7, `ENHANCE_YOUR_CALM`: "exhibiting a behavior that might be
    /// generating excessive load").
    private func tooMany(_ stream: Int32) {
        reset(stream, HTTP2Code.enhanceYourCalm)
        events.append(.malformed(stream: stream))
    }

    /// Takes note of fields that have gone out, or never will.
    func hasDone(_ size: Int, isRequest: Bool) { waiting.remove(size, isRequest: isRequest) }

    func isMalformed(_ stream: Int32) { events.append(.malformed(stream: stream)) }

    func has(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = unsafe frame.pointee.hd
        let isEnd = UInt32(header.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0
        switch UInt32(header.type) {
        case NGHTTP2_SETTINGS.rawValue where !hasSettings && UInt32(header.flags) & NGHTTP2_FLAG_ACK.rawValue == 0:
            hasSettings = true
            let enables = unsafe nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL)
            let streams = unsafe nghttp2_session_get_remote_settings(
                session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
            events.append(.settings(enablesConnect: enables == 1, streams: Int(streams)))
        case NGHTTP2_HEADERS.rawValue:
            guard let fields = incoming[header.stream_id]?.end(isResponse: role == .client, limits) else {
                return tooMany(header.stream_id)
            }
            events.append(.fields(stream: header.stream_id, fields, isEnd: isEnd))
        case NGHTTP2_DATA.rawValue where isEnd: events.append(.end(stream: header.stream_id))
        case NGHTTP2_GOAWAY.rawValue: events.append(.goAway)
        default: break
        }
    }

    func has(_ bytes: UnsafeBufferPointer<UInt8>, on stream: Int32) {
        events.append(.data(stream: stream, unsafe Array(bytes)))
    }

    func hasClosed(_ stream: Int32, _ code: UInt32) {
        let dropped = abandon(stream)
        if dropped > 0 { events.append(.sent(stream: stream, count: dropped)) }
        incoming[stream] = nil
        events.append(.closed(stream: stream, code: code))
    }

    /// Moves content into a frame.
    func moveData(
        of stream: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>, _ flags: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard let message = outgoing[stream] else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        let count = min(message.waiting, buffer.count)
        guard count > 0 || message.isEnded else {
            outgoing[stream]?.isDeferred = true
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        if count > 0 {
            _ = unsafe buffer.update(fromContentsOf: message.bytes[message.start..<message.start + count])
            outgoing[stream]?.take(count)
            events.append(.sent(stream: stream, count: count))
        }
        guard message.isEnded, message.waiting == count else { return count }
        unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
        if !message.trailers.isEmpty {
            let status = unsafe Self.with(message.trailers) { list in
                unsafe nghttp2_submit_trailer(session, stream, list.baseAddress, list.count)
            }
            if status == 0 {
                waiting.add(message.trailers.http2Size, isRequest: false)
                unsafe flags.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
            }
        }
        return count
    }
}
