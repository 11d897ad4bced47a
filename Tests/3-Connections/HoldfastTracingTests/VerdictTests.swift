import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

@testable import HoldfastTracing

/// The judgement in its place, and what it allows to be sent.
@Suite struct VerdictTests {
    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    static let versions: [TLSVersion] = [.tls12, .tls13]

    private func server(_ version: TLSVersion) throws -> TLSServer {
        try world.server {
            $0.minimumVersion = version
            $0.maximumVersion = version
        }
    }

    @Test("accepted: the request goes out, and its answer comes back", arguments: versions)
    func accepted(version: TLSVersion) async throws {
        let server = try server(version)
        let trace = try await world.trace(server.port) {
            $0.request = TraceConfiguration.httpHead(host: "example.test", target: "/a")
        }
        #expect(trace.isCompleted, "\(trace.outcome)")
        let proof = try #require(trace.verdict?.evaluation)
        #expect(proof.chain.count == 2 && proof.presented.connectedAddress == IPAddress("127.0.0.1"))
        #expect(String(decoding: trace.response, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
        #expect(trace.negotiated.applicationProtocol == "http/1.1" && trace.negotiated.serverName == "example.test")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.requestsReceived == 1)
        // RFC 8446 §6.1: "Each party MUST send a "close_notify" alert before closing its write side".
        #expect(trace.words.contains("> !close_notify"))
    }

    @Test("refused, and looked at to the end: not one byte of application data, and close_notify", arguments: versions)
    func refused(version: TLSVersion) async throws {
        let server = try server(version)
        let trace = try await world.trace(server.port, trusting: false) {
            $0.request = TraceConfiguration.httpHead(host: "example.test")
        }
        #expect(trace.isCompleted, "\(trace.outcome)")
        #expect(trace.verdict?.failure?.cause.code == .issuerNotFound)
        #expect(!trace.words.contains("> data") && trace.words.contains("> !close_notify"))
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 1 && server.counters.applicationBytesReceived == 0)
        #expect(server.counters.alertsReceived.map(\.description) == ["close_notify"])
    }

    @Test("refused, and stopped at: the handshake ends with the alert", arguments: versions)
    func stopped(version: TLSVersion) async throws {
        let server = try server(version)
        let trace = try await world.trace(server.port, trusting: false) { $0.stopsOnRefusal = true }
        guard case .refusedByUs(let alert) = trace.outcome else { return #expect(Bool(false), "\(trace.outcome)") }
        #expect(alert?.name == "unknown_ca")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0)
        #expect(server.counters.alertsReceived.map(\.description) == ["unknown_ca"])
        #expect(trace.words.last == "> !unknown_ca" && trace.timing.tls == nil && trace.timing.trust != nil)
    }

    @Test("the judgement stands after ServerHelloDone and before ClientKeyExchange, and is timed by itself")
    func place() async throws {
        let server = try server(.tls12)
        let trace = try await world.trace(server.port)
        let verdict = try #require(trace.events.firstIndex { if case .verdict = $0.kind { true } else { false } })
        let before = trace.events[..<verdict].flatMap { $0.record?.messages ?? [] }.map(\.type)
        let after = trace.events[verdict...].flatMap { $0.record?.messages ?? [] }.map(\.type)
        #expect(before.last == .serverHelloDone && after.first == .clientKeyExchange)
        let (trust, tls) = (try #require(trace.timing.trust), try #require(trace.timing.tls))
        #expect(trust > .zero && trust < tls)
        #expect(
            trace.phases.map(\.phase) == [
                .clientHello, .serverHello, .certificateCheck, .clientKeyExchange, .serverFinished, .application,
            ])
    }

    @Test("a certificate that libssl cannot parse is judged all the same", arguments: [[[UInt8]]([[1, 2, 3]]), []])
    func malformed(certificates: [[UInt8]]) async throws {
        let key = try PrivateKey.generate(.p256)
        let flight = try RawTLS12Flight(presenting: certificates, signingBy: key)
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        let trace = try await world.trace(server.port)
        if certificates.isEmpty {
            guard case .notJudged(let why)? = trace.verdict?.decision else {
                return #expect(Bool(false), "\(String(describing: trace.verdict))")
            }
            #expect("\(why)" == "no certificate was presented")
        } else {
            #expect(trace.verdict?.failure?.cause.code == .malformedCertificate)
            #expect(trace.verdict?.failure?.presented.presented.count == 1)
        }
        #expect(!trace.isCompleted)
    }

    @Test("the alert unrecognized_name: the server's refusal, at once")
    func unrecognizedName() async throws {
        let server = try world.server { $0.refusesUnknownNames = true }
        let trace = try await world.trace(server.port) { $0.serverName = nil }
        guard case .refusedByServer(let alert, true) = trace.outcome else {
            return #expect(Bool(false), "\(trace.outcome)")
        }
        #expect(alert.name == "unrecognized_name" && trace.negotiated.serverName == nil)
    }

    @Test("keys are kept only on request; with them the observer could read along")
    func keyLog() async throws {
        let server = try server(.tls12)
        #expect(try await world.trace(server.port).dangerousKeyLog == [])
        let trace = try await world.trace(server.port) { $0.dangerousKeyLog = true }
        let line = try #require(trace.dangerousKeyLog.first)
        #expect(line.hasPrefix("CLIENT_RANDOM ") && trace.dangerousKeyLog.count == 1)
        let known = trace.phases.flatMap(\.knowledge)
        // RFC 5246 §8.1: "The master secret is always exactly 48 bytes in length."
        #expect(known.first { $0.item == .masterSecret }?.value?.count == 48)
        #expect(known.first { $0.item == .clientRandom }?.value?.count == 32)
    }
}
