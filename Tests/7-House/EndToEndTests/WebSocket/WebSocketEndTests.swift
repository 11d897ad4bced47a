import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWebSocket
import LoopbackSupport
import TestSupport
import Testing

/// RFC 6455 §7: how a WebSocket ends, in order and otherwise.
@Suite("The ends of a WebSocket", .hangLimit)
struct WebSocketEndTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("the server's code and reason are told, and its messages before", arguments: [1000, 1001, 1011, 3000, 4999])
    func codes(code: Int) async throws {
        let server = try bench.webSocket { socket throws(ServingError) in
            try socket.send(MessagePiece(.text, Array("last".utf8), isLast: true))
            try socket.close(CloseStatus(UInt16(code), reason: "why"))
        }
        let (socket, session) = try await bench.open(server)
        var messages: [WebSocketMessage] = []
        var thrown: HTTPSError?
        do throws(HTTPSError) { for try await message in socket.messages { messages.append(message) } } catch {
            thrown = error
        }
        #expect(messages == [.text("last")] && socket.closeCode?.rawValue == UInt16(code))
        #expect(socket.closeReason == "why")
        #expect(thrown?.code == (code <= 1001 ? nil : .webSocketClosed))
        _ = session
    }

    @Test("a close without a code is 1005, an end without a close is 1006")
    func withoutCode() async throws {
        let closing = try bench.webSocket { socket throws(ServingError) in try socket.close(nil) }
        let (socket, session) = try await bench.open(closing)
        #expect(await receiving(socket)?.code == .webSocketClosed && socket.closeCode == .noStatusReceived)
        let cutting = try bench.webSocket { socket throws(ServingError) in try socket.send(raw: [0x81]) }
        let (other, second) = try await bench.open(cutting)
        #expect(await receiving(other)?.code == .connectionClosed && other.closeCode == .abnormalClosure)
        _ = (session, second)
    }

    /// Each row is what a server sends, and the code that the client closes with.
    @Test(
        "what breaks the protocol is closed with its code, and told",
        arguments: [
            ([0x81, 0x81, 0, 0, 0, 0, 0x61], 1002), ([0x83, 0], 1002), ([0xC1, 0], 1002), ([0x80, 0], 1002),
            ([0x89, 126, 0, 126], 1002), ([0x81, 1, 0xFF], 1007), ([0x88, 1, 0], 1002), ([0x88, 2, 3, 0xED], 1002),
        ] as [([UInt8], UInt16)])
    func broken(sent: [UInt8], code: UInt16) async throws {
        let closes = Notes<CloseStatus?>()
        let server = try bench.webSocket { socket throws(ServingError) in
            try socket.send(raw: sent)
            while let event = try socket.next() {
                if case .close(let status) = event { return closes.add(status) }
            }
        }
        let (socket, session) = try await bench.open(server)
        #expect(await receiving(socket)?.code == .webSocketBroken)
        try await eventually("the server hears of it") { closes.all == [CloseStatus(code)] }
        #expect(await server.becomesIdle(afterAtLeast: 1))
        _ = session
    }

    @Test(
        "a message over the limit closes with 1009, compressed or not, and no more of it is read",
        arguments: [false, true])
    func tooLong(compresses: Bool) async throws {
        let closes = Notes<CloseStatus?>()
        let server = try bench.webSocket { socket throws(ServingError) in
            // Of zeros: some kilobytes that are megabytes, where it is compressed.
            let zeros = [UInt8](repeating: 0, count: compresses ? 32 << 20 : 128 << 10)
            try socket.send(MessagePiece(.binary, zeros, isLast: true))
            while let event = try socket.next() {
                if case .close(let status) = event { return closes.add(status) }
            }
        }
        let (socket, session) = try await bench.open(server) {
            $0.offersCompression = compresses
            $0.maximumMessageSize = 100_000
        }
        let error = await receiving(socket)
        try #require(error?.code == .responseTooLarge, "\(String(describing: error))")
        try await eventually("the server hears of it") { closes.all == [CloseStatus(1009)] }
        _ = session
    }

    @Test("a server that never answers the close is left when its time is over")
    func unanswered() async throws {
        let server = try bench.webSocket { socket throws(ServingError) in
            while try socket.next() != nil {}
        }
        let (socket, session) = try await bench.open(server) { $0.closeTimeout = .milliseconds(50) }
        await socket.close()
        #expect(socket.closeCode == .abnormalClosure)
        #expect(await receiving(socket)?.code == .timedOut)
        _ = session
    }

    @Test("a server that is not read is held back, and one that does not read holds back")
    func backPressure() async throws {
        let sent = Notes<Int>()
        let server = try bench.webSocket { socket throws(ServingError) in
            let piece = [UInt8](repeating: 1, count: 64 << 10)
            for _ in 0..<1_024 {
                try socket.send(MessagePiece(.binary, piece, isLast: true))
                sent.add(1)
            }
            try socket.close(nil)
        }
        let (socket, session) = try await bench.open(server)
        var last = -1
        try await eventually("it comes to a stop") {
            defer { last = sent.all.count }
            try await Task.sleep(for: .milliseconds(100))
            return last > 0 && last == sent.all.count
        }
        #expect(sent.all.count < 1_024)
        var count = 0
        for try await _ in socket.messages { count += 1 }
        #expect(count == 1_024)
        _ = session
    }

    @Test("whoever sends is told of the end also while messages wait that nobody receives")
    func unread() async throws {
        let server = try bench.webSocket { socket throws(ServingError) in
            let piece = [UInt8](repeating: 1, count: 64 << 10)
            for _ in 0..<6 { try socket.send(MessagePiece(.binary, piece, isLast: true)) }
            _ = try socket.next()
        }
        let (socket, session) = try await bench.open(server)
        try await socket.send(.text("go"))
        #expect(await server.becomesIdle(afterAtLeast: 1))
        var error: HTTPSError?
        while error == nil {
            error = await failure { () async throws(HTTPSError) in try await socket.send(.text("a")) }
        }
        #expect(error?.code == .connectionClosed)
        _ = session
    }
}
