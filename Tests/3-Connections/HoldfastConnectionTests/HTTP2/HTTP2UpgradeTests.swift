import HoldfastConnection
import HoldfastHTTP
import TestSupport
import Testing

/// RFC 8441: other protocols on a stream of HTTP/2.
@Suite("Other protocols over HTTP/2")
struct HTTP2UpgradeTests {
    private static let opening = ExchangeRequest(
        method: "GET", authority: "a.test", path: "/chat?x", fields: [HTTPField("Sec-WebSocket-Version", "13")],
        upgrade: "websocket")

    /// A SETTINGS with SETTINGS_ENABLE_CONNECT_PROTOCOL (§3: 0x8).
    private static func settings(_ value: UInt32) -> Frame {
        Frame(type: Frame.settings, payload: [0, 8] + Frame.number(value))
    }

    private func begin(on client: HTTP2Connection) -> Int32? {
        client.begin(Self.opening, limits: MessageLimits(headBytes: 64 << 10, fields: 1_000))
    }

    @Test("a CONNECT goes out that names the protocol, the scheme and the path, and octets go both ways behind 2xx")
    func opened() throws {
        let world = try HTTP2World(enablesConnect: true)
        let stream = try world.begin(Self.opening)
        #expect(
            world.fields(stream) == [
                [
                    HTTPField(":method", "CONNECT"), HTTPField(":protocol", "websocket"), HTTPField(":scheme", "https"),
                    HTTPField(":authority", "a.test"), HTTPField(":path", "/chat?x"),
                    HTTPField("sec-websocket-version", "13"),
                ]
            ])
        #expect(!world.hasEnd(stream))
        // The length of a tunnel is none (RFC 9110 §9.3.6).
        world.server.respond(on: stream, [HTTPField].ok + [HTTPField("content-length", "1")], hasContent: true)
        world.settle()
        #expect(world.events(stream).head?.status == 200)
        world.client.send([1, 2], on: stream)
        world.server.append([3, 4, 5], to: stream)
        world.settle()
        #expect(world.sent(stream) == [1, 2] && world.content(stream) == [3, 4, 5])
        // §5: END_STREAM for the end of a connection.
        world.client.endContent(on: stream)
        world.server.finish(stream)
        world.settle()
        #expect(world.hasEnd(stream) && world.events(stream).last == .end && world.client.streams == 0)
    }

    @Test("nothing goes out before the server has said that it takes it, nor where it says that it does not")
    func awaited() throws {
        let silent = try RawServer(settings: [])
        #expect(!silent.client.hasSettings && begin(on: silent.client) == nil)
        for settings in [Frame(type: Frame.settings), Self.settings(0)] {
            let server = try RawServer(settings: [settings])
            #expect(server.client.hasSettings && begin(on: server.client) == nil)
            server.listen()
            #expect(!server.frames.contains { $0.type == Frame.headers })
            #expect(try server.begin() == 1)
        }
        let late = try RawServer()
        #expect(begin(on: late.client) == nil)
        late.say(Self.settings(1))
        #expect(begin(on: late.client) == 1)
    }

    @Test("RFC 8441 §3: a server does not take it back, and the value is 0 or 1", arguments: [0, 2] as [UInt32])
    func takenBack(value: UInt32) throws {
        let server = try RawServer(settings: [Self.settings(1)])
        try server.begin(Self.opening)
        server.say(.fields([(":status", "200")]))
        server.say(Self.settings(value))
        #expect(server.goAway == HTTP2Code.protocolError && !server.client.isReusable)
        #expect(server.fault() == .connectionError(code: HTTP2Code.protocolError))
    }

    @Test("a stream that is reset fails, whatever the code, and is no end of what was said")
    func reset() throws {
        for code in [HTTP2Code.cancel, HTTP2Code.noError] {
            let server = try RawServer(settings: [Self.settings(1)])
            try server.begin(Self.opening)
            server.say(.fields([(":status", "200")]), .content([1]), .end(1, code))
            #expect(server.events().last == .failed(.reset(code: code)) && server.client.isReusable)
        }
    }

    /// RFC 8441 §4: with `:protocol`, `:scheme`, `:path` and `:authority` are there, and the method is CONNECT.
    @Test(
        "a request that breaks the rules of it is no request to our server",
        arguments: [
            [(":method", "GET"), (":protocol", "x"), (":scheme", "https"), (":authority", "a"), (":path", "/")],
            [(":method", "CONNECT"), (":protocol", "x"), (":authority", "a"), (":path", "/")],
            [(":method", "CONNECT"), (":protocol", "x"), (":authority", "a"), (":scheme", "https")],
            [(":method", "CONNECT"), (":protocol", "x"), (":scheme", "https"), (":path", "/")],
        ])
    func malformed(list: [(String, String)]) throws {
        let world = try HTTP2World(enablesConnect: true)
        world.server.receive(Frame.fields(list).bytes[...])
        #expect(!world.server.takeEvents().contains { if case .fields = $0 { true } else { false } })
        let resets = Frame.all(in: world.server.takeOutput()).filter { $0.type == Frame.reset }
        #expect(resets.map(\.payload) == [Frame.number(HTTP2Code.protocolError)])
    }
}
