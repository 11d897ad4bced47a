import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// The promise that a refused server gets no byte, attacked through sessions: in a resumed handshake no certificate is
/// shown, and libssl asks nobody.
@Suite("A server that is refused resumes nothing")
struct ResumptionAttackTests {
    static let versions = [TLSVersion.tls12, .tls13]

    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private func server(
        _ version: TLSVersion, as identity: Identity? = nil, port: UInt16 = 0,
        _ change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        try world.server(as: identity, port: port) {
            ($0.minimumVersion, $0.maximumVersion) = (version, version)
            change(&$0)
        }
    }

    /// Asks once under a judge that accepts, and once under another: refused before anything of the request is sent.
    private func expectRefusal(
        _ server: TLSServer, by judge: TestJudge, after first: TestJudge, _ second: TransportRequest? = nil
    ) async throws {
        let request = world.resuming(port: server.port)
        #expect(try await engine.perform(request, judge: first).connection.evaluation != nil)
        let octets = server.counters.applicationBytesReceived
        let error = await failure { () throws(TransportError) in
            try await engine.perform(second ?? request, judge: judge)
        }
        #expect(error?.code == .certificateRefused && error?.wasSent == false, "\(String(describing: error))")
        if case .refused? = error?.connection?.verdict {} else { Issue.record("\(String(describing: error))") }
        #expect(await server.becomesIdle(afterAtLeast: 2))
        #expect(server.counters.applicationBytesReceived == octets && server.counters.requestsReceived == 1)
        #expect(server.counters.handshakesResumed == 0 && engine.connectionCounts.resumed == 0)
        // The refused certificate was shown again, and nobody is asked twice about one.
        #expect(judge.questions.count == 1 && judge.questions.first?.isOver == false)
    }

    /// Judges that accept the server of this world until something happens, and refuse it after.
    enum Change: CaseIterable {
        case pinReplaced, anchorWithdrawn, certificateExpired, exceptionEnded, certificateRevoked
    }

    @Test("what is refused by now is not resumed", arguments: Change.allCases, versions)
    func refusedByNow(change: Change, version: TLSVersion) async throws {
        let now = world.now
        let isExpired = change == .exceptionEnded
        let identity = try world.identity { template, now in
            if isExpired { template.notAfter = now.advanced(bySeconds: -60) }
        }
        let server = try server(version, as: identity)
        let anchors = world.anchors
        @Sendable func policy(_ handshake: PresentedHandshake) -> TrustPolicy {
            var policy = (try? ServerName(handshake.host)).map(TrustPolicy.ssl) ?? .basicX509
            policy.anchors = anchors
            return policy
        }
        func pinned(_ key: ArraySlice<UInt8>) throws -> TestJudge {
            let pin = try Pin(subject: .publicKey, algorithm: .sha256, digest: Digest.sha256(key))
            let pins = TrustPins(.everywhere(try PinSet(anywhere: [pin], backup: .waived)))
            return TestJudge { handshake in
                var policy = policy(handshake)
                policy.pins = pins
                return policy
            }
        }
        switch change {
        case .pinReplaced:
            let key = try Certificate(der: identity.certificate).subjectPublicKeyInfo.bytes
            let other = try PrivateKey.generate(.p256).subjectPublicKeyInfo.bytes
            try await expectRefusal(server, by: pinned(other), after: pinned(key))
        case .anchorWithdrawn: try await expectRefusal(server, by: .refusing(), after: world.trusting())
        case .certificateExpired:
            let later = TestJudge(at: { now.advanced(byDays: 4_000) }, policy)
            try await expectRefusal(server, by: later, after: world.trusting())
        case .exceptionEnded:
            let exception = try TrustException(
                certificate: Digest.sha256(identity.certificate[...]), host: ServerName("example.test"),
                codes: [.expired], createdAt: now.advanced(bySeconds: -60), until: now.advanced(byDays: 1))
            func excepting(_ days: Int64) -> TestJudge {
                TestJudge(at: { now.advanced(byDays: days) }) { handshake in
                    var policy = policy(handshake)
                    policy.exceptions = .only([exception])
                    return policy
                }
            }
            try await expectRefusal(server, by: excepting(2), after: excepting(0))
        case .certificateRevoked:
            var template = RevocationListTemplate(at: now)
            template.revoke(try Certificate(der: identity.certificate).serialNumber, on: now.advanced(byDays: -1))
            let list = SuppliedRevocationList(der: try world.root.issue(template))
            let looking = TestJudge(supplying: [.revocationLists([list])]) { handshake in
                var policy = policy(handshake)
                policy.revocation = .soft
                return policy
            }
            try await expectRefusal(server, by: looking, after: world.trusting())
        }
    }

    @Test("another policy is asked in a handshake of its own", arguments: versions)
    func otherPolicy(version: TLSVersion) async throws {
        let server = try server(version)
        let other = world.resuming(port: server.port, under: "other")
        try await expectRefusal(server, by: .refusing(), after: world.trusting(), other)
        #expect(!(try await engine.perform(other, judge: world.trusting()).connection.isResumed))
    }

    @Test("another partition has none of the sessions", arguments: versions)
    func otherPartition(version: TLSVersion) async throws {
        let server = try server(version)
        let other = world.resuming(port: server.port, sharing: "other")
        try await expectRefusal(server, by: .refusing(), after: world.trusting(), other)
        #expect(!(try await engine.perform(other, judge: world.trusting()).connection.isResumed))
        var elsewhere = world.resuming(port: server.port)
        elsewhere.connection.dial.addresses = [.loopback]
        elsewhere.connection.dial.place = nil
        #expect(!(try await engine.perform(elsewhere, judge: world.trusting()).connection.isResumed))
    }

    @Test("a session whose server was refused is dropped: the next one shows its certificate", arguments: versions)
    func dropped(version: TLSVersion) async throws {
        let server = try server(version)
        try await expectRefusal(server, by: .refusing(), after: world.trusting())
        let request = world.resuming(port: server.port)
        #expect(!(try await engine.perform(request, judge: world.trusting()).connection.isResumed))
        #expect(try await engine.perform(request, judge: world.trusting()).connection.isResumed)
    }

    @Test("whoever stops for another reason sends nothing either", arguments: versions)
    func stopped(version: TLSVersion) async throws {
        struct Stopping: HandshakeJudge {
            func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict { .stop(.shutDown) }
        }
        let server = try server(version)
        let request = world.resuming(port: server.port)
        _ = try await engine.perform(request, judge: world.trusting())
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: Stopping())
        }
        #expect(error?.code == .shutDown && server.counters.requestsReceived == 1)
    }

    @Test("a judge that speaks of other certificates than the session's resumes nothing", arguments: versions)
    func otherCertificates(version: TLSVersion) async throws {
        /// Proves to have accepted something else.
        struct Confused: HandshakeJudge {
            let evaluation: TrustEvaluation
            func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict { .accept(evaluation) }
        }
        let server = try server(version)
        let other = try self.server(version, as: try world.identity())
        let proof = try await engine.perform(world.resuming(port: other.port), judge: world.trusting())
        let evaluation = try #require(proof.connection.evaluation)
        let request = world.resuming(port: server.port)
        _ = try await engine.perform(request, judge: world.trusting())
        let octets = server.counters.applicationBytesReceived
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: Confused(evaluation: evaluation))
        }
        #expect(error?.code == .judgementMismatch, "\(String(describing: error))")
        #expect(await server.becomesIdle(afterAtLeast: 2))
        #expect(server.counters.applicationBytesReceived == octets && server.counters.handshakesResumed == 0)
    }

    // MARK: Other servers

    /// A server of TLS 1.2 resumes whatever session it can read, also for another name than the session's.
    @Test("another name is judged by what its server shows, though that accepts the session", arguments: versions)
    func otherName(version: TLSVersion) async throws {
        let (first, second) = (try world.identity(), try world.identity("other.test"))
        let server = try server(version, as: first) {
            $0.others = [TLSServerConfiguration.NamedIdentity(names: ["other.test"], second)]
        }
        _ = try await engine.perform(world.resuming(port: server.port), judge: world.trusting())
        let judge = world.trusting()
        let request = world.resuming(to: "other.test", port: server.port)
        let response = try await engine.perform(request, judge: judge)
        #expect(!response.connection.isResumed && server.counters.handshakesResumed == 0)
        #expect(judge.questions.count == 1)
        #expect(judge.questions.first?.trust.presented.first?.bytes == second.certificate[...])
        let octets = server.counters.applicationBytesReceived
        let error = await failure { () throws(TransportError) in
            try await engine.perform(
                world.resuming(to: "third.test", port: server.port), judge: world.trusting())
        }
        #expect(error?.code == .certificateRefused)
        #expect(server.counters.applicationBytesReceived == octets)
    }

    @Test("another port of the same host has none of the sessions", arguments: versions)
    func otherPort(version: TLSVersion) async throws {
        let server = try server(version)
        _ = try await engine.perform(world.resuming(port: server.port), judge: world.trusting())
        var request = world.resuming(port: server.port)
        request.port = server.port == 1 ? 2 : server.port - 1
        let response = try await engine.perform(request, judge: world.trusting())
        #expect(!response.connection.isResumed && server.counters.handshakesResumed == 0)
    }

    @Test("a server that took another's place shows its own certificate, and is judged by that", arguments: versions)
    func otherServer(version: TLSVersion) async throws {
        let stranger = try Loopback(host: "example.test", hasIntermediate: false)
        for (identity, isTrusted) in [(try world.identity(), true), (try stranger.identity(), false)] {
            var server: TLSServer? = try server(version)
            let port = try #require(server?.port)
            let request = world.resuming(port: port)
            _ = try await engine.perform(request, judge: world.trusting())
            server = nil
            let next = try self.server(version, as: identity, port: port)
            let judge = world.trusting()
            let error = await failure { () throws(TransportError) in
                #expect(!(try await engine.perform(request, judge: judge).connection.isResumed))
            }
            #expect(error?.code == (isTrusted ? nil : .certificateRefused), "\(String(describing: error))")
            // Once about what was kept, and once about what is there.
            #expect(judge.questions.map { $0.trust.presented.first?.bytes }.last == identity.certificate[...])
            #expect(judge.questions.count == 2)
            #expect(await next.becomesIdle(afterAtLeast: 1))
            #expect(next.counters.requestsReceived == (isTrusted ? 1 : 0))
            if !isTrusted { #expect(next.counters.applicationBytesReceived == 0) }
        }
    }

    // MARK: The client

    @Test("a server that asked who the client is, asks again, and is told who it is by now", arguments: versions)
    func otherClient(version: TLSVersion) async throws {
        for requires in [true, false] {
            let server = try world.answering(as: try world.identity()) {
                ($0.minimumVersion, $0.maximumVersion) = (version, version)
                ($0.requiresClientCertificate, $0.requestsClientCertificate) = (requires, !requires)
            } _: { request in
                let certificate = request.connection.clientCertificate.flatMap { try? Certificate(der: $0) }
                return ServerResponse(text: certificate?.subject.commonName ?? "nobody")
            }
            let request = world.resuming(port: server.port)
            for name in ["Alice", "Bob"] {
                let identity = try HandshakeIdentity(try world.root.issue(.client(name: name, at: world.now)))
                let judge = ClientJudge(world) { _ in .use(identity) }
                let response = try await engine.perform(request, judge: judge)
                #expect(response.text == name && !response.connection.isResumed && judge.questions.count == 1)
            }
            let nobody = ClientJudge(world) { _ in .without() }
            if !requires { #expect(try await engine.perform(request, judge: nobody).text == "nobody") }
            let last = try HandshakeIdentity(try world.root.issue(.client(name: "Carol", at: world.now)))
            let judge = ClientJudge(world) { _ in .use(last) }
            #expect(try await engine.perform(request, judge: judge).text == "Carol")
            #expect(server.counters.handshakesResumed == 0)
        }
    }

    @Test("what is said about a session's server for one request holds for that request alone", arguments: versions)
    func scope(version: TLSVersion) async throws {
        let server = try server(version)
        var request = world.resuming(port: server.port)
        request.connection.isClosed = false
        request.taskID = 7
        let judge = ClientJudge(world, scope: .request(7)) { _ in .without() }
        _ = try await engine.perform(request, judge: judge)
        var next = request
        next.taskID = 8
        let own = world.trusting()
        let response = try await engine.perform(next, judge: own)
        #expect(own.questions.count == 1)
        #expect(!response.isReusedConnection && response.connection.isResumed)
    }
}
