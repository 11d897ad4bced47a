import CHandshake
import COpenSSL
import HoldfastAuthority
import HoldfastX509
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// Sessions at the callbacks alone.
@Suite("Sessions at the handshake's callbacks")
struct SessionHookTests {
    private let identity: Identity

    init() throws { identity = try Loopback(host: "example.test", hasIntermediate: false).identity() }

    private func pair(_ version: Int32, keepsSessions: Bool = true) throws -> HandshakePair {
        let pair = try unsafe HandshakePair(identity, version: version, keepsSessions: keepsSessions)
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        _ = pair.exchange()
        return pair
    }

    @Test("none is left where it was not asked for", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func unasked(version: Int32) throws {
        #expect(unsafe try pair(version, keepsSessions: false).takeSession() == nil)
        #expect(unsafe try pair(version).takeSession() != nil)
    }

    @Test("one that was judged anew is resumed, and accepted at its end", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func offered(version: Int32) throws {
        let first = try pair(version)
        let session = try #require(unsafe first.takeSession())
        let key = Array(try Certificate(der: identity.certificate).subjectPublicKeyInfo.bytes)
        #expect(session.hasKey(key[...]) && !session.hasKey(key.dropLast()) && !session.hasKey([]))
        #expect(session.lifetime > .zero && session.lifetime <= .seconds(604_800))
        let second = try HandshakePair(after: first)
        #expect(unsafe session.withPointer { unsafe handshake_offer(second.record, $0) } == 1)
        #expect(second.drive() == .done)
        #expect(second.stage == HANDSHAKE_ACCEPTED)
        #expect(unsafe handshake_record_is_resumed(second.record) == 1)
        #expect(unsafe handshake_inbox_next_waiting(second.inbox) == nil)
        #expect(unsafe handshake_peer_has_key(second.client, key, key.count) == 1)
    }

    @Test("one that nobody has judged counts as refused", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func unjudged(version: Int32) throws {
        let first = try pair(version)
        let session = try #require(unsafe first.takeSession())
        let second = try HandshakePair(after: first)
        #expect(unsafe session.withPointer { unsafe SSL_set_session(second.client, $0) } == 1)
        #expect(second.drive() == .done)
        #expect(unsafe handshake_record_is_resumed(second.record) == 1)
        #expect(second.stage == HANDSHAKE_REFUSED)
        #expect(unsafe second.takeSession() == nil)
    }

    @Test("none is offered once the handshake has begun", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func late(version: Int32) throws {
        let first = try pair(version)
        let session = try #require(unsafe first.takeSession())
        let second = try HandshakePair(after: first)
        #expect(second.drive() == .wantsAnswer)
        #expect(unsafe session.withPointer { unsafe handshake_offer(second.record, $0) } == 0)
        try second.answer(false)
        #expect(second.drive() == .failed)
    }
}
