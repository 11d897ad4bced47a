import Glibc
import HoldfastSystem
import HoldfastTransport
import Testing

@testable import HoldfastGate

@Suite("Sockets that have to be done within a time")
struct FrontSocketTests {
    /// Both ends of a connection.
    private func pair(in reactor: Reactor) throws -> (FrontSocket, FrontSocket) {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (
            try FrontSocket(adopting: StreamSocket(adopting: ends[0]), in: reactor, idle: nil),
            try FrontSocket(adopting: StreamSocket(adopting: ends[1]), in: reactor, idle: nil)
        )
    }

    @Test("a peer that always has something ready gets no longer than one that makes wait")
    func alwaysReady() async throws {
        let reactor = try Reactor()
        let (own, peer) = try pair(in: reactor)
        func read(within time: Duration) async throws(GateError) -> [UInt8]? {
            try await own.within(time) { () async throws(GateError) in try await own.read() }
        }
        func write(within time: Duration) async throws(GateError) {
            try await own.within(time) { () async throws(GateError) in try await own.write([0x61]) }
        }
        try await peer.write(Array("GET / HTTP/1.1\r\n".utf8))
        // It waits there, and could be read at once; so could an answer be written.
        try await #require(throws: GateError.self) { try await read(within: .zero) }
        try await #require(throws: GateError.self) { try await write(within: .zero) }
        #expect(try await read(within: .seconds(600))?.count == 16)
        // Once it is over, nothing has to be done by then any more.
        try await own.write([0x61])
        #expect(try await peer.read() == [0x61])
    }
}
