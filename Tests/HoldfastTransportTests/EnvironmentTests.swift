import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTrust
import Testing

@testable import HoldfastTransport

/// libcurl and libssl obey the environment; a connection of ours does not.
@Suite("The environment")
struct EnvironmentTests {
    @Test("HTTPS_PROXY and its relatives do not redirect a connection")
    func proxies() async {
        await #expect(processExitsWith: .success) {
            for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                Environment.set(name, "http://127.0.0.1:1")
            }
            let world = try World()
            let server = try world.server()
            let engine = try TransportEngine()
            let response = try await engine.perform(world.request(port: server.port), judge: world.trusting())
            #expect(response.status == 200)
        }
    }

    @Test("SSLKEYLOGFILE gets not one secret")
    func keyLog() async {
        await #expect(processExitsWith: .success) {
            let file = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString).log")
            Environment.set("SSLKEYLOGFILE", file.path)
            defer { try? FileManager.default.removeItem(at: file) }
            let world = try World()
            for version in [TLSVersion.tls12, .tls13] {
                let server = try world.server { $0.maximumVersion = version }
                let engine = try TransportEngine()
                _ = try await engine.perform(world.request(port: server.port), judge: world.trusting())
            }
            // libcurl opens the file before anybody can tell it not to.
            #expect((try? Data(contentsOf: file))?.isEmpty ?? true)
        }
    }

    @Test("the system's anchors, by file or by folder, are not what decides")
    func anchors() async {
        await #expect(processExitsWith: .success) {
            let world = try World()
            let file = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString).pem")
            try Data(world.authority.identity.chainPEM.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            for name in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] { Environment.set(name, file.path) }
            let server = try world.server()
            let engine = try TransportEngine()
            let error = await failure { () throws(TransportError) in
                try await engine.perform(world.request(port: server.port), judge: TestJudge.refusing())
            }
            #expect(error?.code == "certificateRefused")
        }
    }
}

/// Only for processes of a test's own.
private enum Environment {
    static func set(_ name: String, _ value: String) { _ = unsafe setenv(name, value, 1) }
}

@Suite("The self-test")
struct SelfTestTests {
    @Test("passes with the installed libraries")
    func passes() async throws { try await SelfTest.passed() }

    @Test("anything else than a refusal on both sides is a failure")
    func verdicts() throws {
        let refused = try refusal()
        #expect(SelfTest.verdict(refused, serverSaw: -1) == nil)
        #expect(SelfTest.verdict(nil, serverSaw: 80)?.code == "selfTest", "a request that went through")
        #expect(SelfTest.verdict(refused, serverSaw: 0)?.code == "selfTest", "a server whose handshake was completed")
        #expect(SelfTest.verdict(refused, serverSaw: 80)?.code == "selfTest", "a server that received something")
        #expect(SelfTest.verdict(refused, serverSaw: -2)?.code == "selfTest", "a server that nobody came to")
        let late = TransportError(.tls, "timedOut", "", hint: "", trustFailure: refused.trustFailure)
        #expect(SelfTest.verdict(late, serverSaw: -1)?.code == "selfTestUnfinished", "a refusal that came to no end")
        let other = TransportError(.tls, "handshakeFailed", "", hint: "")
        #expect(SelfTest.verdict(other, serverSaw: -1)?.code == "selfTest", "a failure for another reason")
    }

    @Test("a judge that refuses on the spot is not waited for, even where its other word never comes")
    func immediate() async throws {
        let world = try World()
        let server = try world.server()
        let error = await failure { () throws(TransportError) in
            try await TransportEngine().exchange(world.request(port: server.port), judge: Immediate())
        }
        #expect(error?.code == "certificateRefused" && error?.trustFailure != nil)
        #expect(server.counters.requestsReceived == 0)
    }

    /// Refuses at once, and never comes back where it may take its time.
    private struct Immediate: HandshakeJudge {
        func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
            for await verdict in AsyncStream<HandshakeVerdict>.makeStream().stream { return verdict }
            return .stop(TransportError(.tls, "cancelled", "", hint: ""))
        }

        func immediateVerdict(_ handshake: PresentedHandshake) -> HandshakeVerdict? {
            var policy = TrustPolicy.basicX509
            policy.anchors = .only([])
            do throws(TrustFailure) {
                return .accept(try TrustEngine().evaluate(handshake.trust, with: policy, at: SystemClock.now()))
            } catch {
                return .refuse(error)
            }
        }
    }

    private func refusal() throws -> TransportError {
        let trust = try ServerTrust(derChain: [[0]])
        do {
            var policy = TrustPolicy.basicX509
            policy.anchors = .only([])
            _ = try TrustEngine().evaluate(trust, with: policy, at: World().now)
            throw TransportError(.internal, "accepted", "", hint: "")
        } catch let failure as TrustFailure {
            return TransportError(.tls, "certificateRefused", "", hint: "", trustFailure: failure)
        }
    }
}
