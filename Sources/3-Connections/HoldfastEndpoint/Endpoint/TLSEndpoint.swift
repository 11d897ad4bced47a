import COpenSSL
import COpenSSLShims
package import HoldfastCrypto

/// One end of a TLS connection over memory: the peer's bytes go in, bytes for the peer come out, and nothing waits.
///
/// It knows neither sockets nor time, so that whoever moves the bytes decides how to wait. Each call goes as far as the
/// bytes that have come allow; afterwards ``takeOutput(atMost:)`` has what is to be sent, also where a call has failed:
/// an alert. Belongs to one thread at a time.
@safe package final class TLSEndpoint {
    /// The outcome of one call.
    package enum Outcome<Value: Sendable>: Sendable {
        case done(Value)
        /// Bytes of the peer's are needed first.
        case needsInput
        /// The server's certificate has to be judged first: ``decide(_:)``.
        case needsVerdict
        /// The peer has said that it sends nothing more.
        case closed
        /// The connection is broken, with OpenSSL's error queue: empty where it ended without a reason.
        case failed([OpenSSLError])
    }

    let context: TLSContext
    let connection: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    let preSharedKey: TLSPreSharedKey?
    private(set) var isBroken = false
    /// The obstacle that a read met behind the bytes that it gave: for the next one.
    private var obstacleAhead: Outcome<[UInt8]>?
    var verdict: Verdict?
    var notes: [TLSNote] = []
    /// Whether libssl waits for the verdict on a certificate.
    var isInQuestion = false
    /// Whether libssl has asked about a certificate.
    package internal(set) var wasAsked = false
    /// The key of the certificate that libssl asks about: a DER SubjectPublicKeyInfo.
    var keyInQuestion: [UInt8]?
    /// The lines of NSS's key log format that libssl has told, where the context says so.
    package internal(set) var dangerousKeyLog: [String] = []
    /// The session that could be resumed before libssl was told of the end of the stream; nil where none could.
    var sessionBeforeEnd: TLSSession?

    /// Makes one end of a connection, before its first byte.
    ///
    /// - Parameters:
    ///   - offer: what a client says of this connection alone; nothing of it concerns a server.
    ///   - keepsNotes: whether it notes what libssl sends and receives: ``takeNotes()``.
    package init(
        _ context: TLSContext, offering offer: TLSOffer = TLSOffer(), keepsNotes: Bool = false
    ) throws(TLSEndpointError) {
        ERR_clear_error()
        guard let connection = unsafe SSL_new(context.pointer) else { throw .library(.connection) }
        var (incoming, outgoing): (OpaquePointer?, OpaquePointer?) = (nil, nil)
        guard unsafe shim_SSL_set_memory(connection, &incoming, &outgoing) == 1, let incoming = unsafe incoming,
            let outgoing = unsafe outgoing
        else {
            let error = TLSEndpointError.library(.connection)
            unsafe SSL_free(connection)
            throw error
        }
        self.context = context
        unsafe (self.connection, self.incoming, self.outgoing) = unsafe (connection, incoming, outgoing)
        preSharedKey = offer.preSharedKey
        // From here on deinit frees the connection, whatever is thrown.
        _ = unsafe SSL_set_ex_data(connection, 0, Unmanaged.passUnretained(self).toOpaque())
        if keepsNotes { unsafe SSL_set_msg_callback(connection, tellsOfMessage) }
        guard context.settings.role == .client else {
            unsafe SSL_set_accept_state(connection)
            return
        }
        // What the context has was found to be in order. Nobody gets it before the server is accepted.
        unsafe SSL_certs_clear(connection)
        unsafe SSL_set_connect_state(connection)
        try make(offer)
    }

    deinit { unsafe SSL_free(connection) }

    /// The endpoint that libssl calls back for.
    @unsafe static func of(_ connection: OpaquePointer) -> TLSEndpoint? {
        guard let pointer = unsafe SSL_get_ex_data(connection, 0) else { return nil }
        return unsafe Unmanaged<TLSEndpoint>.fromOpaque(pointer).takeUnretainedValue()
    }

    // MARK: The peer's bytes

    /// Takes bytes that came from the peer.
    package func feed(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe BIO_write(incoming, $0.baseAddress, Int32(min($0.count, 1 << 30)))
            }
            // Memory takes everything, but where there is none left; then libssl reads the end of the stream.
            guard count > 0 else { return endInput() }
            rest = rest.dropFirst(Int(count))
        }
    }

    /// Takes that nothing more will come from the peer.
    ///
    /// libssl takes an end without close_notify for a fatal error, after which its session is not to be resumed. That
    /// was the rule of TLS 1.0: "as of TLS 1.1, failure to properly close a connection no longer requires that a
    /// session not be resumed" (RFC 4346 §7.2.1), and in TLS 1.3 tickets are discarded after a fatal alert (RFC 8446
    /// §6.2). What could be resumed until now is therefore kept.
    package func endInput() {
        keepSessionBeforeEnd()
        unsafe shim_BIO_end(incoming)
    }

    /// Whether there is something to send to the peer.
    package var hasOutput: Bool { unsafe BIO_ctrl_pending(outgoing) > 0 }

    /// Takes bytes that are to be sent to the peer; none where there are none.
    package func takeOutput(atMost limit: Int = .max) -> [UInt8] {
        let count = unsafe min(limit, BIO_ctrl_pending(outgoing), 1 << 30)
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = unsafe Int(max(0, BIO_read(outgoing, buffer.baseAddress, Int32(count))))
        }
    }

    // MARK: Going on

    /// Goes on with the handshake.
    package func handshake() -> Outcome<Void> { unsafe perform { unsafe SSL_do_handshake($0) } }

    /// Reads application data, as much as has come and fits; at least one byte where it is done.
    package func read(atMost count: Int) -> Outcome<[UInt8]> {
        if let obstacle = obstacleAhead {
            obstacleAhead = nil
            return obstacle
        }
        guard !isBroken else { return .failed([]) }
        ERR_clear_error()
        var result: Int32 = 1
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            // A call gives one record at most.
            while filled < count, result == 1 {
                var got = 0
                result = unsafe SSL_read_ex(
                    connection, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, &got)
                filled += got
            }
        }
        guard result != 1 else { return .done(bytes) }
        let obstacle: Outcome<[UInt8]> = obstacle(result)
        guard !bytes.isEmpty else { return obstacle }
        if case .needsInput = obstacle {} else { obstacleAhead = obstacle }
        return .done(bytes)
    }

    /// Encrypts application data: all of it where it is done, and none otherwise.
    package func write(_ bytes: [UInt8]) -> Outcome<Void> {
        guard !bytes.isEmpty else { return .done(()) }
        var written = 0
        return unsafe perform { connection in
            unsafe bytes.withUnsafeBytes { unsafe SSL_write_ex(connection, $0.baseAddress, $0.count, &written) }
        }
    }

    /// Takes in what the peer says beside application data, up to the next byte of that.
    package func advance() -> Outcome<Void> {
        var (byte, got): (UInt8, Int) = (0, 0)
        return unsafe perform { unsafe SSL_peek_ex($0, &byte, 1, &got) }
    }

    /// Says close_notify, where the connection is whole.
    package func close() {
        guard !isBroken else { return }
        ERR_clear_error()
        _ = unsafe SSL_shutdown(connection)
        ERR_clear_error()
    }

    private func perform(_ call: (OpaquePointer) -> Int32) -> Outcome<Void> {
        guard !isBroken else { return .failed([]) }
        ERR_clear_error()
        let result = unsafe call(connection)
        return result > 0 ? .done(()) : obstacle(result)
    }

    private func obstacle<Value>(_ result: Int32) -> Outcome<Value> {
        switch unsafe SSL_get_error(connection, result) {
        case SSL_ERROR_WANT_READ: return .needsInput
        case SSL_ERROR_WANT_RETRY_VERIFY: return .needsVerdict
        case SSL_ERROR_ZERO_RETURN: return .closed
        default:
            isBroken = true
            return .failed(OpenSSLError.takeAll())
        }
    }
}
