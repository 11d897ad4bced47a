import HoldfastConnection
import HoldfastHTTP
import TestSupport
import Testing

/// RFC 9113 §8: requests and responses on streams.
@Suite("Exchanges over HTTP/2")
struct HTTP2ExchangeTests {
    @Test("a request goes out with its pseudo-fields first, and its answer comes with head, content and end")
    func exchange() throws {
        let world = try HTTP2World()
        let stream = try world.begin()
        // §8.3.1: the four pseudo-fields of a request.
        #expect(
            world.fields(stream) == [
                [
                    HTTPField(":method", "GET"), HTTPField(":scheme", "https"), HTTPField(":authority", "a.test"),
                    HTTPField(":path", "/x?y"),
                ]
            ])
        #expect(world.hasEnd(stream) && world.client.streams == 1)
        world.answer(stream, .ok + [HTTPField("x-a", "1"), HTTPField("x-a", "2")], Array("answer".utf8))
        let head = ResponseHead(status: 200, fields: [HTTPField("x-a", "1"), HTTPField("x-a", "2")])
        #expect(world.events(stream) == [.head(head), .body(Array("answer".utf8)[...]), .end])
        #expect(world.client.streams == 0)
    }

    @Test("names go out in lower case, and fields of an HTTP/1.1 connection not at all: RFC 9113 §8.2, §8.2.2")
    func fields() throws {
        let world = try HTTP2World()
        var request = ExchangeRequest.post(.octets(3))
        request.fields = [
            HTTPField("Accept", "*/*"), HTTPField("Connection", "keep-alive, X-Hop"), HTTPField("X-Hop", "1"),
            HTTPField("Keep-Alive", "1"), HTTPField("Proxy-Connection", "1"), HTTPField("Transfer-Encoding", "chunked"),
            HTTPField("Upgrade", "x"), HTTPField("Host", "b.test"), HTTPField("TE", "gzip, trailers"),
            HTTPField("Proxy-Authorization", "Basic eDp5"),
        ]
        request.expectsContinue = true
        let stream = try world.begin(request)
        #expect(
            world.fields(stream).first.map { Array($0.dropFirst(4)) } == [
                HTTPField("accept", "*/*"), HTTPField("te", "trailers"), HTTPField("proxy-authorization", "Basic eDp5"),
                HTTPField("content-length", "3"), HTTPField("expect", "100-continue"),
            ])
        #expect(!world.hasEnd(stream))
    }

    /// RFC 9113 §4.3: a field block is "a single HEADERS or PUSH_PROMISE frame, with the END_HEADERS flag set", or one
    /// without it "and one or more CONTINUATION frames". Where TCP cuts them says nothing.
    @Test("a head of several frames is one, in whatever pieces they come", arguments: [1, 2, 5, 8, 9, 11, 1_000])
    func continuations(size: Int) throws {
        let server = try RawServer()
        try server.begin()
        let names = ["a", "b", "c", "d"]
        var bytes = Frame(type: Frame.headers, stream: 1, payload: [0x88]).bytes
        for name in names {
            let flags = name == names.last ? Frame.endHeaders : 0
            bytes +=
                Frame(
                    type: Frame.continuation, flags: flags, stream: 1, payload: Frame.literal(Array(name.utf8), [0x78])
                ).bytes
        }
        bytes += Frame.content([0x79], isEnd: true).bytes
        var rest = bytes[...]
        while !rest.isEmpty {
            server.say(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        let head = ResponseHead(status: 200, fields: names.map { HTTPField($0, "x") })
        #expect(server.events() == [.head(head), .body([0x79]), .end] && server.client.isReusable)
    }

    @Test("content goes out as it comes, with pauses, and the fields that follow it")
    func upload() throws {
        let world = try HTTP2World()
        let stream = try world.begin(.post())
        #expect(world.sent(stream).isEmpty && !world.hasEnd(stream))
        for piece in ["one", "two", "", "three"] {
            world.client.send(Array(piece.utf8)[...], on: stream)
            world.settle()
        }
        #expect(world.sent(stream) == Array("onetwothree".utf8) && !world.hasEnd(stream))
        world.client.endContent(on: stream, trailers: [HTTPField("X-Sum", "1")])
        world.settle()
        #expect(world.hasEnd(stream) && world.fields(stream).last == [HTTPField("x-sum", "1")])
        world.answer(stream)
        #expect(world.events(stream).last == .end && world.client.streams == 0)
    }

    @Test("an upload that is larger than every window waits for the server, and none of it is lost or doubled")
    func largeUpload() throws {
        var limits = HTTP2Limits()
        (limits.streamWindow, limits.connectionWindow) = (100_000, 100_000)
        let world = try HTTP2World(server: limits)
        let stream = try world.begin(.post(.octets(1_000_000)))
        let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        for start in stride(from: 0, to: content.count, by: 37_000) {
            world.client.send(content[start..<min(start + 37_000, content.count)], on: stream)
        }
        world.client.endContent(on: stream)
        world.settle()
        // RFC 9113 §6.9.1: no more than the smaller of both windows.
        #expect(world.sent(stream).count == 100_000 && world.client.waitingContent(on: stream) == 900_000)
        while world.sent(stream).count < content.count {
            let before = world.sent(stream).count
            world.server.consume(100_000, of: stream)
            world.server.consumeConnection(100_000)
            world.settle()
            try #require(world.sent(stream).count > before)
        }
        #expect(world.sent(stream) == content && world.hasEnd(stream))
    }

    @Test("RFC 9110 §15.2: interim responses come before the head, and fields behind the content after it")
    func interimAndTrailers() throws {
        let world = try HTTP2World()
        let stream = try world.begin()
        world.server.respondInterim(on: stream, [HTTPField(":status", "103"), HTTPField("link", "</a>")])
        world.server.respondInterim(on: stream, [HTTPField(":status", "100")])
        world.answer(
            stream, .ok, [1],
            trailers: [HTTPField("x-sum", "1"), HTTPField("set-cookie", "a=b"), HTTPField("host", "a")])
        // §6.5.1: what is for whoever routes or reads the message means nothing behind it.
        #expect(
            world.events(stream) == [
                .informational(ResponseHead(status: 103, fields: [HTTPField("link", "</a>")])),
                .informational(ResponseHead(status: 100, fields: [])), .head(ResponseHead(status: 200, fields: [])),
                .body([1]), .trailers([HTTPField("x-sum", "1")]), .end,
            ])
    }

    @Test("a hundred exchanges at a time, answered from the last one to the first")
    func many() throws {
        let world = try HTTP2World()
        let streams = try (0..<100).map { _ in try world.begin() }
        #expect(world.client.streamsLeft == 0 && Set(streams).count == 100)
        #expect(world.client.begin(.get, limits: MessageLimits(headBytes: 1, fields: 1)) == nil)
        for stream in streams.reversed() { world.answer(stream, .ok, Array("\(stream)".utf8)) }
        for stream in streams { #expect(world.content(stream) == Array("\(stream)".utf8)) }
        #expect(world.client.streamsLeft == 100 && world.client.isReusable)
    }

    @Test(
        "a response without content has none, whatever it says of a length: RFC 9110 §8.6",
        arguments: [("HEAD", "200", "7"), ("GET", "304", "7"), ("GET", "204", nil)])
    func noContent(method: String, status: String, length: String?) throws {
        let world = try HTTP2World()
        let stream = try world.begin(ExchangeRequest(method: method, authority: "a.test", path: "/"))
        world.answer(
            stream, [HTTPField(":status", status)] + (length.map { [HTTPField("content-length", $0)] } ?? []))
        #expect(world.events(stream).count == 2 && world.events(stream).last == .end)
    }

    @Test("RFC 9113 §8.5: CONNECT has no scheme and no path, and its stream is a tunnel until either side ends it")
    func tunnel() throws {
        let world = try HTTP2World()
        let stream = try world.begin(ExchangeRequest(method: "CONNECT", authority: "b.test:443", path: ""))
        #expect(
            world.fields(stream) == [[HTTPField(":method", "CONNECT"), HTTPField(":authority", "b.test:443")]]
                && !world.hasEnd(stream))
        world.server.respond(on: stream, .ok, hasContent: true)
        world.settle()
        world.client.send([1, 2], on: stream)
        world.server.append([3, 4], to: stream)
        world.settle()
        #expect(world.sent(stream) == [1, 2] && world.content(stream) == [3, 4])
        world.server.finish(stream)
        world.settle()
        #expect(world.events(stream).last == .end && world.client.streams == 1)
        world.client.endContent(on: stream)
        world.settle()
        #expect(world.hasEnd(stream) && world.client.streams == 0)
    }

    @Test("RFC 8441 §3: whether a server takes CONNECT with a protocol", arguments: [false, true])
    func extendedConnect(isEnabled: Bool) throws {
        #expect(try HTTP2World(enablesConnect: isEnabled).client.takesExtendedConnect == isEnabled)
    }

    @Test("what nobody wants any more ends by CANCEL, and says nothing after that")
    func cancelled() throws {
        let world = try HTTP2World()
        let (first, second) = (try world.begin(.post()), try world.begin())
        world.client.send([1], on: first)
        world.client.cancel(first)
        world.settle()
        #expect(world.asked.contains(.closed(stream: first, code: HTTP2Code.cancel, byPeer: true)))
        #expect(world.events(first).isEmpty && world.client.streams == 1 && world.client.streamsLeft == 99)
        // One that has not gone out yet is never seen.
        let third = try #require(world.client.begin(.get, limits: MessageLimits(headBytes: 1_000, fields: 10)))
        world.client.cancel(third)
        world.settle()
        #expect(world.fields(third).isEmpty && world.client.streams == 1)
        world.answer(second)
        #expect(world.events(second).last == .end)
    }

    @Test("RFC 9113 §8.1: a response that is whole before the request is not lost when the server wants no more")
    func earlyResponse() throws {
        let world = try HTTP2World()
        let stream = try world.begin(.post())
        world.client.send([1], on: stream)
        world.answer(stream, [HTTPField(":status", "413")], [2])
        #expect(world.events(stream).last == .end && world.client.streams == 1)
        world.server.reset(stream, HTTP2Code.noError)
        world.settle()
        #expect(world.events(stream).count == 3 && world.client.streams == 0 && world.client.isReusable)
        world.client.send([1], on: stream)
        world.client.endContent(on: stream)
        world.client.consume(1, of: stream)
        world.settle()
        #expect(world.client.isReusable)
    }
}
