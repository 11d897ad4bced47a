import COpenSSL
public import HoldfastTLS
import HoldfastTrust

/// A session that a server lets be resumed, with the chain that was judged when it was made.
///
/// The chain is judged again when it is resumed: none is sent then. It can be resumed more than once, also at a time,
/// although TLS 1.3 asks clients with something to hide not to (RFC 8446 appendix C.4); a server may refuse, which
/// gives a full handshake.
@safe public final class TraceSession: @unchecked Sendable {
    // An SSL_SESSION that is only ever copied from: libssl marks the ones that it uses.
    private let pointer: OpaquePointer
    let presented: ServerTrust?
    /// The version that it belongs to.
    public let version: ProtocolVersion

    /// Takes over a reference.
    @unsafe init(owning pointer: OpaquePointer, presented: ServerTrust?) {
        unsafe self.pointer = unsafe pointer
        self.presented = presented
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
