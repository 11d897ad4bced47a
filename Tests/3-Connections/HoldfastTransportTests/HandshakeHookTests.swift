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
    }

    @Test("nothing goes on before the decision, and acceptance lets it", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func accepted(version: Int32) throws {
        let pair = try unsafe HandshakePair(identity, version: version)
        #expect(pair.drive() == .wantsAnswer && pair.drive() == .wantsAnswer)
        #expect(pair.stage == HANDSHAKE_WAITING)
        try pair.answer(true)
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil, "it is asked about once")
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
        #expect(pair.drive() == .wantsAnswer)
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
        #expect(pair.drive() == .wantsAnswer)
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

    /// "Decisions are per handshake, not per SSL."
    @Test("a second handshake does not inherit the first one's decision, and takes it back")
    func renegotiation() throws {
        let pair = try unsafe HandshakePair(identity, version: TLS1_2_VERSION) { context in
            // What the rules forbid, so that the second line of defence is seen.
            unsafe SSL_CTX_clear_options(context, 1 << 30)
        }
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(pair.renegotiate() == .failed)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil, "nobody is asked again")
    }

    @Test("as things are, a second handshake is not even begun")
    func noRenegotiation() throws {
        let pair = try unsafe HandshakePair(identity, version: TLS1_2_VERSION)
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(pair.renegotiate() != .wantsAnswer)
        #expect(pair.stage == HANDSHAKE_ACCEPTED)
    }

    @Test("a connection that was not begun has no record, and is refused")
    func unbegun() throws {
        let pair = try unsafe HandshakePair(identity)
        let other = try unsafe HandshakePair(identity)
        let unbegun = unsafe try #require(unsafe SSL_new(pair.clientContext))
        defer { unsafe SSL_free(unbegun) }
        try unsafe HandshakePair.join(unbegun, other.server)
        var ends: [Int32] = []
        for _ in 0..<5 {
            ERR_clear_error()
            let code = unsafe SSL_do_handshake(unbegun)
            #expect(code != 1)
            ends.append(unsafe SSL_get_error(unbegun, code))
            _ = unsafe SSL_do_handshake(other.server)
        }
        #expect(ends.contains(SSL_ERROR_SSL))
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil && handshake_record_of(unbegun) == nil)
    }

    @Test("a connection has one record, and one of a context without the callbacks has none")
    func unprepared() throws {
        let pair = try unsafe HandshakePair(identity)
        #expect(unsafe handshake_begin(pair.client, pair.inbox, 8) == nil)
        let context = unsafe try #require(unsafe SSL_CTX_new(TLS_client_method()))
        defer { unsafe SSL_CTX_free(context) }
        let bare = unsafe try #require(unsafe SSL_new(context))
        defer { unsafe SSL_free(bare) }
        #expect(unsafe handshake_begin(bare, pair.inbox, 9) == nil)
    }

    @Test("freeing a connection whose handshake waits closes the record; a late decision has no effect")
    func freedWhileWaiting() throws {
        let pair = try unsafe HandshakePair(identity)
        #expect(pair.drive() == .wantsAnswer)
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
        #expect(pair.drive() == .wantsAnswer)
        #expect(unsafe handshake_record_decide(pair.record, 0, X509_V_OK) == 1)
        #expect(unsafe handshake_record_decide(pair.record, 1, X509_V_OK) == 0, "a refusal stays one")
        #expect(pair.drive() == .failed)
    }
}
