import HoldfastCrypto
import HoldfastServing
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import LoopbackSupport
import PeerPrograms
import Testing

@testable import HoldfastTransport

@Suite("A request over a judged connection")
struct FirstContactTests {
    @Test("a trusted server is asked and answers", arguments: [TLSVersion.tls12, .tls13])
    func trusted(version: TLSVersion) async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server { $0.maximumVersion = version }
        let engine = try TransportEngine()
        let judge = world.trusting()
        var request = world.request(port: server.port)
        request.message.target = "/a?b=c"
        let response = try await engine.perform(request, judge: judge)
        #expect(response.status == 200)
        #expect(response.text == "GET /a?b=c")
        #expect(response.httpVersion == "1.1")
        #expect(judge.questions.count == 1)
        let connection = response.connection
        #expect(connection.tlsVersion == version.description)
        #expect(connection.serverNameIndication == "example.test")
        #expect(connection.applicationProtocol == "http/1.1")
        #expect(connection.remoteAddress == "127.0.0.1")
        #expect(connection.evaluation != nil)
        #expect(connection.keyExchange == (version == .tls13 ? OpenSSLLibrary.usualGroup : "x25519"))
        #expect(connection.cipherSuite?.hasPrefix("TLS_") == true, "\(connection)")
        #expect(connection.timing.tls != nil && connection.timing.trust != nil && connection.timing.tcp != nil)
    }

    @Test("with a judge that refuses not one HTTP byte reaches the server", arguments: [TLSVersion.tls12, .tls13])
    func refused(version: TLSVersion) async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server { $0.maximumVersion = version }
        let engine = try TransportEngine()
        let request = world.request(port: server.port)
        let error = try #require(
            await failure { () throws(TransportError) in
                try await engine.perform(request, judge: TestJudge.refusing())
            })
        #expect(error.phase == .tls && error.code == .certificateRefused, "\(error) \(error.librarySays)")
        #expect(error.trustFailure?.cause.code == .issuerNotFound, "\(error)")
        #expect(!error.certificateWasAccepted)
        #expect(error.connection?.tlsVersion == version.description)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0)
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("a judge that refuses on the spot is not waited for, even where its other word never comes")
    func immediate() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server()
        let error = await failure { () throws(TransportError) in
            try await TransportEngine().perform(world.request(port: server.port), judge: Immediate())
        }
        #expect(error?.code == .certificateRefused && error?.trustFailure != nil)
        #expect(server.counters.requestsReceived == 0)
    }

    /// Refuses at once, and never comes back where it may take its time.
    private struct Immediate: HandshakeJudge {
        func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
            for await verdict in AsyncStream<HandshakeVerdict>.makeStream().stream { return verdict }
            return .stop(TransportError(.tls, .cancelled, Verbatim(""), advice: nil))
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
}
