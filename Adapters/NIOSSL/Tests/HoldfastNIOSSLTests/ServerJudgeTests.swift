import Holdfast
import HoldfastAuthority
import HoldfastNIOSSL
import HoldfastTestBed
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing

/// Servers of the test bed as NIOSSL's clients see them.
@Suite("Servers, judged for NIOSSL's clients")
struct ServerJudgeTests {
    private static func anchors(of server: LabServer) throws -> TrustAnchors {
        .only(try server.anchors.map { try Certificate(der: $0) })
    }

    private static func judge(
        _ server: LabServer, settings: JudgeSettings = JudgeSettings(),
        _ change: @escaping @Sendable (inout TrustPolicy) -> Void = { _ in }
    ) throws -> ServerJudge {
        let anchors = try anchors(of: server)
        return ServerJudge(settings: settings) { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            change(&policy)
            return policy
        }
    }

    @Test("a good server is accepted with its chain, first off the event loop, then from memory")
    func good() async throws {
        let server = try TestBed.start("good")
        let reports = Reports()
        var settings = JudgeSettings()
        settings.report = { reports.note($0) }
        let judge = try Self.judge(server, settings: settings)
        let client = try TestClient(judge)
        for _ in 0..<3 {
            guard case .accepted(let peer, let reply) = try await client.ask(server) else {
                Issue.record("not accepted")
                return
            }
            #expect(peer.chain.count == 3 && !peer.isResumed && peer.admitted == nil)
            #expect(reply.hasPrefix("HTTP/1.1 200"))
        }
        let counters = judge.counters
        #expect(counters.accepted == 3 && counters.remembered == 2 && counters.refused == 0)
        #expect(reports.all.map(\.isRemembered) == [false, true, true])
        #expect(reports.onLoop == [false, true, true])
        #expect(server.requestsReceived == 3)
    }

    @Test("a refused server gets no byte; its client gets the findings in the place of NIOSSL's error")
    func expired() async throws {
        let server = try TestBed.start("expired")
        let client = try TestClient(try Self.judge(server))
        guard case .refused(let refusal) = try await client.ask(server) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.failure?.errors.map(\.code) == [.expired])
        #expect(refusal.tlsError is NIOSSLError && refusal.serverName?.description == "expired.holdfast.test")
        #expect(await server.becomesIdle())
        #expect(server.applicationBytesReceived == 0 && server.connections == 1)
    }

    @Test("pins refuse, and a policy that is replaced counts from the next handshake on")
    func replaced() async throws {
        let server = try TestBed.start("good")
        var policy = TrustPolicy.basicX509
        policy.anchors = try Self.anchors(of: server)
        let handle = ReplaceablePolicy(policy)
        let client = try TestClient(ServerJudge(policy: handle))
        guard case .accepted = try await client.ask(server) else {
            Issue.record("not accepted")
            return
        }
        let stranger = try TestAuthority().root.certificate
        policy.pins = TrustPins(
            .everywhere(try PinSet(anywhere: [Pin(try Certificate(der: stranger))], backup: .waived)))
        handle.replace(with: policy)
        guard case .refused(let refusal) = try await client.ask(server) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.failure?.cause.code == .pinMismatch)
        #expect(await server.becomesIdle(afterAtLeast: 2))
        #expect(server.requestsReceived == 1)
        policy.pins = .none
        handle.replace(with: policy)
        guard case .accepted = try await client.ask(server) else {
            Issue.record("not accepted again")
            return
        }
    }

    @Test("a user's exception lets in what it names; there is no validated chain then")
    func excepted() async throws {
        let server = try TestBed.start("self-signed")
        let leaf = try Certificate(der: try #require(server.chain?.first))
        let now = Instant.now
        let exception = try TrustException(
            certificate: leaf.fingerprint, host: ServerName(server.host), codes: [.selfSignedNotAnchor],
            createdAt: now.advanced(bySeconds: -1), until: now.advanced(byDays: 1))
        let judge = try Self.judge(server) { $0.exceptions = .only([exception]) }
        guard case .accepted(let peer, _) = try await TestClient(judge).ask(server) else {
            Issue.record("not accepted")
            return
        }
        #expect(peer.evaluation.exception == exception)
    }

    @Test("a policy for another name or purpose refuses", arguments: [TrustPurpose.basicX509, .sslClient])
    func purpose(_ purpose: TrustPurpose) async throws {
        let server = try TestBed.start("good")
        let judge = try Self.judge(server) { $0.purpose = purpose }
        guard case .refused(let refusal) = try await TestClient(judge).ask(server),
            case .policyForAnotherPurpose(purpose) = refusal.reason
        else {
            Issue.record("not refused")
            return
        }
        #expect(await server.becomesIdle())
        #expect(server.applicationBytesReceived == 0)
    }

    @Test("a policy that lets evidence be fetched refuses where there is nothing to fetch it with")
    func source() async throws {
        let server = try TestBed.start("good")
        let judge = try Self.judge(server) { $0.fetching = EvidenceFetching(issuers: true) }
        guard case .refused(let refusal) = try await TestClient(judge).ask(server),
            case .noEvidenceSource = refusal.reason
        else {
            Issue.record("not refused")
            return
        }
        #expect(judge.counters.refused == 1)
    }

    @Test("a context by which nobody would be asked is an error")
    func contexts() throws {
        let judge = ServerJudge()
        let name = try ServerName("example.test")
        for (verification, error) in [
            (CertificateVerification.none, JudgeContextError.verifiesNobody),
            (.optionalVerification, .serverMayShowNothing),
        ] {
            var configuration = TLSConfiguration.clientWithJudge()
            configuration.certificateVerification = verification
            let context = try NIOSSLContext(configuration: configuration)
            #expect(throws: error) { _ = try judge.handlers(for: name, context: context) }
        }
    }

    @Test("the bare callbacks give NIOSSL the same verdicts", arguments: ["good", "expired", "wrong-name"])
    func callbacks(_ name: String) async throws {
        let server = try TestBed.start(name)
        let judge = try Self.judge(server)
        let host = try ServerName(server.host)
        let chain = try #require(server.chain).map { try NIOSSLCertificate(bytes: $0, format: .der) }
        let loop = NIOSingletons.posixEventLoopGroup.next()
        let plain = loop.makePromise(of: NIOSSLVerificationResult.self)
        judge.callback(for: host)(chain, plain)
        #expect(try await plain.futureResult.get() == (server.entry.expectedExit == 0 ? .certificateVerified : .failed))
        let whole = loop.makePromise(of: NIOSSLVerificationResultWithMetadata.self)
        judge.callbackWithMetadata(for: host)(chain, whole)
        switch try await whole.futureResult.get() {
        case .certificateVerified(let metadata):
            #expect(server.entry.expectedExit == 0 && metadata.validatedCertificateChain?.count == 3)
        case .failed: #expect(server.entry.expectedExit != 0)
        }
        let nothing = loop.makePromise(of: NIOSSLVerificationResult.self)
        judge.callback(for: host)([], nothing)
        #expect(try await nothing.futureResult.get() == .failed)
    }
}

/// Reports of a judge, with whether they came on an event loop.
final class Reports: Sendable {
    private let state = Mutex<[(PeerReport, Bool)]>([])

    func note(_ report: PeerReport) {
        let isOnLoop = MultiThreadedEventLoopGroup.currentEventLoop != nil
        state.withLock { $0.append((report, isOnLoop)) }
    }

    var all: [PeerReport] { state.withLock { $0.map(\.0) } }
    var onLoop: [Bool] { state.withLock { $0.map(\.1) } }
}
