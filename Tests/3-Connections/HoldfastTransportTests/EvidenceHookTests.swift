import CHandshake
import COpenSSL
import HoldfastAuthority
import HoldfastCrypto
import LoopbackSupport
import Testing

/// The callbacks for what comes beside the certificate alone, in a handshake in memory.
///
/// With TLS 1.2 the response comes after the certificate, so that the decision waits for it: that must be one decision,
/// for one handshake, without which nothing goes on.
@Suite("Handshake callbacks, evidence")
struct EvidenceHookTests {
    let world: Loopback
    let identity: Identity

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        identity = try world.identity()
    }

    private func pair(
        _ version: Int32 = TLS1_2_VERSION, asks: Bool = true, staples: Bool = true,
        prepare: (OpaquePointer) -> Void = { _ in }
    ) throws -> HandshakePair {
        try unsafe HandshakePair(
            identity, version: version, asksForEvidence: asks, isStapling: staples, prepare: prepare)
    }

    private func status(of pair: HandshakePair) -> [UInt8]? {
        var count = 0
        guard let start = unsafe handshake_record_certificate_status(pair.record, &count) else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// Takes the question who the client is, and goes on without a certificate.
    private func showNothing(_ pair: HandshakePair) throws {
        let waiting = unsafe try #require(unsafe handshake_inbox_next_waiting(pair.inbox))
        #expect(unsafe handshake_record_identify(waiting, 1) == 1)
        unsafe handshake_record_release(waiting)
    }

    /// RFC 6066 §8: `struct { CertificateStatusType status_type; … OCSPResponse ocsp_response; }`, the response
    /// `opaque <1..2^24-1>`.
    @Test("the decision that waits for the response is asked for once, with the response there")
    func waits() throws {
        let pair = try unsafe pair()
        #expect(pair.drive() == .wantsAnswer && pair.drive() == .wantsAnswer)
        #expect(pair.stage == HANDSHAKE_WAITING)
        #expect(status(of: pair) == [1, 0, 0, UInt8(HandshakePair.staple.count)] + HandshakePair.staple)
        #expect(unsafe handshake_record_is_finished(pair.record) == 0)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(unsafe pair.stage == HANDSHAKE_ACCEPTED && handshake_inbox_next_waiting(pair.inbox) == nil)
    }

    @Test("a refusal ends it, with the alert that libssl has for a response that is refused")
    func refused() throws {
        let pair = try unsafe pair()
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(false)
        #expect(pair.drive() == .failed)
        #expect(unsafe pair.stage == HANDSHAKE_REFUSED && handshake_record_is_finished(pair.record) == 0)
        #expect(unsafe handshake_record_sent_alert(pair.record) == 113, "bad_certificate_status_response")
    }

    /// RFC 5246 §7.3: the CertificateRequest comes before the ServerHelloDone, with which libssl asks for the response.
    @Test("a server that asks for a certificate is decided about before that, once, with the response there")
    func early() throws {
        let pair = try unsafe pair()
        unsafe SSL_set_verify(pair.server, SSL_VERIFY_PEER) { _, _ in 1 }
        #expect(pair.drive() == .wantsAnswer)
        #expect(pair.stage == HANDSHAKE_WAITING)
        #expect(unsafe handshake_record_identity_stage(pair.record) == HANDSHAKE_IDENTITY_UNASKED)
        #expect(status(of: pair)?.suffix(HandshakePair.staple.count) == HandshakePair.staple[...])
        try pair.answer(true)
        #expect(pair.drive() == .wantsAnswer)
        #expect(unsafe handshake_record_identity_stage(pair.record) == HANDSHAKE_IDENTITY_WAITING)
        try showNothing(pair)
        #expect(pair.drive() == .done)
        #expect(unsafe pair.stage == HANDSHAKE_ACCEPTED && handshake_inbox_next_waiting(pair.inbox) == nil)
    }

    @Test("one that is refused then is shown no certificate, and nobody is asked for one")
    func refusedEarly() throws {
        let pair = try unsafe pair()
        unsafe SSL_set_verify(pair.server, SSL_VERIFY_PEER) { _, _ in 1 }
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(false)
        #expect(pair.drive() == .failed)
        #expect(unsafe pair.stage == HANDSHAKE_REFUSED && handshake_inbox_next_waiting(pair.inbox) == nil)
        #expect(unsafe handshake_record_identity_stage(pair.record) == HANDSHAKE_IDENTITY_REFUSED)
        #expect(unsafe handshake_record_sent_alert(pair.record) == 80, "internal_error")
        #expect(unsafe handshake_record_has_sent_certificate(pair.record) == 0)
        #expect(unsafe handshake_record_is_finished(pair.record) == 0)
    }

    @Test("a second handshake does not inherit a decision that was taken early, either")
    func renegotiationAfterEarly() throws {
        let pair = try unsafe pair { context in
            // As in renegotiation().
            unsafe SSL_CTX_clear_options(context, 1 << 30)
        }
        unsafe SSL_set_verify(pair.server, SSL_VERIFY_PEER) { _, _ in 1 }
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(true)
        #expect(pair.drive() == .wantsAnswer)
        try showNothing(pair)
        #expect(pair.drive() == .done)
        #expect(pair.renegotiate() == .failed)
        #expect(pair.stage == HANDSHAKE_REFUSED)
    }

    @Test(
        "where no response is announced, or it is in the message, the certificate is decided about as it comes",
        arguments: [(TLS1_2_VERSION, false), (TLS1_3_VERSION, false), (TLS1_3_VERSION, true)])
    func atOnce(version: Int32, staples: Bool) throws {
        let pair = try unsafe pair(version, staples: staples)
        #expect(pair.drive() == .wantsAnswer)
        #expect(status(of: pair) == nil)
        try pair.answer(false)
        #expect(pair.drive() == .failed)
        #expect(unsafe handshake_record_sent_alert(pair.record) == 42, "bad_certificate")
    }

    /// RFC 5246 §7.4.7: the ClientKeyExchange is the first message that depends on the certificate.
    @Test("while the decision waits nothing goes out, and behind a refusal the alert alone", arguments: [true, false])
    func held(accepts: Bool) throws {
        let pair = try unsafe pair()
        #expect(pair.drive() == .wantsAnswer && pair.drive() == .wantsAnswer)
        func unread() -> Int { unsafe BIO_ctrl_pending(SSL_get_rbio(pair.server)) }
        #expect(unread() == 0)
        try pair.answer(accepts)
        ERR_clear_error()
        let code = unsafe SSL_do_handshake(pair.client)
        // A record of an alert: a header of 5 octets, and 2.
        #expect(unsafe SSL_get_error(pair.client, code) == (accepts ? SSL_ERROR_WANT_READ : SSL_ERROR_SYSCALL))
        #expect(accepts ? unread() > 7 : unread() == 7)
        guard !accepts else { return }
        #expect(unsafe SSL_do_handshake(pair.server) != 1)
        #expect(OpenSSLError.takeAll().contains { $0.reason.contains("bad certificate status response") })
    }

    /// Without the callback libssl would go on after a certificate that nobody has decided about.
    @Test("where libssl would not ask again, nothing is put off")
    func withoutCallback() throws {
        let pair = try unsafe pair { context in
            unsafe SSL_CTX_callback_ctrl(context, SSL_CTRL_SET_TLSEXT_STATUS_REQ_CB, nil)
        }
        #expect(pair.drive() == .wantsAnswer)
        #expect(status(of: pair) == nil, "the decision is asked for before the response")
        try pair.answer(false)
        #expect(pair.drive() == .failed)
        #expect(unsafe handshake_record_sent_alert(pair.record) == 42, "bad_certificate")
    }

    @Test("a second handshake does not inherit the decision of the first, and takes it back")
    func renegotiation() throws {
        let pair = try unsafe pair { context in
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

    @Test("freeing a connection whose decision waits closes the record; a late decision has no effect")
    func freedWhileWaiting() throws {
        let pair = try unsafe pair()
        #expect(pair.drive() == .wantsAnswer)
        pair.freeClient()
        #expect(unsafe handshake_record_is_closed(pair.record) == 1)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_record_decide(pair.record, 1, X509_V_OK) == 0)
    }

    @Test("nothing is kept where nothing was asked for", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func unasked(version: Int32) throws {
        let pair = try unsafe pair(version, asks: false)
        #expect(pair.drive() == .wantsAnswer)
        var count = 0
        #expect(unsafe status(of: pair) == nil && handshake_record_timestamps(pair.record, &count) == nil)
        try pair.answer(true)
        #expect(pair.drive() == .done)
    }
}
