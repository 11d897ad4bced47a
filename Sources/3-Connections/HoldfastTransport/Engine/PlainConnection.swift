import CCurl
import HoldfastX509

/// A connection without TLS of one partition, from the first request on.
///
/// Belongs to the partition's thread.
final class PlainConnection {
    let record: ConnectionRecord

    init(opener: Attempt) {
        let timing = opener.connectTiming
        record = ConnectionRecord(
            id: HandshakeInbox.newIdentifier(), host: opener.request.host, port: opener.request.port,
            peer: opener.peer, facts: nil, isPlain: true, presented: nil, verdict: nil,
            timing: ConnectionTiming(dns: timing.dns, tcp: timing.tcp, tls: nil, trust: nil),
            dial: opener.endpoint == nil ? nil : opener.dialled?.socket.record)
    }
}

/// Both ends of a TCP connection, which no other one has while it lives (RFC 9293 §3.3).
struct ConnectionEnds: Hashable {
    private let remoteAddress: String
    private let remotePort: Int32
    private let localAddress: String
    private let localPort: Int32

    /// The place that the connection leads to; nil where libcurl has not said.
    var remoteEndpoint: Endpoint? {
        guard let address = IPAddress(remoteAddress), let port = UInt16(exactly: remotePort) else { return nil }
        return Endpoint(address, port: port)
    }

    init(_ remote: UnsafePointer<CChar>?, _ remotePort: Int32, _ local: UnsafePointer<CChar>?, _ localPort: Int32) {
        remoteAddress = unsafe remote.map { unsafe String(cString: $0) } ?? ""
        localAddress = unsafe local.map { unsafe String(cString: $0) } ?? ""
        self.remotePort = remotePort
        self.localPort = localPort
    }
}

/// A partition's connections without TLS. libcurl does not tell when it closes one: those that were used least lately
/// are forgotten. A request on one that lives still is held back, and gets another.
struct PlainConnections {
    private var known: [ConnectionEnds: (connection: PlainConnection, lastUse: UInt64)] = [:]
    private var uses: UInt64 = 0

    /// The connection with these ends; nil for one that is not known.
    mutating func use(_ ends: ConnectionEnds) -> PlainConnection? {
        guard let connection = known[ends]?.connection else { return nil }
        add(connection, ends, limit: .max)
        return connection
    }

    /// Keeps a connection, in the place of one that had the same ends.
    mutating func add(_ connection: PlainConnection, _ ends: ConnectionEnds, limit: Int) {
        uses += 1
        known[ends] = (connection, uses)
        guard known.count > limit else { return }
        // Half at once, so that not each new one looks at them all.
        let oldest = known.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(known.count - limit / 2)
        for (ends, _) in oldest { known[ends] = nil }
    }
}

extension PartitionLoop {
    /// Keeps a connection without TLS that has just been opened.
    func addPlain(_ connection: PlainConnection, _ ends: ConnectionEnds) -> PlainConnection {
        plainConnections.add(connection, ends, limit: 4 * (idleConnectionLimit + running.count) + 16)
        counters.countOpened()
        return connection
    }
}
