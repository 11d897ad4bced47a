import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWebSocket
import LoopbackSupport
import TestSupport
import Testing

@Suite("WebSockets of a session", .hangLimit)
struct WebSocketTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("messages come back, one after the other, over a judged connection", arguments: [false, true])
    func echo(compresses: Bool) async throws {
        let server = try bench.echo()
        let (socket, session) = try await bench.open(server) { $0.offersCompression = compresses }
        #expect(socket.response.status == 101 && socket.response.connection.evaluation != nil)
        #expect(socket.isCompressed == (compresses && MessageInflater.isHere) && socket.closeCode == nil)
        let long = String(repeating: "ß", count: 200_000)
        for text in ["", "a", "Grüße", long] {
            try await socket.send(.text(text))
            #expect(try await socket.receive() == .text(text))
        }
        for length in [0, 125, 126, 65_535, 65_536, 500_000] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try await socket.send(.data(bytes))
            #expect(try await socket.receive() == .data(bytes))
        }
        try await socket.ping()
        await socket.close(reason: "bye")
        #expect(socket.closeCode == .normalClosure && socket.closeReason == "bye")
        #expect(
            await failure { () async throws(HTTPSError) in try await socket.send(.text("a")) }?.code == .webSocketClosed
        )
        #expect(await receiving(socket)?.code == .webSocketClosed)
        #expect(await failure { () async throws(HTTPSError) in try await socket.ping() }?.code == .webSocketClosed)
        await session.finishTasksAndInvalidate()
        #expect(await server.becomesIdle(afterAtLeast: 1))
    }

    @Test("messages that many tasks send arrive whole")
    func concurrent() async throws {
        let server = try bench.echo()
        let (socket, session) = try await bench.open(server)
        let messages = (0..<40).map { String(repeating: "\($0) ", count: 1 + $0 % 4 * 60_000) }
        async let received = {
            var all: Set<String> = []
            for _ in messages { if case .text(let text) = try await socket.receive() { all.insert(text) } }
            return all
        }()
        try await withThrowingTaskGroup { group in
            for message in messages { group.addTask { try await socket.send(.text(message)) } }
            try await group.waitForAll()
        }
        #expect(try await received == Set(messages))
        _ = session
    }

    @Test("a message that nobody holds goes out and comes back in pieces")
    func pieces() async throws {
        let server = try bench.echo()
        let (socket, session) = try await bench.open(server)
        let (piece, count) = ((0..<50_000).map { UInt8(truncatingIfNeeded: $0) }, 400)
        async let sent: Void = socket.send(
            .data,
            pieces: AsyncStream(unfolding: { [made = Notes<Int>()] in
                made.add(0)
                return made.all.count <= count ? piece : nil
            }))
        var (received, isLast) = (0, false)
        while !isLast {
            let next = try await socket.receivePiece()
            #expect(next.kind == .data && next.bytes.count <= 64 << 10)
            (received, isLast) = (received + next.bytes.count, next.isLast)
        }
        try await sent
        #expect(received == piece.count * count)
        // What comes next is another message.
        try await socket.send(.text("a"))
        #expect(try await socket.receive() == .text("a"))
        _ = session
    }

    @Test("half a message closes what it was sent over, and so does half a character")
    func halves() async throws {
        struct Lost: Error {}
        for kind in [WebSocketPiece.Kind.data, .text] {
            let (code, server) = try closing()
            let (socket, session) = try await bench.open(server)
            let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield(kind == .text ? [0xC3] : [1, 2])
                continuation.finish(throwing: kind == .text ? nil : Lost())
            }
            let error = await failure { () async throws(HTTPSError) in try await socket.send(kind, pieces: pieces) }
            #expect(error?.code == .webSocketBroken)
            try await eventually("the server hears of it") { code.all == [CloseStatus(1011)] }
            _ = session
        }
    }

    /// A server that keeps the close of its client.
    private func closing() throws -> (Notes<CloseStatus?>, TLSServer) {
        let closes = Notes<CloseStatus?>()
        let server = try bench.webSocket { socket throws(ServingError) in
            while let event = try socket.next() {
                guard case .close(let status) = event else { continue }
                closes.add(status)
                try socket.close(status)
            }
        }
        return (closes, server)
    }

    @Test("the server's pings are answered while nobody receives")
    func pings() async throws {
        let pongs = Notes<[UInt8]>()
        let server = try bench.webSocket { socket throws(ServingError) in
            for number in UInt8(0)..<50 { try socket.send(.ping, [number]) }
            while pongs.all.count < 50, let event = try socket.next() {
                if case .pong(let octets) = event { pongs.add(octets) }
            }
            try socket.close(CloseStatus(1001, reason: "enough"))
        }
        let (socket, session) = try await bench.open(server)
        try await eventually("all are answered") { pongs.all.count == 50 }
        #expect(pongs.all == (0..<50).map { [$0] })
        #expect(await receiving(socket)?.code == .webSocketClosed)
        #expect(socket.closeCode == .goingAway && socket.closeReason == "enough")
        _ = session
    }

    @Test("the first subprotocol that the server speaks is agreed on, and one that nobody offered is refused")
    func subprotocols() async throws {
        let server = try bench.echo(speaking: ["b", "c"])
        let (socket, session) = try await bench.open(server, protocols: ["a", "b", "c"])
        #expect(socket.subprotocol == "b")
        let (other, _) = try await bench.open(server)
        #expect(other.subprotocol == nil)
        for protocols in [["a b"], ["a", "a"]] {
            let request = HTTPSRequest(try bench.webSocketURL(server))
            let error = await failure { () async throws(HTTPSError) in
                try await session.webSocket(request, protocols: protocols)
            }
            #expect(error?.code == .unusableRequest)
        }
    }

    @Test("a task that is cancelled while it waits leaves the WebSocket as it is")
    func cancelled() async throws {
        let server = try bench.echo()
        let (socket, session) = try await bench.open(server)
        let waiting = Task { () async -> HTTPSError? in
            await receiving(socket)
        }
        waiting.cancel()
        #expect(await waiting.value?.code == .cancelled)
        try await socket.send(.text("a"))
        #expect(try await socket.receive() == .text("a"))
        socket.cancel()
        #expect(await receiving(socket)?.code == .cancelled)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        _ = session
    }

    @Test("whoever lets go of it ends the connection, and so does the session's end")
    func letGo() async throws {
        let server = try bench.echo()
        do { _ = try await bench.open(server) }
        #expect(await server.becomesIdle(afterAtLeast: 1))
        let (socket, session) = try await bench.open(server)
        session.invalidateAndCancel()
        #expect(await receiving(socket)?.code == .shutDown)
        #expect(socket.closeCode == .abnormalClosure)
    }
}
