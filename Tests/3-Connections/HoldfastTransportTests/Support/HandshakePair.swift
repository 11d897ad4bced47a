import CHandshake
import COpenSSL
import COpenSSLShims
import HoldfastAuthority
import HoldfastCrypto
import Testing

@testable import HoldfastTransport

/// A client with our callbacks and a server, both of libssl, joined in memory: the hooks without a loop.
@safe final class HandshakePair {
    let inbox: OpaquePointer
    let record: OpaquePointer
    let clientContext: OpaquePointer
    /// The response of a server that staples.
    static let staple: [UInt8] = [0x30, 3, 0x0A, 1, 6]

    private let serverContext: OpaquePointer
    private(set) var client: OpaquePointer?
    let server: OpaquePointer

    enum State { case done, wantsAnswer, failed, stuck }

    /// - Parameters:
    ///   - prepare: changes the client's SSL_CTX after the callbacks were put into it.
    ///   - ciphers: what the server takes below TLS 1.3, in OpenSSL's words; nil for its own choice.
    ///   - asksForEvidence: whether the client asks for timestamps and an OCSP response.
    ///   - isStapling: whether the server has ``staple`` for who asks.
    ///   - keepsSessions: whether the client keeps the sessions that the server gives.
    init(
        _ identity: Identity, version: Int32 = TLS1_3_VERSION, ciphers: String? = nil, asksForEvidence: Bool = false,
        isStapling: Bool = false, keepsSessions: Bool = false,
        prepare: (OpaquePointer) -> Void = { _ in }
    ) throws {
        unsafe inbox = try #require(unsafe handshake_inbox_new())
        unsafe serverContext = try #require(unsafe SSL_CTX_new(TLS_server_method()))
        unsafe clientContext = try #require(unsafe SSL_CTX_new(TLS_client_method()))
        try #require(unsafe handshake_prepare(clientContext) == 1)
        if asksForEvidence { try #require(unsafe handshake_ask_for_evidence(clientContext) == 1) }
        if keepsSessions { try #require(unsafe handshake_keep_sessions(clientContext) == 1) }
        unsafe prepare(clientContext)
        unsafe client = unsafe SSL_new(clientContext)
        if isStapling {
            let answers: shim_status_callback = { connection, _ in
                let staple = HandshakePair.staple
                let isTaken = unsafe shim_SSL_set_ocsp_response(connection, staple, staple.count) == 1
                return isTaken ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
            }
            try #require(unsafe shim_SSL_CTX_set_tlsext_status_callback(serverContext, answers, nil) == 1)
        }
        if let ciphers { try #require(unsafe SSL_CTX_set_cipher_list(serverContext, ciphers) == 1) }
        let key = try identity.key.pkcs8DER
        let certificate = identity.certificate
        try #require(unsafe SSL_CTX_use_certificate_ASN1(serverContext, Int32(certificate.count), certificate) == 1)
        try #require(unsafe SSL_CTX_use_PrivateKey_ASN1(EVP_PKEY_EC, serverContext, key, key.count) == 1)
        unsafe SSL_CTX_ctrl(serverContext, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version), nil)
        // SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION: a second handshake is a whole one, with a certificate.
        unsafe SSL_CTX_set_options(serverContext, 1 << 16)
        unsafe server = try #require(unsafe SSL_new(serverContext))
        // It has to have what it sends to before it is begun.
        try unsafe Self.join(client, server)
        unsafe record = try #require(unsafe handshake_begin(client, inbox, 7))
    }

    /// Another connection between the same two.
    init(after other: HandshakePair) throws {
        unsafe inbox = try #require(unsafe handshake_inbox_new())
        unsafe (serverContext, clientContext) = unsafe (other.serverContext, other.clientContext)
        try #require(unsafe SSL_CTX_up_ref(serverContext) == 1 && SSL_CTX_up_ref(clientContext) == 1)
        unsafe client = unsafe SSL_new(clientContext)
        unsafe server = try #require(unsafe SSL_new(serverContext))
        try unsafe Self.join(client, server)
        unsafe record = try #require(unsafe handshake_begin(client, inbox, 8))
    }

    deinit {
        freeClient()
        unsafe SSL_free(server)
        unsafe SSL_CTX_free(clientContext)
        unsafe SSL_CTX_free(serverContext)
        unsafe handshake_record_release(record)
        unsafe handshake_inbox_free(inbox)
    }

    static func join(_ client: OpaquePointer?, _ server: OpaquePointer) throws {
        var ends: (OpaquePointer?, OpaquePointer?) = (nil, nil)
        try #require(unsafe BIO_new_bio_pair(&ends.0, 0, &ends.1, 0) == 1)
        unsafe SSL_set_bio(client, ends.0, ends.0)
        unsafe SSL_set_bio(server, ends.1, ends.1)
        unsafe SSL_set_connect_state(client)
        unsafe SSL_set_accept_state(server)
    }

    func freeClient() {
        if let client = unsafe client { unsafe SSL_free(client) }
        unsafe client = nil
    }

    /// The reasons for which libssl ends its turn until there is an answer; the last one is the gate's.
    private static let waits = [SSL_ERROR_WANT_RETRY_VERIFY, SSL_ERROR_WANT_X509_LOOKUP, SSL_ERROR_WANT_WRITE]

    /// Drives both ends until the client is done, waits for a decision, or fails.
    func drive() -> State {
        for _ in 0..<50 {
            let code = unsafe SSL_do_handshake(client)
            let want = unsafe SSL_get_error(client, code)
            let served = unsafe SSL_do_handshake(server)
            if code == 1, served == 1 { return .done }
            if Self.waits.contains(want) { return .wantsAnswer }
            if code != 1, want != SSL_ERROR_WANT_READ { return .failed }
        }
        return .stuck
    }

    /// Lets the server ask for a second handshake, and both read until the client fails or nothing moves.
    func renegotiate() -> State {
        _ = unsafe SSL_renegotiate(server)
        return exchange()
    }

    /// Lets both read until the client fails or nothing moves.
    func exchange() -> State {
        _ = unsafe SSL_do_handshake(server)
        var byte: UInt8 = 0
        for _ in 0..<20 {
            let code = unsafe SSL_read(client, &byte, 1)
            let want = unsafe SSL_get_error(client, code)
            _ = unsafe SSL_read(server, &byte, 1)
            if Self.waits.contains(want) { return .wantsAnswer }
            if code != 1, want != SSL_ERROR_WANT_READ { return .failed }
        }
        return .stuck
    }

    /// Lets the server agree to what the client offers by ALPN.
    @unsafe func selectFirstProtocol() {
        unsafe SSL_CTX_set_alpn_select_cb(
            serverContext,
            { _, chosen, count, offered, _, _ in
                guard let offered = unsafe offered else { return SSL_TLSEXT_ERR_NOACK }
                unsafe chosen?.pointee = unsafe offered + 1
                unsafe count?.pointee = unsafe offered[0]
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }

    /// Lets the server ask for a certificate after the handshake, and both read until the client fails or nothing
    /// moves.
    func demandCertificate() -> State {
        unsafe SSL_set_verify(server, SSL_VERIFY_PEER) { _, _ in 1 }
        let name: [UInt8] = [1]
        _ = unsafe SSL_set_session_id_context(server, name, 1)
        guard unsafe SSL_verify_client_post_handshake(server) == 1 else { return .failed }
        return exchange()
    }

    /// Takes the question about the certificate and answers it.
    func answer(_ accepts: Bool) throws {
        let waiting = unsafe try #require(unsafe handshake_inbox_next_waiting(inbox))
        try #require(unsafe handshake_record_decide(waiting, accepts ? 1 : 0, X509_V_ERR_CERT_REJECTED) == 1)
        unsafe handshake_record_release(waiting)
    }

    /// Takes a session that the server has given.
    @unsafe func takeSession() -> LibrarySession? {
        unsafe handshake_record_take_session(record).map { unsafe LibrarySession(owning: $0) }
    }

    var stage: handshake_stage { unsafe handshake_record_stage(record) }
}
