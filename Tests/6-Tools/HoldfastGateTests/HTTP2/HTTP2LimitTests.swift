import HoldfastConnection
import HoldfastHTTP
import Testing

@testable import HoldfastGate

/// RFC 9113 §10.5: "Use of these features might cause an implementation to commit resources"; what has no window is
/// counted, and whoever sends too much of it is held back or ends their stream.
@Suite("Limits of what no window of HTTP/2 holds back")
struct HTTP2LimitTests {
    private static func interim(_ size: Int) -> [HTTPField] {
        [HTTPField(":status", "103"), HTTPField("link", octets: [UInt8](repeating: 0x61, count: size))]
    }

    private static let final = [HTTPField(":status", "200")]

    @Test("a few interim responses go on, and the final one after them")
    func few() throws {
        let world = try HTTP2World()
        try world.settle()
        let stream = try world.ask()
        for _ in 0..<3 { world.server.respondInterim(on: stream, Self.interim(100)) }
        world.server.respond(on: stream, Self.final, hasContent: false)
        try world.settle()
        let statuses = HTTP2World.requests(world.clientHeard).map { $0.fields.one(":status") }
        #expect(statuses == ["103", "103", "103", "200"])
    }

    /// RFC 9113 §5.4.2: "A RST_STREAM is the last frame that an endpoint can send on a stream." nghttp2 drops what
    /// waits of that stream, which is all of it where too many come at once.
    @Test(
        "a server with more of them than a request may have loses its stream, and the client is told",
        arguments: [false, true])
    func number(_ isAtOnce: Bool) throws {
        var limits = GateLimits()
        limits.interimResponses = 3
        let world = try HTTP2World(limits, ends: GateLimits())
        try world.settle()
        let stream = try world.ask()
        for _ in 0..<20 {
            world.server.respondInterim(on: stream, Self.interim(10))
            if !isAtOnce { try world.settle() }
        }
        try world.settle()
        let count = HTTP2World.requests(world.clientHeard).count
        #expect(isAtOnce ? count <= 3 : count == 3)
        #expect(HTTP2World.ends(world.serverHeard) == [HTTP2Code.enhanceYourCalm])
        #expect(HTTP2World.ends(world.clientHeard) == [HTTP2Code.protocolError])
    }

    @Test(
        "so does one whose heads are too large together, each of them within the limit of one",
        arguments: [false, true])
    func bytes(_ isAtOnce: Bool) throws {
        var limits = GateLimits()
        (limits.headBytes, limits.responseHeadBytes) = (2 << 10, 8 << 10)
        let world = try HTTP2World(limits, ends: GateLimits())
        try world.settle()
        let stream = try world.ask()
        for _ in 0..<20 {
            world.server.respondInterim(on: stream, Self.interim(1_000))
            if !isAtOnce { try world.settle() }
        }
        try world.settle()
        let count = HTTP2World.requests(world.clientHeard).count
        // RFC 9113 §6.5.2: "plus an overhead of 32 octets for each field".
        let size = Self.interim(1_000).reduce(0) { $0 + $1.name.utf8.count + $1.octetCount + 32 }
        let most = limits.responseHeadBytes / size
        #expect(isAtOnce ? count <= most : count == most)
        #expect(HTTP2World.ends(world.serverHeard) == [HTTP2Code.enhanceYourCalm])
    }

    @Test(
        "what expands from few octets is taken piece by piece, and waits at the server while the client takes nothing")
    func heldBack() throws {
        var limits = GateLimits()
        limits.waitingFieldBytes = 32 << 10
        let world = try HTTP2World(limits, ends: GateLimits())
        try world.settle()
        let streams = try (0..<20).map { _ in try world.ask() }
        for stream in streams {
            for _ in 0..<20 { world.server.respondInterim(on: stream, Self.interim(2_000)) }
        }
        // After the first of them each field is an octet or two (RFC 7541 §6.1), and 2,000 behind the bridge.
        try world.settle(clientReads: false)
        #expect(world.bridge.isHeldBack && world.bridge.hasUnread(.server))
        // One more piece may have been on its way: 64 KiB of fields, and the message that passed that.
        #expect(world.bridge.waitingFieldBytes <= limits.waitingFieldBytes + (64 << 10) + 3_000)
        try world.settle()
        #expect(HTTP2World.requests(world.clientHeard).count == 400 && !world.bridge.isHeldBack)
        #expect(world.bridge.waitingFieldBytes == 0)
    }

    @Test("frames that a client causes and does not take hold it back")
    func frames() throws {
        var limits = GateLimits()
        limits.waitingFrames = 20
        let world = try HTTP2World(limits, ends: GateLimits())
        try world.settle()
        // Each is malformed, and ends by RST_STREAM.
        for _ in 0..<40 {
            _ = world.client.request(HTTP2World.get + [HTTPField("host", "b.test")], hasContent: false)
            try world.settle(clientReads: false)
        }
        #expect(world.bridge.isHeldBack)
        try world.settle()
        #expect(!world.bridge.isHeldBack && HTTP2World.ends(world.clientHeard).count == 40)
    }

    @Test("trailers are held to their limit, as those of HTTP/1.1 are")
    func trailers() throws {
        var limits = GateLimits()
        limits.trailerBytes = 500
        let world = try HTTP2World(limits, ends: GateLimits())
        try world.settle()
        for (count, isWhole) in [(300, true), (600, false)] {
            world.clientHeard = []
            let stream = try world.ask()
            world.server.respond(on: stream, Self.final, hasContent: true)
            world.server.finish(stream, [HTTPField("x-sum", octets: [UInt8](repeating: 0x61, count: count))])
            try world.settle()
            #expect((HTTP2World.ends(world.clientHeard) == [HTTP2Code.noError]) == isWhole)
            #expect(HTTP2World.requests(world.clientHeard).contains { !$0.fields.all("x-sum").isEmpty } == isWhole)
        }
    }

    @Test("requests that wait for the server are refused over a limit, and taken again once some have gone")
    func waitingRequests() throws {
        var limits = GateLimits()
        limits.waitingRequestBytes = 1_000
        let session = try HTTP2Side(.client, limits)
        session.begin()
        var taken = 0
        while session.request(HTTP2World.get, hasContent: false) != nil { taken += 1 }
        let size = HTTP2World.get.reduce(0) { $0 + $1.name.utf8.count + $1.octetCount + 32 }
        #expect(taken == limits.waitingRequestBytes / size && !session.isFull)
        _ = session.output()
        #expect(session.request(HTTP2World.get, hasContent: false) != nil)
    }

    @Test("a client may have no more streams than the server takes")
    func streams() throws {
        var ends = GateLimits()
        ends.streams = 2
        let world = try HTTP2World(GateLimits(), ends: ends)
        try world.settle()
        for _ in 0..<5 { _ = world.client.request(HTTP2World.get, hasContent: false) }
        try world.settle()
        // The others wait at the client (RFC 9113 §5.1.2).
        #expect(HTTP2World.requests(world.serverHeard).count == 2 && HTTP2World.ends(world.clientHeard).isEmpty)
    }

    @Test("content that waited for a stream that has ended gives its room back", arguments: [false, true])
    func windows(_ isUpload: Bool) throws {
        var (limits, ends) = (GateLimits(), GateLimits())
        (limits.streamWindow, limits.connectionWindow) = (64 << 10, 64 << 10)
        ends.streamWindow = 1 << 10
        let world = try HTTP2World(limits, ends: ends)
        try world.settle()
        let post = HTTP2World.get.map { $0.name == ":method" ? HTTPField(":method", "POST") : $0 }
        for count in Array(repeating: 60 << 10, count: 5) + [500] {
            (world.clientHeard, world.serverHeard) = ([], [])
            let stream = try #require(world.client.request(isUpload ? post : HTTP2World.get, hasContent: isUpload))
            let bytes = [UInt8](repeating: 7, count: count)
            if isUpload { _ = world.client.append(bytes, to: stream) }
            try world.settle()
            let other = try #require(HTTP2World.requests(world.serverHeard).first).stream
            if !isUpload {
                world.server.respond(on: other, Self.final, hasContent: true)
                _ = world.server.append(bytes, to: other)
                try world.settle()
            }
            let come = HTTP2World.data(isUpload ? world.serverHeard : world.clientHeard).count
            #expect(come == min(count, ends.streamWindow))
            world.client.consume(isUpload ? 0 : come, of: stream)
            if isUpload { world.server.consume(come, of: nil) }
            world.client.reset(stream, HTTP2Code.cancel)
            try world.settle()
        }
    }
}
