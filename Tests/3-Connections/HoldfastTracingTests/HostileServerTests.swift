import HoldfastServing
import HoldfastSystem
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTracing

/// Servers that send what they should not, or nothing: a clear end, and what came is kept.
@Suite(.ownThread) struct HostileServerTests {
    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    /// A server that reads the ClientHello's first bytes, sends `bytes`, and ends.
    private func server(
        _ bytes: [UInt8], times: Int = 1, holds: Bool = false
    ) throws -> RawServer {
        try RawServer { connection throws(ServingError) in
            _ = try connection.read(until: .after(.seconds(600)))
            for _ in 0..<times { try connection.write(bytes, until: .after(.seconds(600))) }
            if holds { try connection.readToEnd(until: .after(.seconds(600))) } else { try connection.finish() }
        }
    }

    /// A record of a type, with the version of TLS 1.2.
    private func record(_ type: UInt8, _ fragment: [UInt8]) -> [UInt8] {
        [type, 3, 3, UInt8(fragment.count >> 8), UInt8(fragment.count & 0xFF)] + fragment
    }

    @Test("plain HTTP: not TLS, and its bytes are shown")
    func http() async throws {
        let text = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
        let server = try server(text)
        let trace = try await world.trace(server.port)
        #expect(trace.error?.code == .notTLS && trace.error?.phase == .tls, "\(trace.outcome)")
        let shown = trace.events.compactMap {
            if case .notTLS(let bytes, let error) = $0.kind { (bytes, error) } else { nil }
        }
        #expect(shown.first?.0 == text && shown.first?.1.field == "type")
        #expect(trace.words.first == "> client_hello" && trace.verdict == nil)
    }

    @Test("a server that ends at once, in the middle of a record, or says nothing")
    func cutsAndStalls() async throws {
        let nothing = try server([])
        #expect(try await world.trace(nothing.port).error?.code == .connectionClosed)
        let half = try server([22, 3, 3, 0, 90, 2, 0, 0])
        let cut = try await world.trace(half.port)
        #expect(cut.error?.code == .connectionClosed, "\(cut.outcome)")
        #expect(cut.notes.contains { $0.contains("within a record, after 8 bytes") })
        let silent = try server([], holds: true)
        let stalled = try await world.trace(silent.port) { $0.idleTimeout = .milliseconds(200) }
        #expect(stalled.error?.code == .timedOut && stalled.words == ["> client_hello"])
        #expect(stalled.timing.tcp != nil)
    }

    @Test("a byte now and then does not keep a trace alive: the whole of it has an end")
    func drip() async throws {
        let server = try RawServer { connection throws(ServingError) in
            _ = try connection.read(until: .after(.seconds(600)))
            for byte in [22, 3, 3, 0x40, 0] + [UInt8](repeating: 0, count: 1000) {
                try connection.write([byte], until: .after(.seconds(600)))
                // Waits a little: nothing comes.
                _ = try? connection.read(until: .after(.milliseconds(20)))
            }
        }
        let trace = try await world.trace(server.port) { $0.timeout = .milliseconds(500) }
        #expect(trace.error?.code == .timedOut, "\(trace.outcome)")
    }

    @Test("16 MB of one handshake message: an end at its announcement")
    func enormousMessage() async throws {
        let server = try server(record(22, [11, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 16_000)), times: 1000)
        let trace = try await world.trace(server.port) { $0.maximumBytes = 1 << 20 }
        #expect(!trace.isCompleted && trace.error != nil, "\(trace.outcome)")
        let announced = trace.unreadable.first
        #expect(announced?.field == "Handshake.length")
        #expect(trace.events.reduce(0) { $0 + ($1.record?.record.bytes.count ?? 0) } < 2 << 20)
    }

    @Test("messages without end, each small: HelloRequests, warnings, empty fragments")
    func endless() async throws {
        let cases: [(String, [UInt8])] = [
            ("HelloRequest", record(22, [0, 0, 0, 0])), ("warnings", record(21, [1, 90])), ("empty", record(22, [])),
            ("ChangeCipherSpec", record(20, [1])), ("heartbeat", record(24, [1, 0, 0])),
        ]
        for (name, bytes) in cases {
            let server = try server(Array([[UInt8]](repeating: bytes, count: 500).joined()), times: 100)
            let trace = try await world.trace(server.port) {
                $0.maximumEvents = 300
                $0.timeout = .seconds(120)
            }
            #expect(trace.error != nil && trace.error?.code != .timedOut, "\(name): \(trace.outcome)")
            #expect(trace.events.count <= 302, "\(name)")
            #expect(trace.words.first == "> client_hello", "\(name)")
        }
    }

    @Test("a handshake record over the limit is no record")
    func overlongRecord() async throws {
        let server = try server([22, 3, 3, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 70_000))
        let trace = try await world.trace(server.port)
        let errors = trace.events.compactMap { if case .notTLS(_, let error) = $0.kind { error } else { nil } }
        #expect(errors.first?.field == "length" && trace.error != nil)
    }

    @Test("cancelled: an end within moments")
    func cancelled() async throws {
        let server = try server([], holds: true)
        let task = Task {
            try await world.trace(server.port) {
                $0.timeout = .seconds(120)
                $0.idleTimeout = .seconds(120)
            }
        }
        try await eventually("a byte is received") { server.counters.bytesReceived > 0 }
        task.cancel()
        let trace = try await task.value
        #expect(trace.error?.code == .cancelled, "\(trace.outcome)")
    }

    @Test("nothing listens; the first of two addresses does not, and the second does")
    func connecting() async throws {
        let free = try LoopbackPort.free()
        let refused = try await world.trace(free)
        #expect(refused.error?.code == .connectionRefused && refused.error?.phase == .connect)
        let server = try world.server()
        var target = world.target(server.port)
        target.addresses.insert(try #require(IPAddress("127.0.0.9")), at: 0)
        let trace = await TraceClient().trace(target, try world.configuration())
        #expect(trace.isCompleted && trace.address?.description == "127.0.0.1", "\(trace.outcome)")
        let tcp = trace.events.compactMap { if case .tcp(let event) = $0.kind { event } else { nil } }
        guard case .connecting = tcp[0], case .failed = tcp[1], case .connecting = tcp[2], case .connected = tcp[3]
        else {
            return #expect(Bool(false), "\(tcp)")
        }
    }

    @Test("a name that does not exist (RFC 6761 §6.4)")
    func unknownName() async throws {
        var configuration = try world.configuration()
        configuration.timeout = .seconds(120)
        let trace = await TraceClient().trace(TraceTarget(host: "nowhere.invalid", port: 443), configuration)
        #expect(trace.error?.phase == .name && trace.events.isEmpty)
    }
}
