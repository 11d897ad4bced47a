import CNGHTTP2
import HoldfastHTTP

/// The session as nghttp2's callbacks know it. Once it has ended, nothing of the other side's counts any more.
extension HTTP2Session {
    /// Counts a frame that has begun.
    func begins(_ header: nghttp2_frame_hd) {
        guard end == nil else { return }
        idleFrames += 1
        guard idleFrames <= limits.idleFrames else { return end(.flood) }
        // §8.4: no side of ours takes pushes; a server knows that from the SETTINGS that come before the first request.
        if UInt32(header.type) == NGHTTP2_PUSH_PROMISE.rawValue { end(.error(code: HTTP2Code.protocolError)) }
    }

    /// Takes note that an exchange came forward.
    func comesForward() { (idleFrames, idleBytes) = (0, 0) }

    func beginsFields(_ frame: UnsafePointer<nghttp2_frame>) {
        guard end == nil, unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue else { return }
        let stream = unsafe frame.pointee.hd.stream_id
        if role == .server, unsafe frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST {
            streams[stream] = HTTP2Stream(fieldLimits, hasContent: false)
        }
        let known = streams[stream]
        known?.incoming.begin()
        current = known
    }

    /// Takes a field of the list that is coming; false where the stream has ended by it.
    func has(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, on stream: Int32) -> Bool {
        guard let current else { return false }
        guard let size = unsafe current.incoming.add(name, value) else {
            tooLong(stream)
            return false
        }
        if pauses {
            fieldBytes += size
            isPaused = fieldBytes > limits.fieldBytesAtOnce
        }
        return true
    }

    /// Takes a field that nghttp2 holds for none, or passes it over; false where the message is malformed.
    ///
    /// RFC 9113 §8.2.1 excludes some octets, with which a message "MUST be treated as malformed". nghttp2 goes further;
    /// of what remains a lenient reader drops a field whose name is no token, and keeps other control characters, as
    /// that of HTTP/1.1 does: RFC 9110 §5.5, "recipients MAY retain such characters for the sake of robustness".
    func hasOdd(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, on stream: Int32) -> Bool {
        guard isLenient, !name.isEmpty,
            unsafe name.allSatisfy({ (0x21...0x40).contains($0) && $0 != 0x3A || (0x5B...0x7E).contains($0) }),
            unsafe value.allSatisfy({ $0 != 0 && $0 != 10 && $0 != 13 })
        else { return false }
        guard unsafe FieldGrammar.isToken(name) else { return true }
        // Fields that say how the message is to be read are never odd.
        let text = unsafe String(decoding: name, as: UTF8.self)
        guard text != "content-length", text != "te", !HTTPField.ofConnection.contains(text) else { return false }
        return unsafe has(name, value, on: stream)
    }

    /// Ends a stream whose fields are too many (RFC 9113 §7, `ENHANCE_YOUR_CALM`: "exhibiting a behavior that might be
    /// generating excessive load").
    private func tooLong(_ stream: Int32) {
        reset(stream, HTTP2Code.enhanceYourCalm)
        events.append(.longFields(stream: stream))
    }

    func has(_ frame: UnsafePointer<nghttp2_frame>) {
        guard end == nil else { return }
        let header = unsafe frame.pointee.hd
        let isEnd = UInt32(header.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0
        // Pieces of several frames may be one, which is told before anything else.
        if isEnd || UInt32(header.type) != NGHTTP2_DATA.rawValue { tellSmall() }
        switch UInt32(header.type) {
        case NGHTTP2_SETTINGS.rawValue where UInt32(header.flags) & NGHTTP2_FLAG_ACK.rawValue == 0:
            events.append(.settings)
        case NGHTTP2_HEADERS.rawValue:
            guard let stream = current else { return }
            current = nil
            guard let fields = stream.incoming.end(isResponse: role == .client) else {
                return tooLong(header.stream_id)
            }
            comesForward()
            events.append(.fields(stream: header.stream_id, fields, isEnd: isEnd))
        case NGHTTP2_DATA.rawValue where isEnd:
            comesForward()
            events.append(.end(stream: header.stream_id))
        case NGHTTP2_RST_STREAM.rawValue: streams[header.stream_id]?.isResetByPeer = true
        case NGHTTP2_GOAWAY.rawValue:
            let goAway = unsafe frame.pointee.goaway
            unsafe events.append(.goAway(lastStream: goAway.last_stream_id, code: goAway.error_code))
        default: break
        }
    }

    /// Takes a piece of content: a part of what was received, without a copy where it is a large one.
    func has(_ piece: UnsafeBufferPointer<UInt8>, on stream: Int32) {
        guard end == nil, !piece.isEmpty, streams[stream] != nil else { return }
        comesForward()
        // A small piece would keep all of its surroundings in memory.
        guard piece.count * 4 >= input.count, let lent = unsafe lent(piece) else {
            if small.stream != stream || small.bytes.count >= Self.mostSmall { tellSmall() }
            small.stream = stream
            unsafe small.bytes.append(contentsOf: piece)
            return
        }
        tellSmall()
        events.append(.data(stream: stream, lent))
    }

    /// The part of what is being read that a piece is; nil where it lies elsewhere.
    private func lent(_ piece: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8>? {
        guard let inputStart = unsafe inputStart, let start = piece.baseAddress else { return nil }
        let offset = unsafe start - inputStart
        guard offset >= 0, offset <= input.count, piece.count <= input.count - offset else { return nil }
        let first = input.startIndex + offset
        return input[first..<first + piece.count]
    }

    /// Tells of the small pieces that have come.
    func tellSmall() {
        guard !small.bytes.isEmpty else { return }
        events.append(.data(stream: small.stream, small.bytes[...]))
        small.bytes = []
    }

    private static let mostSmall = 16 << 10

    func hasClosed(_ number: Int32, _ code: UInt32) {
        tellSmall()
        guard let stream = streams.removeValue(forKey: number) else { return }
        if let waiting = stream.outgoing?.waiting, waiting > 0 { events.append(.sent(stream: number, count: waiting)) }
        events.append(.closed(stream: number, code: code, byPeer: stream.isResetByPeer))
    }

    /// Takes note that the fields of a frame wait no more: it has gone out, or never will, as one of a stream that has
    /// ended meanwhile.
    func hasDone(with frame: UnsafePointer<nghttp2_frame>) {
        guard unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue else { return }
        let headers = unsafe frame.pointee.headers
        let list = unsafe UnsafeBufferPointer(start: headers.nva, count: headers.nvlen)
        let size = unsafe list.reduce(0) { unsafe $0 + $1.namelen + $1.valuelen + HTTPField.http2Overhead }
        unsafe waiting.remove(size, isRequest: headers.cat == NGHTTP2_HCAT_REQUEST)
    }

    /// Takes note that a frame has gone out: a GOAWAY that nghttp2 wrote by itself is the end.
    func hasSent(_ frame: UnsafePointer<nghttp2_frame>) {
        unsafe hasDone(with: frame)
        guard unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_GOAWAY.rawValue else { return }
        let code = unsafe frame.pointee.goaway.error_code
        if code != HTTP2Code.noError { hasEnded(code) }
    }

    /// The number of octets of content that go into the next frame of a stream, or nghttp2's code for none.
    func offer(_ number: Int32, atMost most: Int, _ flags: UnsafeMutablePointer<UInt32>) -> Int {
        guard let stream = streams[number], let content = stream.outgoing else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        guard !isHolding else {
            held.append(number)
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        let count = min(content.waiting, most)
        guard count > 0 || content.isEnded else {
            stream.outgoing?.isDeferred = true
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        unsafe flags.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue
        guard content.isEnded, content.waiting == count else { return count }
        unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
        if !content.trailers.isEmpty {
            let status = unsafe HTTP2Callbacks.withList(content.trailers, hasContent: false) { list, _ in
                unsafe nghttp2_submit_trailer(raw, number, list.baseAddress, list.count)
            }
            if status == 0 {
                waiting.add(content.trailers.http2Size, isRequest: false)
                unsafe flags.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
            }
        }
        return count
    }

    /// Writes a frame of content; false where the output has enough then.
    func write(_ header: UnsafeBufferPointer<UInt8>, _ count: Int, of number: Int32) -> Bool {
        unsafe output.append(contentsOf: header)
        streams[number]?.outgoing?.move(count, to: &output)
        if count > 0 {
            comesForward()
            events.append(.sent(stream: number, count: count))
        }
        return output.count < mostOutput
    }
}
