/// The connections on the line: gives each packet its place in a ``LossPattern``.
struct Flows {
    struct Place {
        let connection: Int
        let direction: LossPattern.Direction
        let packet: Int
    }

    private struct Key: Hashable {
        let transport: UInt8
        let source: UInt16
        let destination: UInt16
    }

    private struct Flow {
        let connection: Int
        let direction: LossPattern.Direction
        var packets = 0
    }

    private var flows: [Key: Flow] = [:]
    private var connections = 0

    /// The place of an IPv4 packet of at least 20 bytes; counts it.
    mutating func place(of packet: ArraySlice<UInt8>) -> Place {
        let key = Self.key(of: packet)
        if flows[key] == nil {
            // Whoever speaks first is the one who dials.
            flows[key] = Flow(connection: connections, direction: .fromDialler)
            let back = Key(transport: key.transport, source: key.destination, destination: key.source)
            if back != key { flows[back] = Flow(connection: connections, direction: .fromListener) }
            connections += 1
        }
        var flow = flows[key] ?? Flow(connection: connections, direction: .fromDialler)
        defer {
            flow.packets += 1
            flows[key] = flow
        }
        return Place(connection: flow.connection, direction: flow.direction, packet: flow.packets)
    }

    /// The ports of TCP and UDP (RFC 9293 §3.1, RFC 768); without ports, everything of one protocol is one flow.
    private static func key(of packet: ArraySlice<UInt8>) -> Key {
        let start = packet.startIndex
        let transport = packet[start + 9]
        let header = Int(packet[start] & 0x0F) * 4
        guard transport == 6 || transport == 17, packet.count >= header + 4 else {
            return Key(transport: transport, source: 0, destination: 0)
        }
        func port(_ offset: Int) -> UInt16 {
            UInt16(packet[start + header + offset]) << 8 | UInt16(packet[start + header + offset + 1])
        }
        return Key(transport: transport, source: port(0), destination: port(2))
    }
}
