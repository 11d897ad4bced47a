import HoldfastConnection
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWebSocket
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// What a message that is too long to be held leaves in memory; the server is in the same process, and counted.
@Suite("Memory of WebSockets", .hangLimit)
struct WebSocketMemoryTests {
    private static let length = 64 << 20
    private static let most = 2 << 20

    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("64 MiB in one message are received piece by piece, with 2 MiB held at most")
    func received() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try await WebSocketMemoryTests().receive() }
        }
    }

    private func receive() async throws {
        let server = try bench.webSocket { socket throws(ServingError) in try Self.send(over: socket) }
        let (socket, session) = try await bench.open(server)
        let idle = try await Self.idle(socket)
        let highest = try await Self.receiveRest(of: socket)
        #expect(highest - idle <= Self.most, "\(highest - idle) bytes")
        await socket.close()
        _ = session
    }

    /// RFC 9113 §5.2.1: "Receivers advertise how many octets they are prepared to receive on a stream and for the
    /// entire connection." The connection is read for its other streams: as many wait where nobody receives.
    @Test("64 MiB in one message over HTTP/2 leave no more than its stream's window, and 4 MiB")
    func receivedOverHTTP2() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try await WebSocketMemoryTests().receiveOverHTTP2() }
        }
    }

    private func receiveOverHTTP2() async throws {
        let sent = Notes<Int>()
        let server = try bench.sockets {
            $0.conversation = { socket throws(ServingError) in try Self.send(over: socket) { sent.add($0) } }
        }
        let session = bench.session(server, policy: bench.trusting)
        // A connection that is known to be HTTP/2's.
        _ = try await session.data(for: HTTPSRequest(try bench.url(server)))
        let socket = try await session.webSocket(HTTPSRequest(try bench.webSocketURL(server)))
        #expect(socket.response.httpVersion == "2")
        let idle = try await Self.idle(socket)
        // Nobody receives, and the server goes on as far as it is let.
        var last = -1
        try await eventually("it comes to a stop") {
            defer { last = sent.all.count }
            try await Task.sleep(for: .milliseconds(100))
            return last > 0 && last == sent.all.count
        }
        #expect(sent.all.reduce(0, +) < Self.length)
        let unread = ProcessFigures.residentBytes
        let highest = max(unread, try await Self.receiveRest(of: socket))
        // What waits lies in pieces: beside each the allocator keeps some room.
        #expect(highest - idle <= HTTP2Limits().streamWindow + 2 * Self.most, "\(highest - idle) bytes")
        await socket.close()
    }

    /// Sends a short message, with which what is made once is there, and a long one when it is asked for.
    private static func send(
        over socket: ServedWebSocket, sent: (Int) -> Void = { _ in }
    ) throws(ServingError) {
        let piece = [UInt8](repeating: 1, count: 64 << 10)
        try socket.send(MessagePiece(.binary, piece, isLast: true))
        _ = try socket.next()
        for rest in stride(from: length - piece.count, through: 0, by: -piece.count) {
            try socket.send(MessagePiece(.binary, piece, isLast: rest == 0))
            sent(piece.count)
        }
        while try socket.next() != nil {}
    }

    /// Receives the short message, and asks for the long one.
    ///
    /// - Returns: the bytes of memory that the process has then.
    private static func idle(_ socket: WebSocket) async throws -> Int {
        #expect(try await socket.receive() == .data([UInt8](repeating: 1, count: 64 << 10)))
        let idle = ProcessFigures.residentBytes
        try await socket.send(.text("go"))
        return idle
    }

    /// Receives the long message.
    ///
    /// - Returns: the most bytes of memory that the process has meanwhile.
    private static func receiveRest(of socket: WebSocket) async throws -> Int {
        let highest = Highest()
        var (count, isLast) = (0, false)
        while !isLast {
            let piece = try await socket.receivePiece()
            // The server goes on meanwhile, as far as it is let.
            if count % (4 << 20) == 0 {
                try await Task.sleep(for: .milliseconds(5))
                highest.see(ProcessFigures.residentBytes)
            }
            (count, isLast) = (count + piece.bytes.count, piece.isLast)
        }
        #expect(count == length)
        return highest.value
    }
}
