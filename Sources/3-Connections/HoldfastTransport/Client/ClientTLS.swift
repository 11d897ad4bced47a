import CHandshake
import COpenSSL
import COpenSSLShims
import HoldfastCrypto

/// TLS of a client over a socket that does not block, and the one owner of its `SSL`.
///
/// Belongs to its loop. The callbacks of its handshake leave what they have to say in ``handshake``.
@safe final class ClientTLS {
    /// The state that a call has left the stream in.
    enum Outcome {
        case done
        case needsInput
        case needsOutput
        /// libssl waits for the answer to a question (``Handshake/question``).
        case needsAnswer
        /// The peer has said that it sends nothing more.
        case closed
        /// Broken; what libssl said about a handshake, ``handshake`` has.
        case failed
    }

    private let pointer: OpaquePointer
    // The context outlives its connections' handshakes: libssl counts it, but not what Swift holds beside it.
    private let context: ClientContext
    // The connection's record tells it of its end.
    private let inbox: HandshakeInbox
    /// The stream that it runs in; nil for a socket.
    private let outer: ClientTLS?
    let handshake: Handshake
    private var isBroken = false
    /// Whether the other end takes nothing any more; what it has said before may lie there.
    private var hasFailedToWrite = false

    /// Makes a stream, before its first byte.
    ///
    /// - Parameters:
    ///   - descriptor: a connected socket, which somebody else closes.
    ///   - outer: the stream to a proxy that it runs in, in the socket's place.
    ///   - serverName: the name that the ClientHello has (RFC 6066 §3); nil for none.
    /// - Returns: nil where there is no memory for it.
    init?(
        _ context: ClientContext, over descriptor: Int32, in outer: ClientTLS? = nil, serverName: String?,
        inbox: HandshakeInbox
    ) {
        ERR_clear_error()
        guard let pointer = unsafe SSL_new(context.pointer) else { return nil }
        let isConnected =
            if let outer { unsafe Self.run(pointer, in: outer) } else { unsafe SSL_set_fd(pointer, descriptor) == 1 }
        guard isConnected, let handshake = unsafe inbox.begin(pointer) else {
            unsafe SSL_free(pointer)
            return nil
        }
        unsafe self.pointer = unsafe pointer
        (self.context, self.inbox, self.outer, self.handshake) = (context, inbox, outer, handshake)
        // From here on deinit frees it.
        unsafe SSL_set_connect_state(pointer)
        if let serverName, unsafe shim_SSL_set_tlsext_host_name(pointer, serverName) != 1 { return nil }
        if context.offer.tellsSecrets, unsafe !handshake.collectKeyLog(of: context.pointer) { return nil }
    }

    deinit {
        // BIO_f_ssl says close_notify in the stream below as it goes, in some versions.
        outer?.letGo()
        unsafe SSL_free(pointer)
    }

    @unsafe private static func run(_ pointer: OpaquePointer, in outer: ClientTLS) -> Bool {
        guard let layer = unsafe BIO_new(BIO_f_ssl()) else { return false }
        // BIO_set_ssl is a macro.
        _ = unsafe BIO_ctrl(layer, BIO_C_SET_SSL, Int(BIO_NOCLOSE), UnsafeMutableRawPointer(outer.pointer))
        // One reference is enough where both are the same.
        unsafe SSL_set_bio(pointer, layer, layer)
        return true
    }

    /// The connection of libssl, for questions.
    var live: LiveConnection { unsafe LiveConnection(pointer) }

    /// Goes on with the handshake.
    func connect() -> Outcome {
        guard !isBroken, !hasFailedToWrite else { return .failed }
        beginTurn()
        let result = unsafe SSL_do_handshake(pointer)
        return result == 1 ? .done : obstacle(result)
    }

    /// Reads what has come of one record.
    ///
    /// - Returns: the number of bytes, one at least where it is done.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> (outcome: Outcome, count: Int) {
        guard !isBroken else { return (.failed, 0) }
        beginTurn()
        var count = 0
        let result = unsafe SSL_read_ex(pointer, buffer.baseAddress, buffer.count, &count)
        return result == 1 ? (.done, count) : (obstacle(result), 0)
    }

    /// Writes bytes, all of them where it is done. Otherwise the next call has to begin with the same ones.
    ///
    /// Where the socket takes nothing any more, what has come before is there to be read as ever: a server that answers
    /// early, or refuses the client's certificate, may end before it has read all.
    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        guard !isBroken, !hasFailedToWrite else { return .failed }
        beginTurn()
        var count = 0
        let result = unsafe SSL_write_ex(pointer, bytes.baseAddress, bytes.count, &count)
        guard result != 1 else { return .done }
        guard unsafe SSL_get_error(pointer, result) == SSL_ERROR_SYSCALL else { return obstacle(result) }
        hasFailedToWrite = true
        ERR_clear_error()
        return .failed
    }

    /// Reads ahead from now on, where it runs over a socket: whoever waits for that says so (``foundReadable()``).
    func readAhead() { if outer == nil { unsafe handshake.readAhead(of: pointer) } }

    /// The socket was found readable, or may be.
    func foundReadable() { handshake.foundReadable() }

    /// Whether nothing is there to be read before the socket is found readable again.
    var isDrained: Bool { unsafe handshake.isDrained(pointer) }

    /// Says close_notify, where the connection is whole.
    func close() {
        guard !isBroken, !hasFailedToWrite, handshake.isFinished else { return }
        ERR_clear_error()
        _ = unsafe SSL_shutdown(pointer)
        ERR_clear_error()
    }

    /// Moves no byte any more, not even of an alert: its socket is closed, or will be by somebody else, and the number
    /// that libssl has for it may be another's.
    func letGo() {
        isBroken = true
        unsafe SSL_set_quiet_shutdown(pointer, 1)
    }

    private func beginTurn() {
        ERR_clear_error()
        // It is a socket that much comes from.
        (outer ?? self).handshake.beginTurn()
    }

    private func obstacle(_ result: Int32) -> Outcome {
        switch unsafe SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ: return .needsInput
        // What waits for an OCSP response beside the certificate has nothing sent until it is answered.
        case SSL_ERROR_WANT_WRITE: return handshake.isWaiting ? .needsAnswer : .needsOutput
        case SSL_ERROR_WANT_RETRY_VERIFY, SSL_ERROR_WANT_X509_LOOKUP: return .needsAnswer
        case SSL_ERROR_ZERO_RETURN: return .closed
        default:
            isBroken = true
            ERR_clear_error()
            return .failed
        }
    }
}
