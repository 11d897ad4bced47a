import HoldfastConnection
import HoldfastHTTP

extension TransportRequest {
    /// Whether its connections are opened by a dialler.
    var isDialled: Bool { connection.dialler != nil && connection.proxy == nil }

    /// Whether its connection serves nothing else, before it and after it, whatever it speaks.
    var hasOwnConnection: Bool { kind != .request || connection.sharing == .never || connection.isClosed }

    /// Whether it asks before it sends its content. RFC 9110 §10.1.1: not without content. Nor with HEAD, whose
    /// content has no meaning (§9.3.2).
    var waitsForContinue: Bool {
        message.expectsContinue && message.method != "HEAD" && message.upgrade == nil
            && (message.upload != nil || message.body?.isEmpty == false)
    }
}

extension ClientExchange {
    /// The longest wait for a server that is to say whether it wants the content (RFC 9110 §10.1.1: "A client that
    /// sends a 100-continue expectation is not required to wait for any specific length of time").
    static let continueLimit = Duration.seconds(1)

    /// The request as it goes out, and its content made ready.
    ///
    /// - Parameters:
    ///   - isHTTP2: whether it goes out by HTTP/2, where no field speaks of the connection (RFC 9113 §8.2.2).
    ///   - login: the one that is under way over the connection. Its first message goes out without the content.
    func prepare(isHTTP2: Bool, _ login: ClientLogin? = nil) -> ExchangeRequest {
        let message = request.message
        let holdsBack = login?.stage == .negotiating
        // What an upload yields then is no content of the request's.
        let feed = message.upgrade == nil ? self.feed : nil
        // RFC 9110 §8.6: these methods say how long their content is, also when there is none.
        let body = message.body ?? (["POST", "PUT", "PATCH"].contains(message.method) ? [] : nil)
        let content: ExchangeRequest.ContentLength =
            if holdsBack {
                feed == nil && body == nil ? .none : .octets(0)
            } else if let feed {
                feed.length.map { .octets($0) } ?? .unknown
            } else if let body {
                .octets(body.count)
            } else {
                .none
            }
        let waits = request.waitsForContinue && !isRefusedExpectation && !holdsBack
        contentLeft = feed == nil && !holdsBack ? (body ?? [])[...] : []
        hasEndedContent = holdsBack || feed == nil && contentLeft.isEmpty || feed?.length == 0
        continueAt = waits ? .now.advanced(by: Self.continueLimit) : nil
        isSendingPaused = false
        let fields = fields(isHTTP2: isHTTP2)
        return ExchangeRequest(
            method: message.method, scheme: request.isPlain ? "http" : "https", authority: authority,
            path: message.target, fields: login.map { fields + $0.fields } ?? fields, content: content,
            expectsContinue: waits, upgrade: message.upgrade)
    }

    /// Host and port, the latter where it is not the scheme's own (RFC 9110 §4.2.3).
    private var authority: String {
        if let field = request.message.hostField { return field }
        let host = URLParts.literal(peer.host)
        return peer.port == (request.isPlain ? 80 : 443) ? host : "\(host):\(peer.port)"
    }

    private func fields(isHTTP2: Bool) -> [HTTPField] {
        var fields: [HTTPField] = []
        fields.reserveCapacity(request.message.fields.count + 3)
        if request.message.fields.first(named: "Accept") == nil { fields.append(HTTPField("Accept", "*/*")) }
        // NTLM takes several requests of one connection: the server must not end it after the first.
        if request.connection.isClosed, request.connection.ntlm == nil, request.message.upgrade == nil, !isHTTP2 {
            fields.append(HTTPField("Connection", "close"))
        }
        if !ContentCoding.accepted.isEmpty, request.message.fields.first(named: "Accept-Encoding") == nil {
            fields.append(HTTPField("Accept-Encoding", ContentCoding.accepted))
        }
        fields += request.message.fields
        if !isHTTP2 { fields += request.message.upgradeFields }
        return fields
    }

    /// Takes the next piece of the content, of so many octets at most; nil where there is none now.
    func takeContent(atMost count: Int) -> [UInt8]? {
        guard !hasEndedContent, continueAt == nil, !isSendingPaused, uploadFailure == nil else { return nil }
        guard let feed else {
            let piece = Array(contentLeft.prefix(count))
            contentLeft = contentLeft.dropFirst(count)
            hasEndedContent = contentLeft.isEmpty
            return piece
        }
        var result = UploadFeed.Taken.none
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            result = unsafe feed.take(into: UnsafeMutableRawBufferPointer(buffer))
            filled = if case .bytes(let count) = result { count } else { 0 }
        }
        switch result {
        case .bytes:
            // Whoever makes it may not have said yet that this was all, and the server answers.
            if let length = feed.length, feed.taken >= length { hasEndedContent = true }
            return piece
        case .end: hasEndedContent = true
        case .none: isSendingPaused = true
        case .failed(let error): uploadFailure = error
        }
        return nil
    }

    /// Begins the content again, for another connection; false where that is not possible.
    func rewindContent() -> Bool {
        guard feed?.rewind() != false else {
            uploadFailure = .notRepeatable
            return false
        }
        return true
    }
}
