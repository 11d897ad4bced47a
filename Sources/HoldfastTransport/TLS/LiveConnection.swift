import CHandshake
import COpenSSL

/// A connection of libssl, lent by libcurl for as long as a callback or a finished transfer shows it.
@safe struct LiveConnection {
    private let pointer: OpaquePointer

    /// Takes an SSL that libcurl names as the transfer's own; nil for NULL.
    @unsafe init?(_ pointer: UnsafeMutableRawPointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = OpaquePointer(pointer)
    }

    /// The identifier of the handshake's record that hangs on this connection; nil where there is none.
    var handshakeIdentifier: UInt64? {
        guard let record = unsafe handshake_record_of(pointer) else { return nil }
        return unsafe handshake_record_identifier(record)
    }

    /// Whether the peer's certificate has this key, a DER SubjectPublicKeyInfo.
    func peerHasKey(_ key: ArraySlice<UInt8>) -> Bool {
        unsafe key.withUnsafeBufferPointer { bytes in
            unsafe handshake_peer_has_key(pointer, bytes.baseAddress, bytes.count) != 0
        }
    }

    /// Lets libssl work on the whole stack from here on; nothing is paused after the handshake.
    func leaveAsync() { unsafe handshake_leave_async(pointer) }
}
