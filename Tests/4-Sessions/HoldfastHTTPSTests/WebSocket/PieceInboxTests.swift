import HoldfastStatements
import HoldfastTransport
import HoldfastWebSocket
import Testing

@testable import HoldfastHTTPS

@Suite("Pieces of messages that wait for their reader")
struct PieceInboxTests {
    private static func error(_ code: String) -> HTTPSError {
        HTTPSError(.internal, .init(rawValue: code), Verbatim("words"), advice: nil)
    }

    private let inbox = PieceInbox(tellingSecond: error("second"))

    private func piece(_ length: Int) -> MessagePiece {
        MessagePiece(.binary, [UInt8](repeating: 1, count: length), isLast: true)
    }

    @Test(
        "their server is held back, also where they have no octets", arguments: [(0, 10_000), (1, 10_000), (65_536, 6)])
    func heldBack(length: Int, most: Int) {
        var count = 0
        while count < most, inbox.put(piece(length)) { count += 1 }
        #expect(count > 2 && count < most)
    }

    @Test("they come in their order, and what was taken makes room, although some are always there")
    func order() async throws {
        var (put, taken) = (0, 0)
        for _ in 0..<5 {
            while inbox.put(piece(put % 100)) { put += 1 }
            put += 1
            for _ in 0..<1_000 {
                #expect(try await inbox.next()?.get().octets.count == taken % 100)
                taken += 1
            }
            await inbox.room()
        }
        inbox.end(Self.error("end"))
        while taken < put {
            #expect(try await inbox.next()?.get().octets.count == taken % 100)
            taken += 1
        }
        let end = await inbox.next()
        #expect(throws: HTTPSError.self) { try end?.get() }
    }

    @Test("one that is cancelled gets none, and nobody else is disturbed")
    func cancelled() async throws {
        let waiting = Task { [inbox] in await inbox.next() == nil }
        waiting.cancel()
        #expect(await waiting.value)
        #expect(inbox.put(piece(1)))
        #expect(try await inbox.next()?.get() == piece(1))
    }
}
