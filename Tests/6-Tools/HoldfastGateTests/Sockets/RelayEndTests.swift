import HoldfastConnection
import HoldfastHTTP
import Synchronization
import TestSupport
import Testing

@testable import HoldfastGate

/// A side of a relay, as a test has it behave.
private final class ScriptedStream: ByteStream {
    private let isClosed = Mutex(false)
    private let reading: @Sendable (ScriptedStream) async throws -> [UInt8]?
    private let writing: @Sendable ([UInt8]) throws -> Void

    init(
        reading: @escaping @Sendable (ScriptedStream) async throws -> [UInt8]?,
        writing: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        (self.reading, self.writing) = (reading, writing)
    }

    func read() async throws(GateError) -> [UInt8]? {
        do { return try await reading(self) } catch { throw GateError(.server, .serverEnded) }
    }

    func write(_ bytes: [UInt8]) async throws(GateError) {
        do { try writing(bytes) } catch { throw GateError(.server, .serverEnded) }
    }

    func endWriting() async {}
    func close() { isClosed.withLock { $0 = true } }

    /// Waits until it is closed.
    func closing() async throws { try await eventually("it is closed") { isClosed.withLock { $0 } } }

    /// Lets others have their turns, among them whoever would close it.
    func yields() async throws {
        for _ in 0..<1_000 where !isClosed.withLock({ $0 }) { await Task.yield() }
        if isClosed.withLock({ $0 }) { throw CancellationError() }
    }
}

/// An end of HTTP/2 that several tasks have.
private final class LockedSide: Sendable {
    private let side: Mutex<HTTP2Side>

    init(_ role: HTTP2Session.Role, _ limits: GateLimits) throws { side = Mutex(try HTTP2Side(role, limits)) }

    func withLock<Result: Sendable>(_ body: (HTTP2Side) throws -> Result) rethrows -> Result {
        try side.withLock { try body($0) }
    }
}

/// Servers that take nothing more, and have said something before that.
@Suite("The ends of relays")
struct RelayEndTests {
    private struct Untaken: Error {}

    @Test("in a tunnel of any protocol the client gets what was said before a write failed")
    func pump() async throws {
        let (pieces, asked, got) = (Notes<Int>(), TestSupport.Gate(), Notes<[UInt8]>())
        let client = ScriptedStream { stream in
            pieces.add(0)
            if pieces.all.count == 1 { return Array("question".utf8) }
            try await stream.closing()
            return nil
        } writing: {
            got.add($0)
        }
        let answers = Notes<Int>()
        let server = ScriptedStream { stream in
            answers.add(0)
            guard answers.all.count == 1 else { throw Untaken() }
            await asked.pass()
            try await stream.yields()
            return Array("early".utf8)
        } writing: { _ in
            asked.open()
            throw Untaken()
        }
        await StreamPump.join(client, server)
        #expect(got.all == [Array("early".utf8)])
    }

    @Test("in one of HTTP/2 too, whatever else there was to say to the server")
    func http2() async throws {
        let limits = GateLimits()
        let (asked, answered) = (TestSupport.Gate(), TestSupport.Gate())
        let (clientSide, serverSide) = (try LockedSide(.client, limits), try LockedSide(.server, limits))
        let fields = HTTP2World.get.map { $0.name == ":method" ? HTTPField(":method", "POST") : $0 }
        clientSide.withLock { $0.begin() }
        serverSide.withLock { $0.begin() }
        let begun = clientSide.withLock { $0.request(fields, hasContent: true) }
        let stream = try #require(begun)
        let (reads, heard) = (Notes<Int>(), Notes<HTTP2Side.Event>())
        let client = ScriptedStream { connection in
            reads.add(0)
            switch reads.all.count {
            case 1: break
            case 2:
                // More for the server, which takes nothing any more.
                await asked.pass()
                clientSide.withLock { _ = $0.append([UInt8](repeating: 7, count: 1_000), to: stream) }
            default:
                try await connection.closing()
                return nil
            }
            return clientSide.withLock { $0.output().bytes }
        } writing: { bytes in
            for event in try clientSide.withLock({ try $0.receive(bytes) }) {
                heard.add(event)
            }
        }
        let answers = Notes<Int>()
        let server = ScriptedStream { connection in
            answers.add(0)
            switch answers.all.count {
            case 1: break
            case 2:
                await answered.pass()
                try await connection.yields()
            default: throw Untaken()
            }
            return serverSide.withLock { $0.output().bytes }
        } writing: { bytes in
            guard !asked.isOpen else {
                answered.open()
                throw Untaken()
            }
            try serverSide.withLock { side in
                guard let request = HTTP2World.requests(try side.receive(bytes)).first else { return }
                side.respond(on: request.stream, [HTTPField(":status", "413")], hasContent: true)
                _ = side.append(Array("early".utf8), to: request.stream)
                side.finish(request.stream)
                asked.open()
            }
        }
        let bridge = try HTTP2Bridge(to: try GateTarget(authority: "a.test:443"), limits)
        await HTTP2Relay(client, server, by: bridge).run()
        #expect(HTTP2World.data(heard.all) == Array("early".utf8))
        #expect(heard.all.contains { if case .end(stream) = $0 { true } else { false } })
    }
}
