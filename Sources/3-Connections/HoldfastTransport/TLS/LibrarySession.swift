import CHandshake
import COpenSSL

/// A TLS session of libssl's, and its one owner: whoever has it can resume it.
@safe final class LibrarySession: @unchecked Sendable {
    // Only ever copied from: libssl marks the ones that it uses.
    private let pointer: OpaquePointer

    /// Takes over a reference.
    @unsafe init(owning pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe SSL_SESSION_free(pointer) }

    /// The time for which it may be offered from when it was given; zero for one that is never to be.
    var lifetime: Duration { .seconds(unsafe handshake_session_lifetime(pointer)) }

    /// Whether the certificate that its server presented first has this key, a DER SubjectPublicKeyInfo.
    func hasKey(_ key: ArraySlice<UInt8>) -> Bool {
        unsafe key.withUnsafeBufferPointer { bytes in
            unsafe handshake_session_has_key(pointer, bytes.baseAddress, bytes.count) != 0
        }
    }

    /// Lends the session.
    @unsafe func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        defer { withExtendedLifetime(self) {} }
        return unsafe body(pointer)
    }
}

extension Handshake {
    /// Offers a session, before the first byte; false where that is not possible.
    func offer(_ session: LibrarySession) -> Bool {
        unsafe withRecord { record in unsafe session.withPointer { unsafe handshake_offer(record, $0) != 0 } }
    }

    /// Takes a session that the server has given, and that may be resumed; nil where there is none.
    func takeSession() -> LibrarySession? {
        unsafe withRecord { unsafe handshake_record_take_session($0) }.map { unsafe LibrarySession(owning: $0) }
    }

    /// Whether a fatal alert has ended the connection.
    var isSpoiled: Bool { unsafe withRecord { unsafe handshake_record_is_spoiled($0) } != 0 }
}
