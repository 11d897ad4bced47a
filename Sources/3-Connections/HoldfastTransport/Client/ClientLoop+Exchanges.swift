import HoldfastConnection
import HoldfastHTTP

extension ClientLoop {
    func carryOut(_ submission: Mailbox.Submission) {
        let exchange = ClientExchange(submission, loop: self)
        // The moments of those that have ended are over with them.
        if exchanges.isEmpty { nextLook = exchange.nextMoment }
        exchanges[exchange.id] = exchange
        look(for: exchange)
        attempt(exchange)
    }

    /// Looks for a connection: one that is open, or else a new one.
    func attempt(_ exchange: ClientExchange) {
        exchange.isQueued = false
        while !exchange.isFresh, let connection = pool.take(of: exchange.peer, upgrades: exchange.asksForUpgrade) {
            // What serves others is watched.
            guard !connection.isIdle || connection.isAlive else {
                close(connection)
                continue
            }
            exchange.connection = connection
            exchange.opensConnection = false
            return begin(exchange, on: connection)
        }
        closeOutdated(by: exchange)
        // It has said what it takes: a new connection would hear the same.
        if exchange.asksForUpgrade, pool.takesNoUpgrades(exchange.peer) { exchange.isForHTTP11 = true }
        guard mayOpenConnection(for: exchange) else {
            exchange.isQueued = true
            return queue.append(exchange.id)
        }
        dial(for: exchange)
    }

    /// Ends the connections of a server that were accepted by another policy than the one that is asked by now, as
    /// where pins were replaced; one that serves somebody still, serves nobody after that.
    private func closeOutdated(by exchange: ClientExchange) {
        let peer = exchange.peer
        for connection in pool.all(where: { $0.peer.isServer(peer) && $0.peer != peer }) {
            if connection.isIdle {
                close(connection)
            } else {
                connection.isRetired = true
                pool.remove(connection)
            }
        }
    }

    /// A connection is open: its exchange begins.
    func opened(_ connection: ClientConnection) {
        guard let exchange = connection.opener, exchange.connection === connection, exchanges[exchange.id] === exchange
        else { return close(connection) }
        begin(exchange, on: connection)
    }

    /// Asks the last question before a request is sent, and sends it.
    func begin(_ exchange: ClientExchange, on connection: ClientConnection) {
        if let denial = exchange.denial(over: connection) { return deny(exchange, connection, denial) }
        if exchange.needsLogin(over: connection) { return logIn(exchange, over: connection, at: .server) }
        let kind = exchange.request.kind
        let isHTTP2 = kind == .request && speaksHTTP2(connection)
        if isHTTP2, exchange.asksForUpgrade, connection.takesUpgrades != true {
            return awaitSettings(exchange, connection)
        }
        connection.opener = nil
        if !isHTTP2 { connection.exchange = exchange }
        if !exchange.isAllowed { count(exchange, on: connection) }
        exchange.isAllowed = true
        exchange.repetition.noteSending(over: connection)
        exchange.response.beginAgain()
        exchange.touch()
        exchange.figures.ready = .now
        switch kind {
        case .handshakeOnly:
            close(connection)
            end(exchange, exchange.result())
        case .tunnel:
            connection.isTunnel = true
            exchange.becomeTunnel()
            guard case .success(let head) = exchange.result() else { return fail(exchange, .cutShort) }
            exchange.pipe?.begin(head)
            exchange.notePiece()
            run(connection)
        case .request:
            let limits = MessageLimits(
                headBytes: exchange.request.limits.headerBytes, fields: .max, chunkLineBytes: Self.chunkLineBytes)
            if isHTTP2 { return begin(exchange, on: connection, limits) }
            connection.http1.begin(exchange.prepare(isHTTP2: false, connection.login), limits: limits)
            let head = connection.http1.takeOutput()
            exchange.figures.requestHeadOctets = head.count
            connection.enqueue(head)
            if exchange.continueAt != nil { look(for: exchange) }
            run(connection)
        }
    }

    /// Bytes of a line that says a chunk's size: what Go takes.
    private static var chunkLineBytes: Int { 4 << 10 }

    private func count(_ exchange: ClientExchange, on connection: ClientConnection) {
        guard exchange.opensConnection else { return counters.countReused() }
        if connection.judged?.handshake.facts.isResumed == true { counters.countResumed() }
        if let record = connection.record { exchange.request.connection.dialler?.opened(record) }
    }

    /// A request must not go out over a connection.
    private func deny(
        _ exchange: ClientExchange, _ connection: ClientConnection, _ denial: PreRequestCheck.Denial
    ) {
        exchange.denial = denial
        let error = exchange.failure(.notSent)
        // What was answered for another request may be for others still.
        if denial == .otherRequest, connection.opener == nil, connection.exchange == nil {
            if connection.http2 == nil { pool.put(connection) }
        } else if connection.streams.isEmpty {
            close(connection)
        } else {
            connection.isRetired = true
        }
        // The pool gave a connection that was not accepted for this request: a fresh one is judged in its handshake.
        // What the policy says now, only the session knows; and what the server agrees to is the same on a fresh one.
        guard denial != .outdatedPolicy, denial != .noExtendedMasterSecret, exchange.loss == nil, !exchange.isFresh,
            !exchange.opensConnection
        else { return end(exchange, .failure(error)) }
        exchange.needsFreshConnection = true
        exchange.leaveConnection()
        attempt(exchange)
    }

    // MARK: The end

    /// Ends an exchange before its time.
    func giveUp(_ exchange: ClientExchange, _ error: TransportError) {
        exchange.dialling?.cancel()
        exchange.resolving?.cancel()
        dropDecision(for: exchange)
        if let route = exchange.route { close(route) }
        drop(exchange)
        end(exchange, .failure(error))
    }

    /// Takes an exchange that has not ended off its connection. HTTP/1.1 has no other way than to end that.
    func drop(_ exchange: ClientExchange) {
        guard let connection = exchange.connection else { return }
        guard let http2 = connection.http2, let stream = exchange.stream else {
            if connection.opener === exchange, !connection.streams.isEmpty { return connection.opener = nil }
            if connection.exchange === exchange || connection.opener === exchange { close(connection) }
            return
        }
        http2.cancel(stream)
        leave(connection, stream)
    }

    /// An exchange has failed by what came over its connection, or did not come.
    func fail(_ exchange: ClientExchange, _ fault: TransferFault) {
        let error = exchange.failure(fault)
        drop(exchange)
        end(exchange, .failure(error))
    }

    func end(_ exchange: ClientExchange, _ result: Result<TransportResponse, TransportError>) {
        guard exchanges.removeValue(forKey: exchange.id) != nil else { return }
        var result = result
        // A response has its figures already.
        if case .failure(var error) = result {
            error.metrics = exchange.metrics
            result = .failure(error)
        }
        ends.append(ExchangeEnd(submission: exchange.submission, result: result, pipe: exchange.pipe))
        exchange.feed?.close()
        tryQueue()
    }

    /// Closes a connection, and forgets it.
    func close(_ connection: ClientConnection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        pool.remove(connection)
        keepSessions(of: connection)
        for judged in [connection.judged, connection.proxyJudged].compactMap(\.self) {
            judged.writeKeyLog()
            handshakes[judged.handshake.identifier] = nil
        }
        connection.exchange = nil
        connection.login = nil
        connection.close()
        tryQueue()
    }

    /// A connection has done its exchange: it waits for the next one, or ends.
    private func release(_ connection: ClientConnection, by exchange: ClientExchange) {
        connection.exchange = nil
        if let stream = exchange.stream { leave(connection, stream) }
        keep(connection, isOwn: exchange.hasOwnConnection)
    }

    /// Keeps a connection for the next exchange, or ends it.
    ///
    /// - Parameter isOwn: whether it serves none but the one that it had.
    func keep(_ connection: ClientConnection, isOwn: Bool) {
        guard !isOwn, configuration.maximumIdleConnections > 0 else {
            if connection.streams.isEmpty { close(connection) }
            return
        }
        guard connection.isIdle else {
            if connection.http2 == nil { close(connection) }
            return
        }
        connection.idleSince = .now
        let idle = pool.idle(where: { $0 !== connection })
        if idle.count >= configuration.maximumIdleConnections, let oldest = pool.oldest(where: { $0 !== connection }) {
            close(oldest)
        }
        if connection.http2 == nil { pool.put(connection) }
        // One that has its turn comes to the end of that by itself.
        if connection !== driven { run(connection) }
        tryQueue()
    }

    /// Sends a request once more over a connection of its own, since the kept one ended before an octet of the response
    /// had come (RFC 9110 §9.2.2).
    private func repeatOverFresh(_ exchange: ClientExchange, _ connection: ClientConnection) {
        if let ending = exchange.repetition.ending(of: exchange.request.message.method) {
            var error = TransportError.notRepeated(ending, exchange.request)
            exchange.fill(&error)
            close(connection)
            return end(exchange, .failure(error))
        }
        guard exchange.rewindContent() else { return fail(exchange, .notSent) }
        drop(exchange)
        exchange.leaveConnection()
        exchange.needsFreshConnection = true
        attempt(exchange)
    }

    /// The most times that a request goes out again after a server has said that it had not looked at it.
    private static var mostRefusals: Int { 3 }

    /// Sends a request once more that the server has not acted on, as it says itself (RFC 9113 §8.7), or that it takes
    /// by HTTP/1.1 alone.
    private func repeatUnprocessed(_ exchange: ClientExchange, isForHTTP11: Bool) {
        guard exchange.rewindContent() else { return fail(exchange, .notSent) }
        drop(exchange)
        exchange.leaveConnection()
        exchange.refusals += 1
        exchange.repetition = RepetitionRule()
        exchange.needsFreshConnection = true
        if isForHTTP11 { exchange.isForHTTP11 = true }
        attempt(exchange)
    }

    // MARK: What comes

    /// Takes an occurrence of an exchange.
    func take(_ event: ExchangeEvent, _ exchange: ClientExchange, on connection: ClientConnection) {
        if case .failed = event {} else { exchange.hasHeard = true }
        if exchange.stream == nil { exchange.response.count(fieldBytes: connection.http1.fieldBytes) }
        switch event {
        case .informational(let head):
            if exchange.isWeak(head, by: .server) { return fail(exchange, .notSent) }
            if head.status == 100 { exchange.continueAt = nil }
        case .head(let head):
            exchange.continueAt = nil
            if exchange.isWeak(head, by: .server) { return fail(exchange, .notSent) }
            exchange.note(head, on: connection)
            exchange.begin(head, version: exchange.stream == nil ? "1.\(head.minorVersion)" : "2")
            if exchange.isSwitched(by: head) { return goOver(exchange, connection) }
            // What answers with an error or names another place has no use for the content.
            if head.status >= 300, !exchange.hasEndedContent {
                exchange.hasEndedContent = true
                if exchange.stream == nil { connection.isRetired = true }
            }
        case .body(let piece) where exchange.isTunnel:
            unsafe piece.withUnsafeBytes { bytes in unsafe hand(exchange, bytes) }
            if !exchange.isReceivingPaused { openWindow(of: exchange) }
        case .body where exchange.isAnsweredByHead: fail(exchange, .http2)
        case .body(let piece):
            guard exchange.receiveBody(piece) else { return fail(exchange, .contentEncoding) }
            holdBack(exchange)
        case .trailers(let fields): exchange.response.end(with: fields)
        case .end:
            exchange.hasEnded = true
            // As where the connection ends: nobody reads what is still to be sent.
            if exchange.isTunnel { exchange.hasEndedContent = true }
            if exchange.stream == nil, !connection.http1.hasEndedContent { connection.wasAnsweredEarly = true }
            endIfDone(exchange)
        case .failed(let fault):
            let mayGoAgain = !exchange.hasHeard && !exchange.isHeadDelivered
            if fault == .closedBeforeResponse, !exchange.opensConnection, !connection.http1.hasHeard, mayGoAgain {
                repeatOverFresh(exchange, connection)
            } else if fault.isCertainlyUnprocessed, mayGoAgain, exchange.refusals < Self.mostRefusals {
                repeatUnprocessed(exchange, isForHTTP11: false)
            } else if fault == .http11Required, mayGoAgain, !exchange.isForHTTP11 {
                repeatUnprocessed(exchange, isForHTTP11: true)
            } else {
                exchange.wireFault = fault
                fail(exchange, exchange.transferFault(fault))
            }
        }
    }

    /// A server has gone over to the protocol that it was asked for: what follows is no HTTP, in both directions.
    private func goOver(_ exchange: ClientExchange, _ connection: ClientConnection) {
        guard exchange.pipe != nil else { return fail(exchange, .notHTTP) }
        if exchange.stream == nil { connection.isTunnel = true }
        exchange.becomeTunnel()
        look(for: exchange)
        run(connection)
    }

    private func holdBack(_ exchange: ClientExchange) {
        guard exchange.isToBeHeldBack else { return openWindow(of: exchange) }
        (exchange.isToBeHeldBack, exchange.isReceivingPaused) = (false, true)
    }

    /// Ends an exchange whose response has ended, once its content has gone out and the reader has room.
    func endIfDone(_ exchange: ClientExchange) {
        guard exchange.hasEnded, exchanges[exchange.id] === exchange, let connection = exchange.connection else {
            return
        }
        if let round = exchange.nextRound { return goOn(round, exchange, connection) }
        if exchange.isToGoOutAgain { return sendWithoutAsking(exchange, connection) }
        guard exchange.hasEndedContent, !exchange.holdsUndecoded else { return }
        if let http2 = connection.http2, let stream = exchange.stream {
            // What is left of the content after an error, nobody wants.
            if exchange.response.status >= 300 || exchange.isTunnel || http2.fault != nil
                || http2.waitingContent(on: stream) == 0
            {
                http2.cancel(stream)
            } else {
                return
            }
        } else if !connection.isRetired, connection.unsentCount > 0 {
            return
        }
        let result = exchange.result()
        release(connection, by: exchange)
        end(exchange, result)
    }

    /// Sends the request again without the expectation that the server has refused (RFC 9110 §15.5.18).
    private func sendWithoutAsking(_ exchange: ClientExchange, _ connection: ClientConnection) {
        guard exchange.rewindContent() else { return fail(exchange, .notSent) }
        exchange.isRefusedExpectation = true
        exchange.hasEnded = false
        exchange.repetition = RepetitionRule()
        release(connection, by: exchange)
        exchange.leaveConnection()
        exchange.response.beginAgain()
        attempt(exchange)
    }

    // MARK: Going on

    /// Lets the server go on: the reader has room again.
    func goOnReceiving(_ exchange: ClientExchange) {
        guard exchange.isReceivingPaused else { return }
        exchange.lastActivity = .now
        guard exchange.goOnReceiving() else { return fail(exchange, .contentEncoding) }
        if exchange.hasEnded, !exchange.isReceivingPaused { return endIfDone(exchange) }
        guard let connection = exchange.connection, !exchange.isReceivingPaused else { return }
        openWindow(of: exchange)
        if exchange.stream == nil { connection.mayHoldBytes = true }
        run(connection)
    }

    /// Goes on sending: there is more of the content.
    func goOnSending(_ exchange: ClientExchange) {
        guard exchange.isSendingPaused else { return }
        exchange.isSendingPaused = false
        exchange.lastActivity = .now
        if let connection = exchange.connection { run(connection) }
    }
}
