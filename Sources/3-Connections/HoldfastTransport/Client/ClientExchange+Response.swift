import HoldfastConnection
import HoldfastHTTP
import HoldfastX509

extension ClientExchange {
    /// Whether the request goes out again without asking first (RFC 9110 §15.5.18): the server does not know
    /// 100-continue, and another response follows.
    var isToGoOutAgain: Bool { response.status == 417 && request.waitsForContinue && !isRefusedExpectation }

    /// Takes the head of the final response.
    func begin(_ head: ResponseHead, version: String) {
        response.begin(head, version: version)
        deliverHead()
    }

    /// Whether the server goes over to the protocol that it was asked for: by 101 over a connection, where HTTP/1.1
    /// checks that it was asked (RFC 9110 §15.2.2), by 2xx over a stream (RFC 8441 §5).
    func isSwitched(by head: ResponseHead) -> Bool {
        stream == nil ? head.status == 101 : asksForUpgrade && (200...299).contains(head.status)
    }

    /// Hands the response's head to whoever reads the response in pieces; once.
    private func deliverHead() {
        guard let pipe, !isHeadDelivered, !isToGoOutAgain, nextRound == nil, case .success(let head) = result() else {
            return
        }
        isHeadDelivered = true
        pipe.begin(head)
        notePiece()
    }

    /// Takes a piece of the body, as it was sent; false ends the exchange.
    func receiveBody(_ piece: ArraySlice<UInt8>) -> Bool {
        figures.responseContentOctets += piece.count
        guard nextRound == nil else { return takesUnread }
        guard !isToGoOutAgain else { return true }
        guard let decoder = response.decoder() else {
            return unsafe piece.withUnsafeBytes { unsafe take($0) }
        }
        unsafe piece.withUnsafeBytes { unsafe decoder.add($0) }
        return decode(by: decoder)
    }

    /// Takes what a decoder makes of the body, until the server is to be held back: what has come stays there then, as
    /// it was sent. False ends the exchange.
    private func decode(by decoder: ContentDecoder) -> Bool {
        while !isToBeHeldBack, !isReceivingPaused {
            switch unsafe decoder.next({ piece in unsafe take(piece) }) {
            case .made:
                // Whoever waits gets it now, since there may be more without end, and is no longer waited for then.
                if let pipe, pipe.count > ResponsePipe.most { pipe.handOver() }
            case .needsMore: return true
            case .refused: return false
            case .malformed:
                response.refuseCoding()
                return false
            }
        }
        return true
    }

    /// Whether the answer is whole with its head.
    var isAnsweredByHead: Bool { response.isHeadComplete && request.message.method == "HEAD" }

    /// Whether some of the body may still be there as it was sent, and wait for the reader.
    var holdsUndecoded: Bool { isReceivingPaused && response.isDecoded }

    /// Takes a piece of the body with its codings undone.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard unsafe response.append(bytes) else { return false }
        guard let pipe else {
            if isPerhapsUnwanted { pipe = handOver(response.letGoOfBody(), wakingBy: loop.mailbox) }
            return true
        }
        if unsafe pipe.append(bytes) { isToBeHeldBack = true }
        notePiece()
        return true
    }

    /// Bytes of a body that perhaps nobody wants; of a longer one the rest is read by whoever does. More than that is
    /// not read to keep a connection.
    private static var unwantedBytes: Int { 256 << 10 }
    /// Redirects (RFC 9110 §15.4) and the challenge of a server: what follows them needs no body.
    private static var unwantedStatuses: Set<Int> { [301, 302, 303, 307, 308, 401] }

    /// Whether more of the body has come than is read where perhaps nobody wants it.
    private var isPerhapsUnwanted: Bool {
        response.bodyCount > Self.unwantedBytes && request.limits.handsOverUnwanted
            && Self.unwantedStatuses.contains(response.status)
    }

    /// Hands the response's head over, with the pipe that what has come of its body goes into, and all that comes.
    ///
    /// - Parameter begun: what has come of the body.
    /// - Returns: the pipe; nil where the response may not be handed over.
    private func handOver(_ begun: [UInt8], wakingBy mailbox: Mailbox) -> ResponsePipe? {
        guard case .success(let head) = result() else { return nil }
        let pipe = ResponsePipe()
        pipe.connect(ResponsePipe.Wake(mailbox: mailbox, request: id))
        pipe.begin(head)
        if unsafe begun.withUnsafeBytes({ unsafe pipe.append($0) }) { isToBeHeldBack = true }
        isHeadDelivered = true
        submission.reply(result(leaving: TransportStream(pipe, after: head)))
        return pipe
    }

    /// Lets the server go on that was held back; what has come and is to be decoded comes first. False ends the
    /// exchange.
    func goOnReceiving() -> Bool {
        isReceivingPaused = false
        if response.isDecoded, let decoder = response.decoder(), !decode(by: decoder) { return false }
        (isReceivingPaused, isToBeHeldBack) = (isToBeHeldBack, false)
        return true
    }

    /// The response of an exchange that went well, as far as it has come; without its body where that is read in
    /// pieces.
    ///
    /// - Parameter rest: the source of the body where that is handed over before its end.
    func result(leaving rest: TransportStream? = nil) -> Result<TransportResponse, TransportError> {
        // No answer without the question whether the request may be sent.
        guard isAllowed, let record, record.verdict != nil || request.isPlain && record.isPlain else {
            return .failure(
                TransportError(
                    .internal, .uncheckedConnection, MachineSentence.uncheckedConnection,
                    advice: MachineAdvice.reportVersion))
        }
        return .success(
            TransportResponse(
                status: response.status, httpVersion: response.httpVersion, fields: response.fields,
                trailers: response.trailers, body: response.body, rest: rest, connection: record,
                isReusedConnection: !opensConnection, metrics: request.isMeasured ? metrics : nil,
                proxyAnswer: opensConnection ? proxyAnswer : nil))
    }

    /// The connection that it has, as responses and errors are traced to it; nil where it has none.
    var record: ConnectionRecord? { (connection ?? lastConnection)?.record }

    var progress: TransferProgress {
        TransferProgress(
            sent: feed?.taken ?? (isAllowed ? request.message.body?.count ?? 0 : 0),
            toSend: feed.map(\.length) ?? request.message.body?.count ?? 0, received: response.bodyCount,
            expected: response.hasBegun ? response.expectedBodyCount : nil)
    }

    /// When its parts took place and how much they moved, as far as it has come.
    var metrics: TransferMetrics {
        let way = (connection ?? lastConnection)?.way
        let isReused = record != nil && !opensConnection
        func moment(_ instant: ContinuousClock.Instant?) -> Duration? { instant.map { max(.zero, $0 - began) } }
        func range(_ start: ContinuousClock.Instant?, _ end: ContinuousClock.Instant?) -> ClosedRange<Duration>? {
            guard !isReused, let start = moment(start), let end = moment(end) else { return nil }
            return start...max(start, end)
        }
        let secured = (connection ?? lastConnection)?.securedAt
        let ready = moment(figures.ready)
        let sent = moment(figures.sent) ?? ready
        let total = ContinuousClock.now - began
        let (own, peer) = (way?.own, way?.peer)
        return TransferMetrics(
            start: startedAt, domainLookup: range(began, way?.resolvedAt),
            connect: range(way?.connectingAt, secured ?? way?.connectedAt),
            secureConnection: request.isPlain ? nil : range(way?.connectedAt, secured),
            request: ready.map { $0...max($0, sent ?? $0) },
            response: moment(figures.firstOctet).map { $0...max($0, moment(figures.lastOctet) ?? total) },
            total: total, requestHeaderBytes: figures.requestHeadOctets,
            requestBodyBytes: figures.requestContentOctets, responseHeaderBytes: response.fieldBytes,
            responseBodyBytes: figures.responseContentOctets, decodedBodyBytes: response.bodyCount,
            localAddress: own?.address.description, localPort: own?.port, remoteAddress: peer?.address.description,
            remotePort: peer?.port, isReusedConnection: isReused, isProxyConnection: request.connection.proxy != nil)
    }
}
