import Glibc
import HoldfastSystem
import Testing

@testable import HoldfastServing

/// A deadline covers a whole operation: a peer that always has something ready is never waited for, and gets no longer
/// than one that makes wait.
@Suite("Sockets of servers that have to be done within a time")
struct StreamSocketTests {
    private func pair() throws -> (own: StreamSocket, peer: StreamSocket) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
        return (StreamSocket(adopting: ends[0]), StreamSocket(adopting: ends[1]))
    }

    private func reason(_ body: () throws(ServingError) -> Void) -> ServingError.Reason? {
        do throws(ServingError) {
            try body()
            return nil
        } catch { return error.reason }
    }

    @Test("what is ready is neither read nor written once the deadline has passed")
    func alwaysReady() throws {
        let (own, peer) = try pair()
        let passed = Deadline.after(.zero)
        try peer.write([1, 2, 3], until: .never)
        #expect(reason { () throws(ServingError) in _ = try own.read(atMost: 1, until: passed) } == .timedOut)
        #expect(reason { () throws(ServingError) in try own.write([1], until: passed) } == .timedOut)
        #expect(reason { () throws(ServingError) in try own.wait(for: .readable, until: passed) } == .timedOut)
        #expect(try own.read(atMost: 2, until: .never) == [1, 2])
    }

    @Test("a look without waiting has no deadline: bytes, nothing, the end")
    func withoutWaiting() throws {
        let (own, peer) = try pair()
        guard case .needs(.readable) = try own.readNow(atMost: 9) else {
            Issue.record("nothing has come")
            return
        }
        try peer.write([1, 2], until: .never)
        guard case .read([1, 2]) = try own.readNow(atMost: 9) else {
            Issue.record("two bytes have come")
            return
        }
        peer.endWriting()
        guard case .ended = try own.readNow(atMost: 9) else {
            Issue.record("the stream has ended")
            return
        }
    }
}
