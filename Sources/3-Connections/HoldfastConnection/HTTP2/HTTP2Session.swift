import CNGHTTP2
package import HoldfastHTTP

/// One side of an HTTP/2 connection: frames in and out, by nghttp2, and the one owner of its session.
///
/// Pure: bytes go in (``receive(_:)``) and come out (``takeOutput(atMost:)``), and what they mean is told by events
/// (``takeEvents()``); nothing waits and nothing is handed on by itself. nghttp2 holds this object without owning it:
/// its session is made and freed with this one, and calls back within the calls of this one alone.
@safe package final class HTTP2Session {
    /// The sides.
    package enum Role: Hashable, Sendable {
        /// Towards a server.
        case client
        /// Towards a client.
        case server
    }

    /// The news of the other side.
    package enum Event: Hashable, Sendable {
        /// The other side has said how it is to be spoken to.
        case settings
        /// Fields have come: a request, a response, an interim one, or trailers.
        case fields(stream: Int32, [HTTPField], isEnd: Bool)
        /// Octets of content have come, which count in the windows until they are consumed.
        case data(stream: Int32, ArraySlice<UInt8>)
        /// The other side has said all of its message.
        case end(stream: Int32)
        /// Octets of ours have gone out, or never will, since their stream has ended: they wait no more.
        case sent(stream: Int32, count: Int)
        /// The other side sends more fields than the limits allow; the stream has been ended.
        case longFields(stream: Int32)
        /// The stream has ended: by RST_STREAM of the other side, by this side, or since both have said all.
        case closed(stream: Int32, code: UInt32, byPeer: Bool)
        case goAway(lastStream: Int32, code: UInt32)
        /// This side has ended the connection.
        case ended(End)
    }

    /// The reasons for which this side ends the connection (RFC 9113 §5.4.1).
    package enum End: Hashable, Sendable {
        case error(code: UInt32)
        /// More frames came that bring nothing forward than anybody needs (§10.5).
        case flood
    }

    let raw: OpaquePointer
    let role: Role
    let limits: HTTP2Limits
    let fieldLimits: HTTP2FieldLimits
    /// Whether fields that are none are passed over, as ``MessageLeniency/lenient`` does.
    let isLenient: Bool
    var streams: [Int32: HTTP2Stream] = [:]
    /// The stream whose fields are coming.
    var current: HTTP2Stream?
    var events: [Event] = []
    var output: [UInt8] = []
    /// Octets of ``output`` after which no more is added.
    var mostOutput = 0
    private(set) package var end: End?
    /// Whether nghttp2's session may not be called any more.
    private var isBroken = false
    /// The words of nghttp2's for what it could not read.
    package private(set) var brokenBecause: String?
    /// Frames, and octets of the other side, since something came forward.
    var (idleFrames, idleBytes) = (0, 0)
    /// Whether content is held back, and the streams that had some.
    var isHolding = false
    var held: [Int32] = []
    /// Bytes that nghttp2 is reading, and the place of the first one.
    var input: ArraySlice<UInt8> = []
    var inputStart: UnsafePointer<UInt8>?
    /// Bytes that nghttp2 has not looked at: what came before them is to be taken first, or they are a head that is not
    /// all there.
    private var unread: ArraySlice<UInt8> = []
    private var walk: HTTP2FrameWalk
    /// Octets of fields in ``events``.
    var fieldBytes = 0
    /// Whether ``receive(_:)`` is to be called once more, with nothing.
    package internal(set) var isPaused = false
    var waiting = HTTP2WaitingFields()
    /// Whether what has come is to be taken before more of it is read.
    var pauses: Bool { limits.fieldBytesAtOnce < .max }
    /// Small pieces of content of one stream that came one after the other.
    var small: (stream: Int32, bytes: [UInt8]) = (0, [])

    /// A session; nil where there is no memory for it.
    ///
    /// - Parameters:
    ///   - fieldLimits: those of streams that the other side begins, and of requests that have none of their own.
    ///   - isLenient: whether fields are taken that RFC 9113 §8.2.1 does not exclude, though they are none of RFC
    ///     9110's: for whoever reads them last. White space around a value is dropped then.
    package init?(_ role: Role, _ limits: HTTP2Limits, fieldLimits: HTTP2FieldLimits, isLenient: Bool = false) {
        (self.role, self.limits, self.fieldLimits, self.isLenient) = (role, limits, fieldLimits, isLenient)
        walk = HTTP2FrameWalk(by: role)
        guard let raw = unsafe HTTP2Callbacks.session(role, limits, isLenient: isLenient) else { return nil }
        unsafe self.raw = unsafe raw
        unsafe nghttp2_session_set_user_data(raw, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { unsafe nghttp2_session_del(raw) }

    // MARK: Bytes

    /// Takes bytes of the other side's, behind those that it has not read yet.
    ///
    /// Where it is paused then, some of them wait until it is called again.
    package func receive(_ bytes: ArraySlice<UInt8>) {
        guard end == nil, !bytes.isEmpty || isPaused else { return }
        walk.take(bytes)
        let all = unread.isEmpty ? bytes : unread + bytes
        guard isPaused || all.count > walk.begun else {
            (unread, idleBytes) = (Array(all)[...], idleBytes + bytes.count)
            return
        }
        input = all.dropLast(walk.begun)
        (isPaused, fieldBytes) = (false, 0)
        // No octets may lie at no place at all.
        let taken = unsafe (input.isEmpty ? [0] : input).withUnsafeBufferPointer { buffer in
            unsafe inputStart = buffer.baseAddress
            return unsafe nghttp2_session_mem_recv(raw, buffer.baseAddress, input.count)
        }
        // The octets of a head alone would keep all of their surroundings in memory.
        unread = isPaused && taken >= 0 ? all.dropFirst(taken) : Array(all.suffix(walk.begun))[...]
        unsafe (input, inputStart) = ([], nil)
        tellSmall()
        guard taken < 0 else {
            idleBytes += bytes.count
            if idleBytes > limits.idleBytes { end(.flood) }
            return
        }
        let isFlood = taken == Int(NGHTTP2_ERR_FLOODED.rawValue) || taken == HTTP2Callbacks.tooManyContinuations
        brokenBecause = unsafe String(cString: nghttp2_strerror(Int32(taken)))
        breakOff(isFlood ? .flood : .error(code: HTTP2Code.internalError))
    }

    /// Takes bytes that are to go out: a few frames more than the limit, if as many wait.
    package func takeOutput(atMost limit: Int = 64 << 10) -> [UInt8] {
        mostOutput = limit
        if !isBroken, output.count < limit { pull() }
        defer { output = [] }
        return output
    }

    /// Takes the news since it was called last.
    package func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// Whether bytes are to go out.
    package var wantsOutput: Bool {
        guard output.isEmpty, !isBroken else { return !output.isEmpty }
        return unsafe nghttp2_session_want_write(raw) != 0
    }

    /// Whether the connection has nothing more to say, in either direction.
    package var isOver: Bool {
        guard output.isEmpty, !isBroken else { return output.isEmpty }
        return unsafe nghttp2_session_want_read(raw) == 0 && nghttp2_session_want_write(raw) == 0
    }

    /// Octets of content that are in memory, those included that have gone out and were not dropped yet.
    package var heldBytes: Int { streams.values.reduce(0) { $0 + ($1.outgoing?.held ?? 0) } }

    /// Octets of fields that wait to go out and are no requests: those may wait for a stream, which takes what this
    /// side has still to say.
    package var waitingFieldBytes: Int { waiting.bytes }

    /// Octets of requests that wait to go out.
    package var waitingRequestBytes: Int { waiting.requestBytes }

    /// Frames that wait to go out and are no requests.
    package var waitingFrames: Int {
        unsafe Int(nghttp2_session_get_outbound_queue_size(raw)) - waiting.requests
    }

    /// Moves frames into the output.
    private func pull() {
        while output.count < mostOutput {
            var start: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(raw, &start)
            guard count > 0, let start = unsafe start else {
                if count < 0 { breakOff(.error(code: HTTP2Code.internalError)) }
                return
            }
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
    }

    /// Moves what is no content into the output, so that the streams that this side ends have ended. Where much waits
    /// already, it waits in nghttp2, which counts it.
    package func sendControl() {
        guard !isBroken, unsafe nghttp2_session_get_outbound_queue_size(raw) > 0, output.count < Self.mostControl else {
            return
        }
        mostOutput = Self.mostControl
        isHolding = true
        pull()
        isHolding = false
        for stream in held { _ = unsafe nghttp2_session_resume_data(raw, stream) }
        held.removeAll(keepingCapacity: true)
    }

    private static let mostControl = 64 << 10

    // MARK: The connection

    /// Says how this side is to be spoken to (RFC 9113 §6.5.2): what goes out first.
    ///
    /// - Parameters:
    ///   - enablesConnect: whether clients may ask for other protocols by CONNECT (RFC 8441 §3).
    ///   - streams: the most that a client may have open, where the limits allow more.
    package func begin(enablesConnect: Bool = false, streams: Int? = nil) {
        var settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue), value: UInt32(limits.streamWindow)),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: UInt32(limits.fieldListBytes)),
        ]
        let own: (id: nghttp2_settings_id, value: UInt32) =
            switch role {
            case .client: (NGHTTP2_SETTINGS_ENABLE_PUSH, 0)
            case .server:
                (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, UInt32(min(limits.streams, max(1, streams ?? .max))))
            }
        settings.append(nghttp2_settings_entry(settings_id: Int32(own.id.rawValue), value: own.value))
        if enablesConnect {
            settings.append(
                nghttp2_settings_entry(
                    settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL.rawValue), value: 1))
        }
        _ = unsafe nghttp2_submit_settings(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        _ = unsafe nghttp2_session_set_local_window_size(
            raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Int32(limits.connectionWindow))
    }

    /// A value of the other side's settings; those of RFC 9113 §6.5.2 before it has said any.
    func peerSetting(_ id: nghttp2_settings_id) -> Int { Int(unsafe nghttp2_session_get_remote_settings(raw, id)) }

    /// The streams that the other side lets be open at a time.
    package var peerStreams: Int { peerSetting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS) }

    /// Whether the other side takes CONNECT with a protocol (RFC 8441 §3).
    package var peerEnablesConnect: Bool { peerSetting(NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL) == 1 }

    /// Whether there are numbers for more streams.
    package var hasStreamNumbers: Bool { unsafe nghttp2_session_get_next_stream_id(raw) <= UInt32(Int32.max) }

    /// Says that no new stream is taken; those that are there come to their end (RFC 9113 §6.8).
    package func goAway() {
        guard !isBroken else { return }
        let last = unsafe nghttp2_session_get_last_proc_stream_id(raw)
        _ = unsafe nghttp2_submit_goaway(
            raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, HTTP2Code.noError, nil, 0)
    }

    /// Ends the connection, with a GOAWAY that says why (RFC 9113 §5.4.1).
    package func end(_ reason: End) {
        guard end == nil else { return }
        (end, current) = (reason, nil)
        _ = unsafe nghttp2_session_terminate_session(raw, reason.code)
        events.append(.ended(reason))
    }

    /// Takes note that nghttp2 has ended the connection.
    func hasEnded(_ code: UInt32) {
        guard end == nil else { return }
        (end, current) = (.error(code: code), nil)
        events.append(.ended(.error(code: code)))
    }

    /// Ends the connection where nghttp2 can say nothing more. The GOAWAY is written here (§6.8); it names no stream,
    /// since of none that the other side began anything was done.
    private func breakOff(_ reason: End) {
        isBroken = true
        guard end == nil else { return }
        (end, current) = (reason, nil)
        output += [0, 0, 8, UInt8(NGHTTP2_GOAWAY.rawValue), 0, 0, 0, 0, 0, 0, 0, 0, 0]
        output += (0..<4).map { UInt8(truncatingIfNeeded: reason.code >> (24 - 8 * $0)) }
        events.append(.ended(reason))
    }

    // MARK: Streams

    /// Begins a stream with a request; its number, or nil where there is none left.
    package func request(_ fields: [HTTPField], limits: HTTP2FieldLimits? = nil, hasContent: Bool) -> Int32? {
        guard end == nil else { return nil }
        let number = unsafe HTTP2Callbacks.withList(fields, hasContent: hasContent) { list, provider in
            unsafe nghttp2_submit_request(raw, nil, list.baseAddress, list.count, provider, nil)
        }
        guard number > 0 else { return nil }
        streams[number] = HTTP2Stream(limits ?? fieldLimits, hasContent: hasContent)
        waiting.add(fields.http2Size, isRequest: true)
        comesForward()
        return number
    }

    package func respond(on stream: Int32, _ fields: [HTTPField], hasContent: Bool) {
        guard end == nil, let known = streams[stream] else { return }
        if hasContent { known.outgoing = HTTP2Outgoing() }
        let status = unsafe HTTP2Callbacks.withList(fields, hasContent: hasContent) { list, provider in
            unsafe nghttp2_submit_response(raw, stream, list.baseAddress, list.count, provider)
        }
        if status == 0 { waiting.add(fields.http2Size, isRequest: false) }
    }

    /// Sends an interim response (RFC 9110 §15.2).
    package func respondInterim(on stream: Int32, _ fields: [HTTPField]) {
        guard end == nil else { return }
        let status = unsafe HTTP2Callbacks.withList(fields, hasContent: false) { list, _ in
            unsafe nghttp2_submit_headers(
                raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, list.baseAddress, list.count, nil)
        }
        if status == 0 { waiting.add(fields.http2Size, isRequest: false) }
    }

    /// Adds to a message's content; false where nobody will take it, since the stream has ended.
    @discardableResult
    package func append(_ piece: ArraySlice<UInt8>, to stream: Int32) -> Bool {
        guard let known = streams[stream], known.outgoing?.isEnded == false else { return false }
        known.outgoing?.append(piece)
        resume(stream, known)
        return true
    }

    /// Ends a message, with the fields that follow it.
    package func finish(_ stream: Int32, _ trailers: [HTTPField] = []) {
        guard let known = streams[stream], known.outgoing?.isEnded == false else { return }
        known.outgoing?.isEnded = true
        known.outgoing?.trailers = trailers
        resume(stream, known)
    }

    /// Drops the content of a message that nobody waits for, and gives the number of its octets that waited.
    package func abandon(_ stream: Int32) -> Int {
        defer { streams[stream]?.outgoing = nil }
        return waiting(of: stream)
    }

    /// Octets of a message's content that have not gone out.
    package func waiting(of stream: Int32) -> Int { streams[stream]?.outgoing?.waiting ?? 0 }

    /// Lets the other side send as many octets more on a stream.
    package func consume(_ count: Int, of stream: Int32) {
        guard end == nil else { return }
        _ = unsafe nghttp2_session_consume_stream(raw, stream, count)
    }

    /// Lets the other side send as many octets more on the connection.
    package func consumeConnection(_ count: Int) {
        guard end == nil else { return }
        _ = unsafe nghttp2_session_consume_connection(raw, count)
    }

    /// Ends a stream in both directions (RFC 9113 §5.4.2).
    package func reset(_ stream: Int32, _ code: UInt32) {
        guard end == nil, streams[stream] != nil else { return }
        _ = unsafe nghttp2_submit_rst_stream(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code)
    }

    private func resume(_ number: Int32, _ stream: HTTP2Stream) {
        guard end == nil, stream.outgoing?.isDeferred == true else { return }
        stream.outgoing?.isDeferred = false
        _ = unsafe nghttp2_session_resume_data(raw, number)
    }
}

extension HTTP2Session.End {
    fileprivate var code: UInt32 {
        switch self {
        case .error(let code): code
        case .flood: HTTP2Code.enhanceYourCalm
        }
    }
}
