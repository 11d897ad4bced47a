import CHandshake
import COpenSSL
import HoldfastAuthority
import HoldfastCrypto
import LoopbackSupport
import Testing

/// The callbacks without stacks to switch: libssl ends its turn, and asks again.
@Suite("Handshake callbacks that are asked again")
struct HandshakeRetryTests {
    let identity: Identity

    init() throws { identity = try Loopback(host: "example.test", hasIntermediate: false).identity() }

    private func pair(
        _ version: Int32 = TLS1_3_VERSION, prepare: (OpaquePointer) -> Void = { _ in }
    ) throws -> HandshakePair {
        try unsafe HandshakePair(identity, version: version, isRetrying: true, prepare: prepare)
    }

    @Test("nothing goes on before the decision, and acceptance lets it", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func accepted(version: Int32) throws {
        let pair = try unsafe pair(version)
        #expect(pair.drive() == .wantsAnswer && pair.drive() == .wantsAnswer)
        #expect(pair.stage == HANDSHAKE_WAITING)
        try pair.answer(true)
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil, "it is asked about once")
        #expect(pair.drive() == .done)
        #expect(pair.stage == HANDSHAKE_ACCEPTED)
        #expect(unsafe handshake_record_is_finished(pair.record) == 1)
        #expect(unsafe handshake_record_of(pair.client) == pair.record)
    }

    @Test("refusal ends it with an alert", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func refused(version: Int32) throws {
        let pair = try unsafe pair(version)
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(false)
        #expect(pair.drive() == .failed)
        #expect(unsafe handshake_record_is_finished(pair.record) == 0)
        #expect(unsafe handshake_record_sent_alert(pair.record) == 42, "bad_certificate")
        unsafe handshake_record_replay_errors(pair.record)
        #expect(OpenSSLError.takeAll().contains { $0.reason == "certificate verify failed" })
    }

    @Test("a second handshake does not inherit the first one's decision, and takes it back")
    func renegotiation() throws {
        let pair = try unsafe pair(TLS1_2_VERSION) { context in
            // What the rules forbid, so that the second line of defence is seen.
            unsafe SSL_CTX_clear_options(context, 1 << 30)
        }
        // The connection was made before, with the rules.
        unsafe SSL_clear_options(pair.client, 1 << 30)
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(pair.renegotiate() == .failed)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil, "nobody is asked again")
    }

    @Test("a connection has one record, and one of a context without the callbacks has none")
    func unprepared() throws {
        let pair = try unsafe pair()
        #expect(unsafe handshake_begin(pair.client, pair.inbox, 8) == nil)
        let context = unsafe try #require(unsafe SSL_CTX_new(TLS_client_method()))
        defer { unsafe SSL_CTX_free(context) }
        let bare = unsafe try #require(unsafe SSL_new(context))
        defer { unsafe SSL_free(bare) }
        #expect(unsafe handshake_begin(bare, pair.inbox, 9) == nil)
    }

    /// libssl asks once about a CertificateStatus message: what waits for that cannot be asked again.
    @Test("what asks for evidence has to be paused")
    func evidence() throws {
        let pair = try unsafe pair()
        let context = unsafe try #require(unsafe SSL_CTX_new(TLS_client_method()))
        defer { unsafe SSL_CTX_free(context) }
        for (pauses, isBegun) in [(Int32(0), false), (1, true)] {
            try #require(unsafe handshake_prepare(context, pauses) == 1 && handshake_ask_for_evidence(context) == 1)
            let connection = unsafe try #require(unsafe SSL_new(context))
            defer { unsafe SSL_free(connection) }
            let record = unsafe handshake_begin(connection, pair.inbox, 8)
            #expect(unsafe (record != nil) == isBegun)
            unsafe handshake_record_release(record)
        }
    }
}
