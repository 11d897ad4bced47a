import HoldfastConnection
import HoldfastHTTP

extension ClientLoop {
    /// Whether a connection speaks HTTP/2, which is begun with its first exchange.
    func speaksHTTP2(_ connection: ClientConnection) -> Bool {
        if connection.http2 != nil { return true }
        guard connection.record?.applicationProtocol == "h2", let http2 = HTTP2Connection() else { return false }
        connection.http2 = http2
        pool.put(connection)
        return true
    }

    /// Waits until the server of a new connection has said whether it takes other protocols (RFC 8441 §3: no CONNECT
    /// with a protocol before that). Where it takes none, the connection is for others, and the exchange goes on over
    /// HTTP/1.1.
    func awaitSettings(_ exchange: ClientExchange, _ connection: ClientConnection) {
        guard connection.takesUpgrades == false else { return run(connection) }
        connection.opener = nil
        // Its address does well, and may be dialled again.
        if let record = connection.record { exchange.request.connection.dialler?.opened(record) }
        exchange.leaveConnection()
        (exchange.isForHTTP11, exchange.needsFreshConnection) = (true, true)
        keep(connection, isOwn: false)
        attempt(exchange)
    }

    /// Goes on with the exchange that waits for the server's settings, when they have come, or never will.
    private func goOnOpening(_ connection: ClientConnection, _ http2: HTTP2Connection) {
        guard let exchange = connection.opener else { return }
        if let fault = http2.fault {
            connection.opener = nil
            take(.failed(fault), exchange, on: connection)
        } else if http2.hasSettings {
            opened(connection)
        }
    }

    /// Sends a request on a stream of its own.
    func begin(_ exchange: ClientExchange, on connection: ClientConnection, _ limits: MessageLimits) {
        let request = exchange.prepare(isHTTP2: true)
        guard let stream = connection.http2?.begin(request, limits: limits) else { return fail(exchange, .http2) }
        exchange.stream = stream
        connection.streams[stream] = exchange
        exchange.figures.requestHeadOctets = request.fields.reduce(0) { $0 + $1.name.utf8.count + $1.octetCount + 4 }
        if exchange.continueAt != nil { look(for: exchange) }
        run(connection)
        // It has room for others that wait.
        if exchange.opensConnection { tryQueue() }
    }

    /// Forgets the exchange of a stream, and ends what has none left and serves nobody more.
    func leave(_ connection: ClientConnection, _ stream: HTTP2Connection.Stream) {
        connection.streams[stream] = nil
        connection.idleSince = .now
        if connection.streams.isEmpty, connection.isRetired || connection.http2?.isReusable != true {
            return closeSoon(connection)
        }
        // One that has its turn comes to the end of that by itself, but for what it has to say then.
        if connection !== driven || connection.http2?.wantsOutput == true { run(connection) }
    }

    /// Ends a connection after what is to be sent, as far as the socket takes it.
    private func closeSoon(_ connection: ClientConnection) {
        if let output = connection.http2?.takeOutput(), !output.isEmpty {
            connection.enqueue(output)
            _ = connection.flush()
        }
        close(connection)
    }

    /// Lets the server send more of a response whose reader has room.
    func openWindow(of exchange: ClientExchange) {
        guard exchange.unconsumed > 0, let stream = exchange.stream else { return }
        exchange.connection?.http2?.consume(exchange.unconsumed, of: stream)
        exchange.unconsumed = 0
    }

    /// Makes ready what is to be sent: content as far as it is at hand, and frames.
    func fill(_ connection: ClientConnection, _ http2: HTTP2Connection) {
        for (stream, exchange) in connection.streams { fill(exchange, stream, http2) }
        while connection.unsentCount < Self.mostUnsent, http2.wantsOutput {
            let output = http2.takeOutput(atMost: Self.mostUnsent)
            guard !output.isEmpty else { break }
            connection.enqueue(output)
        }
        // What was sent may have ended something.
        tell(http2, connection)
    }

    private func fill(_ exchange: ClientExchange, _ stream: HTTP2Connection.Stream, _ http2: HTTP2Connection) {
        while http2.waitingContent(on: stream) < Self.mostUnsent,
            let piece = exchange.takeContent(atMost: Self.pieceLength)
        {
            exchange.figures.requestContentOctets += piece.count
            exchange.touch()
            http2.send(piece[...], on: stream)
        }
        if exchange.uploadFailure != nil { return fail(exchange, .notSent) }
        // What goes out behind a switch is not over before it has begun.
        guard exchange.hasEndedContent, !exchange.hasSaidEnd, exchange.isTunnel || !exchange.asksForUpgrade else {
            return
        }
        exchange.hasSaidEnd = true
        exchange.figures.sent = .now
        if exchange.request.message.upload != nil || exchange.figures.requestContentOctets > 0 {
            http2.endContent(on: stream)
        }
    }

    /// Takes what the server has sent.
    func heard(_ connection: ClientConnection, _ http2: HTTP2Connection, _ count: Int) {
        http2.receive(buffer[..<count])
        tell(http2, connection)
    }

    /// The server sends nothing more.
    func ended(_ connection: ClientConnection, _ http2: HTTP2Connection) {
        connection.isRetired = true
        pool.remove(connection)
        http2.receiveEnd()
        tell(http2, connection)
        // Their responses had ended, and what was to be sent nobody takes any more.
        for exchange in connection.streams.values where exchange.hasEnded {
            exchange.hasEndedContent = true
            endIfDone(exchange)
        }
        close(connection)
    }

    /// Tells the exchanges what has happened.
    private func tell(_ http2: HTTP2Connection, _ connection: ClientConnection) {
        for event in http2.takeEvents() {
            guard let exchange = connection.streams[event.stream] else { continue }
            let now = ContinuousClock.now
            if exchange.figures.firstOctet == nil { exchange.figures.firstOctet = now }
            exchange.figures.lastOctet = now
            exchange.touch()
            if case .body(let piece) = event.event { exchange.unconsumed += piece.count }
            take(event.event, exchange, on: connection)
        }
        // RFC 9110 §9.3.2: behind the head of an answer to HEAD is nothing, whether the server says so or not.
        for exchange in connection.streams.values where exchange.isAnsweredByHead { exchange.hasEnded = true }
        if !http2.isReusable { pool.remove(connection) }
        goOnOpening(connection, http2)
        for exchange in connection.streams.values where exchange.hasEnded { endIfDone(exchange) }
        if http2.isOver, connection.streams.isEmpty, connection.stage == .open { closeSoon(connection) }
    }
}
