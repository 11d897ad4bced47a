import HoldfastX509

/// A connection that was dialled for a transfer, and when the transfer began.
struct Dialled {
    let socket: DialledSocket
    let transferBegan: ContinuousClock.Instant
    let transferStartedAt: Instant
}

extension TransportRequest {
    /// Whether its connections are dialled here and not by libcurl. What leads to a proxy is libcurl's.
    var isDialled: Bool { dialler != nil && proxy == nil }
}

extension PartitionLoop {
    /// Opens a connection for a transfer whose attempt has found none.
    func dial(for transfer: Transfer, instead attempt: Attempt) {
        guard let dialler = transfer.request.dialler else { return }
        // libcurl has lost a pooled connection under the request, and would send it again.
        if attempt.isAllowed, transfer.request.upload?.isRepeatable == false {
            return end(transfer, .failure(.notRepeatable))
        }
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
    /// Ends the connections of a server to an address that nothing uses at the moment; the others take no more requests,
    /// since their dialler says so.
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
