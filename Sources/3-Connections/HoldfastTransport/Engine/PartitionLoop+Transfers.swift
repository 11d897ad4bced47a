import CCurl

extension PartitionLoop {
    func begin(_ submission: Mailbox.Submission) {
        let transfer = Transfer(submission)
        transfers[submission.id] = transfer
        nextLook = min(nextLook, transfer.earliestEnd)
        attempt(transfer)
    }

    func attempt(_ transfer: Transfer, over dialled: Dialled? = nil) {
        do throws(TransportError) {
            let attempt = try Attempt(
                transfer.submission, isFresh: transfer.needsFreshConnection, isForHTTP11: transfer.isForHTTP11,
                over: dialled, loop: self)
            // What was answered begins anew; what went out and was not, has gone out all the same.
            if let before = transfer.attempt, !before.response.hasBegun, !before.isHTTP11Required {
                attempt.repetition = before.repetition
            }
            transfer.attempt = attempt
            transfer.handshakeEnd = dialled?.socket.handshakeLimit.map { .now.advanced(by: $0) }
            nextLook = min(nextLook, transfer.earliestEnd)
            guard multi.add(attempt.easy) else { throw .outOfMemory(.transfer) }
            unsafe running[UInt(bitPattern: attempt.easy.pointer)] = transfer
            needsTurn = true
        } catch {
            end(transfer, .failure(error))
        }
    }

    /// Takes the attempt away from libcurl; its connection goes back to the pool or ends.
    @discardableResult
    func detach(_ transfer: Transfer) -> Attempt? {
        guard let attempt = transfer.attempt else { return nil }
        if unsafe running.removeValue(forKey: UInt(bitPattern: attempt.easy.pointer)) != nil {
            multi.remove(attempt.easy)
        }
        return attempt
    }

    /// libcurl is done with an attempt.
    func attemptEnded(_ transfer: Transfer, _ code: CURLcode) {
        if code == CURLE_OK, transfer.request.kind == .tunnel { return tunnelOpened(transfer) }
        // The reader takes the rest first, as it makes room for it.
        if code == CURLE_OK, let attempt = transfer.attempt, attempt.holdsUndecoded {
            attempt.hasEnded = true
            return
        }
        guard let attempt = detach(transfer) else { return }
        if let error = transfer.givenUp { return end(transfer, .failure(error)) }
        // Whatever came behind the head, or kept the content from going out: the answer is whole.
        if attempt.isAnsweredByHead { return end(transfer, attempt.result()) }
        if code == CURLE_OK {
            if let error = attempt.cutShort { return end(transfer, .failure(error)) }
            let result = attempt.result()
            if attempt.leavesHandle, spareHandles.count < Self.mostSpareHandles { spareHandles.append(attempt.easy) }
            return end(transfer, result)
        }
        // Who has the head of the answer has had the one reply that there is: nothing may be sent once more.
        if attempt.isHeadDelivered { return end(transfer, .failure(attempt.failure(code))) }
        // The pool gave a connection that was not accepted for this request: a fresh one is judged in its handshake.
        // What the policy says now, only the session knows; and what the server agrees to is the same on a fresh one.
        if let denial = attempt.denial, denial != .outdatedPolicy, denial != .noExtendedMasterSecret,
            attempt.loss == nil, !attempt.isFresh
        {
            transfer.needsFreshConnection = true
            return self.attempt(transfer, over: attempt.spareConnection)
        }
        if attempt.isHTTP11Required, attempt.uploadFailure == nil, !transfer.isForHTTP11 {
            (transfer.isForHTTP11, transfer.needsFreshConnection) = (true, true)
            transfer.request.connection.dialler?.mayDialAgain()
            return dial(for: transfer, instead: attempt)
        }
        if attempt.wantsConnection, attempt.uploadFailure == nil, attempt.loss == nil {
            return dial(for: transfer, instead: attempt)
        }
        let error = attempt.failure(code)
        guard
            let connection = attempt.openings.last(where: {
                $0.handshake.isUndecided && $0.handshake.certificateMessage != nil
            })
        else { return end(transfer, .failure(error)) }
        // libssl refused by itself what had been sent, perhaps since it cannot read it: judged all the same.
        do throws(TransportError) {
            ask(try connection.present(), about: connection, for: transfer, .failed(error))
        } catch let unreadable {
            var both = error
            both.librarySays.append(unreadable.message)
            end(transfer, .failure(both))
        }
    }

    /// Looks at the attempts for which something came or went since the last time.
    func lookAtTouched() {
        guard !touched.isEmpty else { return }
        let now = ContinuousClock.now
        var attempts: [Attempt] = []
        swap(&attempts, &touchedBefore)
        swap(&attempts, &touched)
        defer {
            attempts.removeAll(keepingCapacity: true)
            touchedBefore = attempts
        }
        for attempt in attempts {
            attempt.isTouched = false
            guard let transfer = transfers[attempt.transfer], transfer.attempt === attempt else { continue }
            transfer.lastActivity = now
            if attempt.isToBeHeldBack { attempt.holdBack() }
            attempt.submission.request.progress?(attempt.progress)
        }
    }

    /// Wakes those who wait for what has come of a response, where it is much or has lain for a while.
    ///
    /// A reader that is woken for each piece of some kilobytes costs more than the piece. What has come is handed over
    /// at the latest when nothing more is there (``poll(idleSince:)``), or with the response's end.
    func handOverMuch() {
        // The end of a response has handed over the rest.
        readable.removeAll { transfers[$0.transfer]?.attempt !== $0 }
        guard !readable.isEmpty else { return }
        turnsUnread += 1
        if turnsUnread > 8 || readable.contains(where: { ($0.pipe?.count ?? 0) >= ResponsePipe.high / 2 }) {
            handOver()
        }
    }

    /// Wakes those who wait for what has come of a response.
    func handOver() {
        for attempt in readable {
            attempt.isReadable = false
            attempt.pipe?.handOver()
        }
        readable.removeAll(keepingCapacity: true)
        turnsUnread = 0
    }

    /// Lets a direction go on that rested: the reader has room again, or there is something to send again.
    func goOn(_ request: UInt64, receiving: Bool = false, sending: Bool = false) {
        if let transfer = transfers[request], transfer.tunnel != nil {
            transfer.tunnel?.goOn(receiving: receiving, sending: sending)
            needsTurn = true
            return
        }
        guard let transfer = transfers[request], let attempt = transfer.attempt,
            receiving && attempt.isReceivingPaused || sending && attempt.isSendingPaused
        else { return }
        transfer.lastActivity = .now
        let code = attempt.goOn(receiving: receiving, sending: sending)
        needsTurn = true
        if code != CURLE_OK || attempt.hasEnded { attemptEnded(transfer, code) }
    }

    /// Ends a transfer before its time.
    func giveUp(_ transfer: Transfer, _ error: TransportError) {
        transfer.dialling?.cancel()
        dropDecision(for: transfer)
        detach(transfer)
        end(transfer, .failure(error))
    }

    func end(_ transfer: Transfer, _ result: Result<TransportResponse, TransportError>) {
        guard transfers.removeValue(forKey: transfer.submission.id) != nil else { return }
        if transfer.tunnel != nil { tunnels.removeAll { $0 === transfer } }
        var result = result
        // A response has its figures already.
        if case .failure(var error) = result {
            error.metrics = transfer.attempt?.metrics
            result = .failure(error)
        }
        ends.append(
            TransferEnd(submission: transfer.submission, result: result, pipe: transfer.attempt?.pipe))
        transfer.attempt = nil
        tryFirstWaiting()
    }

    /// Hands the results of a turn over to those who wait for them.
    ///
    /// Each that was resumed from this thread would wake one of the pool's, which goes to sleep again behind it:
    /// several are resumed from there, at once.
    func tellEnds() {
        guard ends.count > 1 else {
            ends.popLast()?.tell()
            return
        }
        let several = ends
        ends = []
        Task.detached(priority: .high) { for end in several { end.tell() } }
    }
}

/// A transfer that has ended, and how.
struct TransferEnd: Sendable {
    let submission: Mailbox.Submission
    let result: Result<TransportResponse, TransportError>
    /// The pipe that the response goes through, where it was handed over before its end.
    let pipe: ResponsePipe?

    func tell() { if let pipe { pipe.end(result) } else { submission.reply(result) } }
}

extension Attempt {
    /// The response of a transfer that went well, as far as it has come; without its body where that is read in pieces.
    ///
    /// - Parameter rest: the source of the body where that is handed over before its end.
    func result(leaving rest: TransportStream? = nil) -> Result<TransportResponse, TransportError> {
        // No answer without the question whether the request may be sent.
        guard isAllowed, let record, record.verdict != nil || submission.request.isPlain && record.isPlain else {
            return .failure(
                TransportError(
                    .internal, .uncheckedConnection, MachineSentence.uncheckedConnection,
                    advice: MachineAdvice.reportVersion))
        }
        return .success(
            TransportResponse(
                status: response.status, httpVersion: response.httpVersion, fields: response.fields,
                trailers: response.trailers, body: response.body, rest: rest, connection: record,
                isReusedConnection: !opensConnection, metrics: submission.request.isMeasured ? metrics : nil,
                proxyAnswer: proxyResponse.hasBegun
                    ? ProxyAnswer(status: proxyResponse.status, fields: proxyResponse.fields) : nil))
    }
}
