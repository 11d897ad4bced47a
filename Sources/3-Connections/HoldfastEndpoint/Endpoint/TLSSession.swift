import COpenSSL
package import HoldfastTLS

/// A session that a server lets be resumed, and its one owner.
@safe package final class TLSSession: @unchecked Sendable {
    // An SSL_SESSION that is only ever copied from: libssl marks the ones that it uses.
    private let pointer: OpaquePointer
    /// The version that it belongs to.
    package let version: ProtocolVersion

    /// Takes over a reference.
    @unsafe init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
        version = unsafe ProtocolVersion(UInt16(truncatingIfNeeded: SSL_SESSION_get_protocol_version(pointer)))
    }

    deinit { unsafe SSL_SESSION_free(pointer) }

    /// Lends a copy for one connection, which takes a reference of its own; nil where there is no memory for one.
    @unsafe func withCopy<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        defer { withExtendedLifetime(self) {} }
        let copy = unsafe SSL_SESSION_dup(pointer)
        defer { unsafe SSL_SESSION_free(copy) }
        return unsafe body(copy)
    }
}

extension TLSEndpoint {
    /// Takes the session at hand, where it may be resumed.
    package func takeSession() -> TLSSession? {
        if let session = unsafe takeResumable() { return unsafe TLSSession(owning: session) }
        defer { sessionBeforeEnd = nil }
        return sessionBeforeEnd
    }

    func keepSessionBeforeEnd() {
        guard context.settings.role == .client, sessionBeforeEnd == nil, unsafe SSL_version(connection) > TLS1_VERSION,
            let session = unsafe takeResumable()
        else { return }
        // A copy: libssl marks its own.
        sessionBeforeEnd = unsafe SSL_SESSION_dup(session).map { unsafe TLSSession(owning: $0) }
        unsafe SSL_SESSION_free(session)
    }

    @unsafe private func takeResumable() -> OpaquePointer? {
        // In a failed connection the handshake does not count as finished any more.
        guard isFinished, let session = unsafe SSL_get1_session(connection) else { return nil }
        if unsafe SSL_SESSION_is_resumable(session) == 1 { return unsafe session }
        unsafe SSL_SESSION_free(session)
        return nil
    }
}
