import HoldfastConnection
import HoldfastFiles
import HoldfastSystem

extension ClientLoop {
    /// Bytes that are made ready to be sent before the socket has taken those before them.
    static var mostUnsent: Int { 64 << 10 }
    /// Bytes of content that are taken at once.
    static var pieceLength: Int { 32 << 10 }
    /// Pieces that are read before others have their turn.
    private static var mostPieces: Int { 16 }

    /// Gives a connection its turn: goes on with its handshake, sends, receives.
    func drive(_ connection: ClientConnection) {
        driven = connection
        defer { driven = nil }
        var interest: ReadinessPoll.Interest?
        if connection.stage == .handshakingWithProxy { interest = handshake(connection) }
        if connection.stage == .asking { interest = talk(connection) }
        if connection.stage == .handshaking { interest = handshake(connection) }
        if connection.stage == .open, !connection.isHeld {
            send(connection)
            if connection.stage == .open, connection.mayHoldBytes {
                receive(connection)
                // What has come may let something be sent.
                if connection.stage == .open, connection.unsentCount == 0, !connection.isHeld { send(connection) }
            }
            interest = self.interest(of: connection)
        }
        guard connection.stage != .closed else { return }
        keepSessions(of: connection)
        watch(connection, for: interest)
    }

    private func interest(of connection: ClientConnection) -> ReadinessPoll.Interest? {
        guard !connection.isHeld else { return nil }
        // What waits for room is not read meanwhile, and a poll would tell again and again that it is there.
        let isReadable = connection.exchange?.isReceivingPaused != true && !connection.needsOutput
        let isWritable = connection.unsentCount > 0 || connection.needsOutput
        return isReadable || isWritable ? ReadinessPoll.Interest(isReadable: isReadable, isWritable: isWritable) : nil
    }

    /// Watches the socket for what is waited for. A poll tells of a broken connection whatever is waited for: where
    /// that is nothing, the socket is not watched.
    private func watch(_ connection: ClientConnection, for interest: ReadinessPoll.Interest?) {
        guard connection.watched != interest, let descriptor = connection.socket.number else { return }
        if let interest, connection.watched != nil {
            poll.change(descriptor, as: connection.number, to: interest)
        } else if let interest {
            do throws(SystemError) {
                try poll.add(descriptor, as: connection.number, for: interest)
            } catch {
                return cut(connection)
            }
        } else {
            poll.remove(descriptor)
        }
        connection.watched = interest
    }

    /// A connection cannot be watched, and so not used.
    private func cut(_ connection: ClientConnection) {
        guard let exchange = connection.opener ?? connection.exchange, connection.stage != .open else {
            return ended(connection, isClean: false)
        }
        fail(exchange, .notSent)
    }

    // MARK: Sending

    private func send(_ connection: ClientConnection) {
        while connection.stage == .open {
            if let http2 = connection.http2 { fill(connection, http2) } else { fill(connection) }
            guard connection.stage == .open, connection.unsentCount > 0 else { break }
            guard case .some(let count) = connection.flush() else { return broken(connection) }
            if count > 0 { connection.exchange?.touch() }
            if connection.unsentCount > 0 { return }
        }
        guard connection.stage == .open, let exchange = connection.exchange, exchange.hasEndedContent else { return }
        if connection.isTunnel {
            guard !connection.hasEndedSending else { return }
            connection.hasEndedSending = true
            connection.tls?.live.endSending()
        } else {
            if exchange.figures.sent == nil { exchange.figures.sent = .now }
            endIfDone(exchange)
        }
    }

    /// Makes some of the content ready to be sent.
    private func fill(_ connection: ClientConnection) {
        guard let exchange = connection.exchange else { return }
        while connection.unsentCount < Self.mostUnsent, let piece = exchange.takeContent(atMost: Self.pieceLength) {
            exchange.figures.requestContentOctets += piece.count
            if connection.isTunnel {
                connection.enqueue(piece)
            } else {
                connection.http1.send(piece[...])
                connection.enqueue(connection.http1.takeOutput())
            }
        }
        if exchange.uploadFailure != nil { return fail(exchange, .notSent) }
        if exchange.hasEndedContent, !connection.isTunnel, !connection.isRetired, !connection.http1.hasEndedContent {
            connection.http1.endContent()
            let end = connection.http1.takeOutput()
            if !end.isEmpty { connection.enqueue(end) }
        }
    }

    /// The connection takes nothing more; what the server has said before that may lie there.
    private func broken(_ connection: ClientConnection) {
        connection.isRetired = true
        connection.dropUnsent()
        connection.hasEndedSending = true
        connection.exchange?.hasEndedContent = true
        connection.exchange?.isCutInSending = true
        if connection.isTunnel { connection.exchange?.feed?.close() }
        for exchange in connection.streams.values { exchange.isCutInSending = true }
        connection.foundReadable()
        receive(connection)
        // What is more than a turn takes comes in the next ones, up to the connection's end.
        if connection.stage == .open, !connection.mayHoldBytes, connection.exchange?.isReceivingPaused != true {
            ended(connection, isClean: false)
        }
    }

    // MARK: Receiving

    private func receive(_ connection: ClientConnection) {
        for _ in 0..<Self.mostPieces {
            guard connection.stage == .open, connection.exchange?.isReceivingPaused != true, !connection.isHeld else {
                return
            }
            switch connection.receive(into: &buffer) {
            case .some(let count):
                let isLast = connection.isDrained
                connection.mayHoldBytes = !isLast
                heard(connection, count)
                if isLast { return }
            case .none:
                connection.mayHoldBytes = false
                return
            case .end(let isClean): return ended(connection, isClean: isClean)
            case .broken: return ended(connection, isClean: false)
            }
        }
        // The others come first.
        run(connection)
    }

    private func heard(_ connection: ClientConnection, _ count: Int) {
        if let http2 = connection.http2 { return heard(connection, http2, count) }
        if let exchange = connection.exchange {
            let now = ContinuousClock.now
            if exchange.figures.firstOctet == nil { exchange.figures.firstOctet = now }
            exchange.figures.lastOctet = now
            exchange.touch()
            if connection.isTunnel {
                return unsafe buffer.withUnsafeBytes { bytes in
                    unsafe hand(exchange, UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                }
            }
        }
        var events: [ExchangeEvent] = []
        connection.http1.receive(buffer[..<count]) { events.append($0) }
        tell(events, connection)
        // What nobody had asked for.
        if connection.stage == .open, connection.exchange == nil, !connection.isIdle { close(connection) }
    }

    /// Hands bytes of a tunnel on.
    func hand(_ exchange: ClientExchange, _ bytes: UnsafeRawBufferPointer) {
        exchange.isReceivingPaused = unsafe exchange.pipe?.append(bytes) == true
        exchange.notePiece()
    }

    private func tell(_ events: [ExchangeEvent], _ connection: ClientConnection) {
        for event in events {
            guard let exchange = connection.exchange, connection.stage == .open else { return }
            take(event, exchange, on: connection)
        }
    }

    /// The other end sends nothing more.
    ///
    /// - Parameter isClean: whether it has said so itself, as far as it can.
    private func ended(_ connection: ClientConnection, isClean: Bool) {
        if let http2 = connection.http2 { return ended(connection, http2) }
        guard let exchange = connection.exchange else { return close(connection) }
        guard !connection.isTunnel else {
            guard isClean else { return fail(exchange, .cutShort) }
            let result = exchange.result()
            close(connection)
            return end(exchange, result)
        }
        connection.isRetired = true
        var events: [ExchangeEvent] = []
        connection.http1.receiveEnd(isClean: isClean) { events.append($0) }
        tell(events, connection)
        guard connection.stage == .open else { return }
        // The response had ended, and what was to be sent is not wanted any more.
        if let exchange = connection.exchange, exchange.hasEnded, !exchange.isReceivingPaused {
            exchange.hasEndedContent = true
            endIfDone(exchange)
        }
        if connection.stage == .open, connection.exchange?.isReceivingPaused != true { close(connection) }
    }
}
