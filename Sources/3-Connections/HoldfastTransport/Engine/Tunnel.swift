import CCurl
import COpenSSL
import COpenSSLShims

/// The two directions of a connection that carries bytes of any protocol.
///
/// libcurl has opened the connection and hands it over for `curl_easy_send` and `curl_easy_recv`. Belongs to the
/// partition's thread.
struct Tunnel {
    /// Bytes that are moved at once, in one direction.
    static let pieceLength = 64 << 10

    /// The socket, which libcurl does not watch any more and still closes.
    let socket: curl_socket_t
    /// Bytes that were taken to be sent, and not sent yet.
    var unsent: [UInt8] = []
    /// Whether there is nothing to send, until the partition is woken.
    var isSendingPaused = false
    /// Whether the reader has as much as it may have, until it takes some.
    var isReceivingPaused = false
    /// Whether this side has said that it sends nothing more.
    var hasEndedSending = false

    /// Whether nothing is asked of the server now: what is waited for is somebody here.
    var waitsForThisSide: Bool { isReceivingPaused }

    mutating func goOn(receiving: Bool, sending: Bool) {
        if receiving { isReceivingPaused = false }
        if sending { isSendingPaused = false }
    }

    /// The events of the socket that are waited for.
    var events: Int16 {
        Int16((isReceivingPaused ? 0 : CURL_WAIT_POLLIN) | (unsent.isEmpty ? 0 : CURL_WAIT_POLLOUT))
    }
}

extension TransportRequest {
    /// Sets what the ClientHello offers: the versions, and a tunnel's protocols (RFC 7301 §3.1). A tunnel's pieces may
    /// be taken up from another place than that where their sending began. Says whether libssl took all of it.
    @unsafe func prepareHello(_ context: OpaquePointer) -> Bool {
        guard unsafe tls.versions.limit(context) else { return false }
        guard kind == .tunnel else { return true }
        unsafe shim_SSL_CTX_accept_moving_write_buffer(context)
        guard !tls.applicationProtocols.isEmpty else { return true }
        let offer = tls.applicationProtocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        // Zero is success here, and nowhere else in libssl.
        return unsafe SSL_CTX_set_alpn_protos(context, offer, UInt32(offer.count)) == 0
    }
}

extension PartitionLoop {
    /// Connections that are opened anew since libcurl has lost them before their first byte.
    private static var mostLosses: Int { 3 }

    /// A tunnel's handshake has ended, and its server was accepted.
    func tunnelOpened(_ transfer: Transfer) {
        guard let attempt = transfer.attempt else { return }
        if let error = transfer.givenUp {
            detach(transfer)
            return end(transfer, .failure(error))
        }
        guard let socket = attempt.easy.tunnelSocket else {
            // A look at idle connections has come between, and has taken bytes that were there already for an end.
            detach(transfer)
            transfer.losses += 1
            guard transfer.losses <= Self.mostLosses else {
                return end(transfer, .failure(attempt.failure(CURLE_RECV_ERROR)))
            }
            return self.attempt(transfer)
        }
        switch attempt.result() {
        case .failure(let error):
            detach(transfer)
            end(transfer, .failure(error))
        case .success(let head):
            transfer.become(Tunnel(socket: socket))
            tunnels.append(transfer)
            attempt.pipe?.begin(head)
            attempt.notePiece()
            // From the first call on the connection is the transfer's: libcurl does not look at it otherwise.
            move(transfer)
        }
    }

    /// Moves what there is through all tunnels.
    func moveTunnels() {
        guard !tunnels.isEmpty else { return }
        for transfer in tunnels { move(transfer) }
    }

    /// The result that a transfer ends with.
    private typealias Ending = Result<TransportResponse, TransportError>

    private func move(_ transfer: Transfer) {
        guard let attempt = transfer.attempt, transfers[transfer.submission.id] === transfer else { return }
        let ending = unsafe withUnsafeTemporaryAllocation(byteCount: Tunnel.pieceLength, alignment: 1) { piece in
            unsafe send(transfer, attempt, by: piece) ?? receive(transfer, attempt, by: piece)
        }
        guard let ending else { return }
        detach(transfer)
        end(transfer, ending)
    }

    /// Sends what the feed has; the tunnel's end where it has one.
    private func send(
        _ transfer: Transfer, _ attempt: Attempt, by piece: UnsafeMutableRawBufferPointer
    ) -> Ending? {
        guard let feed = attempt.feed else { return nil }
        while transfer.tunnel?.hasEndedSending == false {
            if let unsent = transfer.tunnel?.unsent, !unsent.isEmpty {
                let (code, count) = unsafe unsent.withUnsafeBytes { unsafe attempt.easy.send($0) }
                if code == CURLE_AGAIN { return nil }
                guard code == CURLE_OK else { return .failure(attempt.failure(code)) }
                transfer.lastActivity = .now
                transfer.tunnel?.unsent = Array(unsent.dropFirst(count))
                continue
            }
            guard transfer.tunnel?.isSendingPaused == false else { return nil }
            switch unsafe feed.take(into: piece) {
            case .bytes(let count):
                let (code, sent) = unsafe attempt.easy.send(UnsafeRawBufferPointer(rebasing: piece[..<count]))
                guard code == CURLE_OK || code == CURLE_AGAIN else { return .failure(attempt.failure(code)) }
                transfer.lastActivity = .now
                let rest = code == CURLE_OK ? sent : 0
                if rest < count { transfer.tunnel?.unsent = unsafe Array(piece[rest..<count]) }
            case .none: transfer.tunnel?.isSendingPaused = true
            case .end:
                transfer.tunnel?.hasEndedSending = true
                attempt.easy.liveConnection?.endSending()
            case .failed(let error): return .failure(error)
            }
        }
        return nil
    }

    /// Hands on what has come, as far as the reader has room; the tunnel's end where it has one.
    private func receive(
        _ transfer: Transfer, _ attempt: Attempt, by piece: UnsafeMutableRawBufferPointer
    ) -> Ending? {
        guard let pipe = attempt.pipe else { return nil }
        for _ in 0..<8 {
            guard transfer.tunnel?.isReceivingPaused == false else { return nil }
            let (code, count) = unsafe attempt.easy.receive(into: piece)
            if code == CURLE_AGAIN { return nil }
            guard code == CURLE_OK else { return .failure(attempt.failure(code)) }
            guard count > 0 else {
                // What TLS did not end itself may be cut (RFC 8446 §6.1).
                return attempt.connection?.handshake.wasClosed == true
                    ? attempt.result() : .failure(attempt.failure(CURLE_PARTIAL_FILE))
            }
            transfer.lastActivity = .now
            if unsafe pipe.append(UnsafeRawBufferPointer(rebasing: piece[..<count])) {
                transfer.tunnel?.isReceivingPaused = true
            }
            attempt.notePiece()
        }
        // The others come first.
        needsTurn = true
        return nil
    }
}
