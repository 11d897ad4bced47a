import CHandshake
import COpenSSL
import HoldfastAuthority
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

    /// RFC 6066 §8: `struct { CertificateStatusType status_type; … OCSPResponse ocsp_response; }`, the response
    /// `opaque <1..2^24-1>`.
    @Test("the decision that waits for the response is asked for once, with the response there")
    func waits() throws {
        let pair = try unsafe pair()
        #expect(pair.drive() == .wantsAsync && pair.drive() == .wantsAsync)
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
        #expect(pair.drive() == .wantsAsync)
        try pair.answer(false)
        #expect(pair.drive() == .failed)
        #expect(unsafe pair.stage == HANDSHAKE_REFUSED && handshake_record_is_finished(pair.record) == 0)
        #expect(unsafe handshake_record_sent_alert(pair.record) == 113, "bad_certificate_status_response")
    }

    @Test(
        "where no response is announced, or it is in the message, the certificate is decided about as it comes",
        arguments: [(TLS1_2_VERSION, false), (TLS1_3_VERSION, false), (TLS1_3_VERSION, true)])
    func atOnce(version: Int32, staples: Bool) throws {
        let pair = try unsafe pair(version, staples: staples)
        #expect(pair.drive() == .wantsAsync)
        #expect(status(of: pair) == nil)
        try pair.answer(false)
        #expect(pair.drive() == .failed)
        #expect(unsafe handshake_record_sent_alert(pair.record) == 42, "bad_certificate")
    }

    @Test("outside of a job there is nothing to pause: refused, and nobody is asked")
    func withoutJob() throws {
        let pair = try unsafe pair { context in
            unsafe SSL_CTX_ctrl(context, SSL_CTRL_CLEAR_MODE, Int(SSL_MODE_ASYNC), nil)
        }
        #expect(pair.drive() == .failed)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil)
    }

    /// Without the callback libssl would go on after a certificate that nobody has decided about.
    @Test("where libssl would not ask again, nothing is put off")
    func withoutCallback() throws {
        let pair = try unsafe pair { context in
            unsafe SSL_CTX_callback_ctrl(context, SSL_CTRL_SET_TLSEXT_STATUS_REQ_CB, nil)
        }
        #expect(pair.drive() == .wantsAsync)
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
        #expect(pair.drive() == .wantsAsync)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        #expect(pair.renegotiate() == .failed)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_inbox_next_waiting(pair.inbox) == nil, "nobody is asked again")
    }

    @Test("freeing a connection whose decision waits closes the record; a late decision has no effect")
    func freedWhileWaiting() throws {
        let pair = try unsafe pair()
        #expect(pair.drive() == .wantsAsync)
        pair.freeClient()
        #expect(unsafe handshake_record_is_closed(pair.record) == 1)
        #expect(pair.stage == HANDSHAKE_REFUSED)
        #expect(unsafe handshake_record_decide(pair.record, 1, X509_V_OK) == 0)
    }

    @Test("nothing is kept where nothing was asked for", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func unasked(version: Int32) throws {
        let pair = try unsafe pair(version, asks: false)
        #expect(pair.drive() == .wantsAsync)
        var count = 0
        #expect(unsafe status(of: pair) == nil && handshake_record_timestamps(pair.record, &count) == nil)
        try pair.answer(true)
        #expect(pair.drive() == .done)
    }
}
