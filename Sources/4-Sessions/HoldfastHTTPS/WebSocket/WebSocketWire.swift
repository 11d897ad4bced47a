import HoldfastTransport
import HoldfastWebSocket
import Synchronization

/// The connection of a WebSocket: reads what comes, answers pings at once, and closes in order (RFC 6455 §5.5, §7).
final class WebSocketWire: Sendable {
    /// The end of a conversation.
    struct End: Sendable {
        /// The code that the other end has closed with; of 1005 and 1006 none was sent.
        var code: WebSocketCloseCode
        var reason: String
        /// The answer to everybody who wants something more.
        var error: HTTPSError
    }

    private struct Output {
        var writer: WebSocketWriter
        /// Whether the last frame was sent.
        var hasClosed = false
    }

    private struct State {
        var end: End?
        var lastPing: UInt64 = 0
        var pings: [UInt64: CheckedContinuation<HTTPSError?, Never>] = [:]
        var endWaiters: [CheckedContinuation<Void, Never>] = []
        /// Senders that wait for the end of a connection that takes nothing more.
        var cutWaiters: [CheckedContinuation<Void, Never>] = []
        /// Whether nothing is read, since messages wait that nobody asks for.
        var isHeldBack = false
        /// Ends the connection when the other end takes too long.
        var limit: Task<Void, Never>?
        var isConcluded = false
    }

    /// Bytes that wait for the server besides messages, which are pongs: above them nothing more is read.
    private static let mostWaiting = 1 << 20

    let options: WebSocketOptions
    let inbox: PieceInbox
    let turns = SendTurns()
    private let source: BodySource
    private let port: ContentPort
    private let output: Mutex<Output>
    private let state = Mutex(State())
    /// The connection and the URL, for errors.
    private let response: HTTPSResponse

    init(
        _ source: BodySource, _ port: ContentPort, _ deflate: DeflateParameters?, _ response: HTTPSResponse,
        _ options: WebSocketOptions
    ) {
        (self.source, self.port, self.response, self.options) = (source, port, response, options)
        inbox = PieceInbox(tellingSecond: .twoReceivers(response))
        output = Mutex(Output(writer: WebSocketWriter(.client, deflater: deflate?.deflater(for: .client))))
        Task { await self.read(WebSocketReader(.client, inflater: deflate?.inflater(for: .client))) }
    }

    /// The end; nil while the conversation goes on.
    var end: End? { state.withLock { $0.end } }

    // MARK: Sending

    /// Puts a piece of a message on its way, behind those before it.
    func put(_ piece: MessagePiece) throws(HTTPSError) {
        try put { writer, bytes throws(WebSocketError) in try writer.write(piece, to: &bytes) }
    }

    /// Waits until the server has taken so much that there is room; false after the end, and where the task is
    /// cancelled.
    func hasRoom() async -> Bool { await port.hasRoom() }

    private func put(
        isLast: Bool = false, _ write: (inout WebSocketWriter, inout [UInt8]) throws(WebSocketError) -> Void
    ) throws(HTTPSError) {
        let result = output.withLock { output -> Result<Bool, WebSocketError> in
            guard !output.hasClosed else { return .success(false) }
            var bytes: [UInt8] = []
            do throws(WebSocketError) { try write(&output.writer, &bytes) } catch { return .failure(error) }
            output.hasClosed = isLast
            // Within the lock: frames go out in the order in which they are made.
            return .success(bytes.isEmpty || port.put(bytes))
        }
        switch result {
        case .success(true): break
        case .success(false): throw closedError()
        case .failure(let error):
            fail(error)
            throw closedError()
        }
    }

    /// The error of whoever wants something after the end.
    func closedError() -> HTTPSError { end?.error ?? .webSocketClosing(response) }

    private func sendClose(_ status: CloseStatus?) {
        try? put(isLast: true) { writer, bytes throws(WebSocketError) in
            try writer.write(.close, status?.payload ?? [], to: &bytes)
        }
    }

    // MARK: Pings

    /// Sends a ping, and waits for its pong.
    func ping() async throws(HTTPSError) {
        let number = state.withLock { state in
            state.lastPing += 1
            return state.lastPing
        }
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = state.withLock { state -> HTTPSError? in
                    if let end = state.end { return end.error }
                    state.pings[number] = continuation
                    return nil
                }
                if let end { return continuation.resume(returning: end) }
                do throws(HTTPSError) {
                    let octets = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
                    try put { writer, bytes throws(WebSocketError) in try writer.write(.ping, octets, to: &bytes) }
                } catch {
                    answer(number, error)
                }
                if Task.isCancelled { answer(number, .cancelled(response)) }
            }
        } onCancel: {
            answer(number, .cancelled(response))
        }
        if let failure { throw failure }
    }

    private func answer(_ ping: UInt64, _ failure: HTTPSError) {
        state.withLock { $0.pings.removeValue(forKey: ping) }?.resume(returning: failure)
    }

    /// A pong answers its ping and those before it (RFC 6455 §5.5.3).
    private func take(pong octets: [UInt8]) {
        guard octets.count == 8 else { return }
        let number = octets.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let answered = state.withLock { state -> [CheckedContinuation<HTTPSError?, Never>] in
            guard state.pings[number] != nil else { return [] }
            let numbers = state.pings.keys.filter { $0 <= number }
            return numbers.compactMap { state.pings.removeValue(forKey: $0) }
        }
        for one in answered { one.resume(returning: nil) }
    }

    // MARK: Reading

    private func read(_ given: sending WebSocketReader) async {
        var reader = given
        do throws(HTTPSError) {
            while let bytes = try await source.next() {
                // Nothing is taken for a message behind the close of either end's.
                guard end == nil else { continue }
                reader.add(bytes)
                do throws(WebSocketError) {
                    while end == nil, let event = try reader.next() { await take(event) }
                } catch {
                    fail(error)
                }
            }
            ended(WebSocketCloseCode.abnormalClosure, "", .webSocketCut(response))
        } catch {
            ended(WebSocketCloseCode.abnormalClosure, "", error)
        }
        conclude()
    }

    private func take(_ event: MessageEvent) async {
        switch event {
        case .piece(let piece):
            guard !inbox.put(piece) else { break }
            holdBack(true)
            await inbox.room()
            holdBack(false)
        case .ping(let octets):
            try? put { writer, bytes throws(WebSocketError) in try writer.write(.pong, octets, to: &bytes) }
            // Whoever asks without end and listens to no answer is not read any more.
            if port.waiting > Self.mostWaiting { _ = await port.hasRoom() }
        case .pong(let octets): take(pong: octets)
        case .close(let status):
            // §5.5.1: "the endpoint MUST send a Close frame in response", with the code that came as a rule.
            sendClose(status.map { CloseStatus($0.code) })
            ended(
                WebSocketCloseCode(rawValue: status?.code ?? CloseStatus.noStatusReceived), status?.reason ?? "",
                .webSocketClosed(status, response))
            source.isOver.withLock { $0 = true }
            leave()
        }
    }

    // MARK: The end

    /// Closes with a code of this side's, and tells everybody why.
    func fail(_ error: WebSocketError) {
        sendClose(CloseStatus(error.code.rawValue))
        ended(WebSocketCloseCode.abnormalClosure, "", .webSocketBroken(error, response))
        leave()
    }

    /// Says that this side wants to close, and waits for the other end's word.
    func close(_ status: CloseStatus) async {
        guard end == nil else { return }
        sendClose(status)
        // Whoever closes reads nothing more (Docs/sessions.md).
        inbox.discard()
        limitTime()
        await untilEnd()
    }

    /// Returns at the end; where the task is cancelled, that is now.
    func untilEnd() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.end == nil else { return true }
                    state.endWaiters.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            abandon()
        }
    }

    private func holdBack(_ isHeldBack: Bool) {
        let waiters = state.withLock { state in
            state.isHeldBack = isHeldBack
            defer { if isHeldBack { state.cutWaiters = [] } }
            return isHeldBack ? state.cutWaiters : []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns at the end of a connection that takes nothing more, which says why; where messages wait that nobody asks
    /// for, before which the end is not found, that is now.
    func untilCut() async {
        await withCheckedContinuation { continuation in
            let isKnown = state.withLock { state in
                guard state.end == nil, !state.isHeldBack else { return true }
                state.cutWaiters.append(continuation)
                return false
            }
            if isKnown { continuation.resume() }
        }
    }

    /// Ends the connection at once.
    func abandon() {
        ended(WebSocketCloseCode.abnormalClosure, "", .cancelled(response))
        source.cancel()
    }

    private func ended(_ code: WebSocketCloseCode, _ reason: String, _ error: HTTPSError) {
        let (pings, waiters) = state.withLock { state in
            if state.end == nil { state.end = End(code: code, reason: reason, error: error) }
            defer { (state.pings, state.endWaiters, state.cutWaiters) = ([:], [], []) }
            return (state.pings.values.map(\.self), state.endWaiters + state.cutWaiters)
        }
        let error = end?.error ?? error
        inbox.end(error)
        turns.end()
        for ping in pings { ping.resume(returning: error) }
        for waiter in waiters { waiter.resume() }
    }

    /// Lets what was put go out, and the server end the connection (RFC 6455 §7.1.1); not for long.
    private func leave() {
        port.finish()
        limitTime()
    }

    private func limitTime() {
        let limit = options.closeTimeout
        state.withLock { state in
            guard state.limit == nil, !state.isConcluded else { return }
            state.limit = Task { [weak self] in
                guard (try? await Task.sleep(for: limit)) != nil, let self else { return }
                ended(WebSocketCloseCode.abnormalClosure, "", .webSocketUnanswered(response))
                source.cancel()
            }
        }
    }

    private func conclude() {
        let limit = state.withLock { state in
            state.isConcluded = true
            return state.limit.take()
        }
        limit?.cancel()
        port.finish()
    }
}
