/// A question put to a judge, and for whom.
struct HandshakeDecision {
    enum Purpose {
        /// The handshake waits for the verdict about the server.
        case handshake
        /// The handshake waits for the client's certificate.
        case identity
        /// The handshake failed by itself, after the certificates had come: what would have been decided goes into
        /// the error.
        case failed(TransportError)
    }

    /// The judge's answer.
    enum Answer: Sendable {
        case verdict(HandshakeVerdict)
        case identity(IdentityAnswer)
    }

    let connection: Connection
    let transfer: Transfer
    let purpose: Purpose
    let task: Task<Void, Never>
}

extension PartitionLoop {
    /// Puts what the handshake waits for to the judge: its certificates, or who the client is.
    func ask(_ connection: Connection) {
        guard let opener = connection.opener, let transfer = transfers[opener.transfer], transfer.attempt === opener
        else {
            connection.handshake.refuse(RefusalAlert.abandoned)
            needsTurn = true
            return
        }
        connection.writeKeyLog()
        do throws(TransportError) {
            if connection.handshake.question == .identity {
                ask(try connection.identityRequest(), about: connection, for: transfer)
            } else {
                let presented = try connection.present()
                guard let verdict = transfer.judge.immediateVerdict(presented) else {
                    return ask(presented, about: connection, for: transfer, .handshake)
                }
                connection.decide(verdict)
                needsTurn = true
            }
        } catch {
            connection.refuse(error)
            needsTurn = true
        }
    }

    func ask(
        _ presented: PresentedHandshake, about connection: Connection, for transfer: Transfer,
        _ purpose: HandshakeDecision.Purpose
    ) {
        let identifier = connection.handshake.identifier
        let task = Task { [judge = transfer.judge, mailbox] in
            _ = mailbox.post(.decided(handshake: identifier, .verdict(await judge.judge(presented))))
        }
        decisions[identifier] = HandshakeDecision(
            connection: connection, transfer: transfer, purpose: purpose, task: task)
    }

    private func ask(_ request: IdentityRequest, about connection: Connection, for transfer: Transfer) {
        let identifier = connection.handshake.identifier
        let task = Task { [judge = transfer.judge, mailbox] in
            _ = mailbox.post(.decided(handshake: identifier, .identity(await judge.identity(for: request))))
        }
        decisions[identifier] = HandshakeDecision(
            connection: connection, transfer: transfer, purpose: .identity, task: task)
    }

    /// Takes a judge's answer; it comes into effect when libcurl is driven next.
    func settle(_ identifier: UInt64, _ answer: HandshakeDecision.Answer) {
        // Whoever was given up is not waited for any more.
        guard let decision = decisions.removeValue(forKey: identifier) else { return }
        switch (decision.purpose, answer) {
        case (.handshake, .verdict(let verdict)): decision.connection.decide(verdict)
        case (.identity, .identity(let identity)): decision.connection.identify(identity)
        case (.handshake, .identity), (.identity, .verdict), (.failed, .identity):
            decision.connection.handshake.refuse(RefusalAlert.abandoned)
        case (.failed(var error), .verdict(let verdict)):
            decision.connection.decideLate(verdict)
            if case .refuse(let failure) = verdict {
                switch decision.connection.role {
                case .server: error.trustFailure = failure
                case .proxy: error.proxyTrustFailure = failure
                }
            }
            error.connection = decision.connection.record()
            end(decision.transfer, .failure(error))
        }
    }

    /// Takes back the question about a transfer's handshake: refuses it, and drives it to its end, since a connection
    /// whose handshake is paused must not be freed.
    func dropDecision(for transfer: Transfer) {
        if let identifier = decisions.first(where: { $0.value.transfer === transfer })?.key {
            decisions.removeValue(forKey: identifier)?.task.cancel()
        }
        // Asked or not yet asked: what counts is that it waits.
        for connection in transfer.attempt?.openings ?? [] {
            connection.handshake.refuse(RefusalAlert.abandoned)
            guard connection.isBeingRefused else { continue }
            needsTurn = true
            for _ in 0..<Self.maximumDrives where connection.isBeingRefused { multi.perform() }
        }
    }

    /// One is enough for all that is known of libcurl.
    private static let maximumDrives = 4
}
