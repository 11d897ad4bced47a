import Foundation
import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// A man in the middle whose authority the machine trusts: only pins tell him from the server.
@Suite(
    "mitmproxy, trusted by the system", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .enabled(if: Mitmproxy.isThere, "mitmproxy is not installed (scripts/setup peers)"))
struct ManInTheMiddlePeerTests {
    private let peer: PeerSession
    /// Kept, since anchors that are named by their paths are read again.
    private let folder: TemporaryFolder

    init() throws { (peer, folder) = (try PeerSession(), try TemporaryFolder()) }

    private func server() throws -> TLSServer {
        try TLSServer(TLSServerConfiguration(peer.identity)) { ServerResponse(text: "\($0.method) \($0.target)") }
    }

    /// A session that trusts the system's anchors, the server's and the man's.
    ///
    /// - Parameter isPinned: whether it is pinned to the server's key, and a backup.
    private func session(
        _ man: Mitmproxy, isPinned: Bool, _ change: (inout HTTPSSession.Configuration) throws -> Void
    ) throws -> HTTPSSession {
        let root = try folder.write(peer.rootPEM, to: "root.pem")
        let anchors = try TrustAnchors.system(addingPaths: [root, man.authority])
        #expect(anchors.current().anchors.count > 2, "the system's are among them")
        let key = Pin(try Certificate(der: peer.identity.certificate))
        let backup = try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 1, count: 32))
        let pins = TrustPins(
            try PinnedHosts([
                HostPattern(PeerSession.host, publicSuffixes: nil): .pinned(PinSet(leaf: [key, backup]))
            ]))
        return try peer.session(0, nil) { configuration in
            configuration.trust.policy = { name in
                var policy = TrustPolicy.ssl(name)
                policy.anchors = anchors
                if isPinned { policy.pins = pins }
                return policy
            }
            try change(&configuration)
        }
    }

    private func request(_ port: UInt16) throws -> HTTPSRequest {
        HTTPSRequest(
            try peer.url(port, "/secret"), method: "POST",
            fields: [HTTPField(name: "Authorization", value: "Bearer secret")].compactMap(\.self),
            body: Array("secret".utf8))
    }

    /// That the session refuses by its pins, and that the man saw no request that he had not seen before.
    private func expectRefusal(_ session: HTTPSSession, _ port: UInt16, by man: Mitmproxy, _ server: TLSServer)
        async throws
    {
        let (log, received) = (man.log, server.counters.requestsReceived)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: request(port)) }
        #expect(error?.trustFailure?.errors.map(\.code) == [.pinMismatch], "\(error as Any)")
        #expect(error?.trustFailure?.chain.last?.subject.description.contains("mitmproxy") == true)
        #expect(server.counters.requestsReceived == received)
        #expect(!man.log.dropFirst(log.count).contains("POST"))
    }

    @Test("as a proxy: without pins the request passes, with pins not a byte of it leaves")
    func proxy() async throws {
        let server = try server()
        let man = try await Mitmproxy(.proxy, anchors: peer.rootPEM)
        func through(_ configuration: inout HTTPSSession.Configuration) throws {
            configuration.addresses.dial = [.loopback(server.port)]
            configuration.proxy = Proxy(.http, try ServerName("127.0.0.1"), port: man.port)
        }
        let open = try session(man, isPinned: false, through)
        let response = try await open.data(for: request(server.port))
        #expect(response.status == 200)
        #expect(response.connection.evaluation?.chain.last?.subject.description.contains("mitmproxy") == true)
        #expect(man.log.contains("POST") && server.counters.requestsReceived == 1)
        try await expectRefusal(try session(man, isPinned: true, through), server.port, by: man, server)
    }

    @Test("he comes after the connection was pooled: it goes on serving, and the next one is refused")
    func afterPooling() async throws {
        let (server, relay, man) = try await wayWithMan()
        let pinned = try session(man, isPinned: true) { lead(&$0, to: relay) }
        let open = try session(man, isPinned: false) { lead(&$0, to: relay) }
        for session in [pinned, open] {
            #expect(try await session.data(for: request(relay.port)).status == 200)
        }
        relay.lead(to: man.port)
        let again = try await pinned.data(for: request(relay.port))
        #expect(again.isReusedConnection && again.connection.evaluation?.pins.name == "matched")
        #expect(man.log.contains("POST") == false)
        relay.cut()
        try await expectRefusal(pinned, relay.port, by: man, server)
        #expect(try await open.data(for: request(relay.port)).status == 200, "without pins he is believed")
        #expect(man.log.contains("POST"))
    }

    /// Whoever has a ticket is not shown a certificate again: no session is resumed here, so that he has to show one.
    @Test("he comes where a session could be resumed: it is not, and he is refused")
    func afterResumption() async throws {
        let (server, relay, man) = try await wayWithMan()
        let pinned = try session(man, isPinned: true) { lead(&$0, to: relay) }
        for _ in 0..<2 {
            let record = try await pinned.verify(try peer.url(relay.port, "/"))
            #expect(!record.isResumed && record.evaluation?.pins.name == "matched")
        }
        relay.lead(to: man.port)
        try await expectRefusal(pinned, relay.port, by: man, server)
        #expect(pinned.statistics.connectionsResumed == 0)
    }

    private func wayWithMan() async throws -> (TLSServer, SwitchingRelay, Mitmproxy) {
        let server = try server()
        let man = try await Mitmproxy(.inFrontOf(server.port), anchors: peer.rootPEM)
        return (server, try SwitchingRelay(to: server.port), man)
    }

    private func lead(_ configuration: inout HTTPSSession.Configuration, to relay: SwitchingRelay) {
        configuration.addresses.dial = [.loopback(relay.port)]
    }
}
