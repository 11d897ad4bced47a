import COpenSSL
import COpenSSLShims

/// The receiver of libssl's callbacks: it copies and puts aside what they tell, and decodes or decides nothing.
///
/// The callbacks run on the thread of the trace, inside the calls that it makes.
final class MessageTap {
    /// One thing that libssl told of.
    struct Note {
        enum Kind { case header, innerType, handshake, alert }
        let kind: Kind
        let isSent: Bool
        let bytes: [UInt8]
    }

    /// The answer of the verification callback.
    enum Decision {
        /// Not known yet: libssl asks again.
        case pending
        case goOn
        /// The X509_V_ERR number, which the alert is made from.
        case refuse(Int32)
    }

    private var notes: [Note] = []
    private(set) var keyLog: [String] = []
    var decision = Decision.pending
    /// Whether libssl has asked about the certificate.
    private(set) var wasAsked = false
    /// The key of the certificate that libssl works with: a DER SubjectPublicKeyInfo.
    private(set) var leafKey: [UInt8]?
    let preSharedKey: PreSharedKey?

    init(preSharedKey: PreSharedKey?) { self.preSharedKey = preSharedKey }

    /// Takes what was told since the last time.
    func take() -> [Note] {
        defer { notes.removeAll() }
        return notes
    }

    /// Makes libssl report here; the tap has to live as long as the connection.
    @unsafe func watch(_ context: OpaquePointer, _ connection: OpaquePointer, keepsKeys: Bool) {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe SSL_set_ex_data(connection, 0, me)
        unsafe SSL_set_msg_callback(connection) { isSent, _, type, bytes, count, connection, _ in
            guard let connection = unsafe connection, let bytes = unsafe bytes else { return }
            let tap = unsafe MessageTap.of(connection)
            tap?.note(type, isSent: isSent != 0, unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        }
        unsafe SSL_CTX_set_cert_verify_callback(
            context,
            { store, _ in
                guard let store = unsafe store, let connection = unsafe shim_X509_STORE_CTX_get_connection(store),
                    let tap = unsafe MessageTap.of(connection)
                else { return 0 }
                return unsafe tap.answer(store, connection)
            }, nil)
        if preSharedKey != nil {
            unsafe SSL_set_psk_client_callback(connection) { connection, _, identity, identityCount, key, keyCount in
                guard let connection = unsafe connection, let tap = unsafe MessageTap.of(connection) else { return 0 }
                return unsafe tap.givePSK(
                    UnsafeMutableBufferPointer(start: identity, count: Int(identityCount)),
                    UnsafeMutableBufferPointer(start: key, count: Int(keyCount)))
            }
        }
        if keepsKeys {
            unsafe SSL_CTX_set_keylog_callback(context) { connection, line in
                guard let connection = unsafe connection, let line = unsafe line else { return }
                unsafe MessageTap.of(connection)?.keyLog.append(String(cString: line))
            }
        }
    }

    @unsafe private static func of(_ connection: OpaquePointer) -> MessageTap? {
        guard let pointer = unsafe SSL_get_ex_data(connection, 0) else { return nil }
        return unsafe Unmanaged<MessageTap>.fromOpaque(pointer).takeUnretainedValue()
    }

    private func note(_ type: Int32, isSent: Bool, _ bytes: [UInt8]) {
        let kind: Note.Kind
        switch type {
        case SSL3_RT_HEADER: kind = .header
        case SSL3_RT_INNER_CONTENT_TYPE: kind = .innerType
        case SSL3_RT_HANDSHAKE: kind = .handshake
        case SSL3_RT_ALERT: kind = .alert
        default: return
        }
        notes.append(Note(kind: kind, isSent: isSent, bytes: bytes))
    }

    @unsafe private func answer(_ store: OpaquePointer, _ connection: OpaquePointer) -> Int32 {
        wasAsked = true
        switch decision {
        case .pending:
            leafKey = unsafe X509_STORE_CTX_get0_cert(store).flatMap { unsafe TLSClient.key(of: $0) }
            // libssl pauses where the callback says yes and asks for another turn.
            return unsafe shim_SSL_set_retry_verify(connection)
        case .goOn:
            unsafe X509_STORE_CTX_set_error(store, X509_V_OK)
            return 1
        case .refuse(let number):
            unsafe X509_STORE_CTX_set_error(store, number)
            return 0
        }
    }

    @unsafe private func givePSK(
        _ identity: UnsafeMutableBufferPointer<CChar>, _ key: UnsafeMutableBufferPointer<UInt8>
    ) -> UInt32 {
        guard let preSharedKey, preSharedKey.key.count <= key.count else { return 0 }
        let name = preSharedKey.identity.utf8CString
        guard name.count <= identity.count else { return 0 }
        for index in name.indices { unsafe identity[index] = name[index] }
        for index in preSharedKey.key.indices { unsafe key[index] = preSharedKey.key[index] }
        return UInt32(preSharedKey.key.count)
    }
}
