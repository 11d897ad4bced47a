import HoldfastAuthority
import HoldfastSystem
import HoldfastTLS
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Synchronization
import Testing

@testable import HoldfastServing
@testable import HoldfastTransport

/// What vouches for a certificate beside it: timestamps of logs by TLS (RFC 6962 §3.3.1), and the stapled OCSP response
/// (RFC 6066 §8, RFC 8446 §4.4.2.1).
@Suite("Evidence beside the certificate")
struct EvidenceTests {
    static let versions = [TLSVersion.tls12, .tls13]
    // Nobody looks into them here: what matters is that they come as they were sent.
    static let timestamps: [UInt8] = [0, 6, 0, 4, 0xA, 0xB, 0xC, 0xD]
    static let staple: [UInt8] = [0x30, 3, 0x0A, 1, 6]

    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private func server(_ version: TLSVersion, timestamps: Bool = true, staple: Bool = true) throws -> TLSServer {
        try world.server {
            ($0.minimumVersion, $0.maximumVersion) = (version, version)
            if timestamps { $0.timestamps = Self.timestamps }
            if staple { $0.stapledOCSP = Self.staple }
        }
    }

    private func request(_ port: UInt16, asks: Bool = true) -> TransportRequest {
        var request = world.request(port: port)
        request.tls.asksForEvidence = asks
        return request
    }

    private func failure(_ request: TransportRequest, _ judge: TestJudge) async -> TransportError? {
        await HoldfastTransportTests.failure { () throws(TransportError) in
            try await engine.perform(request, judge: judge)
        }
    }

    /// RFC 6962 §3.3.1: "Clients that support the extension SHOULD send a ClientHello extension with the appropriate
    /// type and empty 'extension_data'." RFC 6066 §8: status_type 1, and two empty lists.
    @Test("is asked for on the wire where it is wanted, and only there", arguments: [true, false])
    func wire(asks: Bool) async throws {
        let hello = Mutex<[UInt8]>([])
        let server = try RawServer { connection throws(ServingError) in
            var reader = TLSRecordReader(connection)
            let record = try reader.next(until: .after(.seconds(30)))
            hello.withLock { $0 = record.map { Array($0.fragment) } ?? [] }
        }
        _ = await failure(request(server.port, asks: asks), .refusing())
        let message = hello.withLock { $0 }
        guard case .clientHello(let read) = HandshakeMessage(message, in: HandshakeContext()).content else {
            Issue.record("no ClientHello: \(message)")
            return
        }
        let sent = { (type: ExtensionType) in read.extensions.first { $0.type == type }?.data }
        #expect(sent(.signedCertificateTimestamp) == (asks ? [] : nil))
        #expect(sent(.statusRequest) == (asks ? [1, 0, 0, 0, 0] : nil))
    }

    @Test("comes to the judge, byte for byte, in one question", arguments: versions)
    func presented(version: TLSVersion) async throws {
        for (timestamps, staple) in [(true, false), (false, true), (true, true), (false, false)] {
            let server = try server(version, timestamps: timestamps, staple: staple)
            let judge = world.trusting()
            let response = try await engine.perform(request(server.port), judge: judge)
            #expect(response.status == 200)
            let trust = try #require(judge.questions.first?.trust)
            #expect(trust.signedCertificateTimestamps == (timestamps ? Self.timestamps : nil))
            #expect(trust.stapledOCSP == (staple ? Self.staple : nil))
            #expect(judge.questions.count == 1)
            #expect(server.counters.handshakesCompleted == 1)
        }
    }

    @Test("is not sent, and not judged, where nobody asks", arguments: versions)
    func unasked(version: TLSVersion) async throws {
        let server = try server(version)
        let judge = world.trusting()
        _ = try await engine.perform(request(server.port, asks: false), judge: judge)
        #expect(server.counters.handshakesCompleted == 1)
        let trust = try #require(judge.questions.first?.trust)
        #expect(trust.signedCertificateTimestamps == nil && trust.stapledOCSP == nil)
    }

    /// RFC 8446 §6.2: bad_certificate 42, …; RFC 6066 §8: bad_certificate_status_response 113, which is what libssl has
    /// for a decision that waited for the response.
    @Test("a refusal refuses, and not one byte is sent", arguments: versions, [true, false])
    func refused(version: TLSVersion, staples: Bool) async throws {
        let server = try server(version, staple: staples)
        let judge = TestJudge.refusing(after: .milliseconds(20))
        let error = await failure(request(server.port), judge)
        #expect(error?.code == .certificateRefused, "\(String(describing: error))")
        #expect(judge.questions.count == 1)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0 && server.counters.applicationBytesReceived == 0)
        let alerts = server.counters.alertsReceived.filter(\.isFatal).map(\.code)
        #expect(alerts.count == 1 && (alerts.first == 113) == (version == .tls12 && staples), "\(alerts)")
    }

    /// RFC 5246 §7.4.1.4: "If a client receives an extension type in ServerHello that it did not request in the
    /// associated ClientHello, it MUST abort the handshake with an unsupported_extension fatal alert": 110.
    @Test("timestamps that nobody asked for end the handshake", arguments: [true, false])
    func unsolicited(asks: Bool) async throws {
        let outcome = Mutex<RawTLS12Flight.Outcome?>(nil)
        let identity = try world.identity()
        let flight = try RawTLS12Flight(
            presenting: identity.chain, signingBy: identity.key, with: [0, 18, 0, 8] + Self.timestamps)
        let server = try RawServer { connection throws(ServingError) in
            let seen = try flight.serve(connection)
            outcome.withLock { $0 = seen }
        }
        let judge = world.trusting()
        let error = await failure(request(server.port, asks: asks), judge)
        #expect(error?.phase == .tls)
        #expect(await server.reaches { $0.connections == 1 && $0.openConnections == 0 })
        let seen = outcome.withLock { $0 }
        if asks {
            #expect(seen == .continued)
            #expect(judge.questions.first?.trust.signedCertificateTimestamps == Self.timestamps)
        } else {
            #expect(seen == .alert(TLSAlert(isFatal: true, code: 110)))
            #expect(judge.questions.isEmpty, "nothing has come to be judged")
        }
    }

    /// RFC 6066 §8: a server that has acknowledged the extension "MAY" leave the CertificateStatus away.
    @Test("a response that was announced and does not come is missing, and the decision is asked for all the same")
    func announcedAlone() async throws {
        for accepts in [true, false] {
            let outcome = Mutex<RawTLS12Flight.Outcome?>(nil)
            let identity = try world.identity()
            let flight = try RawTLS12Flight(
                presenting: identity.chain, signingBy: identity.key, with: [0, 5, 0, 0])
            let server = try RawServer { connection throws(ServingError) in
                let seen = try flight.serve(connection)
                outcome.withLock { $0 = seen }
            }
            let judge = accepts ? world.trusting() : .refusing()
            let error = await failure(request(server.port), judge)
            #expect(judge.questions.count == 1 && judge.questions.first?.isOver == false)
            #expect(judge.questions.first?.trust.stapledOCSP == nil)
            #expect(error?.certificateWasAccepted == accepts, "\(String(describing: error))")
            #expect(await server.reaches { $0.connections == 1 && $0.openConnections == 0 })
            let seen = outcome.withLock { $0 }
            #expect(seen == (accepts ? .continued : .alert(TLSAlert(isFatal: true, code: 113))))
        }
    }

    @Test("who does not have the certificate's key is found out before the decision that waits is asked for")
    func stolen() async throws {
        let (identity, thief) = (try world.identity(), try world.identity())
        let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: thief.key, with: [0, 5, 0, 0])
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        let judge = world.trusting()
        let error = await failure(request(server.port), judge)
        #expect(error?.phase == .tls && error?.certificateWasAccepted == false, "\(String(describing: error))")
        #expect(await server.reaches { $0.connections == 1 && $0.openConnections == 0 })
        // It is judged all the same, to explain the failure.
        #expect(judge.questions.map(\.isOver) == [true])
    }

    @Test("connections that were opened without it serve no request that wants it, nor the other way round")
    func partitions() async throws {
        let server = try server(.tls13)
        let judge = world.trusting()
        for asks in [false, true, false, true] {
            _ = try await engine.perform(request(server.port, asks: asks), judge: judge)
        }
        #expect(server.counters.connections == 2)
        #expect(judge.questions.map { $0.trust.signedCertificateTimestamps != nil } == [false, true])
    }

    /// RFC 6962 §3.3.1: with a resumed session a server need not send it; there are none.
    @Test("comes with every connection: no session is resumed", arguments: versions)
    func resumption(version: TLSVersion) async throws {
        let server = try server(version)
        let judge = world.trusting()
        var request = request(server.port)
        request.connection.isClosed = true
        for _ in 0..<3 { _ = try await engine.perform(request, judge: judge) }
        #expect(server.counters.handshakesCompleted == 3 && server.counters.handshakesResumed == 0)
        #expect(judge.questions.map(\.trust.signedCertificateTimestamps) == Array(repeating: Self.timestamps, count: 3))
        #expect(judge.questions.map(\.trust.stapledOCSP) == Array(repeating: Self.staple, count: 3))
    }

    @Test("a client's certificate is given after the decision that waited, and not before", arguments: versions)
    func clientCertificate(version: TLSVersion) async throws {
        let server = try world.server {
            ($0.minimumVersion, $0.maximumVersion) = (version, version)
            ($0.timestamps, $0.stapledOCSP) = (Self.timestamps, Self.staple)
            $0.requiresClientCertificate = true
        }
        let identity = try HandshakeIdentity(world.identity("client.test"))
        let judge = ClientJudge(world) { _ in .use(identity) }
        let response = try await engine.perform(request(server.port), judge: judge)
        #expect(response.status == 200 && judge.judgements == 1 && judge.questions.count == 1)
        #expect(response.connection.isClientCertificateSent && server.counters.requestsReceived == 1)
    }

    @Test("a server that is refused is shown no client's certificate", arguments: versions)
    func clientCertificateWithheld(version: TLSVersion) async throws {
        let server = try world.server {
            ($0.minimumVersion, $0.maximumVersion) = (version, version)
            ($0.timestamps, $0.stapledOCSP) = (Self.timestamps, Self.staple)
            $0.requiresClientCertificate = true
        }
        let judge = TestJudge.refusing()
        let error = await failure(request(server.port), judge)
        #expect(error?.code == .certificateRefused, "\(String(describing: error))")
        #expect(judge.questions.map(\.trust.stapledOCSP) == [Self.staple])
        #expect(error?.connection?.isClientCertificateSent != true)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0 && server.counters.applicationBytesReceived == 0)
    }

    @Test("of an HTTPS proxy it is asked for by itself", arguments: versions, [true, false])
    func proxy(version: TLSVersion, asks: Bool) async throws {
        let server = try server(.tls13)
        var configuration = TLSServerConfiguration(try world.identity("proxy.test"))
        (configuration.minimumVersion, configuration.maximumVersion) = (version, version)
        (configuration.timestamps, configuration.stapledOCSP) = (Self.timestamps, Self.staple)
        let proxy = try ProxyServer(
            ProxyConfiguration(.https(configuration), routes: ["127.0.0.1:\(server.port)": server.port]))
        var request = request(server.port, asks: !asks)
        var target = ProxyTarget(kind: .https, host: "proxy.test", port: proxy.port)
        target.asksForEvidence = asks
        target.policyDigest = Array("proxy".utf8)
        request.connection.proxy = target
        request.connection.dial.proxyAddresses = [try #require(IPAddress("127.0.0.1"))]
        let judge = world.trusting()
        _ = try await engine.perform(request, judge: judge)
        #expect(server.counters.requestsReceived == 1 && proxy.port == target.port)
        let seen = judge.questions.map { ($0.role, $0.trust.signedCertificateTimestamps, $0.trust.stapledOCSP) }
        #expect(seen.map(\.0) == [.proxy, .server])
        #expect(seen.map(\.1) == [asks ? Self.timestamps : nil, asks ? nil : Self.timestamps])
        #expect(seen.map(\.2) == [asks ? Self.staple : nil, asks ? nil : Self.staple])
    }
}
