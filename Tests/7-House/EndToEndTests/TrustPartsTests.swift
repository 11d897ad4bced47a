import Foundation
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastPolicy
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Anchors, pins and profile of a session, without a policy of its own around them, and what becomes of both together.
@Suite("The parts of a session's policy", .hangLimit)
struct TrustPartsTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// A session that nothing but its name leads to the server.
    private func session(
        _ server: TLSServer, _ change: (inout HTTPSSession.Configuration) throws -> Void
    ) rethrows -> HTTPSSession {
        var configuration = HTTPSSession.Configuration()
        configuration.timeouts.request = .seconds(120)
        configuration.timeouts.idle = nil
        configuration.addresses.dial = [.loopback(server.port)]
        try change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private func failure(_ session: HTTPSSession, _ server: TLSServer) async throws -> HTTPSError? {
        let url = try bench.url(server)
        do throws(HTTPSError) {
            _ = try await session.data(from: url)
            return nil
        } catch { return error }
    }

    private func pins(_ pin: Pin) throws -> TrustPins {
        let host = try HostPattern(Loopback.host, publicSuffixes: nil)
        return TrustPins(try PinnedHosts([host: .pinned(PinSet(anywhere: [pin], backup: .waived))]))
    }

    private func otherKey() throws -> Pin {
        try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
    }

    @Test("without anything the system's anchors count, and by `anchors` those alone")
    func anchors() async throws {
        let server = try bench.server()
        #expect(try await failure(session(server) { _ in }, server)?.code == .certificateRefused)
        let trusting = session(server) { $0.trust.anchors = bench.anchors }
        let response = try await trusting.data(from: bench.url(server))
        #expect(response.status == 200)
        #expect(response.connection.evaluation?.policy.publicSuffixes != nil)
        let nobody = session(server) { $0.trust.anchors = .only([]) }
        #expect(try await failure(nobody, server)?.code == .certificateRefused)
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("pins come on top of anchors, and the profile says what else is asked")
    func pinsAndProfile() async throws {
        let server = try bench.server()
        let root = try Pin(Certificate(der: bench.root.certificate))
        let matching = try session(server) {
            ($0.trust.anchors, $0.trust.pins) = (bench.anchors, try pins(root))
        }
        #expect(try await failure(matching, server) == nil)
        let other = try session(server) {
            ($0.trust.anchors, $0.trust.pins) = (bench.anchors, try pins(otherKey()))
        }
        #expect(try await failure(other, server)?.trustFailure?.cause.code == .pinMismatch)
        let graded = session(server) { ($0.trust.anchors, $0.trust.profile) = (bench.anchors, .rfc5280) }
        let response = try await graded.data(from: bench.url(server))
        #expect(response.connection.evaluation?.policy.profile.name == Profile.rfc5280.name)
        #expect(server.counters.requestsReceived == 2)
    }

    typealias Change = @Sendable (inout HTTPSSession.Configuration.Trust) throws -> Void

    /// Whichever is set first: a policy that would accept, and a part that says something else.
    @Test("a policy beside its parts is refused before a connection is opened", arguments: [false, true], 0..<3)
    func conflict(policyFirst: Bool, part: Int) async throws {
        let server = try bench.server()
        let (policy, anchors, pins) = (bench.trusting, bench.anchors, try pins(otherKey()))
        let parts: [Change] = [{ $0.anchors = anchors }, { $0.pins = pins }, { $0.profile = .default }]
        let changes: [Change] = [{ $0.policy = policy }, parts[part]]
        let refusing = try session(server) {
            for change in policyFirst ? changes : changes.reversed() { try change(&$0.trust) }
        }
        let error = try await failure(refusing, server)
        #expect(error?.code == .policyConflict, "\(error as Any)")
        #expect(server.counters.connections == 0)
        // Whoever reads it instead of asking a session gets a policy that trusts nobody.
        let read = refusing.configuration.trust.policy(try ServerName(Loopback.host))
        #expect(read.anchors.current().anchors.isEmpty)
        // Nil again, nothing contradicts.
        let mended = session(server) { configuration in
            configuration.trust.policy = policy
            configuration.trust.anchors = nil
        }
        #expect(try await failure(mended, server) == nil)
    }

    @Test("a change of a part leaves the rest as it is, in the order of changes")
    func adjusted() async throws {
        let server = try bench.server()
        let pins = try pins(otherKey())
        let kept = session(server) {
            $0.trust.adjustPolicy { $0.maximumIntermediates = 0 }
            $0.trust.adjustPolicy { $0.maximumIntermediates = $0.maximumIntermediates.map { $0 + 1 } }
            $0.trust.anchors = bench.anchors
        }
        let response = try await kept.data(from: bench.url(server))
        #expect(response.connection.evaluation?.policy.maximumIntermediates == 1)
        // Of a policy of one's own too; and pins that were set are not lost by a change of something else.
        let own = session(server) {
            $0.trust.policy = bench.trusting
            $0.trust.adjustPolicy { $0.pins = pins }
            $0.trust.adjustPolicy { $0.expiryNotice = .seconds(1) }
        }
        #expect(try await failure(own, server)?.trustFailure?.cause.code == .pinMismatch)
        let elsewhere = try ServerName("other.test")
        let wrong = session(server) {
            $0.trust.anchors = bench.anchors
            $0.trust.adjustPolicy { $0.purpose = .ssl(elsewhere) }
        }
        #expect(try await failure(wrong, server)?.code == .policyForAnotherServer)
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("a policy file goes before the session's anchors and pins, whichever came first", arguments: [false, true])
    func policyFile(fileFirst: Bool) async throws {
        let server = try bench.server()
        let folder = try TemporaryFolder()
        let other = try Loopback()
        try folder.write(other.root.identity.chainPEM, to: "other.pem")
        let file = try folder.write(
            """
            {"schema": "holdfast.policy/1", "hosts": {"\(Loopback.host)": {"anchors": {"files": ["other.pem"]}}}}
            """, to: "policy.json")
        let rules = try PolicyInForce(path: file)
        let refusing = session(server) {
            if fileFirst { rules.apply(to: &$0) }
            $0.trust.anchors = bench.anchors
            if !fileFirst { rules.apply(to: &$0) }
        }
        #expect(try await failure(refusing, server)?.code == .certificateRefused)
        #expect(server.counters.requestsReceived == 0)
    }
}
