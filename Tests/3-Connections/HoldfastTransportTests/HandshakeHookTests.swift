import CHandshake
import COpenSSL
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import LoopbackSupport
import Testing

/// The callbacks alone, in a handshake in memory.
@Suite("Handshake callbacks")
struct HandshakeHookTests {
    let world: Loopback
    let identity: Identity

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        identity = try world.identity()
    }

    @Test("a connection gets every rule", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func rules(version: Int32) throws {
        let pair = try unsafe HandshakePair(identity, version: version)
        let context = unsafe pair.clientContext
        #expect(unsafe SSL_CTX_ctrl(context, SSL_CTRL_GET_MIN_PROTO_VERSION, 0, nil) == Int(TLS1_2_VERSION))
        #expect(unsafe SSL_CTX_get_verify_mode(context) == SSL_VERIFY_PEER)
        #expect(unsafe SSL_CTX_get_options(context) & (1 << 30) != 0, "SSL_OP_NO_RENEGOTIATION")
        #expect(unsafe SSL_CTX_ctrl(context, SSL_CTRL_GET_SESS_CACHE_MODE, 0, nil) == Int(SSL_SESS_CACHE_OFF))
        #expect(unsafe SSL_CTX_ctrl(context, SSL_CTRL_GET_MAX_CERT_LIST, 0, nil) == 1 << 20)
        #expect(unsafe SSL_CTX_get_keylog_callback(context) == nil)
        #expect(unsafe handshake_install(context, pair.inbox, 8) == nil, "a context has one record")
    }

    @Test("nothing goes on before the decision, and acceptance lets it", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func accepted(version: Int32) throws {
        let pair = try unsafe HandshakePair(identity, version: version)
        #expect(pair.drive() == .wantsAsync && pair.drive() == .wantsAsync)
        #expect(pair.stage == HANDSHAKE_WAITING)
        #expect(unsafe handshake_inbox_take_vain_resumptions(pair.inbox) == 1)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(pair.stage == HANDSHAKE_ACCEPTED)
        #expect(unsafe handshake_record_is_finished(pair.record) == 1)
        #expect(unsafe handshake_record_version(pair.record) == version)
        #expect(unsafe handshake_record_of(pair.client) == pair.record)
    }

    /// RFC 5246 §A.5: the suites with NULL. They are not offered; here somebody lists them after the rules were put in.
    @Test("what encrypts nothing is not asked about, whatever certificate came")
    func unencrypted() throws {
        let list = "ECDHE-ECDSA-NULL-SHA:@SECLEVEL=0"
        let pair = try unsafe HandshakePair(identity, version: TLS1_2_VERSION, ciphers: list) { context in
            _ = unsafe SSL_CTX_set_cipher_list(context, list)
        }
        #expect(pair.drive() == .failed)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil)
    }

    @Test("refusal ends it with an alert", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func refused(version: Int32) throws {
        let pair = try unsafe HandshakePair(identity, version: version)
        #expect(pair.drive() == .wantsAsync)
        try pair.answer(false)
        #expect(pair.drive() == .failed)
        #expect(unsafe handshake_record_is_finished(pair.record) == 0)
        #expect(unsafe handshake_record_sent_alert(pair.record) == 42, "bad_certificate")
        unsafe handshake_record_replay_errors(pair.record)
        #expect(OpenSSLError.takeAll().contains { $0.reason == "certificate verify failed" })
    }

    @Test("the raw message and the key are those of the server")
    func evidence() throws {
        let pair = try unsafe HandshakePair(identity)
        #expect(pair.drive() == .wantsAsync)
        var count = 0
        let start = unsafe handshake_record_certificate_message(pair.record, &count)
        let message = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        #expect(message.count == identity.certificate.count + 9)
        #expect(Array(message[7..<(7 + identity.certificate.count)]) == identity.certificate)
        let key = Array(try Certificate(der: identity.certificate).subjectPublicKeyInfo.bytes)
        let other = Array(try PrivateKey.generate(.p256).subjectPublicKeyInfo.bytes)
        #expect(unsafe handshake_record_offers_key(pair.record, key, key.count) == 1)
        for wrong in [other, Array(key.dropLast()), key + [0], []] {
            #expect(unsafe handshake_record_offers_key(pair.record, wrong, wrong.count) == 0)
        }
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(unsafe handshake_peer_has_key(pair.client, key, key.count) == 1)
        for wrong in [other, Array(key.dropLast()), key + [0], []] {
            #expect(unsafe handshake_peer_has_key(pair.client, wrong, wrong.count) == 0)
        }
        #expect(unsafe handshake_peer_has_key(pair.client, key, key.count) == 1)
    }

    /// "Each callback checks ASYNC_get_current_job(): none means refuse."
    @Test("outside of a job there is nothing to pause: refused, and nobody is asked")
    func withoutJob() throws {
        let pair = try unsafe HandshakePair(identity) { context in
            unsafe SSL_CTX_ctrl(context, SSL_CTRL_CLEAR_MODE, Int(SSL_MODE_ASYNC), nil)
        }
        #expect(pair.drive() == .failed)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil)
    }

    /// "Decisions are per handshake, not per SSL."
    @Test("a second handshake does not inherit the first one's decision, and takes it back")
    func renegotiation() throws {
        let pair = try unsafe HandshakePair(identity, version: TLS1_2_VERSION) { context in
            // What the rules forbid, so that the second line of defence is seen.
            unsafe SSL_CTX_clear_options(context, 1 << 30)
        }
        #expect(pair.drive() == .wantsAsync)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(pair.renegotiate() == .failed)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil, "nobody is asked again")
    }

    @Test("as things are, a second handshake is not even begun")
    func noRenegotiation() throws {
        let pair = try unsafe HandshakePair(identity, version: TLS1_2_VERSION)
        #expect(pair.drive() == .wantsAsync)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(pair.renegotiate() != .wantsAsync)
        #expect(pair.stage == HANDSHAKE_ACCEPTED)
    }

    @Test("a second connection of the same context has no record, and is refused")
    func secondConnection() throws {
        let pair = try unsafe HandshakePair(identity)
        #expect(pair.drive() == .wantsAsync)
        let second = try unsafe HandshakePair(identity)
        _ = unsafe SSL_set_SSL_CTX(second.client, pair.clientContext)
        #expect(second.drive() != .done)
    }

    @Test("freeing a connection whose handshake waits closes the record; a late decision has no effect")
    func freedWhileWaiting() throws {
        let pair = try unsafe HandshakePair(identity)
        #expect(pair.drive() == .wantsAsync)
        pair.freeClient()
        #expect(unsafe handshake_record_is_closed(pair.record) == 1)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_record_decide(pair.record, 1, X509_V_OK) == 0)
        #expect(unsafe handshake_inbox_next_closed(pair.inbox) == 7)
        #expect(unsafe handshake_inbox_next_closed(pair.inbox) == 0)
    }

    @Test("a decision counts once, and only while it is waited for")
    func onlyOnce() throws {
        let pair = try unsafe HandshakePair(identity)
        #expect(unsafe handshake_record_decide(pair.record, 1, X509_V_OK) == 0, "before the certificate")
        #expect(pair.drive() == .wantsAsync)
        #expect(unsafe handshake_record_decide(pair.record, 0, X509_V_OK) == 1)
        #expect(unsafe handshake_record_decide(pair.record, 1, X509_V_OK) == 0, "a refusal stays one")
        #expect(pair.drive() == .failed)
    }
}
