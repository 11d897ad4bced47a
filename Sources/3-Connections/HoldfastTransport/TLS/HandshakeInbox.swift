import CHandshake
import COpenSSL
import Synchronization

/// The one owner of the place where a partition's handshakes leave what they have to say.
@safe final class HandshakeInbox {
    private let pointer: OpaquePointer
    private static let lastIdentifier = Atomic<UInt64>(0)

    init() throws(TransportError) {
        guard let pointer = unsafe handshake_inbox_new() else { throw .outOfMemory(.partition) }
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe handshake_inbox_free(pointer) }

    /// The next connection's number.
    static func newIdentifier() -> UInt64 { lastIdentifier.add(1, ordering: .relaxed).newValue }

    /// Ties a record to a connection of a prepared context; nil where that could not be done.
    @unsafe func begin(_ connection: OpaquePointer) -> Handshake? {
        unsafe handshake_begin(connection, pointer, Self.newIdentifier()).map { unsafe Handshake(owning: $0) }
    }

    /// The next handshake that waits for its decision.
    func nextWaiting() -> Handshake? {
        unsafe handshake_inbox_next_waiting(pointer).map { unsafe Handshake(owning: $0) }
    }

    /// The identifier of the next connection that is gone.
    func nextClosed() -> UInt64? {
        let identifier = unsafe handshake_inbox_next_closed(pointer)
        return identifier == 0 ? nil : identifier
    }
}
