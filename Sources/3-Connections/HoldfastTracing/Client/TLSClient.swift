import COpenSSL
import COpenSSLShims
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// The client's end of TLS: an `SSL` over two memory BIOs, and its one owner, used by one thread.
///
/// It never touches the socket: records go in one at a time, and what is to be sent comes out.
@safe final class TLSClient {
    /// The next thing that libssl wants.
    enum Want {
        case done
        case input
        /// The certificate has to be judged.
        case verdict
        /// The other end said close_notify.
        case closed
        case failed([OpenSSLError])
    }

    let tap: MessageTap
    private let context: TracingContext
    private let connection: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer
    private var isBroken = false
    /// The session that could be resumed before libssl was told of the end of the stream; nil where none could.
    private var sessionBeforeEnd: OpaquePointer?

    init(_ configuration: TraceConfiguration) throws(TraceError) {
        context = try TracingContext(configuration)
        tap = MessageTap(preSharedKey: configuration.dangerousPreSharedKey)
        guard let connection = unsafe SSL_new(context.pointer) else { throw .library(.connection) }
        guard let input = unsafe BIO_new(BIO_s_mem()), let output = unsafe BIO_new(BIO_s_mem()) else {
            unsafe SSL_free(connection)
            throw .library(.connection)
        }
        unsafe SSL_set_bio(connection, input, output)
        // What the context has was found to be in order. Nobody gets it before the server is accepted.
        unsafe SSL_certs_clear(connection)
        unsafe (self.connection, self.input, self.output) = unsafe (connection, input, output)
        unsafe tap.watch(context.pointer, connection, keepsKeys: configuration.dangerousKeyLog)
        unsafe SSL_set_connect_state(connection)
        if let name = configuration.serverName { try setServerName(name) }
        _ = unsafe shim_SSL_request_ocsp(connection, configuration.requestsOCSP ? 1 : 0)
        if let session = configuration.resuming {
            // NULL would be taken for "none", and the handshake for a full one.
            guard unsafe session.withCopy({ unsafe $0 != nil && SSL_set_session(connection, $0) == 1 }) else {
                throw .library(.session)
            }
        }
    }

    deinit {
        unsafe SSL_SESSION_free(sessionBeforeEnd)
        unsafe SSL_free(connection)
    }

    private func setServerName(_ name: String) throws(TraceError) {
        // RFC 6066 §3: "Literal IPv4 and IPv6 addresses are not permitted".
        guard IPAddress(name) == nil else { return }
        // 255 is libssl's own bound, TLSEXT_MAXLEN_host_name; a zero would end the name early.
        guard (1...255).contains(name.utf8.count), name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            unsafe shim_SSL_set_tlsext_host_name(connection, name) == 1
        else { throw .configuration(.noServerName(name)) }
    }

    /// Has the client's certificate sent where the server asks for one, which it can only have once it has proven who
    /// it is. Without this an empty list is sent.
    ///
    /// - Throws: where libssl does not take it.
    func showIdentity(to proof: TrustEvaluation) throws(TraceError) {
        ERR_clear_error()
        guard unsafe shim_SSL_use_identity_of(connection, context.pointer) == 1 else {
            throw .library(.useCertificate)
        }
    }

    // MARK: Going on

    func handshake() -> Want {
        unsafe perform { unsafe SSL_do_handshake($0) }
    }

    /// Reads application data into `bytes`, and whatever else the record at hand holds.
    func read(into bytes: inout [UInt8]) -> Want {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var count = 0
        let want = unsafe perform { connection in
            unsafe buffer.withUnsafeMutableBytes { unsafe SSL_read_ex(connection, $0.baseAddress, $0.count, &count) }
        }
        bytes = Array(buffer.prefix(count))
        return want
    }

    func write(_ bytes: [UInt8]) -> Want {
        var count = 0
        return unsafe perform { connection in
            unsafe bytes.withUnsafeBytes { unsafe SSL_write_ex(connection, $0.baseAddress, $0.count, &count) }
        }
    }

    /// Writes close_notify, where the connection is whole.
    func close() {
        guard !isBroken else { return }
        ERR_clear_error()
        _ = unsafe SSL_shutdown(connection)
        ERR_clear_error()
    }

    private func perform(_ call: (OpaquePointer) -> Int32) -> Want {
        ERR_clear_error()
        let code = unsafe call(connection)
        let error = unsafe SSL_get_error(connection, code)
        switch error {
        case SSL_ERROR_NONE: return .done
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .input
        case SSL_ERROR_WANT_RETRY_VERIFY: return .verdict
        case SSL_ERROR_ZERO_RETURN: return .closed
        default:
            isBroken = true
            return .failed(OpenSSLError.takeAll())
        }
    }

    // MARK: Bytes

    /// Gives libssl a record that came.
    func feed(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe BIO_write(input, $0.baseAddress, Int32($0.count)) }
            // A memory BIO takes everything, but where there is no memory; then libssl reads the end of the stream.
            guard count > 0 else { return end() }
            rest = rest.dropFirst(Int(count))
        }
    }

    /// Tells libssl that nothing more will come.
    ///
    /// libssl takes an end without close_notify for a fatal error, after which its session is not to be resumed. That
    /// was the rule of TLS 1.0: "as of TLS 1.1, failure to properly close a connection no longer requires that a
    /// session not be resumed" (RFC 4346 §7.2.1), and in TLS 1.3 tickets are discarded after a fatal alert (RFC 8446
    /// §6.2). What could be resumed until now is therefore kept.
    func end() {
        if unsafe sessionBeforeEnd == nil, unsafe SSL_version(connection) > TLS1_VERSION,
            let session = unsafe takeResumable()
        {
            // A copy: libssl marks its own.
            unsafe sessionBeforeEnd = unsafe SSL_SESSION_dup(session)
            unsafe SSL_SESSION_free(session)
        }
        unsafe shim_BIO_end(input)
    }

    /// Takes the bytes that libssl wants to be sent.
    func takeOutput() -> [UInt8] {
        let pending = unsafe BIO_ctrl_pending(output)
        guard pending > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: pending)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe BIO_read(output, $0.baseAddress, Int32($0.count)) }
        return Array(bytes.prefix(Int(max(0, count))))
    }

    // MARK: Facts

    var isFinished: Bool { unsafe SSL_is_init_finished(connection) == 1 }
    var isResumed: Bool { unsafe SSL_session_reused(connection) == 1 }
    var isTLS13: Bool { unsafe SSL_version(connection) == TLS1_3_VERSION }

    /// The suite that was agreed on; nil where none was. The pending one until the keys are in use.
    @unsafe private var suite: OpaquePointer? {
        unsafe SSL_get_pending_cipher(connection) ?? SSL_get_current_cipher(connection)
    }

    /// The name of the suite that was agreed on; nil where none was, or where libssl has no name for it.
    var suiteName: String? {
        unsafe suite.flatMap { unsafe SSL_CIPHER_standard_name($0) }.map { unsafe String(cString: $0) }
    }

    /// The suite that was agreed on, where it encrypts nothing (RFC 5246 §A.5, RFC 9150); nil where it does, or none
    /// was.
    var unencryptedSuite: String? {
        guard let suite = unsafe suite, unsafe SSL_CIPHER_get_bits(suite, nil) == 0 else { return nil }
        return suiteName ?? "a suite without a name"
    }

    /// Whether the certificate that libssl asks about has a key, a DER SubjectPublicKeyInfo; where it asks about none,
    /// that of the session which it resumed.
    func offersKey(_ key: ArraySlice<UInt8>) -> Bool {
        guard tap.wasAsked else { return peerHasKey(key) }
        return tap.leafKey.map(key.elementsEqual) ?? false
    }

    /// Whether the connection's certificate has a key; one that rests on a pre-shared key alone has none.
    func peerHasKey(_ key: ArraySlice<UInt8>) -> Bool {
        unsafe SSL_get0_peer_certificate(connection).flatMap { unsafe Self.key(of: $0) }.map(key.elementsEqual) ?? false
    }

    /// The key of a certificate, as a DER SubjectPublicKeyInfo.
    @unsafe static func key(of certificate: OpaquePointer) -> [UInt8]? {
        var count: Int32 = 0
        guard let bytes = unsafe shim_X509_public_key(certificate, &count) else { return nil }
        defer { unsafe shim_OPENSSL_free(bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// A reference to the session at hand, where it may be resumed; to be freed by whoever takes it.
    @unsafe func takeSession() -> OpaquePointer? {
        if let session = unsafe takeResumable() { return unsafe session }
        defer { unsafe sessionBeforeEnd = nil }
        return unsafe sessionBeforeEnd
    }

    @unsafe private func takeResumable() -> OpaquePointer? {
        // In a failed connection the handshake does not count as finished any more.
        guard isFinished, let session = unsafe SSL_get1_session(connection) else { return nil }
        if unsafe SSL_SESSION_is_resumable(session) == 1 { return unsafe session }
        unsafe SSL_SESSION_free(session)
        return nil
    }
}
