import Foundation
import HoldfastAuthority
import HoldfastDelayLine
import HoldfastServing
import HoldfastTestBed
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// `lab --rtt` and `trace --rtt`: a reader repeats the articles' 22 ms.
@Suite(
    "The delay line of the command", .changesNetwork, .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .enabled(if: DelayLine.unavailability == nil, "\(DelayLine.unavailability ?? "")"))
struct DelayLineCommandPeerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the command and gives its exit code with what it printed.
    private func run(_ arguments: [String]) throws -> (exitCode: Int32, output: String, errors: String) {
        let process = ChildProcess()
        process.executableURL = try CommandPage.holdfast()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let places = [folder.path("out"), folder.path("err")]
        for place in places { try Data().write(to: URL(filePath: place)) }
        process.standardOutput = FileHandle(forWritingAtPath: places[0])
        process.standardError = FileHandle(forWritingAtPath: places[1])
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try folder.text("out"), try folder.text("err"))
    }

    private struct Traced: Decodable {
        struct Timing: Decodable {
            let tcp: Double
            let tls: Double
            let roundTrips: Int
        }
        struct Delay: Decodable {
            let roundTrip: Double
            let server: String
        }
        let loopback: Bool
        let address: String
        let delay: Delay?
        let timing: Timing
    }

    // Figure 1 of RFC 8446 has one round trip before the client's first data, figure 1 of RFC 5246 two.
    @Test("A trace through the line takes a round trip for TCP, and as many for TLS as the RFC's figure has")
    func traced() throws {
        let authority = try TestAuthority()
        let server = try TLSServer(TLSServerConfiguration(try authority.server("good.test"))) { _ in
            ServerResponse(text: "")
        }
        let root = PEMBlock(label: "CERTIFICATE", contents: authority.root.certificate)
        try folder.write(root.encoded, to: "root.pem")
        for (version, trips) in [("1.3", 1), ("1.2", 2)] {
            let run = try run(
                [
                    "trace", "--json", "--tls", version, "--rtt", "22ms", "https://good.test:\(server.port)",
                    "--connect-to", "good.test:\(server.port):127.0.0.1:\(server.port)", "--anchors-only",
                    folder.path("root.pem"),
                ])
            #expect(run.exitCode == 0, "\(run.errors)")
            let traced = try JSONDecoder().decode(Traced.self, from: Data(run.output.utf8))
            #expect(!traced.loopback && traced.address.hasPrefix("198.18."))
            #expect(traced.delay?.roundTrip == 22 && traced.delay?.server == "127.0.0.1:\(server.port)")
            #expect(traced.timing.roundTrips == trips, "\(version)")
            // The clock reads a little after the packet left; other work of the machine only adds.
            #expect(
                traced.timing.tcp > 21.5 && traced.timing.tls > 22 * Double(trips) - 0.5, "\(version): \(traced.timing)"
            )
        }
    }

    @Test("A server that listens at every address needs no relay; nobody there is said, and no answer made up")
    func everywhere() throws {
        let (listener, port) = try PlainSocket.listening(at: "0.0.0.0")
        let line = try DelayLine(roundTrip: .milliseconds(2))
        let delayed = try DelayedPort(on: line, to: LocalServer(address: "127.0.0.1", port: port))
        let client = try PlainSocket(SOCK_STREAM)
        try client.connect(to: line.address, port)
        try listener.accept().send([1, 2, 3])
        #expect(try client.receive() == [1, 2, 3] && delayed.failure == nil)
        let (gone, free) = try PlainSocket.listening(at: "127.0.0.1", SOCK_DGRAM)
        _ = gone
        let nobody = try run(["trace", "--rtt", "5ms", "https://127.0.0.1:\(free)"])
        #expect(nobody.exitCode == 3 || nobody.exitCode == 4, "\(nobody.errors)")
        #expect(nobody.errors.contains("behind the delay line nobody answers: "), "\(nobody.errors)")
    }

    @Test("A megabyte goes through a port of the line both ways, and the end of each stream after it")
    func relayed() async throws {
        let line = try DelayLine(roundTrip: .milliseconds(4))
        let (listener, port) = try PlainSocket.listening(at: "127.0.0.1")
        let delayed = try DelayedPort(on: line, to: LocalServer(address: "127.0.0.1", port: port))
        let client = try PlainSocket(SOCK_STREAM)
        let start = ContinuousClock.now
        try client.connect(to: line.address, port)
        #expect(ContinuousClock.now - start >= line.roundTrip)
        let server = try listener.accept()
        let sent = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16)) }
        for (from, to) in [(client, server), (server, client)] {
            let thread = Thread {
                try? from.send(sent)
                _ = shutdown(from.descriptor, Int32(SHUT_WR))
            }
            thread.start()
            var received: [UInt8] = []
            while case let part = try to.receive(), !part.isEmpty { received += part }
            #expect(received == sent)
        }
        #expect(delayed.failure == nil)
    }

    @Test("lab --rtt puts its servers, and the proxies before them, behind the line: each verdict is as expected")
    func lab() throws {
        let run = try run(["lab", "--rtt", "10ms", "--check", "good", "expired", "proxied", "plain-http"])
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(run.output.hasSuffix("4 servers, 4 as expected, 0 not\n"), "\(run.output)")
    }
}
