import HoldfastConnection
import HoldfastHTTP
import Testing

@testable import HoldfastGate

/// A client and a server of HTTP/2 at both ends of a bridge, in memory.
final class HTTP2World {
    let client: HTTP2Side
    let server: HTTP2Side
    let bridge: HTTP2Bridge
    var clientHeard: [HTTP2Side.Event] = []
    var serverHeard: [HTTP2Side.Event] = []

    /// - Parameters:
    ///   - limits: the bridge's.
    ///   - ends: those of client and server, which decide how much they take; nil for the bridge's.
    init(_ limits: GateLimits = GateLimits(), ends: GateLimits? = nil) throws {
        client = try HTTP2Side(.client, ends ?? limits)
        server = try HTTP2Side(.server, ends ?? limits)
        bridge = try HTTP2Bridge(to: try GateTarget(authority: "a.test:443"), limits)
        client.begin()
        server.begin(enablesConnect: true)
    }

    /// Moves bytes until nobody has any, as a relay does: nothing is read of a side that is held back.
    ///
    /// - Parameter clientReads: whether the client takes anything.
    func settle(clientReads: Bool = true) throws {
        var isMoved = true
        while isMoved {
            isMoved = false
            for side in [HTTP2Bridge.Side.client, .server] where !bridge.isHeldBack {
                let waits = bridge.hasUnread(side)
                let bytes = waits ? [] : (side == .client ? client : server).output(atMost: 16 << 10).bytes
                guard waits || !bytes.isEmpty else { continue }
                try bridge.receive(bytes, from: side)
                isMoved = true
            }
            if clientReads {
                let bytes = bridge.output(to: .client)
                clientHeard += try client.receive(bytes)
                while client.isPaused { clientHeard += try client.receive([]) }
                isMoved = isMoved || !bytes.isEmpty
            }
            let bytes = bridge.output(to: .server)
            serverHeard += try server.receive(bytes)
            while server.isPaused { serverHeard += try server.receive([]) }
            isMoved = isMoved || !bytes.isEmpty
        }
    }

    static let get = [
        HTTPField(":method", "GET"), HTTPField(":scheme", "https"), HTTPField(":authority", "a.test"),
        HTTPField(":path", "/x"),
    ]

    static func requests(_ events: [HTTP2Side.Event]) -> [(stream: Int32, fields: [HTTPField])] {
        events.compactMap { if case .fields(let stream, let fields, _) = $0 { (stream, fields) } else { nil } }
    }

    static func data(_ events: [HTTP2Side.Event]) -> [UInt8] {
        events.flatMap { event -> [UInt8] in if case .data(_, let bytes) = event { Array(bytes) } else { [] } }
    }

    /// The codes by which streams have ended.
    static func ends(_ events: [HTTP2Side.Event]) -> [UInt32] {
        events.compactMap { if case .closed(_, let code, _) = $0 { code } else { nil } }
    }

    /// Asks for something, and gives the stream at the server.
    func ask(_ fields: [HTTPField] = get) throws -> Int32 {
        let known = Self.requests(serverHeard).count
        _ = try #require(client.request(fields, hasContent: false))
        try settle()
        return try #require(Self.requests(serverHeard).dropFirst(known).first).stream
    }
}
