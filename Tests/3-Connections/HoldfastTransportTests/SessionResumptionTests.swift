import HoldfastAuthority
import HoldfastSystem
import HoldfastTLS
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

@testable import HoldfastServing
@testable import HoldfastTransport

/// Sessions of TLS that a server lets be resumed (RFC 8446 §2.2, RFC 5077, RFC 5246 §7.3).
@Suite("Sessions that are resumed")
struct SessionResumptionTests {
    static let versions = [TLSVersion.tls12, .tls13]

    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private func server(
        _ version: TLSVersion, _ change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        try world.server {
            ($0.minimumVersion, $0.maximumVersion) = (version, version)
            change(&$0)
        }
    }

    @Test("a second connection resumes, judged anew by what the first one showed, and is counted", arguments: versions)
    func resumed(version: TLSVersion) async throws {
        let server = try server(version)
        let judge = world.trusting()
        let request = world.resuming(port: server.port)
        let first = try await engine.perform(request, judge: judge)
        let second = try await engine.perform(request, judge: judge)
        #expect(second.text == "GET /" && !second.isReusedConnection)
        #expect(!first.connection.isResumed && second.connection.isResumed)
        #expect(server.counters.handshakesResumed == 1 && engine.connectionCounts.resumed == 1)
        #expect(judge.questions.count == 2)
        #expect(judge.questions.last?.trust == judge.questions.first?.trust)
        let record = second.connection
        #expect(record.presented == first.connection.presented && record.evaluation != nil)
        #expect(record.tlsVersion == first.connection.tlsVersion && record.cipherSuite == first.connection.cipherSuite)
        #expect(record.keyExchange != nil && record.applicationProtocol == "http/1.1")
        #expect(record.serverNameIndication == "example.test")
        #expect(first.connection.signatureScheme != nil && record.signatureScheme == nil)
        #expect(record.timing.tls != nil && record.timing.trust != nil)
    }

    @Test("one connection after the other resumes", arguments: versions)
    func again(version: TLSVersion) async throws {
        let server = try server(version)
        let request = world.resuming(port: server.port)
        for round in 0..<5 {
            let response = try await engine.perform(request, judge: world.trusting())
            #expect(response.connection.isResumed == (round > 0))
        }
        #expect(server.counters.handshakesResumed == 4 && server.counters.requestsReceived == 5)
    }

    @Test("what vouches for the certificate is judged anew with it", arguments: versions)
    func evidence(version: TLSVersion) async throws {
        let server = try server(version) {
            ($0.timestamps, $0.stapledOCSP) = (EvidenceTests.timestamps, EvidenceTests.staple)
        }
        var request = world.resuming(port: server.port)
        request.tls.asksForEvidence = true
        let judge = world.trusting()
        for round in 0..<2 {
            let response = try await engine.perform(request, judge: judge)
            #expect(response.connection.isResumed == (round > 0))
            #expect(response.connection.presented?.stapledOCSP == EvidenceTests.staple)
            #expect(judge.questions.last?.trust.signedCertificateTimestamps == EvidenceTests.timestamps)
        }
        #expect(judge.questions.count == 2)
    }

    /// RFC 8446 §C.4: "Clients SHOULD NOT reuse a ticket for multiple connections." OpenSSL's servers give two in TLS
    /// 1.3 and one before.
    @Test("a session is for one connection at a time", arguments: [(TLSVersion.tls12, 1), (.tls13, 2)])
    func once(version: TLSVersion, sessions: Int) async throws {
        let server = try server(version)
        let request = world.resuming(port: server.port)
        _ = try await engine.perform(request, judge: world.trusting())
        let judge = MeetingJudge(world, of: 4)
        let engine = engine
        let resumed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { try await engine.perform(request, judge: judge).connection.isResumed }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(resumed == sessions && server.counters.handshakesResumed == sessions)
    }

    @Test("a judge that answers at once is asked as well", arguments: versions)
    func immediate(version: TLSVersion) async throws {
        struct Immediate: HandshakeJudge {
            let inner: TestJudge
            func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict { await inner.judge(handshake) }
            func immediateVerdict(_ handshake: PresentedHandshake) -> HandshakeVerdict? {
                inner.verdict(about: handshake)
            }
        }
        let server = try server(version)
        let judge = Immediate(inner: world.trusting())
        let request = world.resuming(port: server.port)
        for round in 0..<2 {
            #expect(try await engine.perform(request, judge: judge).connection.isResumed == (round > 0))
        }
        #expect(judge.inner.questions.count == 2)
    }

    // MARK: Where none is

    @Test("nothing is resumed where it is not asked for, nor where nothing is shared", arguments: versions)
    func off(version: TLSVersion) async throws {
        let server = try server(version)
        var plain = world.resuming(port: server.port)
        plain.tls.resumesSessions = false
        var unshared = world.resuming(port: server.port)
        unshared.connection.sharing = .never
        var handshake = world.request(.handshakeOnly, port: server.port)
        handshake.tls.resumesSessions = true
        _ = try await engine.perform(world.resuming(port: server.port), judge: world.trusting())
        for request in [plain, unshared, handshake] {
            for _ in 0..<2 {
                let response = try await engine.perform(request, judge: world.trusting())
                #expect(!response.connection.isResumed)
            }
        }
        #expect(server.counters.handshakesResumed == 0 && engine.connectionCounts.resumed == 0)
    }

    @Test("nothing is resumed through a proxy, nor by a proxy of TLS", arguments: versions)
    func proxied(version: TLSVersion) async throws {
        let server = try server(version)
        let routes = ["example.test:\(server.port)": server.port]
        var own = TLSServerConfiguration(try world.identity("127.0.0.1"))
        (own.minimumVersion, own.maximumVersion) = (version, version)
        let proxies: [(ProxyTarget.Kind, ProxyServer)] = [
            (.http, try ProxyServer(ProxyConfiguration(.http, routes: routes))),
            (.https, try ProxyServer(ProxyConfiguration(.https(own), routes: routes))),
        ]
        for (kind, proxy) in proxies {
            var request = world.resuming(port: server.port)
            request.connection.dial = DialTargets()
            request.connection.proxy = ProxyTarget(kind: kind, host: "127.0.0.1", port: proxy.port)
            request.connection.proxy?.policyDigest = [1]
            let judge = world.trusting()
            for _ in 0..<2 {
                #expect(!(try await engine.perform(request, judge: judge).connection.isResumed))
            }
            // Whoever is judged has shown a certificate: of two connections the server, and the proxy of TLS.
            #expect(judge.questions.count == (kind == .https ? 4 : 2) && proxy.counters.tunnels == 2)
        }
        #expect(server.counters.handshakesResumed == 0 && engine.connectionCounts.resumed == 0)
    }

    /// RFC 7627 §5.3: no abbreviated handshake is offered for a session without it.
    @Test("a session of TLS 1.2 without the extended master secret is not kept")
    func withoutExtendedMasterSecret() async throws {
        let server = try server(.tls12) { $0.omitsExtendedMasterSecret = true }
        for _ in 0..<2 {
            let response = try await engine.perform(world.resuming(port: server.port), judge: world.trusting())
            #expect(!response.connection.isResumed)
        }
        #expect(server.counters.handshakesResumed == 0)
    }

    @Test("a server that lets none be resumed is asked as ever", arguments: versions)
    func none(version: TLSVersion) async throws {
        let server = try server(version) { $0.resumesSessions = false }
        let judge = world.trusting()
        for _ in 0..<2 { _ = try await engine.perform(world.resuming(port: server.port), judge: judge) }
        #expect(server.counters.handshakesResumed == 0 && judge.questions.count == 2)
    }

    @Test("a server that knows the session no more shows its certificate, and nobody is asked twice about the same")
    func forgotten() async throws {
        for version in Self.versions {
            let identity = try world.identity()
            var server: TLSServer? = try world.server(as: identity) { $0.maximumVersion = version }
            let port = try #require(server?.port)
            let judge = world.trusting()
            let request = world.resuming(port: port)
            _ = try await engine.perform(request, judge: judge)
            server = nil
            let next = try world.server(as: identity, port: port) { $0.maximumVersion = version }
            let response = try await engine.perform(request, judge: judge)
            #expect(!response.connection.isResumed && judge.questions.count == 2)
            #expect(response.connection.evaluation != nil && next.counters.requestsReceived == 1)
            #expect(try await engine.perform(request, judge: judge).connection.isResumed)
        }
    }

    @Test("a server that goes on by another version of TLS is asked about anew")
    func otherVersion() async throws {
        let identity = try world.identity()
        var server: TLSServer? = try world.server(as: identity)
        let port = try #require(server?.port)
        let judge = world.trusting()
        let request = world.resuming(port: port)
        _ = try await engine.perform(request, judge: judge)
        server = nil
        let next = try world.server(as: identity, port: port) { $0.maximumVersion = .tls12 }
        let response = try await engine.perform(request, judge: judge)
        #expect(!response.connection.isResumed && next.counters.requestsReceived == 1)
        #expect(judge.questions.map(\.tlsVersion) == ["1.3", "1.3", "1.2"])
    }

    /// Some servers end a handshake that offers them what they do not know.
    @Test("a handshake that fails over a session is made anew without one, and nothing had gone out")
    func failing() async throws {
        var server: TLSServer? = try server(.tls12)
        let port = try #require(server?.port)
        var request = world.resuming(port: port)
        request.message.method = "POST"
        _ = try await engine.perform(request, judge: world.trusting())
        server = nil
        let hellos = Mutex(0)
        let broken = try RawServer(port: port) { connection throws(ServingError) in
            var reader = TLSRecordReader(connection)
            _ = try reader.next(until: .after(.seconds(30)))
            hellos.withLock { $0 += 1 }
        }
        let asked = request
        let error = await failure { () throws(TransportError) in
            try await engine.perform(asked, judge: world.trusting())
        }
        #expect(error?.code == .connectionClosed && error?.wasSent == false, "\(String(describing: error))")
        #expect(hellos.withLock { $0 } == 2)
        _ = broken
    }

    // MARK: The store

    @Test("a few of each server are kept, the newest of all, for two hours, and none after the end")
    func store() throws {
        let kept = KeptSessions<Int>()
        let pair = try unsafe HandshakePair(try world.identity(), keepsSessions: true)
        #expect(pair.drive() == .wantsAnswer)
        try pair.answer(true)
        #expect(pair.drive() == .done)
        _ = pair.exchange()
        let session = try #require(unsafe pair.takeSession())
        let trust = try ServerTrust(derChain: try world.identity().chain)
        let now = ContinuousClock.now
        func sample(_ origin: UInt64, provenAt: ContinuousClock.Instant) -> KeptSession {
            KeptSession(
                session, presented: trust, tlsVersion: "1.3", serverName: nil, origin: origin, provenAt: provenAt,
                at: now)
        }
        for origin in 1...6 { kept.keep(sample(UInt64(origin), provenAt: now), for: 0, at: now) }
        #expect(kept.count == 4)
        #expect(kept.take(of: 1, at: now) == nil)
        #expect(kept.take(of: 0, at: now)?.origin == 6)
        kept.drop(of: 0, from: 5)
        #expect(kept.take(of: 0, at: now)?.origin == 4)
        #expect(kept.take(of: 0, at: now.advanced(by: .seconds(7_201))) == nil && kept.count == 0)
        kept.keep(sample(7, provenAt: now.advanced(by: .seconds(-7_201))), for: 0, at: now)
        #expect(kept.count == 0)
        for key in 0..<300 {
            let provenAt = now.advanced(by: .seconds(key - 300))
            kept.keep(sample(UInt64(key), provenAt: provenAt), for: key, at: now)
        }
        #expect(kept.count == 256 && kept.take(of: 43, at: now) == nil && kept.take(of: 44, at: now) != nil)
        kept.drop { $0 > 250 }
        #expect(kept.take(of: 251, at: now) == nil && kept.take(of: 250, at: now) != nil)
        kept.close()
        kept.keep(sample(1, provenAt: now), for: 1, at: now)
        #expect(kept.count == 0)
    }
}

extension Loopback {
    /// A request over a connection of its own, which may resume a session.
    func resuming(
        to host: String? = nil, port: UInt16, under policy: String = "p", sharing: String = "s"
    ) -> TransportRequest {
        var request = request(to: host, port: port, under: policy, sharing: sharing)
        request.tls.resumesSessions = true
        request.connection.isClosed = true
        return request
    }
}

/// Trusts a world's servers, once as many questions are there as are to come at a time.
private final class MeetingJudge: HandshakeJudge {
    private let inner: TestJudge
    private let count: Int

    init(_ world: Loopback, of count: Int) { (inner, self.count) = (world.trusting(), count) }

    func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
        let verdict = inner.verdict(about: handshake)
        try? await eventually("all have been asked about") { inner.questions.count >= count }
        return verdict
    }
}
