import Testing

@testable import HoldfastGate

/// A client and a server of HTTP/2 at both ends of a bridge, in memory: RFC 9113.
@Suite("The bridge between two HTTP/2 connections")
struct HTTP2BridgeTests {
    /// Both ends, and the bridge.
    private final class World {
        let client: HTTP2Session
        let server: HTTP2Session
        let bridge: HTTP2Bridge
        var clientHeard: [HTTP2Session.Event] = []
        var serverHeard: [HTTP2Session.Event] = []

        init(_ limits: GateLimits = GateLimits()) throws {
            client = try HTTP2Session(.client, limits)
            server = try HTTP2Session(.server, limits)
            bridge = try HTTP2Bridge(to: try GateTarget(authority: "a.test:443"), limits)
            client.begin()
            server.begin(enablesConnect: true)
        }

        /// Moves bytes until nobody has any.
        func settle() throws {
            var isMoved = true
            while isMoved {
                isMoved = false
                for (bytes, move) in [
                    (client.output().bytes, { (bytes: [UInt8]) in try self.bridge.receive(bytes, from: .client) }),
                    (server.output().bytes, { try self.bridge.receive($0, from: .server) }),
                    (bridge.output(to: .client), { self.clientHeard += try self.client.receive($0) }),
                    (bridge.output(to: .server), { self.serverHeard += try self.server.receive($0) }),
                ] where !bytes.isEmpty {
                    try move(bytes)
                    isMoved = true
                }
            }
        }
    }

    private static let get = [
        MessageField(":method", "GET"), MessageField(":scheme", "https"), MessageField(":authority", "a.test"),
        MessageField(":path", "/x"),
    ]

    private func requests(_ events: [HTTP2Session.Event]) -> [(stream: Int32, fields: [MessageField])] {
        events.compactMap { if case .fields(let stream, let fields, _) = $0 { (stream, fields) } else { nil } }
    }

    private func data(_ events: [HTTP2Session.Event]) -> [UInt8] {
        events.flatMap { event -> [UInt8] in if case .data(_, let bytes) = event { bytes } else { [] } }
    }

    @Test("a request with content goes to the server, and its answer with trailers comes back")
    func exchange() throws {
        let world = try World()
        try world.settle()
        let stream = try #require(
            world.client.request(
                Self.get.map { $0.name == ":method" ? MessageField(":method", "POST") : $0 }, hasContent: true))
        _ = world.client.append(Array("question".utf8), to: stream)
        world.client.finish(stream)
        try world.settle()
        let request = try #require(requests(world.serverHeard).first)
        #expect(request.fields.one(":path") == "/x" && request.fields.one("via") == "2 holdfast")
        #expect(data(world.serverHeard) == Array("question".utf8))
        world.server.respond(on: request.stream, [MessageField(":status", "200")], hasContent: true)
        _ = world.server.append(Array("answer".utf8), to: request.stream)
        world.server.finish(request.stream, [MessageField("x-sum", "1")])
        try world.settle()
        let answers = requests(world.clientHeard)
        #expect(answers.map { $0.fields.one(":status") } == ["200", nil] && answers.last?.fields.one("x-sum") == "1")
        #expect(data(world.clientHeard) == Array("answer".utf8))
    }

    @Test("a stream that never runs dry holds what waits of it, and not what has gone")
    func longStream() throws {
        let limits = GateLimits()
        let (client, server) = (try HTTP2Session(.client, limits), try HTTP2Session(.server, limits))
        client.begin()
        server.begin()
        _ = try #require(client.request(Self.get, hasContent: false))
        let request = try #require(requests(try server.receive(client.output().bytes)).first)
        server.respond(on: request.stream, [MessageField(":status", "200")], hasContent: true)
        let piece = [UInt8](repeating: 7, count: 16 << 10)
        for _ in 0..<8 { _ = server.append(piece, to: request.stream) }
        var received = 0
        for _ in 0..<1_000 {
            // A frame goes, and as much comes: something waits always.
            let count = data(try client.receive(server.output(atMost: 1).bytes)).count
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
        let world = try World(limits)
        try world.settle()
        _ = try #require(world.client.request(Self.get, hasContent: false))
        try world.settle()
        let stream = try #require(requests(world.serverHeard).first).stream
        world.server.respond(on: stream, [MessageField(":status", "200")], hasContent: true)
        _ = world.server.append([UInt8](repeating: 7, count: 1 << 20), to: stream)
        world.server.finish(stream)
        try world.settle()
        // The client has consumed nothing: its own window and the bridge's are full.
        let first = data(world.clientHeard).count
        #expect(first <= 64 << 10)
        var total = first
        var rounds = 0
        world.client.consume(first, of: 1)
        while total < 1 << 20, rounds < 1_000 {
            world.clientHeard = []
            try world.settle()
            let count = data(world.clientHeard).count
            total += count
            rounds += 1
            world.client.consume(count, of: 1)
        }
        #expect(total == 1 << 20)
    }

    @Test("a request to another server is answered by 421, a malformed one ends its stream; neither reaches the server")
    func refused() throws {
        let world = try World()
        try world.settle()
        let other = Self.get.map { $0.name == ":authority" ? MessageField(":authority", "b.test") : $0 }
        _ = world.client.request(other, hasContent: false)
        _ = world.client.request(Self.get + [MessageField("host", "b.test")], hasContent: false)
        _ = world.client.request(Self.get.filter { $0.name != ":authority" }, hasContent: false)
        try world.settle()
        #expect(requests(world.serverHeard).isEmpty)
        #expect(requests(world.clientHeard).contains { $0.fields.one(":status") == "421" })
    }

    @Test("a stream that one side ends is ended on the other")
    func reset() throws {
        let world = try World()
        try world.settle()
        let stream = try #require(world.client.request(Self.get, hasContent: false))
        try world.settle()
        world.client.reset(stream, HTTP2Code.cancel)
        try world.settle()
        #expect(world.serverHeard.contains { if case .closed(_, HTTP2Code.cancel) = $0 { true } else { false } })
    }

    @Test("what is no HTTP/2 ends the connection, and a client that does not wait for the server is not kept for ever")
    func garbage() throws {
        let world = try World()
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
        let (client, server) = (try HTTP2Session(.client, limits), try HTTP2Session(.server, limits))
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
