import HoldfastConnection
import HoldfastHTTP
import Testing

@testable import HoldfastGate

/// A client and a server of HTTP/2 at both ends of a bridge, in memory: RFC 9113.
@Suite("The bridge between two HTTP/2 connections")
struct HTTP2BridgeTests {
    @Test("a request with content goes to the server, and its answer with trailers comes back")
    func exchange() throws {
        let world = try HTTP2World()
        try world.settle()
        let stream = try #require(
            world.client.request(
                HTTP2World.get.map { $0.name == ":method" ? HTTPField(":method", "POST") : $0 }, hasContent: true))
        _ = world.client.append(Array("question".utf8), to: stream)
        world.client.finish(stream)
        try world.settle()
        let request = try #require(HTTP2World.requests(world.serverHeard).first)
        #expect(request.fields.one(":path") == "/x" && request.fields.one("via") == "2 holdfast")
        #expect(HTTP2World.data(world.serverHeard) == Array("question".utf8))
        world.server.respond(on: request.stream, [HTTPField(":status", "200")], hasContent: true)
        _ = world.server.append(Array("answer".utf8), to: request.stream)
        world.server.finish(request.stream, [HTTPField("x-sum", "1")])
        try world.settle()
        let answers = HTTP2World.requests(world.clientHeard)
        #expect(answers.map { $0.fields.one(":status") } == ["200", nil] && answers.last?.fields.one("x-sum") == "1")
        #expect(HTTP2World.data(world.clientHeard) == Array("answer".utf8))
    }

    @Test("a stream that never runs dry holds what waits of it, and not what has gone")
    func longStream() throws {
        let limits = GateLimits()
        let (client, server) = (try HTTP2Side(.client, limits), try HTTP2Side(.server, limits))
        client.begin()
        server.begin()
        _ = try #require(client.request(HTTP2World.get, hasContent: false))
        let request = try #require(HTTP2World.requests(try server.receive(client.output().bytes)).first)
        server.respond(on: request.stream, [HTTPField(":status", "200")], hasContent: true)
        let piece = [UInt8](repeating: 7, count: 16 << 10)
        for _ in 0..<8 { _ = server.append(piece, to: request.stream) }
        var received = 0
        for _ in 0..<1_000 {
            // A frame goes, and as much comes: something waits always.
            let count = HTTP2World.data(try client.receive(server.output(atMost: 1).bytes)).count
            received += count
            client.consume(count, of: request.stream)
            _ = try server.receive(client.output().bytes)
            _ = server.append([UInt8](repeating: 7, count: count), to: request.stream)
        }
        #expect(received > 8 << 20 && server.heldBytes <= 512 << 10)
    }

    @Test("the server is held back while the client takes nothing: no more than a window waits")
    func backPressure() throws {
        var limits = GateLimits()
        limits.streamWindow = 64 << 10
        limits.connectionWindow = 64 << 10
        let world = try HTTP2World(limits)
        try world.settle()
        _ = try #require(world.client.request(HTTP2World.get, hasContent: false))
        try world.settle()
        let stream = try #require(HTTP2World.requests(world.serverHeard).first).stream
        world.server.respond(on: stream, [HTTPField(":status", "200")], hasContent: true)
        _ = world.server.append([UInt8](repeating: 7, count: 1 << 20), to: stream)
        world.server.finish(stream)
        try world.settle()
        // The client has consumed nothing: its own window and the bridge's are full.
        let first = HTTP2World.data(world.clientHeard).count
        #expect(first <= 64 << 10)
        var total = first
        var rounds = 0
        world.client.consume(first, of: 1)
        while total < 1 << 20, rounds < 1_000 {
            world.clientHeard = []
            try world.settle()
            let count = HTTP2World.data(world.clientHeard).count
            total += count
            rounds += 1
            world.client.consume(count, of: 1)
        }
        #expect(total == 1 << 20)
    }

    @Test("a request to another server is answered by 421, a malformed one ends its stream; neither reaches the server")
    func refused() throws {
        let world = try HTTP2World()
        try world.settle()
        let other = HTTP2World.get.map { $0.name == ":authority" ? HTTPField(":authority", "b.test") : $0 }
        _ = world.client.request(other, hasContent: false)
        _ = world.client.request(HTTP2World.get + [HTTPField("host", "b.test")], hasContent: false)
        _ = world.client.request(HTTP2World.get.filter { $0.name != ":authority" }, hasContent: false)
        try world.settle()
        #expect(HTTP2World.requests(world.serverHeard).isEmpty)
        #expect(HTTP2World.requests(world.clientHeard).contains { $0.fields.one(":status") == "421" })
    }

    @Test("a stream that one side ends is ended on the other")
    func reset() throws {
        let world = try HTTP2World()
        try world.settle()
        let stream = try #require(world.client.request(HTTP2World.get, hasContent: false))
        try world.settle()
        world.client.reset(stream, HTTP2Code.cancel)
        try world.settle()
        #expect(world.serverHeard.contains { if case .closed(_, HTTP2Code.cancel, _) = $0 { true } else { false } })
    }

    /// RFC 9113 §8.1 has NO_ERROR behind a whole response alone; Node sends it in the place of the last frame.
    @Test("an answer that its server ends by RST_STREAM with NO_ERROR ends, or is cut where something is missing")
    func resetWithoutError() throws {
        let world = try HTTP2World()
        try world.settle()
        let length = HTTPField("content-length", "3")
        for (method, status, fields, content, isWhole) in [
            ("GET", nil, [], 0, false), ("GET", "103", [], 0, false), ("GET", "200", [], 0, true),
            ("GET", "200", [], 2, true), ("GET", "200", [length], 2, false), ("GET", "200", [length], 3, true),
            ("HEAD", "200", [length], 0, true), ("GET", "304", [length], 0, true),
        ] as [(String, String?, [HTTPField], Int, Bool)] {
            world.clientHeard = []
            let stream = try world.ask(HTTP2World.get.map { $0.name == ":method" ? HTTPField(":method", method) : $0 })
            if let status {
                let head = [HTTPField(":status", status)] + fields
                if status == "103" {
                    world.server.respondInterim(on: stream, head)
                } else {
                    world.server.respond(on: stream, head, hasContent: true)
                    _ = world.server.append([UInt8](repeating: 7, count: content), to: stream)
                }
            }
            try world.settle()
            #expect(HTTP2World.ends(world.clientHeard).isEmpty)
            world.server.reset(stream, HTTP2Code.noError)
            try world.settle()
            let code = isWhole ? HTTP2Code.noError : HTTP2Code.internalError
            #expect(HTTP2World.ends(world.clientHeard) == [code], "\(method) \(status ?? "-") \(fields) \(content)")
            #expect(world.clientHeard.contains { if case .end = $0 { true } else { false } } == isWhole)
        }
    }

    /// RFC 9113 §8.1: "a server MAY request that the client abort transmission of a request without error by sending a
    /// RST_STREAM with an error code of NO_ERROR after sending a complete response … Clients MUST NOT discard responses
    /// as a result of receiving such a RST_STREAM".
    @Test("an answer before its request's end is whole, and what follows of the request goes nowhere")
    func early() throws {
        let world = try HTTP2World()
        try world.settle()
        let post = HTTP2World.get.map { $0.name == ":method" ? HTTPField(":method", "POST") : $0 }
        let stream = try #require(world.client.request(post, hasContent: true))
        _ = world.client.append(Array("some".utf8), to: stream)
        try world.settle()
        let other = try #require(HTTP2World.requests(world.serverHeard).first).stream
        world.server.respond(on: other, [HTTPField(":status", "413")], hasContent: true)
        _ = world.server.append(Array("early".utf8), to: other)
        world.server.finish(other)
        try world.settle()
        world.server.reset(other, HTTP2Code.noError)
        try world.settle()
        _ = world.client.append(Array("rest".utf8), to: stream)
        world.client.finish(stream)
        try world.settle()
        #expect(HTTP2World.data(world.clientHeard) == Array("early".utf8))
        #expect(world.clientHeard.contains { if case .end(stream) = $0 { true } else { false } })
        #expect(HTTP2World.data(world.serverHeard) == Array("some".utf8))
        _ = try world.ask()
    }

    @Test("a client that wants no more of an answer ends it, also without an error")
    func unwanted() throws {
        let world = try HTTP2World()
        try world.settle()
        let stream = try #require(world.client.request(HTTP2World.get, hasContent: false))
        try world.settle()
        world.client.reset(stream, HTTP2Code.noError)
        try world.settle()
        #expect(HTTP2World.ends(world.serverHeard) == [HTTP2Code.cancel])
    }

    @Test("what is no HTTP/2 ends the connection, and a client that does not wait for the server is not kept for ever")
    func garbage() throws {
        let world = try HTTP2World()
        try world.settle()
        try world.bridge.receive([UInt8](repeating: 255, count: 64), from: .client)
        // Type 7, GOAWAY (§5.4.1), and nothing for the server.
        #expect(world.bridge.output(to: .client).dropFirst(3).first == 7 && world.bridge.isOver)
        #expect(world.bridge.output(to: .server).isEmpty)
        let bridge = try HTTP2Bridge(to: try GateTarget(authority: "a.test:443"), GateLimits())
        #expect(throws: GateError.self) {
            for _ in 0..<100 { try bridge.receive([UInt8](repeating: 0, count: 8 << 10), from: .client) }
        }
    }

    @Test("RFC 9113 §3.4: the first frame to the client is SETTINGS, whatever it has sent before")
    func preface() throws {
        let limits = GateLimits()
        let (client, server) = (try HTTP2Side(.client, limits), try HTTP2Side(.server, limits))
        let bridge = try HTTP2Bridge(to: try GateTarget(authority: "a.test:443"), limits)
        client.begin()
        server.begin()
        try bridge.receive(client.output().bytes, from: .client)
        #expect(bridge.output(to: .client).isEmpty)
        try bridge.receive(server.output().bytes, from: .server)
        // Type 4, without the flag of an acknowledgement (§6.5).
        #expect(Array(bridge.output(to: .client).dropFirst(3).prefix(2)) == [4, 0])
    }
}
