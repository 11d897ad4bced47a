import CCurl

extension Attempt {
    /// Whether libcurl may answer the response itself, and another one follows.
    private var mayGoOn: Bool {
        response.status == 401 && submission.request.connection.ntlm != nil
            || response.status == 417 && submission.request.waitsForContinue
    }

    /// Hands the response's head to whoever reads the response in pieces; once, and only of a final response.
    ///
    /// - Parameter isLast: whether what came is the answer for certain: libcurl answers a 401 of NTLM itself, and a 417
    ///   of a server that does not know 100-continue.
    func deliverHead(isLast: Bool = false) {
        guard let pipe, !isHeadDelivered, response.hasBegun, isLast || !mayGoOn, case .success(let head) = result()
        else { return }
        isHeadDelivered = true
        pipe.begin(head)
        notePiece()
    }

    /// Takes a piece of the response's body, as it was sent; false ends the transfer.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        touch()
        guard !endsWithHead else { return false }
        guard let decoder = response.decoder() else { return unsafe take(bytes) }
        unsafe decoder.add(bytes)
        return decode(by: decoder)
    }

    /// Takes what a decoder makes of the body, until the server is to be held back: what has come stays there then, as
    /// it was sent. False ends the transfer.
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

    /// Whether some of the body may still be there as it was sent, and wait for the reader.
    var holdsUndecoded: Bool { isReceivingPaused && response.isDecoded }

    /// Takes a piece of the body with its codings undone.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard unsafe response.append(bytes) else { return false }
        guard let pipe else {
            if isPerhapsUnwanted { pipe = handOver(response.letGoOfBody(), wakingBy: loop.mailbox) }
            return true
        }
        deliverHead(isLast: true)
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
        response.bodyCount > Self.unwantedBytes && submission.request.limits.handsOverUnwanted
            && Self.unwantedStatuses.contains(response.status) && !mayGoOn && response.isHeadComplete
    }

    /// Hands the response's head over, with the pipe that what has come of its body goes into, and all that comes.
    ///
    /// - Parameter begun: what has come of the body.
    /// - Returns: the pipe; nil where the response may not be handed over.
    private func handOver(_ begun: [UInt8], wakingBy mailbox: Mailbox) -> ResponsePipe? {
        guard case .success(let head) = result() else { return nil }
        let pipe = ResponsePipe()
        pipe.connect(ResponsePipe.Wake(mailbox: mailbox, request: submission.id))
        pipe.begin(head)
        if unsafe begun.withUnsafeBytes({ unsafe pipe.append($0) }) { isToBeHeldBack = true }
        isHeadDelivered = true
        submission.reply(result(leaving: TransportStream(pipe, after: head)))
        return pipe
    }

    /// libcurl has room for a piece of the body.
    func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        touch()
        guard let feed else { return Int(CURL_READFUNC_ABORT) }
        switch unsafe feed.take(into: buffer) {
        case .bytes(let count):
            sentAt = .now
            return count
        case .end:
            hasEndedContent = true
            return 0
        case .none:
            isSendingPaused = true
            return Int(CURL_READFUNC_PAUSE)
        case .failed(let error):
            uploadFailure = error
            return Int(CURL_READFUNC_ABORT)
        }
    }

    /// libcurl sends the request once more, since the connection was closed before the server had read it.
    func beginBodyAgain() -> Bool {
        isSendingPaused = false
        hasEndedContent = false
        guard feed?.rewind() != false else {
            uploadFailure = .notRepeatable
            return false
        }
        return true
    }

    /// Holds the server back until there is room.
    func holdBack() {
        isToBeHeldBack = false
        guard !isReceivingPaused else { return }
        isReceivingPaused = true
        _ = easy.pause(receiving: true, sending: isSendingPaused)
    }

    /// Lets one direction go on, or both; what has come and is to be decoded comes first.
    func goOn(receiving: Bool = false, sending: Bool = false) -> CURLcode {
        if receiving {
            isReceivingPaused = false
            if response.isDecoded, let decoder = response.decoder(), !decode(by: decoder) { return CURLE_WRITE_ERROR }
            (isReceivingPaused, isToBeHeldBack) = (isToBeHeldBack, false)
        }
        if sending { isSendingPaused = false }
        guard !hasEnded else { return CURLE_OK }
        return easy.pause(receiving: isReceivingPaused, sending: isSendingPaused)
    }

    var progress: TransferProgress {
        TransferProgress(
            sent: feed?.taken ?? (isAllowed ? submission.request.message.body?.count ?? 0 : 0),
            toSend: feed.map(\.length) ?? submission.request.message.body?.count ?? 0, received: response.bodyCount,
            expected: response.hasBegun ? response.expectedBodyCount : nil)
    }
}
