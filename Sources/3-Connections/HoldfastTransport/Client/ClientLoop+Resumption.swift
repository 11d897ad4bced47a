import HoldfastTrust

extension ClientLoop {
    /// The connections that a session may be offered on: of the same partition, to the same server, judged by the same
    /// policy, for the same protocols.
    ///
    /// The identity of the client is in none: a session in which the server asked for it is not kept.
    struct SessionKey: Hashable, Sendable {
        let partition: PartitionKey
        let peer: ConnectionPool.Peer
        let protocols: [String]
    }

    /// The key of the sessions that an exchange's connection may offer and keep; nil where it does neither.
    ///
    /// Through a proxy it does not: whom that leads to is not known here, and a ticket would tell the server that it is
    /// the same client, whom the proxy may be there to hide (RFC 8446 §C.4).
    func sessionKey(for exchange: ClientExchange) -> SessionKey? {
        let request = exchange.request
        guard request.tls.resumesSessions, request.kind == .request, partition.sharing != nil else { return nil }
        guard request.connection.proxy == nil else { return nil }
        return SessionKey(
            partition: partition, peer: exchange.peer, protocols: exchange.offeredProtocols)
    }

    /// Has what the server of a kept session presented judged, by the policy that is in force and with what is known by
    /// now, before the handshake begins: in a resumed one nobody would be asked.
    func offerSession(on connection: ClientConnection, _ judged: JudgedHandshake, for exchange: ClientExchange) {
        guard let key = connection.sessionKey, !exchange.needsFullHandshake,
            let session = configuration.sessions.take(of: key)
        else { return }
        let presented = judged.present(session)
        connection.stage = .judgingSession
        guard let verdict = exchange.judge.immediateVerdict(presented) else {
            return ask(presented, about: connection, judged, for: exchange, .session)
        }
        foreseen(verdict, on: connection, judged)
    }

    /// Begins with the handshake, which offers the session if its server was accepted. Of one that was not, no session
    /// is offered any more, and a handshake shows what it presents by now.
    func foreseen(_ verdict: HandshakeVerdict, on connection: ClientConnection, _ judged: JudgedHandshake) {
        guard connection.stage == .judgingSession else { return }
        connection.stage = .handshaking
        if !judged.offerSession(by: verdict), let key = connection.sessionKey { configuration.sessions.drop(of: key) }
    }

    /// Keeps the sessions that the server of a connection has given, and none of one that an alert has ended.
    func keepSessions(of connection: ClientConnection) {
        guard let key = connection.sessionKey, let judged = connection.judged else { return }
        guard !judged.handshake.isSpoiled else {
            return configuration.sessions.drop(of: key, from: judged.handshake.identifier)
        }
        while let session = judged.takeSession() { configuration.sessions.keep(session, for: key) }
    }

    /// Opens another connection, on which no session is offered: the handshake has failed before the server had shown a
    /// certificate, perhaps since it cannot do with the one that was. Nothing of the request has gone out.
    func repeatInFull(_ exchange: ClientExchange, _ connection: ClientConnection) {
        if let key = connection.sessionKey { configuration.sessions.drop(of: key) }
        exchange.needsFullHandshake = true
        close(connection)
        exchange.leaveConnection()
        if let endpoint = connection.dialled?.endpoint {
            exchange.request.connection.dialler?.mayDialAgain(endpoint)
        }
        attempt(exchange)
    }
}
