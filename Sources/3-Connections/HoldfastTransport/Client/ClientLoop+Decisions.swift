import HoldfastCrypto
import HoldfastSystem

/// A question put to a judge, and for whom.
struct ClientDecision {
    enum Purpose {
        /// The handshake waits for the verdict about the server.
        case handshake
        /// The handshake waits for the client's certificate.
        case identity
        /// The handshake failed by itself, after the certificates had come: what would have been decided goes into
        /// the error.
        case failed(TransportError)
        /// The handshake has not begun: the verdict is about the server of a session that may be resumed.
        case session
    }

    /// The judge's answer.
    enum Answer: Sendable {
        case verdict(HandshakeVerdict)
        case identity(IdentityAnswer)
    }

    let connection: ClientConnection
    let exchange: ClientExchange
    let purpose: Purpose
    let task: Task<Void, Never>
}

extension ClientLoop {
    /// Puts to the judge what handshakes wait for.
    func askWaiting() {
        while let handshake = inbox.nextWaiting() {
            if let connection = handshakes[handshake.identifier],
                let judged = connection.judged(in: handshake.identifier)
            {
                ask(connection, judged)
                run(connection)
            } else {
                handshake.refuse(RefusalAlert.abandoned)
            }
        }
    }

    /// Puts what a handshake waits for to the judge: its certificates, or who the client is.
    private func ask(_ connection: ClientConnection, _ judged: JudgedHandshake) {
        guard let exchange = connection.opener, exchanges[exchange.id] === exchange else {
            return _ = judged.handshake.refuse(RefusalAlert.abandoned)
        }
        judged.writeKeyLog()
        do throws(TransportError) {
            if judged.handshake.question == .identity {
                ask(try judged.identityRequest(), about: connection, judged, for: exchange)
            } else {
                let presented = try judged.present()
                guard let verdict = judged.foreseenVerdict ?? exchange.judge.immediateVerdict(presented) else {
                    return ask(presented, about: connection, judged, for: exchange, .handshake)
                }
                judged.decide(verdict)
            }
        } catch {
            judged.refuse(error)
        }
    }

    func ask(
        _ presented: PresentedHandshake, about connection: ClientConnection, _ judged: JudgedHandshake,
        for exchange: ClientExchange, _ purpose: ClientDecision.Purpose
    ) {
        let identifier = judged.handshake.identifier
        let task = Task.detached { [judge = exchange.judge, mailbox] in
            _ = mailbox.post(.decided(handshake: identifier, .verdict(await judge.judge(presented))))
        }
        decisions[identifier] = ClientDecision(
            connection: connection, exchange: exchange, purpose: purpose, task: task)
    }

    private func ask(
        _ request: IdentityRequest, about connection: ClientConnection, _ judged: JudgedHandshake,
        for exchange: ClientExchange
    ) {
        let identifier = judged.handshake.identifier
        let task = Task.detached { [judge = exchange.judge, mailbox] in
            _ = mailbox.post(.decided(handshake: identifier, .identity(await judge.identity(for: request))))
        }
        decisions[identifier] = ClientDecision(
            connection: connection, exchange: exchange, purpose: .identity, task: task)
    }

    /// Takes a judge's answer; it comes into effect when the connection has its turn.
    func settle(_ identifier: UInt64, _ answer: ClientDecision.Answer) {
        // Whoever was given up is not waited for any more.
        guard let decision = decisions.removeValue(forKey: identifier),
            let judged = decision.connection.judged(in: identifier)
        else { return }
        decision.exchange.decisionTaken()
        look(for: decision.exchange)
        run(decision.connection)
        switch (decision.purpose, answer) {
        case (.handshake, .verdict(let verdict)): judged.decide(verdict)
        case (.identity, .identity(let identity)): judged.identify(identity)
        case (.session, .verdict(let verdict)): foreseen(verdict, on: decision.connection, judged)
        case (.handshake, .identity), (.identity, .verdict), (.failed, .identity), (.session, .identity):
            judged.handshake.refuse(RefusalAlert.abandoned)
        case (.failed(var error), .verdict(let verdict)):
            judged.decideLate(verdict)
            if case .refuse(let failure) = verdict {
                switch judged.role {
                case .server: error.trustFailure = failure
                case .proxy: error.proxyTrustFailure = failure
                }
            }
            error.connection = judged.record()
            end(decision.exchange, .failure(error))
        }
    }

    /// Takes back the question about an exchange's handshake, and tells the server that there will be no answer.
    func dropDecision(for exchange: ClientExchange) {
        if let identifier = decisions.first(where: { $0.value.exchange === exchange })?.key {
            decisions.removeValue(forKey: identifier)?.task.cancel()
        }
        guard let connection = exchange.connection, let tls = connection.handshakingTLS else { return }
        tls.handshake.refuse(RefusalAlert.abandoned)
        if tls.handshake.isRefused { _ = tls.connect() }
    }

    // MARK: The handshake

    /// Goes on with a handshake.
    func handshake(_ connection: ClientConnection) -> ReadinessPoll.Interest? {
        guard let tls = connection.handshakingTLS else { return nil }
        switch tls.connect() {
        case .done where connection.stage == .handshakingWithProxy:
            connection.proxyJudged?.finishedAt = .now
            if let exchange = connection.opener { ask(connection, exchange) } else { close(connection) }
            return nil
        case .done:
            connection.securedAt = .now
            connection.judged?.finishedAt = connection.securedAt
            connection.judged?.confirmResumption()
            connection.stage = .open
            connection.tls?.readAhead()
            // What has come with the end of the handshake, no event tells of.
            connection.mayHoldBytes = true
            opened(connection)
            return nil
        case .needsInput: return .readable
        case .needsOutput: return .writable
        case .needsAnswer: return nil
        case .closed, .failed:
            failed(connection)
            return nil
        }
    }

    /// A handshake has failed.
    private func failed(_ connection: ClientConnection) {
        let judged = connection.stage == .handshakingWithProxy ? connection.proxyJudged : connection.judged
        judged?.writeKeyLog()
        guard let exchange = connection.opener, exchange.connection === connection, exchanges[exchange.id] === exchange
        else { return close(connection) }
        if judged?.offersSession == true, judged?.handshake.certificateMessage == nil {
            return repeatInFull(exchange, connection)
        }
        let error = exchange.failure(.noHandshake)
        close(connection)
        guard let judged, judged.handshake.isUndecided,
            judged.handshake.certificateMessage != nil
        else { return end(exchange, .failure(error)) }
        // libssl refused by itself what had been sent, perhaps since it cannot read it: judged all the same.
        do throws(TransportError) {
            ask(try judged.present(), about: connection, judged, for: exchange, .failed(error))
        } catch let unreadable {
            var both = error
            both.librarySays.append(unreadable.message)
            end(exchange, .failure(both))
        }
    }
}
