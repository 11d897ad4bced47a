import COpenSSL
import HoldfastAuthority
import HoldfastSystem

/// The server's end of one TLS connection: an `SSL` and its one owner, used by one thread.
@safe final class TLSStream {
    private let connection: OpaquePointer
    private let socket: StreamSocket
    private var isBroken = false
    let ledger = HandshakeLedger()

    init(_ chooser: IdentityChooser, on socket: StreamSocket) throws(ServingError) {
        ERR_clear_error()
        guard let connection = unsafe chooser.makeConnection() else { throw .library(.makeConnection) }
        unsafe self.connection = unsafe connection
        self.socket = socket
        unsafe ledger.watch(connection)
        guard let descriptor = socket.number, unsafe SSL_set_fd(connection, descriptor) == 1 else {
            throw .library(.makeConnection)
        }
    }

    deinit { unsafe SSL_free(connection) }

    /// Does the server's part of the first handshake.
    func handshake(until deadline: Deadline) throws(ServingError) {
        _ = unsafe try perform(.accept, until: deadline) { unsafe SSL_accept($0) }
    }

    /// Reads application data, at most `count` bytes; nothing at the end of the stream.
    func read(atMost count: Int, until deadline: Deadline) throws(ServingError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        var got = 0
        let status = unsafe try perform(.readFromTLS, until: deadline) { connection in
            unsafe buffer.withUnsafeMutableBytes { unsafe SSL_read_ex(connection, $0.baseAddress, $0.count, &got) }
        }
        return status == .done ? Array(buffer.prefix(got)) : []
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8], until deadline: Deadline) throws(ServingError) {
        guard !bytes.isEmpty else { return }
        var written = 0
        let status = unsafe try perform(.writeToTLS, until: deadline) { connection in
            unsafe bytes.withUnsafeBytes { unsafe SSL_write_ex(connection, $0.baseAddress, $0.count, &written) }
        }
        guard status == .done else { throw ServingError(.writeToTLS, .closed) }
    }

    /// Sends what the provocation says; the client's answer comes with what is read next.
    ///
    /// - Parameter awaitsCertificate: whether the answer to a demand for a certificate is waited for.
    func provoke(_ kind: Provocation.Kind, awaitsCertificate: Bool, until deadline: Deadline) throws(ServingError) {
        let operation = ServingOperation.provoke
        let finished = ledger.finishedReceived
        ERR_clear_error()
        let isReady: Bool
        switch kind {
        case .renegotiation(let identity):
            if let identity {
                let material = try TLSMaterial(identity)
                guard unsafe material.with({ unsafe SSL_use_cert_and_key(connection, $0, $1, $2, 1) }) == 1 else {
                    throw .library(operation)
                }
            }
            isReady = unsafe SSL_renegotiate(connection) == 1
        case .clientCertificate, .requiredClientCertificate:
            var mode = SSL_VERIFY_PEER
            if case .requiredClientCertificate = kind { mode |= SSL_VERIFY_FAIL_IF_NO_PEER_CERT }
            unsafe SSL_set_verify(connection, mode) { _, _ in 1 }
            isReady = unsafe SSL_verify_client_post_handshake(connection) == 1
        case .keyUpdate:
            isReady = unsafe SSL_key_update(connection, Int32(SSL_KEY_UPDATE_REQUESTED)) == 1
        }
        guard isReady else { throw .library(operation) }
        _ = unsafe try perform(operation, until: deadline) { unsafe SSL_do_handshake($0) }
        switch kind {
        case .clientCertificate, .requiredClientCertificate:
            if awaitsCertificate { try awaitFinished(beyond: finished, operation, until: deadline) }
        case .renegotiation, .keyUpdate: break
        }
    }

    /// Reads until the client has sent one more Finished, which ends its answer to a demand for a certificate (RFC 8446
    /// §4.6.2), or has sent something else, or ends the connection.
    private func awaitFinished(beyond count: Int, _ operation: ServingOperation, until deadline: Deadline)
        throws(ServingError)
    {
        var (byte, got): (UInt8, Int) = (0, 0)
        while ledger.finishedReceived == count {
            let hindrance = unsafe try attempt(operation) { connection in
                unsafe SSL_peek_ex(connection, &byte, 1, &got)
            }
            guard case .needs(let readiness)? = hindrance, ledger.finishedReceived == count else { return }
            try wait(readiness, until: deadline)
        }
    }

    /// Sends close_notify and waits a moment for the client to close, so that nothing sent is lost to a reset.
    func close() {
        if !isBroken {
            ERR_clear_error()
            _ = unsafe SSL_shutdown(connection)
        }
        socket.endWriting()
        let deadline = Deadline.after(.seconds(1))
        while let bytes = try? socket.read(atMost: 16 << 10, until: deadline), !bytes.isEmpty {}
        ERR_clear_error()
    }

    // MARK: Without waiting

    /// Tries `call` without waiting, and returns what is in its way; nil where it is done.
    private func attempt(
        _ operation: ServingOperation, _ call: (OpaquePointer) -> Int32
    ) throws(ServingError) -> TunnelProgress? {
        ERR_clear_error()
        let result = unsafe call(connection)
        if result > 0 { return nil }
        switch unsafe SSL_get_error(connection, result) {
        case SSL_ERROR_WANT_READ: return .needs(.readable)
        case SSL_ERROR_WANT_WRITE: return .needs(.writable)
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL:
            isBroken = true
            throw ServingError(operation, .closed)
        default:
            isBroken = true
            throw .library(operation)
        }
    }

    /// Ends the connection at once, with close_notify or without a word.
    func cut(silently: Bool) {
        if silently { isBroken = true }
        close()
    }

    // MARK: Facts

    /// The server name that the client asked for.
    var serverName: String? {
        unsafe SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name).map { unsafe String(cString: $0) }
    }

    var version: TLSVersion? { unsafe TLSVersion(rawValue: UInt16(truncatingIfNeeded: SSL_version(connection))) }

    /// IANA's name of the cipher suite.
    var cipherSuite: String {
        let suite = unsafe SSL_get_current_cipher(connection)
        return unsafe SSL_CIPHER_standard_name(suite).map { unsafe String(cString: $0) } ?? ""
    }

    /// The application protocol that was agreed on.
    var applicationProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(connection, &name, &count)
        guard let name = unsafe name else { return nil }
        return unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    /// The certificate by which the client has said who it is, DER.
    var clientCertificate: [UInt8]? {
        guard let certificate = unsafe SSL_get1_peer_certificate(connection) else { return nil }
        defer { unsafe X509_free(certificate) }
        let count = unsafe i2d_X509(certificate, nil)
        guard count > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            _ = unsafe i2d_X509(certificate, &position)
        }
        return bytes
    }

    var isResumed: Bool { unsafe SSL_session_reused(connection) == 1 }

    // MARK: Waiting

    private enum Status { case done, ended }

    /// Repeats one of libssl's calls, waiting for the socket as it asks, until it is done or the deadline passes.
    private func perform(
        _ operation: ServingOperation, until deadline: Deadline, _ call: (OpaquePointer) -> Int32
    ) throws(ServingError) -> Status {
        while true {
            if deadline.hasPassed { isBroken = true }
            try deadline.check(operation)
            switch unsafe try attempt(operation, call) {
            case nil: return .done
            case .needs(let readiness): try wait(readiness, until: deadline)
            case .ended, .read, .wrote: return .ended
            }
        }
    }

    private func wait(_ readiness: StreamSocket.Readiness, until deadline: Deadline) throws(ServingError) {
        do {
            try socket.wait(for: readiness, until: deadline)
        } catch {
            isBroken = true
            throw error
        }
    }
}

extension TLSStream: TunnelEnd {
    var pollDescriptor: Int32? { socket.number }

    func readNow(atMost count: Int) throws(ServingError) -> TunnelProgress {
        var buffer = [UInt8](repeating: 0, count: count)
        var got = 0
        let hindrance = unsafe try attempt(.readFromTLS) { connection in
            unsafe buffer.withUnsafeMutableBytes { unsafe SSL_read_ex(connection, $0.baseAddress, $0.count, &got) }
        }
        return hindrance ?? .read(Array(buffer.prefix(got)))
    }

    func writeNow(_ bytes: [UInt8]) throws(ServingError) -> TunnelProgress {
        var written = 0
        let hindrance = unsafe try attempt(.writeToTLS) { connection in
            unsafe bytes.withUnsafeBytes { unsafe SSL_write_ex(connection, $0.baseAddress, $0.count, &written) }
        }
        return hindrance ?? .wrote(written)
    }

    func endWriting() {
        guard !isBroken else { return }
        ERR_clear_error()
        _ = unsafe SSL_shutdown(connection)
    }
}
