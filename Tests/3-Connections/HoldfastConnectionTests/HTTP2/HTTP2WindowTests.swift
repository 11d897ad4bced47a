import HoldfastConnection
import HoldfastHTTP
import TestSupport
import Testing

/// RFC 9113 §5.2, §6.9: content comes as fast as it is read.
@Suite("Windows of HTTP/2")
struct HTTP2WindowTests {
    private func limits(_ stream: Int, _ connection: Int) -> HTTP2Limits {
        var limits = HTTP2Limits()
        (limits.streamWindow, limits.connectionWindow) = (stream, connection)
        return limits
    }

    @Test("a stream that nobody reads stops at its window, holds up no other, and goes on when somebody reads")
    func backPressure() throws {
        let world = try HTTP2World(limits(100_000, 120_000))
        let (unread, other) = (try world.begin(), try world.begin())
        world.answer(unread, .ok, [UInt8](repeating: 1, count: 300_000))
        #expect(world.content(unread).count == 100_000)
        for _ in 0..<10 {
            let stream = try world.begin()
            world.answer(stream, .ok, [UInt8](repeating: 2, count: 90_000))
            #expect(world.content(stream).count == 90_000 && world.events(stream).last == .end)
        }
        world.answer(other, .ok, [3])
        #expect(world.content(other) == [3] && world.content(unread).count == 100_000)
        while world.content(unread).count < 300_000 {
            let before = world.content(unread).count
            world.client.consume(60_000, of: unread)
            world.settle()
            try #require(world.content(unread).count > before)
        }
        #expect(world.events(unread).last == .end)
    }

    @Test("more than has come is never consumed")
    func consumedTooOften() throws {
        let world = try HTTP2World(limits(100_000, 200_000))
        let stream = try world.begin()
        world.answer(stream, .ok, [UInt8](repeating: 1, count: 500_000))
        world.client.consume(.max, of: stream)
        world.client.consume(.max, of: stream)
        world.client.consume(-5, of: stream)
        world.settle()
        #expect(world.content(stream).count == 200_000 && world.client.fault == nil)
    }

    @Test("streams that are cancelled unread take nothing from the connection's window")
    func cancelledUnread() throws {
        let world = try HTTP2World(limits(100_000, 100_000))
        for _ in 0..<20 {
            let stream = try world.begin()
            world.answer(stream, .ok, [UInt8](repeating: 1, count: 300_000))
            #expect(world.content(stream).count == 100_000)
            world.client.cancel(stream)
            world.settle()
        }
        #expect(world.client.fault == nil)
    }

    /// §6.9.1: "the entire DATA frame payload is included in flow control, including the Pad Length and Padding".
    @Test("padding counts in the window, and gives it back by itself")
    func padding() throws {
        let server = try RawServer(limits(70_000, 70_000))
        try server.begin()
        server.say(.fields([(":status", "200")]))
        for _ in 0..<100 {
            server.say(
                Frame(
                    type: Frame.data, flags: Frame.padded, stream: 1,
                    payload: [200, 5] + [UInt8](repeating: 0, count: 200)))
            server.client.consume(1, of: 1)
        }
        for _ in 0..<1_000 {
            server.say(
                Frame(
                    type: Frame.data, flags: Frame.padded, stream: 1,
                    payload: [200, 5] + [UInt8](repeating: 0, count: 200)))
            server.client.consume(1, of: 1)
        }
        #expect(server.fault() == nil && server.events().content.count == 1_100)
    }

    @Test("§6.9.1: a server that sends more than the window lets it ends its stream, or its connection")
    func exceeded() throws {
        let server = try RawServer(limits(65_535, 200_000))
        try server.begin()
        server.say(.fields([(":status", "200")]))
        // §6.9.2: the window of SETTINGS counts once they are acknowledged.
        server.say(Frame(type: Frame.settings, flags: Frame.ack))
        for _ in 0..<5 { server.say(.content([UInt8](repeating: 1, count: 16_384))) }
        // nghttp2 looks at the window behind the frame.
        #expect(server.events().content.count <= 65_535 + 16_384)
        #expect(
            server.fault() == .streamError(code: HTTP2Code.flowControlError)
                || server.fault() == .connectionError(code: HTTP2Code.flowControlError))
        #expect(server.reset() == HTTP2Code.flowControlError || server.goAway == HTTP2Code.flowControlError)
    }

    @Test("pieces are parts of what was received, and small ones do not keep it: none is lost, none is empty")
    func pieces() throws {
        for (size, count) in [(1, 3_000), (100, 500), (5_000, 20), (16_384, 12)] {
            let server = try RawServer()
            try server.begin()
            server.say(Frame(type: Frame.settings, flags: Frame.ack), .fields([(":status", "200")]))
            let content = (0..<size * count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let frames = stride(from: 0, to: content.count, by: size).flatMap {
                Frame.content(Array(content[$0..<$0 + size])).bytes
            }
            for start in stride(from: 0, to: frames.count, by: 10_007) {
                server.say(Array(frames[start..<min(start + 10_007, frames.count)]))
            }
            server.say(.content([], isEnd: true))
            #expect(server.events().content == content && server.events().last == .end)
            let sizes = server.events().map { if case .body(let piece) = $0 { piece.count } else { 1 } }
            #expect(!sizes.contains(0))
            // Frames of an octet come together.
            if size == 1 { #expect(sizes.count < count / 100) }
        }
    }
}
