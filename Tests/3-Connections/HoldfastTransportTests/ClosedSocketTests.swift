import HoldfastLibC
import HoldfastServing
import HoldfastSystem
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// The system gives the number of a socket that was closed to the next one that is opened, or to a file.
@Suite("The number of a socket that was closed")
struct ClosedSocketTests {
    @Test("gets nothing of the streams that it was a socket for, nor of the end of one within another")
    func reused() throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server()
        let inbox = try HandshakeInbox()
        let context = try ClientContext(
            ClientContext.Offer(world.request(port: server.port), protocols: [], keepsSessions: false))
        let socket = try StreamSocket.connected(
            to: Endpoint(.loopback, port: server.port), until: .after(.seconds(180)))
        let number = try #require(socket.number)
        let outer = try #require(ClientTLS(context, over: number, serverName: nil, inbox: inbox))
        try Self.connect(outer, over: socket, inbox)
        var inner = ClientTLS(context, over: number, in: outer, serverName: nil, inbox: inbox)
        #expect(inner != nil)

        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let other = StreamSocket(adopting: ends[1])
        let own = OwnedDescriptor(ends[0])
        // Whoever reads it comes back, and is found out.
        own.setNonBlocking()
        try #require(dup2(ends[0], number) == number)
        _ = close(own.release())
        // As the connection does that they belong to.
        inner?.letGo()
        outer.letGo()
        for stream in [inner, outer].compactMap(\.self) {
            stream.close()
            stream.live.endSending()
            #expect(unsafe [1, 2, 3].withUnsafeBytes { unsafe stream.write($0) } == .failed)
            var room = [UInt8](repeating: 0, count: 16)
            #expect(unsafe room.withUnsafeMutableBytes { unsafe stream.read(into: $0) }.outcome == .failed)
            #expect(stream.connect() == .failed)
        }
        inner = nil
        #expect(try other.receive(atMost: 1_000) == nil)
    }

    @Test("gets nothing of HTTP/2, where a reader is not done with an answer whose connection has ended")
    func http2() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let answer = [
            Frame(type: Frame.settings),
            Frame.fields([(":status", "200"), ("content-encoding", "gzip, gzip")]),
            Frame.content(Self.zeros, isEnd: true),
            // What this is answered by waits when the end comes.
            Frame(type: Frame.ping, payload: [UInt8](repeating: 1, count: 8)),
        ]
        let server = try world.server { configuration in
            configuration.applicationProtocols = ["h2"]
            configuration.conversation = { conversation throws(ServingError) in
                guard !(try conversation.read()).isEmpty else { return }
                try conversation.write(answer.flatMap(\.bytes))
                conversation.cut(silently: false)
            }
        }
        let engine = try TransportEngine()
        let stream = try await engine.open(world.request(port: server.port), judge: world.trusting())
        #expect(stream.head.connection.applicationProtocol == "h2")
        let port = server.port
        // The loop has closed it, or will: then the number is free.
        let isOfServer = { (number: Int32) in SocketAddress.peer(of: number)?.port == port }
        let number = (0..<1_024).first(where: isOfServer)
        if let number { try await eventually("the connection is closed") { !isOfServer(number) } }
        // Either end may get the number; what is written to the one comes out of the other.
        var others: [StreamSocket] = []
        for _ in 0..<32 {
            var ends: [Int32] = [-1, -1]
            try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            others += ends.map { StreamSocket(adopting: $0) }
        }
        var count = 0
        while let piece = try await stream.next() { count += piece.count }
        #expect(count == 4 << 20)
        for other in others { #expect(try other.receive(atMost: 1_000) == nil) }
    }

    /// 4 MiB of zeros, coded twice.
    private static let zeros: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x93, 0xEF, 0xE6, 0x60, 0x00, 0x01, 0x26, 0xE6,
        0xB7, 0x07, 0x19, 0x19, 0x81, 0x8C, 0x26, 0x85, 0xFF, 0xEB, 0xF3, 0x3C, 0x1C, 0x18, 0x19, 0x46, 0xC1, 0x28,
        0x18, 0x05, 0xA3, 0x60, 0x14, 0x8C, 0x82, 0x51, 0x30, 0x0A, 0x46, 0xC1, 0x28, 0x18, 0x05, 0xA3, 0x60, 0x14,
        0x8C, 0x82, 0x51, 0x30, 0xD4, 0x41, 0x8D, 0x74, 0x96, 0x83, 0xBB, 0x20, 0x03, 0x83, 0x03, 0x03, 0x00, 0x59,
        0x64, 0x14, 0x5B, 0x02, 0x10, 0x00, 0x00,
    ]

    private static func connect(_ stream: ClientTLS, over socket: StreamSocket, _ inbox: HandshakeInbox) throws {
        while true {
            switch stream.connect() {
            case .done: return
            case .needsInput: try socket.poll(for: .readable, until: .after(.seconds(180)))
            case .needsOutput: try socket.poll(for: .writable, until: .after(.seconds(180)))
            case .needsAnswer: #expect(inbox.nextWaiting()?.accept() == true)
            case .closed, .failed: throw SocketError.closed
            }
        }
    }
}
