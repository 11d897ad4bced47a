import HoldfastX509

extension Attempt {
    /// Whether a handshake of its own waits for a decision.
    var isBeingDecided: Bool { isDeciding(proxyConnection) || opensConnection && isDeciding(connection) }

    private func isDeciding(_ connection: Connection?) -> Bool {
        guard let connection else { return false }
        return connection.opener === self && connection.handshake.isWaiting
    }

    /// The connection that it has, as responses and errors are traced to it; nil where it has none.
    var record: ConnectionRecord? { plainConnection?.record ?? connection?.record() }

    /// The TLS connections that it opened, the proxy's first.
    var openings: [Connection] {
        [proxyConnection, opensConnection ? connection : nil].compactMap(\.self).filter { $0.opener === self }
    }

    /// The place that the attempt is connected to, once it is; libcurl tells it only after a whole handshake.
    var peer: Endpoint? { sockets.reversed().compactMap(\.peer).first }

    /// The address that TLS goes to for certain: that of every socket which is connected. Nil where they differ, since
    /// libcurl tries several addresses of a name at once and does not tell which one it went on with.
    var certainAddress: IPAddress? {
        guard submission.request.connection.proxy == nil else { return nil }
        let peers = Set(sockets.compactMap(\.peer?.address))
        return peers.count == 1 ? peers.first : nil
    }

    /// Tells the connection apart that it has, alone or with others; nil before it has one.
    var sharedConnection: Swift.ObjectIdentifier? {
        connection.map { Swift.ObjectIdentifier($0) } ?? plainConnection.map { Swift.ObjectIdentifier($0) }
    }
}
