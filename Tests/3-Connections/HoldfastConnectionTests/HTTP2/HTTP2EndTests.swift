import HoldfastConnection
import HoldfastHTTP
import TestSupport
import Testing

/// RFC 9113 §5.4, §6.4, §6.8, §8.7: how streams and connections end, and what that says of a request.
@Suite("Ends of streams and connections of HTTP/2")
struct HTTP2EndTests {
    @Test(
        "RST_STREAM tells its code, and REFUSED_STREAM and HTTP_1_1_REQUIRED by name",
        arguments: [
            (1, .reset(code: 1)), (7, .refusedStream), (8, .reset(code: 8)),
            (13, .http11Required), (4_711, .reset(code: 4_711)),
        ] as [(UInt32, ExchangeFault)])
    func reset(code: UInt32, fault: ExchangeFault) throws {
        for hasHead in [false, true] {
            let server = try RawServer()
            try server.begin()
            if hasHead { server.say(.fields([(":status", "200")]), .content([1])) }
            server.say(.end(1, code))
            // §8.7 is about requests that were not processed: one that is being answered was.
            let expected = hasHead && fault == .refusedStream ? .reset(code: code) : fault
            #expect(server.fault() == expected && server.client.streams == 0 && server.client.isReusable)
        }
    }

    /// §8.1 has NO_ERROR behind a whole response alone; Node sends it in the place of the last frame, and libcurl 7.88
    /// and Chromium take it so where nothing is missing. Go does not.
    @Test("RST_STREAM with NO_ERROR behind a head is the end of a response of which nothing is missing")
    func resetWithoutError() throws {
        let ok = (":status", "200")
        let rows: [(String, [Frame], isWhole: Bool)] = [
            ("GET", [], false),
            ("GET", [.fields([(":status", "103")])], false),
            ("GET", [.fields([ok])], true),
            ("GET", [.fields([ok]), .content([1, 2])], true),
            ("GET", [.fields([ok, ("content-length", "2")]), .content([1, 2])], true),
            ("GET", [.fields([ok, ("content-length", "3")]), .content([1, 2])], false),
            ("HEAD", [.fields([ok, ("content-length", "3")])], true),
            ("GET", [.fields([(":status", "304"), ("content-length", "3")])], true),
            ("CONNECT", [.fields([ok]), .content([1, 2])], false),
        ]
        for (method, frames, isWhole) in rows {
            let server = try RawServer()
            try server.begin(ExchangeRequest(method: method, authority: "a.test:1", path: "/"))
            for frame in frames { server.say(frame) }
            server.say(.end(1, 0))
            #expect(server.events().last == (isWhole ? .end : .failed(.reset(code: 0))), "\(method) \(frames)")
            #expect(server.client.streams == 0 && server.client.isReusable)
        }
    }

    /// §6.8: streams above the last one "were not or will not be processed"; §8.7: they "can be retried".
    @Test("a GOAWAY ends the streams above its last one at once, and lets the others come to their end")
    func goAway() throws {
        let server = try RawServer()
        for _ in 0..<3 { try server.begin() }
        server.say(.goAway(3, 0))
        #expect(server.fault(5) == .goAway(code: 0, mayBeProcessed: false))
        #expect(server.fault(5)?.isCertainlyUnprocessed == true && server.events(1).isEmpty && server.events(3).isEmpty)
        #expect(!server.client.isReusable && server.client.streamsLeft == 0 && !server.client.isOver)
        #expect(server.client.begin(.get, limits: MessageLimits(headBytes: 100, fields: 10)) == nil)
        server.say(.fields([(":status", "200")], stream: 1, isEnd: true))
        server.say(.fields([(":status", "200")], stream: 3, isEnd: true))
        #expect(server.events(1).last == .end && server.events(3).last == .end && server.client.isOver)
    }

    @Test("a GOAWAY below a stream that is being answered does not make it unprocessed")
    func contradictoryGoAway() throws {
        for head in ["103", "200"] {
            let server = try RawServer()
            try server.begin()
            server.say(.fields([(":status", head)]), .goAway(0, 0))
            #expect(server.fault() == .goAway(code: 0, mayBeProcessed: true))
        }
    }

    /// §6.8: "A server that is attempting to gracefully shut down a connection SHOULD send an initial GOAWAY frame with
    /// the last stream identifier set to 2^31-1".
    @Test("a first GOAWAY of all streams ends none, and a second one those above it")
    func gracefulGoAway() throws {
        let server = try RawServer()
        for _ in 0..<2 { try server.begin() }
        server.say(.goAway(UInt32(Int32.max), 0))
        #expect(server.heard.isEmpty && !server.client.isReusable)
        server.say(.goAway(1, 0))
        #expect(server.fault(3) == .goAway(code: 0, mayBeProcessed: false) && server.events(1).isEmpty)
    }

    @Test("a request that has not gone out when a GOAWAY comes is certainly unprocessed, whatever its last stream")
    func unsent() throws {
        for last in [0, UInt32(Int32.max)] {
            let server = try RawServer()
            let stream = try #require(server.client.begin(.get, limits: MessageLimits(headBytes: 100, fields: 10)))
            server.say(.goAway(last, 0))
            server.listen()
            #expect(server.fault(stream) == .goAway(code: 0, mayBeProcessed: false))
            #expect(!server.frames.contains { $0.type == Frame.headers })
        }
    }

    @Test("a GOAWAY with an error code is the reason of what ends with the connection then")
    func goAwayWithError() throws {
        let server = try RawServer()
        for _ in 0..<2 { try server.begin() }
        server.say(.goAway(1, 11))
        server.client.receiveEnd()
        server.listen()
        #expect(server.fault(1) == .goAway(code: 11, mayBeProcessed: true))
        #expect(server.fault(3) == .goAway(code: 11, mayBeProcessed: false))
        #expect(server.client.isOver)
    }

    @Test("a connection that just ends says how far each response had come")
    func closed() throws {
        let server = try RawServer()
        for _ in 0..<4 { try server.begin() }
        server.say(.fields([(":status", "103")], stream: 3))
        server.say(.fields([(":status", "200")], stream: 5), .content([1], stream: 5))
        server.say(.fields([(":status", "200")], stream: 7, isEnd: true))
        server.client.receiveEnd()
        server.listen()
        #expect(server.fault(1) == .closedBeforeResponse && server.fault(3) == .closedInHead)
        #expect(server.fault(5) == .closedInContent && server.fault(7) == nil)
        #expect(server.client.isOver && server.client.streamsLeft == 0 && server.client.streams == 0)
        // Nothing comes after it.
        let count = server.heard.count
        server.say(.fields([(":status", "200")], stream: 1, isEnd: true))
        server.client.receiveEnd()
        #expect(server.heard.count == count)
    }

    @Test("a shutdown says GOAWAY, lets what is under way come to its end, and begins nothing more")
    func shutDown() throws {
        let world = try HTTP2World()
        let stream = try world.begin(.post())
        world.client.shutDown()
        world.client.shutDown()
        world.settle()
        #expect(world.asked.filter { if case .goAway(_, 0) = $0 { true } else { false } }.count == 1)
        #expect(!world.client.isReusable && world.client.streamsLeft == 0 && !world.client.isOver)
        world.client.send([1], on: stream)
        world.client.endContent(on: stream)
        world.settle()
        world.answer(stream, .ok, [2])
        #expect(world.sent(stream) == [1] && world.events(stream).last == .end && world.client.isOver)
    }

    @Test("RFC 9113 §5.1.2: no more streams than the server lets be open, also when it lets fewer")
    func concurrency() throws {
        let server = try RawServer(settings: [.setting(3, 2)])
        #expect(server.client.streamsLeft == 2)
        for _ in 0..<2 { try server.begin() }
        #expect(server.client.streamsLeft == 0)
        server.say(.setting(3, 1))
        server.say(.fields([(":status", "200")], isEnd: true))
        #expect(server.client.streamsLeft == 0)
        server.say(.setting(3, 500))
        #expect(server.client.streamsLeft == 99, "as many as this side has at most")
        server.say(.setting(3, 0))
        #expect(server.client.streamsLeft == 0 && server.client.isReusable)
    }

    /// §3.4: the preface, and "a SETTINGS frame, which MAY be empty".
    @Test("what goes out first is the preface, SETTINGS and the window of the connection, before any word of a server")
    func preface() throws {
        let client = try #require(HTTP2Connection())
        #expect(client.wantsOutput && !client.hasSettings && client.streamsLeft == 100)
        _ = client.begin(.get, limits: MessageLimits(headBytes: 100, fields: 10))
        let bytes = client.takeOutput()
        #expect(bytes.starts(with: Frame.preface) && !client.wantsOutput)
        let frames = Frame.all(in: bytes)
        #expect(frames.map(\.type) == [Frame.settings, Frame.windowUpdate, Frame.headers])
        let values = stride(from: 0, to: frames[0].payload.count, by: 6).map { Array(frames[0].payload[$0..<$0 + 6]) }
        let limits = HTTP2Limits()
        // §6.5.2: ENABLE_PUSH, INITIAL_WINDOW_SIZE, MAX_HEADER_LIST_SIZE.
        #expect(
            Set(values) == [
                [0, 2, 0, 0, 0, 0], [0, 4] + Frame.number(UInt32(limits.streamWindow)),
                [0, 6] + Frame.number(UInt32(limits.fieldListBytes)),
            ])
        #expect(frames[1].payload == Frame.number(UInt32(limits.connectionWindow - 65_535)))
        client.receive(Frame(type: Frame.settings).bytes[...])
        #expect(client.hasSettings)
        // §6.5.3: an acknowledgement.
        #expect(Frame.all(in: client.takeOutput()) == [Frame(type: Frame.settings, flags: Frame.ack)])
    }

    @Test("§6.7: PING is answered with the same octets, also while output waits")
    func ping() throws {
        let server = try RawServer()
        server.listen()
        let opaque: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        server.say(Frame(type: Frame.ping, payload: opaque))
        #expect(server.frames.last == Frame(type: Frame.ping, flags: Frame.ack, payload: opaque))
        server.say(Frame(type: Frame.ping, flags: Frame.ack, payload: opaque))
        #expect(server.client.isReusable)
    }

    @Test("output comes in the portions that are asked for, and at most a frame more")
    func portions() throws {
        let server = try RawServer()
        let stream = try server.begin(.post())
        server.client.send([UInt8](repeating: 1, count: 60_000)[...], on: stream)
        server.client.endContent(on: stream)
        var sizes: [Int] = []
        while server.client.wantsOutput {
            let bytes = server.client.takeOutput(atMost: 10_000)
            sizes.append(bytes.count)
            try #require(!bytes.isEmpty)
            #expect(Frame.all(in: bytes).allSatisfy { $0.type == Frame.data })
        }
        #expect(sizes.reduce(0, +) >= 60_000 && sizes.allSatisfy { $0 <= 10_000 + 16_384 + 9 } && sizes.count >= 3)
    }
}
