/// The connections of a partition that serve nobody at the moment.
///
/// The key of the partition is everything that its handshakes have in common (``PartitionKey``); the key here is who
/// was judged in them, and by which policy. A connection of another server, or of another policy, cannot be found.
struct ConnectionPool {
    /// A server, and the policy that it was judged by.
    struct Peer: Hashable {
        let host: String
        let port: UInt16
        let policyDigest: [UInt8]

        init(_ request: TransportRequest) {
            (host, port, policyDigest) = (request.host, request.port, request.tls.policyDigest)
        }

        /// Whether it is the same server, however judged.
        func isServer(_ other: Peer) -> Bool { host == other.host && port == other.port }
    }

    private var idle: [Peer: [ClientConnection]] = [:]
    private(set) var count = 0

    /// Keeps a connection.
    mutating func put(_ connection: ClientConnection) {
        connection.idleSince = .now
        idle[connection.peer, default: []].append(connection)
        count += 1
    }

    /// Takes the connection of a server that was used last.
    mutating func take(of peer: Peer) -> ClientConnection? {
        guard let connection = idle[peer]?.popLast() else { return nil }
        if idle[peer]?.isEmpty == true { idle[peer] = nil }
        count -= 1
        return connection
    }

    /// Takes away a connection; it may have been taken already.
    mutating func remove(_ connection: ClientConnection) {
        guard let place = idle[connection.peer]?.firstIndex(where: { $0 === connection }) else { return }
        idle[connection.peer]?.remove(at: place)
        if idle[connection.peer]?.isEmpty == true { idle[connection.peer] = nil }
        count -= 1
    }

    /// The connections that fit.
    func all(where fits: (ClientConnection) -> Bool = { _ in true }) -> [ClientConnection] {
        idle.values.flatMap { $0.filter(fits) }
    }

    /// The connection that has been idle for longest, of those that fit.
    func oldest(where fits: (ClientConnection) -> Bool = { _ in true }) -> ClientConnection? {
        all(where: fits).min { $0.idleSince < $1.idleSince }
    }
}
