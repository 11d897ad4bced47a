/// The connections of a partition that may serve one exchange more.
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

        /// The digest is one of the name too, and as good as any hash; without TLS there is none.
        func hash(into hasher: inout Hasher) {
            guard !policyDigest.isEmpty else {
                hasher.combine(host)
                return hasher.combine(port)
            }
            hasher.combine(policyDigest.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
        }

        /// Whether it is the same server, however judged.
        func isServer(_ other: Peer) -> Bool { host == other.host && port == other.port }
    }

    /// The connections of HTTP/1.1 that serve nobody, and those of HTTP/2, as long as they may serve anybody.
    private var known: [Peer: [ClientConnection]] = [:]

    /// Keeps a connection.
    mutating func put(_ connection: ClientConnection) {
        connection.idleSince = .now
        known[connection.peer, default: []].append(connection)
    }

    /// The connection of a server that was used last. One of HTTP/1.1 is not kept here any more: it is for one exchange
    /// at a time.
    ///
    /// - Parameter upgrades: whether the server has to have said that it takes other protocols on streams (RFC 8441).
    mutating func take(of peer: Peer, upgrades: Bool = false) -> ClientConnection? {
        guard let row = known.index(forKey: peer),
            let place = known.values[row].lastIndex(where: {
                $0.takesOneMore && (!upgrades || $0.takesUpgrades == true)
            })
        else { return nil }
        let connection = known.values[row][place]
        // Its row stays: most connections come back.
        if connection.http2 == nil { known.values[row].remove(at: place) }
        return connection
    }

    /// Whether a server has said over HTTP/2 that it takes no other protocols there.
    func takesNoUpgrades(_ peer: Peer) -> Bool {
        known[peer]?.contains { $0.takesUpgrades == false } == true
    }

    /// Takes away a connection that ends, or serves nobody more; it may have been taken already.
    mutating func remove(_ connection: ClientConnection) {
        guard let row = known.index(forKey: connection.peer) else { return }
        known.values[row].removeAll { $0 === connection }
        if known.values[row].isEmpty { known.remove(at: row) }
    }

    /// The connections that fit.
    func all(where fits: (ClientConnection) -> Bool) -> [ClientConnection] { known.values.flatMap { $0.filter(fits) } }

    /// The connections that serve nobody and fit.
    func idle(where fits: (ClientConnection) -> Bool = { _ in true }) -> [ClientConnection] {
        all { $0.isIdle && fits($0) }
    }

    /// The connection that has been idle for longest, of those that fit.
    func oldest(where fits: (ClientConnection) -> Bool = { _ in true }) -> ClientConnection? {
        idle(where: fits).min { $0.idleSince < $1.idleSince }
    }
}
