import HoldfastX509

/// A connection that was dialled for a transfer, and when the transfer began.
struct Dialled {
    let socket: DialledSocket
    let transferBegan: ContinuousClock.Instant
    let transferStartedAt: Instant
}

extension TransportRequest {
    /// Whether its connections are dialled here and not by libcurl. What leads to a proxy is libcurl's.
    var isDialled: Bool { connection.dialler != nil && connection.proxy == nil }
}

extension PartitionLoop {
    /// Opens a connection for a transfer whose attempt has found none.
    func dial(for transfer: Transfer, instead attempt: Attempt) {
        guard let dialler = transfer.request.connection.dialler else { return }
        // libcurl has lost a pooled connection under the request, and would send it again.
        if attempt.isAllowed, transfer.request.message.upload?.isRepeatable == false {
            return end(transfer, .failure(.notRepeatable))
        }
        guard mayOpenConnection(for: transfer) else { return waitingToDial.append(transfer.submission.id) }
        transfer.lastActivity = .now
        transfer.dialling = Task { [mailbox, id = transfer.submission.id] in
            let result: Result<DialledSocket, TransportError>
            do throws(TransportError) {
                result = .success(try await dialler.dial())
            } catch {
                result = .failure(error)
            }
            _ = mailbox.post(.dialled(request: id, result))
        }
    }

    /// Goes on over what was dialled.
    func dialled(_ transfer: Transfer, _ result: Result<DialledSocket, TransportError>) {
        transfer.dialling = nil
        transfer.lastActivity = .now
        switch result {
        case .success(let socket):
            attempt(
                transfer,
                over: Dialled(
                    socket: socket, transferBegan: transfer.began, transferStartedAt: transfer.startedAt))
        case .failure(let error): end(transfer, .failure(error))
        }
    }
}

extension PartitionLoop {
    /// Whether one more connection is within the limits. libcurl counts those alone that it has: what is dialled for it
    /// is open before.
    private func mayOpenConnection(for transfer: Transfer) -> Bool {
        guard limitsConnections else { return true }
        var shared: Set<Swift.ObjectIdentifier> = []
        var (all, ofServer) = (0, 0)
        for other in transfers.values where other !== transfer {
            if let connection = other.attempt?.sharedConnection {
                guard shared.insert(connection).inserted else { continue }
            } else if other.dialling == nil, other.attempt?.dialled == nil {
                continue
            }
            all += 1
            if other.request.host == transfer.request.host, other.request.port == transfer.request.port {
                ofServer += 1
            }
        }
        return all < configuration.maximumConnections ?? .max
            && ofServer < configuration.maximumConnectionsPerHost ?? .max
    }

    /// Lets the transfer that has waited longest look for a connection: one has become free.
    func tryFirstWaiting() {
        while !waitingToDial.isEmpty {
            let first = waitingToDial.removeFirst()
            if let transfer = transfers[first] { return attempt(transfer) }
        }
    }

    /// Lets all that wait look for a connection, where one was opened that takes several requests at a time.
    func tryWaiting() {
        guard isToTryWaiting else { return }
        isToTryWaiting = false
        let waiting = waitingToDial
        waitingToDial = []
        for transfer in waiting.compactMap({ transfers[$0] }) { attempt(transfer) }
    }
}

extension PartitionLoop {
    /// Ends the connections of a server to an address that nothing uses at the moment; the others take no more
    /// requests, since their dialler says so.
    func closeIdle(to endpoint: Endpoint, of host: String) {
        let used = Set(running.values.compactMap { $0.attempt?.connection?.handshake.identifier })
        for connection in connections.values
        where connection.host == host && connection.endpoint == endpoint
            && !used.contains(connection.handshake.identifier)
        {
            connection.socket?.shutDown()
            needsTurn = true
        }
    }
}

extension Transfer {
    /// The time that a decision took is not the server's.
    func decisionTaken() {
        lastActivity = .now
        if let limit = attempt?.dialled?.socket.handshakeLimit { handshakeEnd = .now.advanced(by: limit) }
    }
}
