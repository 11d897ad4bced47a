import COpenSSL
import COpenSSLShims

/// The alerts of one connection, and its handshakes after the first, which libssl reports to nobody.
///
/// Filled by libssl's message callback, which runs on the connection's thread; read there as well.
final class HandshakeLedger {
    /// The alerts that the client sent.
    private(set) var alertsReceived: [TLSAlert] = []
    /// The number of Finished messages from the client: one for each handshake or authentication it completed.
    private(set) var finishedReceived = 0
    /// The number of KeyUpdate messages from the client.
    private(set) var keyUpdatesReceived = 0

    /// Makes libssl report to this ledger, which has to live as long as the connection.
    @unsafe func watch(_ connection: OpaquePointer) {
        unsafe shim_SSL_set_msg_callback_arg(connection, Unmanaged.passUnretained(self).toOpaque())
        unsafe SSL_set_msg_callback(connection) { isSent, _, contentType, bytes, count, _, argument in
            guard isSent == 0, let argument = unsafe argument, let bytes = unsafe bytes else { return }
            let ledger = unsafe Unmanaged<HandshakeLedger>.fromOpaque(argument).takeUnretainedValue()
            unsafe ledger.note(contentType, UnsafeRawBufferPointer(start: bytes, count: count))
        }
    }

    private func note(_ contentType: Int32, _ message: UnsafeRawBufferPointer) {
        switch contentType {
        case SSL3_RT_ALERT where message.count == 2:
            alertsReceived.append(unsafe TLSAlert(isFatal: message[0] == 2, code: message[1]))
        case SSL3_RT_HANDSHAKE where message.count > 0:
            switch unsafe Int32(message[0]) {
            case SSL3_MT_FINISHED: finishedReceived += 1
            case SSL3_MT_KEY_UPDATE: keyUpdatesReceived += 1
            default: break
            }
        default: break
        }
    }
}
