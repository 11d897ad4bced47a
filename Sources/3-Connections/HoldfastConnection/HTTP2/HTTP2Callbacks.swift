import CNGHTTP2
import HoldfastHTTP
import HoldfastX509

/// The border to nghttp2: sessions with the functions that it calls, each of which finds its session and tells it.
enum HTTP2Callbacks {
    /// NGHTTP2_ERR_TOO_MANY_CONTINUATIONS, which headers before 1.61 do not name.
    static let tooManyContinuations = -905

    /// A session of nghttp2's; nil where there is no memory for it.
    @unsafe static func session(
        _ role: HTTP2Session.Role, _ limits: HTTP2Limits, isLenient: Bool
    ) -> OpaquePointer? {
        var callbacks: OpaquePointer?
        var option: OpaquePointer?
        var session: OpaquePointer?
        defer {
            unsafe nghttp2_session_callbacks_del(callbacks)
            unsafe nghttp2_option_del(option)
        }
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0, unsafe nghttp2_option_new(&option) == 0 else {
            return nil
        }
        unsafe nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks, beginsFrame)
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, beginsFields)
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks, hasField)
        unsafe nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks, hasOddField)
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, hasFrame)
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, hasData)
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, hasClosed)
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, hasSent)
        unsafe nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, hasNotSent)
        unsafe nghttp2_session_callbacks_set_send_data_callback(callbacks, sendsData)
        // What is received is acknowledged by hand, and nothing is pushed.
        unsafe nghttp2_option_set_no_auto_window_update(option, 1)
        unsafe nghttp2_option_set_max_reserved_remote_streams(option, 0)
        unsafe nghttp2_option_set_peer_max_concurrent_streams(option, UInt32(limits.streams))
        // Servers send values with white space around them, as they did over HTTP/1.1; libcurl takes them since 8.1.
        if isLenient { unsafe nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(option, 1) }
        let status =
            switch role {
            case .client: unsafe nghttp2_session_client_new2(&session, callbacks, nil, option)
            case .server: unsafe nghttp2_session_server_new2(&session, callbacks, nil, option)
            }
        return status == 0 ? unsafe session : nil
    }

    /// Lends fields as nghttp2 takes them, which copies them, and what gives content where there is some.
    static func withList(
        _ fields: [HTTPField], hasContent: Bool,
        _ body: (UnsafeBufferPointer<nghttp2_nv>, UnsafePointer<nghttp2_data_provider>?) -> Int32
    ) -> Int32 {
        var bytes: [UInt8] = []
        var ends: [(name: Int, value: Int)] = []
        bytes.reserveCapacity(64 * fields.count + 1)
        ends.reserveCapacity(fields.count)
        for field in fields {
            let start = bytes.count
            bytes.append(contentsOf: field.name.utf8)
            for place in start..<bytes.count { bytes[place] = ASCIIText.lowercased(bytes[place]) }
            let end = bytes.count
            field.writeValue(to: &bytes)
            ends.append((end, bytes.count))
        }
        if bytes.isEmpty { bytes = [0] }
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = unsafe wantsData
        return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return -1 }
            var list = unsafe [nghttp2_nv]()
            unsafe list.reserveCapacity(fields.count)
            var begun = 0
            for (field, end) in zip(fields, ends) {
                // RFC 7541 §7.1.3: secrets are in no table. nghttp2 does so by itself with those for the server.
                let isSecret = field.isNamed("proxy-authorization")
                let flags = isSecret ? NGHTTP2_NV_FLAG_NO_INDEX.rawValue : NGHTTP2_NV_FLAG_NONE.rawValue
                unsafe list.append(
                    nghttp2_nv(
                        name: start + begun, value: start + end.name, namelen: end.name - begun,
                        valuelen: end.value - end.name, flags: UInt8(flags)))
                begun = end.value
            }
            return unsafe list.withUnsafeBufferPointer { list in
                guard hasContent else { return unsafe body(list, nil) }
                return unsafe withUnsafePointer(to: &provider) { unsafe body(list, $0) }
            }
        }
    }

    // MARK: Called by nghttp2

    /// The session that a call is for. nghttp2 calls only while that runs a call of its own, so that it lives.
    @unsafe private static func session(_ argument: UnsafeMutableRawPointer?) -> HTTP2Session? {
        unsafe argument.map { unsafe Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let beginsFrame: nghttp2_on_begin_frame_callback = { _, header, argument in
        guard let header = unsafe header else { return 0 }
        unsafe session(argument)?.begins(header.pointee)
        return 0
    }

    private static let beginsFields: nghttp2_on_begin_headers_callback = { _, frame, argument in
        guard let frame = unsafe frame else { return 0 }
        unsafe session(argument)?.beginsFields(frame)
        return 0
    }

    private static let hasField: nghttp2_on_header_callback = { _, frame, name, nameCount, value, count, _, argument in
        guard let frame = unsafe frame, let session = unsafe session(argument) else { return 0 }
        let isTaken = unsafe session.has(
            UnsafeBufferPointer(start: name, count: nameCount), UnsafeBufferPointer(start: value, count: count),
            on: frame.pointee.hd.stream_id)
        guard isTaken else { return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue }
        return session.pauses && session.isPaused ? NGHTTP2_ERR_PAUSE.rawValue : 0
    }

    private static let hasOddField: nghttp2_on_invalid_header_callback = {
        _, frame, name, nameCount, value, count, _, argument in
        guard let frame = unsafe frame, let session = unsafe session(argument) else { return 0 }
        let isTaken = unsafe session.hasOdd(
            UnsafeBufferPointer(start: name, count: nameCount), UnsafeBufferPointer(start: value, count: count),
            on: frame.pointee.hd.stream_id)
        return isTaken ? 0 : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
    }

    private static let hasFrame: nghttp2_on_frame_recv_callback = { _, frame, argument in
        guard let frame = unsafe frame else { return 0 }
        unsafe session(argument)?.has(frame)
        return 0
    }

    private static let hasData: nghttp2_on_data_chunk_recv_callback = { _, _, stream, data, count, argument in
        unsafe session(argument)?.has(UnsafeBufferPointer(start: data, count: count), on: stream)
        return 0
    }

    private static let hasClosed: nghttp2_on_stream_close_callback = { _, stream, code, argument in
        unsafe session(argument)?.hasClosed(stream, code)
        return 0
    }

    private static let hasSent: nghttp2_on_frame_send_callback = { _, frame, argument in
        guard let frame = unsafe frame else { return 0 }
        unsafe session(argument)?.hasSent(frame)
        return 0
    }

    private static let hasNotSent: nghttp2_on_frame_not_send_callback = { _, frame, _, argument in
        guard let frame = unsafe frame else { return 0 }
        unsafe session(argument)?.hasDone(with: frame)
        return 0
    }

    private static let wantsData: nghttp2_data_source_read_callback = { _, stream, _, most, flags, _, argument in
        guard let session = unsafe session(argument), let flags = unsafe flags else {
            return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
        }
        return unsafe session.offer(stream, atMost: most, flags)
    }

    private static let sendsData: nghttp2_send_data_callback = { _, frame, header, count, _, argument in
        guard let session = unsafe session(argument), let frame = unsafe frame, let header = unsafe header,
            unsafe frame.pointee.data.padlen == 0
        else { return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue }
        let isRoom = unsafe session.write(
            UnsafeBufferPointer(start: header, count: 9), count, of: frame.pointee.hd.stream_id)
        return isRoom ? 0 : NGHTTP2_ERR_PAUSE.rawValue
    }
}
