import HoldfastHTTP
import HoldfastStatements
import Synchronization

/// The HTTP/1.1 of a tunnel: each request of the client's is read, checked and written anew, and each answer too.
///
/// Content streams through in the pieces that it comes in; nothing of it is kept.
struct HTTP1Relay: Sendable {
    /// The ways in which an exchange ends.
    private enum After {
        case nextRequest
        case close
        /// Both sides speak another protocol from here on (RFC 9110 §7.8).
        case upgraded
    }

    let target: GateTarget
    let limits: GateLimits
    /// Told of each request that goes to the server.
    let requested: @Sendable (RequestHead) -> Void
    /// Told where the server has ended before it answered anything, and why; the answer is what the client gets.
    let ended: @Sendable (_ why: Statement) -> Refusal

    /// Hands messages on until one side has ended.
    func run(_ client: BufferedStream, _ server: BufferedStream) async throws(GateError) {
        let rest = Rest(of: client.stream)
        for number in 1... {
            if number > 1 {
                // What is there already answers no request.
                guard server.waiting.isEmpty else { return }
                rest.begin()
                server.readAhead { await rest.endIfResting() }
            }
            let (head, framing): (RequestHead, MessageFraming)
            do throws(MessageError) {
                guard let read = try await readRequest(client) else { return }
                _ = try RequestTarget(inTunnel: read, to: target)
                (head, framing) = (read, try MessageFraming(of: read))
            } catch {
                return try await client.stream.write(PlainAnswer(error.status, error.statement.english).bytes)
            }
            rest.end()
            requested(head)
            switch try await exchange(head, framing, client, server, isFirst: number == 1) {
            case .nextRequest: continue
            case .close: return
            case .upgraded:
                try await server.stream.write(Array(client.take(.max)))
                try await client.stream.write(Array(server.take(.max)))
                return await StreamPump.join(client.stream, server.stream)
            }
        }
    }

    /// Reads the next request; nil where the client has ended.
    private func readRequest(_ client: BufferedStream) async throws(MessageError) -> RequestHead? {
        let reader = HeadReader(limits: limits)
        var hasFailed = false
        let bytes = try await client.head(reader) { () async throws(MessageError) in
            do throws(GateError) { return try await client.more() } catch {
                hasFailed = true
                return false
            }
        }
        guard let bytes else {
            guard hasFailed || client.waiting.isEmpty else { throw MessageError(400, .requestBreaksOff) }
            return nil
        }
        return try reader.request(bytes)
    }

    private func exchange(
        _ head: RequestHead, _ framing: MessageFraming, _ client: BufferedStream, _ server: BufferedStream,
        isFirst: Bool
    ) async throws(GateError) -> After {
        var request = RequestHead(
            method: head.method, target: head.target, fields: head.fields.handedOn(keepsUpgrade: head.asksForUpgrade))
        if framing == .chunked { request.fields.append(HTTPField("Transfer-Encoding", "chunked")) }
        if head.fields.all("host").isEmpty { request.fields.append(HTTPField("Host", "\(target)")) }
        request.fields.append(GateVia.field(version: "1.1"))
        // A server that has ended already may have said something before, and is read for that.
        try? await server.stream.write(request.bytes)
        // The server may answer before it has all: both directions go on at once.
        let upload = Upload(client, framing, limits)
        let drain = server.stream
        let task = framing == .none ? nil : Task { await upload.run(to: drain) }
        defer { task?.cancel() }
        let after = try await withAnswer(to: head, client, server, isFirst: isFirst)
        guard let task else { return after }
        // An answer that came first, as a refusal does, ends the connection with what was not read of the request.
        guard after != .close, await finished(task) else { return .close }
        return after
    }

    /// Whether all of the content has gone to the server, a moment after its answer.
    private func finished(_ task: Task<Bool, Never>) async -> Bool {
        let timer = Task {
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            task.cancel()
        }
        defer { timer.cancel() }
        return await task.value
    }

    /// Hands the answers to one request on.
    private func withAnswer(
        to head: RequestHead, _ client: BufferedStream, _ server: BufferedStream, isFirst: Bool
    ) async throws(GateError) -> After {
        if server.waiting.isEmpty {
            // A client asks again where a connection that it has used before ends so (RFC 9112 §9.3.1), and would not
            // for any answer.
            let why: Statement?
            do throws(GateError) {
                why = try await server.more() ? nil : GateSentence.endedInsteadOfAnswer.statement
            } catch {
                why = error.statement
            }
            if let why {
                guard isFirst else { return .close }
                let refusal = ended(why)
                try await client.stream.write(
                    PlainAnswer(refusal.status, refusal.message, adding: [refusal.proxyStatus]).bytes)
                return .close
            }
        }
        // A server's heads hold the request open, and have no end of their own.
        var (interims, headBytes) = (0, 0)
        while true {
            let response: ResponseHead
            let framing: MessageFraming
            do throws(MessageError) {
                response = try await readResponse(server, &headBytes)
                framing = try MessageFraming(of: response, to: head.method)
                interims += response.isInterim ? 1 : 0
                guard headBytes <= limits.responseHeadBytes, interims <= limits.interimResponses else {
                    throw MessageError(502, .tooManyInterims)
                }
            } catch {
                try await client.stream.write(PlainAnswer(502, "the server's answer: \(error.statement.english)").bytes)
                return .close
            }
            // RFC 9110 §15.2: not to a client of HTTP/1.0.
            if response.isInterim, head.minorVersion == 0 { continue }
            var answer = ResponseHead(
                status: response.status, reason: response.reason,
                fields: response.fields.handedOn(keepsUpgrade: response.status == 101))
            if response.status == 101 {
                guard head.asksForUpgrade else {
                    try await client.stream.write(PlainAnswer(502, "an upgrade that nobody asked for").bytes)
                    return .close
                }
                try await client.stream.write(answer.bytes)
                return .upgraded
            }
            if response.isInterim {
                try await client.stream.write(answer.bytes)
                continue
            }
            answer.fields.append(GateVia.field(version: "1.1"))
            let chunks = framing == .chunked && head.minorVersion == 1
            if chunks { answer.fields.append(HTTPField("Transfer-Encoding", "chunked")) }
            let isOpen =
                head.keepsConnection && response.keepsConnection && framing != .connection
                && (framing != .chunked || chunks)
            answer.fields.append(HTTPField("Connection", isOpen ? "keep-alive" : "close"))
            try await client.stream.write(answer.bytes)
            try await Content(server, framing, limits, chunks: chunks).run(to: client.stream)
            return isOpen ? .nextRequest : .close
        }
    }

    /// Reads the next response's head.
    ///
    /// - Parameter count: gets its bytes on top.
    private func readResponse(
        _ server: BufferedStream, _ count: inout Int
    ) async throws(MessageError) -> ResponseHead {
        let reader = HeadReader(limits: limits)
        let bytes = try await server.head(reader) { () async throws(MessageError) in
            do throws(GateError) { return try await server.more() } catch {
                throw MessageError(502, statement: error.statement)
            }
        }
        guard let bytes else { throw MessageError(502, .breaksOff) }
        count += bytes.count
        return try reader.response(bytes)
    }
}

/// The time between two exchanges, in which a server that ends takes its client's connection with it: the client would
/// send its next request to nobody. So does one that speaks, of a time-out as a rule: whatever it says would be taken
/// for the answer to a request that it has not seen yet.
private final class Rest: Sendable {
    private let client: any ByteStream
    private let isResting = Mutex(false)

    init(of client: any ByteStream) { self.client = client }

    func begin() { isResting.withLock { $0 = true } }
    func end() { isResting.withLock { $0 = false } }

    func endIfResting() async {
        guard isResting.withLock({ $0 }) else { return }
        await client.endWriting()
        client.close()
    }
}

/// Moves one message's content from a connection to another.
private struct Content {
    private let source: BufferedStream
    private let framing: MessageFraming
    private let limits: GateLimits
    /// Whether what came in chunks goes on in chunks.
    private let chunks: Bool

    init(_ source: BufferedStream, _ framing: MessageFraming, _ limits: GateLimits, chunks: Bool) {
        (self.source, self.framing, self.limits) = (source, framing, limits)
        self.chunks = chunks && framing == .chunked
    }

    func run(to drain: any ByteStream) async throws(GateError) {
        var reader = ContentReader(framing, HeadReader(limits: limits))
        while !reader.hasEnded {
            if source.waiting.isEmpty, try await !source.more() {
                do throws(MessageError) { try reader.endOfConnection() } catch { throw .brokenOff }
                break
            }
            var bytes = source.waiting
            let before = bytes.count
            let piece: ArraySlice<UInt8>?
            do throws(MessageError) { piece = try reader.take(&bytes) } catch {
                throw GateError(.client, statement: error.statement)
            }
            _ = source.take(before - bytes.count)
            guard let piece, !piece.isEmpty else { continue }
            try await drain.write(chunks ? ChunkReader.written(piece) : Array(piece))
        }
        if chunks { try await drain.write(ChunkReader.end(reader.trailers)) }
    }
}

/// The content of a request on its way to the server, beside the answer.
private final class Upload: @unchecked Sendable {
    /// The client's side is this task's alone until it has ended.
    private let content: Content

    init(_ client: BufferedStream, _ framing: MessageFraming, _ limits: GateLimits) {
        content = Content(client, framing, limits, chunks: true)
    }

    /// Sends all of it; false where that failed, so that nothing more may follow on the connection.
    func run(to server: any ByteStream) async -> Bool {
        do throws(GateError) {
            try await content.run(to: server)
            return true
        } catch {
            return false
        }
    }
}

extension GateError {
    fileprivate static let brokenOff = GateError(.server, .messageBreaksOff)
}
