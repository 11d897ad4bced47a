import CCurl

// RFC 9112 §6.3, item 1: the answer to HEAD "is always terminated by the first empty line after the header fields,
// regardless of the header fields present in the message, and thus cannot contain a message body". libcurl knows that
// only of requests without content (CURLOPT_NOBODY): with content it waits for what `Content-Length` announces, and
// takes whatever comes.

extension TransportRequest {
    /// Makes it the request that libcurl is told of.
    ///
    /// Content of HEAD is read while it is sent, so that its end is known; an empty one is none. With NTLM it stays
    /// here: libcurl would wait for the content of the 401 that it has to answer, and RFC 9110 §9.3.2 gives content of
    /// HEAD no meaning.
    mutating func prepareForLibcurl() {
        guard kind == .request, message.method == "HEAD" else { return }
        if message.upload == nil, let body = message.body, !body.isEmpty { message.upload = UploadBody(body) }
        if connection.ntlm != nil { message.upload = nil }
        message.body = nil
    }

    /// Whether this side has to end the exchange at the end of the answer's head.
    var endsWithHead: Bool { kind == .request && message.method == "HEAD" && message.upload != nil }
}

extension Attempt {
    /// Whether the answer is whole, although libcurl does not know it.
    var isAnsweredByHead: Bool { endsWithHead && response.isHeadComplete }

    /// Whether the content has gone out, or need not any more: what answers with an error or names another place has no
    /// use for it.
    var hasSentContent: Bool {
        guard let feed, response.status < 300 else { return true }
        // The end of chunks goes out once libcurl has been told of it.
        return (feed.length.map { feed.taken >= $0 } ?? hasEndedContent)
            && easy.count(CURLINFO_SIZE_UPLOAD_T) >= feed.taken
    }
}

extension PartitionLoop {
    /// Ends what has its answer whole and has sent its content.
    func endAnswered() {
        guard !answered.isEmpty else { return }
        let attempts = answered
        answered.removeAll(keepingCapacity: true)
        for attempt in attempts {
            guard let transfer = transfers[attempt.transfer], transfer.attempt === attempt, attempt.isAnsweredByHead
            else { continue }
            guard attempt.hasSentContent else {
                answered.append(attempt)
                continue
            }
            endAnswered(transfer)
        }
    }

    /// Ends a transfer that has its answer whole. Taken away before its end, it takes its connection along, where that
    /// is not one of HTTP/2: nothing that follows is taken for the next answer.
    func endAnswered(_ transfer: Transfer) {
        guard let attempt = detach(transfer) else { return }
        end(transfer, attempt.result())
    }
}
