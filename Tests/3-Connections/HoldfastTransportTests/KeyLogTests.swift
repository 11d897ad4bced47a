import HoldfastServing
import LoopbackSupport
import Synchronization
import Testing

@testable import HoldfastTransport

/// The secrets of connections, told to whoever asks for them by a name that says what that means.
@Suite("Key log")
struct KeyLogTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    /// draft-ietf-tls-keylogfile §2: the labels of TLS 1.3, and CLIENT_RANDOM of TLS 1.2, then two numbers in hex.
    @Test(
        "has the lines of each handshake",
        arguments: [
            (TLSVersion.tls12, ["CLIENT_RANDOM"]),
            (
                .tls13,
                [
                    "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0", "EXPORTER_SECRET",
                    "SERVER_HANDSHAKE_TRAFFIC_SECRET", "SERVER_TRAFFIC_SECRET_0",
                ]
            ),
        ])
    func lines(version: TLSVersion, labels: [String]) async throws {
        let server = try world.server { $0.maximumVersion = version }
        let lines = Lock<[String]>([])
        var request = world.request(port: server.port)
        request.tls.dangerousKeyLog = KeyLogWriter { line in lines.withLock { $0.append(line) } }
        _ = try await engine.perform(request, judge: world.trusting())
        let words = lines.withLock { $0 }.map { $0.split(separator: " ", omittingEmptySubsequences: false) }
        #expect(words.map { String($0[0]) }.sorted() == labels)
        for line in words {
            #expect(line.count == 3 && line[1].count == 64 && line[2].count >= 64)
            #expect(line.dropFirst().allSatisfy { $0.allSatisfy(\.isHexDigit) })
        }
    }

    @Test("a connection whose secrets somebody has serves nobody else, nor does another serve them")
    func partitions() async throws {
        let server = try world.server()
        let count = Lock(0)
        let log = KeyLogWriter { _ in count.withLock { $0 += 1 } }
        var logged = world.request(port: server.port)
        logged.tls.dangerousKeyLog = log
        let plain = world.request(port: server.port)
        let first = try await engine.perform(plain, judge: world.trusting())
        #expect(count.withLock { $0 } == 0)
        let second = try await engine.perform(logged, judge: world.trusting())
        #expect(second.connection.id != first.connection.id && count.withLock { $0 } == 5)
        #expect(try await engine.perform(plain, judge: world.trusting()).connection.id == first.connection.id)
        #expect(try await engine.perform(logged, judge: world.trusting()).connection.id == second.connection.id)
        #expect(count.withLock { $0 } == 5)
    }
}
