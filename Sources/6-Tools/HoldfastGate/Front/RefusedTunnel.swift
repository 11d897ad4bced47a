import HoldfastConnection
import HoldfastHTTP
import HoldfastStatements
import Synchronization

/// A tunnel to a server that was refused: the client's requests are answered by the gate, in its version of HTTP.
struct RefusedTunnel: Sendable {
    let desk: RefusalDesk
    let limits: GateLimits

    /// Answers requests of HTTP/1.1 until the client ends.
    func answerHTTP1(_ client: BufferedStream) async throws(GateError) {
        do throws(MessageError) {
            repeat {
                guard let head = try await client.request(limits) else { return }
                guard try await answer(head, client) else { break }
            } while true
        } catch {
            try await client.stream.write(PlainAnswer(error.status, error.statement.english).bytes)
        }
        await client.stream.endWriting()
    }

    /// Answers one request; whether another may follow on the connection.
    private func answer(_ head: RequestHead, _ client: BufferedStream) async throws(MessageError) -> Bool {
        _ = try RequestTarget(inTunnel: head, to: desk.refusal.target)
        var request = RefusalDesk.Request(method: head.method, path: head.target, fields: head.fields)
        var isOpen = head.keepsConnection
        switch try MessageFraming(of: head) {
        case .none: break
        case .length(let length) where length <= RefusalDesk.mostContent:
            while client.waiting.count < length {
                guard (try? await client.more()) == true else { throw MessageError(400, .formBreaksOff) }
            }
            request.content = Array(client.take(length))
        // What goes to a server that is not trusted is not even read.
        case .length, .chunked, .connection: isOpen = false
        }
        let answer = desk.answer(request)
        if answer.isForAnotherConnection { isOpen = false }
        do throws(GateError) {
            try await client.stream.write(answer.bytes(to: head.method, keepsConnection: isOpen))
        } catch { return false }
        return isOpen
    }

    /// Answers requests of HTTP/2 until the client ends.
    func answerHTTP2(_ client: any ByteStream, begun: [UInt8] = []) async throws(GateError) {
        let session = try HTTP2Side(.server, limits)
        session.begin()
        var requests: [Int32: RefusalDesk.Request] = [:]
        var piece: [UInt8]? = begun
        while let bytes = piece {
            for event in bytes.isEmpty && !session.isPaused ? [] : try session.receive(bytes) {
                hear(event, session, &requests)
            }
            while true {
                let output = session.output().bytes
                guard !output.isEmpty else { break }
                try await client.write(output)
            }
            guard !session.isOver else { break }
            piece = session.isPaused ? [] : try await client.read()
        }
        await client.endWriting()
    }

    private func hear(
        _ event: HTTP2Side.Event, _ session: HTTP2Side, _ requests: inout [Int32: RefusalDesk.Request]
    ) {
        switch event {
        case .fields(let stream, let fields, let isEnd):
            do throws(MessageError) {
                let checked = try HTTP2Message.request(fields, to: desk.refusal.target)
                requests[stream] = RefusalDesk.Request(
                    method: checked.one(":method") ?? "", path: checked.one(":path") ?? "/", fields: checked)
            } catch {
                return session.reset(stream, HTTP2Code.protocolError)
            }
            if isEnd { respond(stream, session, &requests) }
        case .data(let stream, let bytes):
            session.consume(bytes.count, of: stream)
            guard let request = requests[stream] else { return }
            guard request.content.count + bytes.count <= RefusalDesk.mostContent else {
                return respond(stream, session, &requests)
            }
            requests[stream]?.content += bytes
        case .end(let stream): respond(stream, session, &requests)
        case .closed(let stream, _, _): requests[stream] = nil
        case .settings, .sent, .longFields, .goAway, .ended: break
        }
    }

    private func respond(
        _ stream: Int32, _ session: HTTP2Side, _ requests: inout [Int32: RefusalDesk.Request]
    ) {
        guard let request = requests.removeValue(forKey: stream) else { return }
        let answer = desk.answer(request)
        let hasContent = request.method != "HEAD"
        session.respond(
            on: stream,
            [HTTPField(":status", "\(answer.status)")] + answer.fields
                + [HTTPField("content-length", "\(answer.content.count)")], hasContent: hasContent)
        if hasContent {
            _ = session.append(answer.content, to: stream)
            session.finish(stream)
        }
        if answer.isForAnotherConnection { session.goAway() }
    }
}

extension PlainAnswer {
    /// Whether it sends the client to the same server over a connection that is judged anew.
    fileprivate var isForAnotherConnection: Bool { status == 303 || status == 307 }
}
