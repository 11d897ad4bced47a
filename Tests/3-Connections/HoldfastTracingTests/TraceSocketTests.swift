import Glibc
import HoldfastSystem
import Testing

@testable import HoldfastTracing

/// A peer that always has something ready is never waited for: the end of a trace holds for it as for others.
@Suite("Sockets of traces that have to be done within a time")
struct TraceSocketTests {
    private let cancel: WakeSignal

    init() throws { cancel = try WakeSignal() }

    /// An end of a connection, at the other end of which this is ready to be read.
    private func socket(_ ready: [UInt8], end: Duration) throws -> (own: TraceSocket, peer: Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
        try #require(unsafe send(ends[1], ready, ready.count, 0) == ready.count)
        let limits = WaitLimits(clock: TraceClock(), end: end, idle: .seconds(600), cancel: cancel)
        return (TraceSocket(adopting: StreamSocket(adopting: ends[0]), limits), ends[1])
    }

    private func failure(_ body: () throws(TraceSocketError) -> Void) -> TraceSocketError? {
        do throws(TraceSocketError) {
            try body()
            return nil
        } catch { return error }
    }

    @Test("the end of a trace comes for a peer that always has a byte ready, and for one that takes all")
    func alwaysReady() throws {
        let (late, other) = try socket([1, 2, 3], end: .zero)
        defer { close(other) }
        guard case .timedOut? = failure({ () throws(TraceSocketError) in _ = try late.read(atMost: 1) }),
            case .timedOut? = failure({ () throws(TraceSocketError) in try late.write([1]) })
        else {
            Issue.record("what is ready is read, and written, after the end")
            return
        }
        let (own, peer) = try socket([1, 2, 3], end: .seconds(600))
        defer { close(peer) }
        #expect(try own.read(atMost: 2) == [1, 2])
        cancel.raise()
        guard case .cancelled? = failure({ () throws(TraceSocketError) in _ = try own.read(atMost: 1) }) else {
            Issue.record("what is ready is read after it was cancelled")
            return
        }
    }

    @Test("a moment that is waited for is no longer for a peer that always has a record ready")
    func moment() throws {
        let record = [22, 3, 3, 0x27, 0x10] + [UInt8](repeating: 0, count: 10_000)
        let (own, peer) = try socket(record + record + record, end: .seconds(600))
        defer { close(peer) }
        var wire = TraceWire(own, TraceRecorder(clock: TraceClock(), limit: 100), maximumBytes: 1 << 20)
        // What had come by then is looked at once: 16 KiB.
        #expect(try wire.nextRecord(until: .zero) == record)
        try #require(throws: TraceWireError.self) { try wire.nextRecord(until: .zero) }
        try #require(throws: TraceWireError.self) { try wire.nextRecord(until: .zero) }
        #expect(try wire.nextRecord(until: .seconds(600)) == record)
        #expect(try wire.nextRecord() == record)
    }
}
