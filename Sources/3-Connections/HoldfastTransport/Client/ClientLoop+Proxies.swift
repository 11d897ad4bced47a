import HoldfastConnection
import HoldfastSystem
import HoldfastTrust
import HoldfastX509

extension ClientLoop {
    /// A connection leads to a proxy: TLS with it begins, or the dialogue.
    func beginWithProxy(_ connection: ClientConnection, _ exchange: ClientExchange) {
        guard let proxy = exchange.request.connection.proxy, proxy.kind == .https else {
            return ask(connection, exchange)
        }
        connection.stage = .handshakingWithProxy
        begin(connection, exchange) { () throws(TransportError) in
            let context = try self.context(for: ClientContext.Offer(proxy, for: exchange.request))
            let name = IPAddress(proxy.host) == nil ? proxy.host : nil
            guard let descriptor = connection.socket.number,
                let tls = ClientTLS(context, over: descriptor, serverName: name, inbox: self.inbox)
            else { throw TransferFault.noHandshake.error(for: exchange.request) }
            let judged = JudgedHandshake(
                tls.handshake, for: exchange.request, proxy: proxy,
                by: connection.wayOfTLS(from: exchange.began, isProxied: true))
            (connection.proxyTLS, connection.proxyJudged) = (tls, judged)
            self.handshakes[tls.handshake.identifier] = connection
            if judged.keyLog != nil { self.hasKeyLog = true }
        }
    }

    /// Asks a proxy for a tunnel to the server; one of TLS only where it was accepted.
    func ask(_ connection: ClientConnection, _ exchange: ClientExchange) {
        guard let proxy = exchange.request.connection.proxy else { return close(connection) }
        if let denial = exchange.denial(ofAsking: proxy, over: connection) {
            exchange.denial = denial
            return fail(exchange, .notSent)
        }
        if exchange.request.connection.proxyNTLM != nil, connection.login == nil {
            connection.stage = .asking
            return logIn(exchange, over: connection, at: .proxy)
        }
        let place = exchange.request.connection.dial.place
        let target = TunnelTarget(
            host: place?.host.description ?? exchange.request.host, port: place?.port ?? exchange.request.port)
        var dialogue = proxy.language(connection.login?.fields ?? []).dialogue(
            to: target, ProxyLimits(headOctets: exchange.request.limits.headerBytes))
        connection.enqueue(dialogue.takeOutput())
        connection.dialogue = dialogue
        connection.stage = .asking
        // What has come with the end of a handshake, no event tells of.
        connection.mayHoldBytes = true
        run(connection)
        go(connection, exchange)
    }

    /// Goes on with a dialogue with a proxy.
    func talk(_ connection: ClientConnection) -> ReadinessPoll.Interest? {
        guard let exchange = connection.opener, exchange.connection === connection, exchanges[exchange.id] === exchange
        else {
            close(connection)
            return nil
        }
        while connection.stage == .asking, !connection.isHeld {
            var isBroken = false
            if case .broken = connection.flush() {
                // A proxy that takes nothing more may have said why.
                isBroken = true
                connection.dropUnsent()
                connection.foundReadable()
            }
            switch connection.receive(into: &buffer) {
            case .some(let count):
                exchange.touch()
                connection.dialogue?.receive(buffer[..<count])
            case .none where isBroken:
                fail(exchange, .cutShort)
                return nil
            case .none:
                connection.mayHoldBytes = false
                return connection.unsentCount > 0 || connection.needsOutput ? [.readable, .writable] : .readable
            case .end, .broken: connection.dialogue?.receiveEnd()
            }
            go(connection, exchange)
        }
        return nil
    }

    /// Acts on the state of a dialogue.
    func go(_ connection: ClientConnection, _ exchange: ClientExchange) {
        guard var dialogue = connection.dialogue else { return }
        let isWeak = dialogue.takeInterim().contains { exchange.isWeak($0, by: .proxy) }
        guard !isWeak else { return fail(exchange, .notSent) }
        let output = dialogue.takeOutput()
        if !output.isEmpty { connection.enqueue(output) }
        connection.dialogue = dialogue
        switch dialogue.state {
        case .waits: break
        case .asked(let question): answer(question, connection, exchange)
        case .failed(.refused(let head)) where exchange.isWeak(head, by: .proxy): fail(exchange, .notSent)
        case .failed(let fault): fail(exchange, fault)
        case .open(.some(let head), _) where exchange.isWeak(head, by: .proxy): fail(exchange, .notSent)
        case .open(let head, let rest):
            // A server of TLS and one of HTTP wait for the client's first word.
            guard rest.isEmpty else { return fail(exchange, .otherProtocol) }
            connection.proxyHead = head
            connection.dialogue = nil
            connection.login = nil
            reached(connection, exchange)
        }
    }

    func fail(_ exchange: ClientExchange, _ fault: ProxyFault) {
        exchange.proxyFault = fault
        fail(exchange, .cutShort)
    }
}
