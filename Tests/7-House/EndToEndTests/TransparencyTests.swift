import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTestBed
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Certificate transparency of a session: timestamps that come in the certificate, by TLS and by the stapled response,
/// judged before anything is sent.
@Suite("Certificate transparency of a session", .hangLimit)
struct TransparencyTests {
    static let entries = TestBed.catalogue.filter { $0.name.hasPrefix("ct-") }.map(\.name)

    private func policies(of server: LabServer) throws -> @Sendable (ServerName) -> TrustPolicy {
        let anchors = TrustAnchors.only(try server.anchors.map { try Certificate(der: $0) })
        let list = try TransparencyLogList(json: Array(try #require(server.logList).utf8))
        return { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.transparency = .required(TransparencyRequirement(policy: .apple, logs: list))
            return policy
        }
    }

    private func session(
        _ server: LabServer, _ policy: @escaping @Sendable (ServerName) -> TrustPolicy
    ) throws -> HTTPSSession {
        let bench = try Loopback()
        return HTTPSSession(
            configuration: bench.configuration([(server.host, server.port)], policy: policy))
    }

    @Test(
        "every server of the catalogue is judged as its entry says, and one that is refused gets nothing",
        arguments: entries)
    func catalogue(_ name: String) async throws {
        let server = try TestBed.start(name)
        let session = try session(server, policies(of: server))
        let request = HTTPSRequest(try HTTPSURL(server.url))
        if server.entry.expectedExit == 0 {
            let response = try await session.data(for: request)
            #expect(response.status == 200 && server.requestsReceived == 1)
            let outcome = try #require(response.connection.evaluation?.transparency)
            #expect(outcome.result == .passed && outcome.policy == "apple")
            let source: TransparencyOutcome.Source =
                name.hasPrefix("ct-stapled") ? .ocsp : name.hasPrefix("ct-tls") ? .tls : .embedded
            #expect(outcome.timestamps.map(\.source) == [source, source])
            #expect(outcome.timestamps.allSatisfy { $0.isVerified == true })
        } else {
            let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: request) }
            #expect(error?.code == .certificateRefused)
            let codes = error?.trustFailure?.errors.map(\.code.rawValue) ?? []
            #expect(Set(codes) == server.entry.expectedFindings, "\(codes)")
            try await eventually("no connection is open") { server.waitUntilIdle(upTo: .zero) }
            #expect(server.applicationBytesReceived == 0 && server.requestsReceived == 0)
        }
    }

    /// Without the policy nothing is asked for, so that nothing comes, and everything is as it was.
    @Test(
        "nothing is asked of servers where the policy does not ask",
        arguments: ["ct-none", "ct-tls13", "ct-stapled-tls12"])
    func off(_ name: String) async throws {
        let server = try TestBed.start(name)
        let asking = try policies(of: server)
        let session = try session(server) { name in
            var policy = asking(name)
            policy.transparency = .off
            return policy
        }
        let response = try await session.data(for: HTTPSRequest(try HTTPSURL(server.url)))
        #expect(server.requestsReceived == 1)
        let presented = try #require(response.connection.presented)
        #expect(presented.signedCertificateTimestamps == nil && presented.stapledOCSP == nil)
        #expect(response.connection.evaluation?.transparency.result == .notChecked)
    }

    /// RFC 6962 §3.3.1: a server sends the extension to a client that asks for it. Without it nothing shows that a log
    /// had taken the certificate by the day.
    @Test(
        "a constraint by timestamps on an anchor has the handshake ask for them",
        arguments: ["ct-tls12", "ct-tls13", "ct-stapled-tls12"])
    func constraint(_ name: String) async throws {
        let server = try TestBed.start(name)
        let asking = try policies(of: server)
        let session = try session(server) { name in
            var policy = asking(name)
            policy.transparency = .off
            policy.anchorConstraints = [AnchorConstraints()]
            policy.anchorConstraints[0].timestampNotAfter = Instant(secondsSince1970: 4_102_444_800)
            return policy
        }
        let response = try await session.data(for: HTTPSRequest(try HTTPSURL(server.url)))
        let presented = try #require(response.connection.presented)
        #expect(presented.signedCertificateTimestamps != nil || presented.stapledOCSP != nil)
        #expect(response.connection.evaluation?.transparency.result == .notChecked)
    }

    @Test("a connection that was accepted without transparency carries no request that asks for it")
    func pooled() async throws {
        let server = try TestBed.start("ct-none")
        let asking = try policies(of: server)
        let isAsking = Flag()
        let session = try session(server) { name in
            var policy = asking(name)
            if !isAsking.isSet { policy.transparency = .off }
            return policy
        }
        let request = HTTPSRequest(try HTTPSURL(server.url))
        #expect(try await session.data(for: request).status == 200)
        isAsking.set()
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: request) }
        #expect(error?.trustFailure?.cause.code == .transparency)
        #expect(server.connections == 2)
        #expect(server.requestsReceived == 1)
    }
}
