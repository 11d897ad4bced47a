import COpenSSL

/// One thing that libssl has sent or received, as it was on the wire within its record.
package struct TLSNote: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The five bytes before a record.
        case header
        /// The type of a record of TLS 1.3, which is encrypted with it.
        case innerType
        case handshake
        case alert
    }

    package let kind: Kind
    package let isSent: Bool
    package let bytes: [UInt8]
}

extension TLSEndpoint {
    /// Takes what was noted since the last time. libssl's callbacks put it aside, and decode or decide nothing.
    package func takeNotes() -> [TLSNote] {
        defer { notes.removeAll() }
        return notes
    }
}

let tellsOfMessage:
    @convention(c) (
        Int32, Int32, Int32, UnsafeRawPointer?, Int, OpaquePointer?, UnsafeMutableRawPointer?
    ) -> Void = { isSent, _, type, bytes, count, connection, _ in
        guard let connection = unsafe connection, let bytes = unsafe bytes else { return }
        let kind: TLSNote.Kind
        switch type {
        case SSL3_RT_HEADER: kind = .header
        case SSL3_RT_INNER_CONTENT_TYPE: kind = .innerType
        case SSL3_RT_HANDSHAKE: kind = .handshake
        case SSL3_RT_ALERT: kind = .alert
        default: return
        }
        let content = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
        unsafe TLSEndpoint.of(connection)?.notes.append(TLSNote(kind: kind, isSent: isSent != 0, bytes: content))
    }

let takesKeys: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Void = { connection, line in
    guard let connection = unsafe connection, let line = unsafe line else { return }
    unsafe TLSEndpoint.of(connection)?.dangerousKeyLog.append(String(cString: line))
}
