import HoldfastConnection
import HoldfastHTTP
import TestSupport
import Testing

/// RFC 9113 §10.5: what has no window is counted, and who sends too much of it loses the stream, or the connection.
@Suite("Limits of what no window of HTTP/2 holds back")
struct HTTP2FloodTests {
    private static let idle: [(String, Frame)] = [
        ("PING", Frame(type: Frame.ping, payload: [1, 2, 3, 4, 5, 6, 7, 8])),
        ("SETTINGS", Frame(type: Frame.settings)),
        ("SETTINGS with values", .setting(4, 65_535)),
        ("PRIORITY", Frame(type: Frame.priority, stream: 1, payload: [0, 0, 0, 3, 1])),
        ("DATA without content", .content([])),
        ("padding", Frame(type: Frame.data, flags: Frame.padded, stream: 1, payload: [0])),
        ("RST_STREAM of a closed stream", .end(3, 8)),
        ("WINDOW_UPDATE of a stream", Frame(type: Frame.windowUpdate, stream: 1, payload: [0, 0, 0, 1])),
        ("WINDOW_UPDATE", Frame(type: Frame.windowUpdate, payload: [0, 0, 0, 1])),
        ("fields of a closed stream", .fields([(":status", "200")], stream: 3)),
    ]

    private func server(_ limits: HTTP2Limits = HTTP2Limits()) throws -> RawServer {
        let server = try RawServer(limits)
        for _ in 0..<2 { try server.begin() }
        server.say(.fields([(":status", "200")], stream: 1))
        server.say(.fields([(":status", "200")], stream: 3, isEnd: true))
        return server
    }

    @Test("frames that bring nothing forward end the connection when they are too many", arguments: idle)
    func idleFrames(name: String, frame: Frame) throws {
        var limits = HTTP2Limits()
        limits.idleFrames = 500
        let server = try server(limits)
        for _ in 0..<490 { server.say(frame) }
        #expect(server.client.fault == nil && server.events(1).count == 1)
        for _ in 0..<20 { server.say(frame) }
        #expect(server.client.fault == .flood && server.fault(1) == .flood && server.fault(3) == nil)
        #expect(server.goAway == HTTP2Code.enhanceYourCalm)
    }

    @Test("they end nothing where something comes between them", arguments: idle)
    func notIdle(name: String, frame: Frame) throws {
        var limits = HTTP2Limits()
        limits.idleFrames = 500
        let server = try server(limits)
        for number in 0..<2_000 {
            server.say(frame)
            if number % 400 == 0 { server.say(.content([1])) }
        }
        #expect(server.client.fault == nil && server.events(1).count == 6)
    }

    @Test(
        "octets that bring nothing forward do so too: content of streams that have ended, frames that nobody knows",
        arguments: [
            .content([UInt8](repeating: 1, count: 100), stream: 3),
            Frame(type: 0xEE, payload: [UInt8](repeating: 1, count: 100)),
        ] as [Frame])
    func idleBytes(frame: Frame) throws {
        var limits = HTTP2Limits()
        limits.idleBytes = 109 * 100
        for isBetween in [false, true] {
            let server = try server(limits)
            for _ in 0..<99 { server.say(frame) }
            #expect(server.client.fault == nil)
            if isBetween { server.say(.content([1])) }
            for _ in 0..<3 { server.say(frame) }
            #expect(server.client.fault == (isBetween ? nil : .flood))
            #expect(server.goAway == (isBetween ? nil : HTTP2Code.enhanceYourCalm))
        }
    }

    @Test("what is sent counts as well: a server may say a word on each piece of an upload")
    func upload() throws {
        var limits = HTTP2Limits()
        limits.idleFrames = 500
        let server = try RawServer(limits)
        let stream = try server.begin(.post())
        for _ in 0..<2_000 {
            server.client.send([1], on: stream)
            server.listen()
            server.say(Frame(type: Frame.windowUpdate, payload: [0, 0, 0, 1]))
        }
        #expect(server.client.fault == nil)
    }

    @Test("acknowledgements that nobody takes are few, and then the end", arguments: [Frame.ping, Frame.settings])
    func acknowledgements(type: UInt8) throws {
        let server = try RawServer()
        try server.begin()
        let frame = Frame(type: type, payload: type == Frame.ping ? [1, 2, 3, 4, 5, 6, 7, 8] : [])
        let many = (0..<1_000).flatMap { _ in frame.bytes }
        for _ in 0..<90 { server.client.receive(many[...]) }
        #expect(server.client.fault == .flood)
        var waiting = 0
        while server.client.wantsOutput { waiting += server.client.takeOutput().count }
        #expect(waiting < 256 << 10)
    }

    /// A list of fields has no end before END_HEADERS (§6.10).
    @Test("CONTINUATION without end is a flood", arguments: [0, 1, 16_000])
    func continuations(size: Int) throws {
        let server = try RawServer()
        try server.begin()
        server.say(Frame(type: Frame.headers, stream: 1, payload: [0x88]))
        let piece =
            size < 2
            ? [UInt8](repeating: 0x88, count: size) : Frame.literal([0x61], .init(repeating: 0x61, count: size))
        for _ in 0..<5_000 where server.client.fault == nil {
            server.say(Frame(type: Frame.continuation, stream: 1, payload: piece))
        }
        #expect(server.client.fault == .flood || server.fault() == .longFields(limit: 64 << 10))
        #expect(server.events().count == 1)
    }

    @Test("a head over the limit fails its exchange, and the others go on", arguments: [false, true])
    func longHead(isAtOnce: Bool) throws {
        let server = try RawServer()
        for _ in 0..<2 { try server.begin(headBytes: 8_000) }
        let value = String(repeating: "a", count: isAtOnce ? 9_000 : 900)
        let fields = (0..<(isAtOnce ? 1 : 10)).map { ("x-\($0)", value) }
        server.say(.fields([(":status", "200")] + fields))
        #expect(server.events(1) == [.failed(.longFields(limit: 8_000))])
        #expect(server.reset() == HTTP2Code.enhanceYourCalm)
        server.say(.fields([(":status", "200")] + fields.prefix(isAtOnce ? 0 : 8), stream: 3, isEnd: true))
        #expect(server.events(3).last == .end && server.client.isReusable)
    }

    @Test("interim responses, head and trailers count together")
    func together() throws {
        for count in [6, 8, 9] {
            let server = try RawServer()
            try server.begin(headBytes: 8_000)
            let field = ("x", String(repeating: "a", count: 900))
            for _ in 0..<(count - 2) { server.say(.fields([(":status", "103"), field])) }
            server.say(.fields([(":status", "200"), field]), .fields([field], isEnd: true))
            #expect((server.events().last == .end) == (count <= 8), "\(count)")
            #expect(server.fault() == (count <= 8 ? nil : .longFields(limit: 8_000)), "\(count)")
        }
    }

    @Test("more fields than the limit fail their exchange")
    func manyFields() throws {
        for (count, isTaken) in [(999, true), (1_001, false)] {
            let server = try RawServer()
            try server.begin()
            server.say(.fields([(":status", "200")] + (1..<count).map { _ in ("x", "") }, isEnd: true))
            #expect((server.events().last == .end) == isTaken)
        }
    }

    /// RFC 7541 §6.1: an octet for a field of the table, which holds 4,096.
    @Test("what expands from few octets fails its exchange before it is large")
    func expansion() throws {
        let server = try RawServer()
        for _ in 0..<2 { try server.begin() }
        let large = Array("x".utf8)
        let insert = [0x40] + Frame.string(large) + Frame.string([UInt8](repeating: 0x61, count: 4_000))
        server.say(Frame(type: Frame.headers, flags: Frame.endHeaders, stream: 1, payload: [0x88] + insert))
        #expect(server.events(1).count == 1)
        server.say(
            Frame(
                type: Frame.headers, flags: Frame.endHeaders, stream: 3,
                payload: [0x88] + [UInt8](repeating: 0xBE, count: 16_000)))
        #expect(server.events(3) == [.failed(.longFields(limit: 64 << 10))] && server.client.isReusable)
    }
}
