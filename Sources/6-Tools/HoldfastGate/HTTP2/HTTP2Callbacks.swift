import CNGHTTP2
import HoldfastHTTP

// The functions that nghttp2 calls, each of which finds its session and tells it.

@unsafe private func http2Session(_ argument: UnsafeMutableRawPointer?) -> HTTP2Session? {
    unsafe argument.map { unsafe Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
}

let http2BeginsFields: nghttp2_on_begin_headers_callback = { _, frame, argument in
    guard let frame = unsafe frame else { return 0 }
    unsafe http2Session(argument)?.beginsFields(frame.pointee.hd.stream_id)
    return 0
}

let http2HasField: nghttp2_on_header_callback = { _, frame, name, nameCount, value, valueCount, _, argument in
    guard let frame = unsafe frame, let session = unsafe http2Session(argument) else { return 0 }
    let field = unsafe HTTPField(
        String(decoding: UnsafeBufferPointer(start: name, count: nameCount), as: UTF8.self),
        octets: UnsafeBufferPointer(start: value, count: valueCount))
    let isTaken = unsafe session.has(field, on: frame.pointee.hd.stream_id)
    guard isTaken else { return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue }
    return session.isPaused ? NGHTTP2_ERR_PAUSE.rawValue : 0
}

/// RFC 9113 §8.2.1: a message with such a field is malformed, and not to be handed on without it.
let http2HasInvalidField: nghttp2_on_invalid_header_callback = { _, frame, _, _, _, _, _, argument in
    guard let frame = unsafe frame else { return 0 }
    unsafe http2Session(argument)?.isMalformed(frame.pointee.hd.stream_id)
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
}

let http2HasFrame: nghttp2_on_frame_recv_callback = { _, frame, argument in
    guard let frame = unsafe frame else { return 0 }
    unsafe http2Session(argument)?.has(frame)
    return 0
}

let http2HasData: nghttp2_on_data_chunk_recv_callback = { _, _, stream, data, count, argument in
    unsafe http2Session(argument)?.has(UnsafeBufferPointer(start: data, count: count), on: stream)
    return 0
}

let http2HasClosed: nghttp2_on_stream_close_callback = { _, stream, code, argument in
    unsafe http2Session(argument)?.hasClosed(stream, code)
    return 0
}

/// A frame has gone out.
let http2HasSent: nghttp2_on_frame_send_callback = { _, frame, argument in
    unsafe http2Session(argument)?.hasDone(with: frame)
    return 0
}

/// A frame never goes out, as one of a stream that has ended meanwhile.
let http2HasNotSent: nghttp2_on_frame_not_send_callback = { _, frame, _, argument in
    unsafe http2Session(argument)?.hasDone(with: frame)
    return 0
}

let http2WantsData: nghttp2_data_source_read_callback = { _, stream, buffer, count, flags, _, argument in
    guard let session = unsafe http2Session(argument), let flags = unsafe flags else {
        return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
    }
    return unsafe session.moveData(of: stream, into: UnsafeMutableBufferPointer(start: buffer, count: count), flags)
}

extension HTTP2Session {
    /// Takes note that the fields of a frame wait no more.
    fileprivate func hasDone(with frame: UnsafePointer<nghttp2_frame>?) {
        guard let frame = unsafe frame, unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue else { return }
        let headers = unsafe frame.pointee.headers
        let list = unsafe UnsafeBufferPointer(start: headers.nva, count: headers.nvlen)
        let size = unsafe list.reduce(0) { unsafe $0 + $1.namelen + $1.valuelen + HTTPField.http2Overhead }
        hasDone(size, isRequest: unsafe headers.cat == NGHTTP2_HCAT_REQUEST)
    }
}
