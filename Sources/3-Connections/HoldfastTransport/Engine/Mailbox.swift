import HoldfastCredentials
import HoldfastSystem
import HoldfastX509

/// The way into a partition from other threads: its loop, which one thread at a time has its turns in, and the messages
/// to that.
final class Mailbox: Sendable {
    /// A message to the partition.
    ///
    /// Rare content is held indirectly: a message is copied several times on its way.
    enum Message: Sendable {
        case submit(Submission)
        case cancel(request: UInt64)
        indirect case decided(handshake: UInt64, ClientDecision.Answer)
        /// A connection was opened for a request, or could not be.
        indirect case dialled(request: UInt64, Result<DialledSocket, TransportError>)
        /// The addresses of a name that a request's connection leads to were found, or could not be.
        indirect case resolved(request: UInt64, name: String, Result<[IPAddress], TransportError>)
        /// A message of a request's login was made, or could not be.
        indirect case made(request: UInt64, Result<NegotiationTurn, NegotiationError>)
        /// Idle connections to an address are closed, where they are a server's.
        indirect case avoid(Endpoint, host: String)
        /// There is room again for what the server sends.
        case receive(request: UInt64)
        /// There is something to send again.
        case send(request: UInt64)
        /// Ends the partition when its transfers are done.
        case retire
        /// Ends it now.
        case shutDown
    }

    /// A request with everything that its thread needs.
    final class Submission: Sendable {
        let id: UInt64
        let request: TransportRequest
        let judge: any HandshakeJudge
        let delivery: Delivery

        init(id: UInt64, request: TransportRequest, judge: any HandshakeJudge, delivery: Delivery) {
            self.id = id
            self.request = request
            self.judge = judge
            self.delivery = delivery
        }

        /// The pipe that takes the response as it comes; nil where it is collected.
        var pipe: ResponsePipe? { if case .stream(let pipe) = delivery { pipe } else { nil } }

        /// Says how it ended; exactly once.
        func reply(_ result: Result<TransportResponse, TransportError>) {
            switch delivery {
            case .whole(let waiter): waiter.resume(returning: result)
            case .stream(let pipe): pipe.end(result)
            }
        }
    }

    /// The way in which a response is handed over.
    enum Delivery: Sendable {
        /// All at once, at its end.
        case whole(CheckedContinuation<Result<TransportResponse, TransportError>?, Never>)
        /// The head first, then the body piece by piece.
        case stream(ResponsePipe)
    }

    private struct State {
        var messages: [Message] = []
        var isClosed = false
    }

    let signal: WakeSignal
    private let state = Lock(State())
    /// Nil before the partition's thread has made it, and after its end.
    private let loop = Lock<ClientLoop?>(nil)

    init() throws(TransportError) { signal = try WakeSignal.make() }

    /// Begins a request: on the calling thread where the loop waits and has nothing else under way, so that it goes out
    /// without waking another thread for it. Several at once are better begun together, in one turn.
    ///
    /// - Returns: false after the mailbox was closed.
    func submit(_ submission: Submission) -> Bool {
        let begun = loop.withLockIfFree { loop -> (needsTurn: Bool, ends: [ExchangeEnd])? in
            guard let loop, loop.exchanges.isEmpty else { return nil }
            return loop.begin(submission)
        }
        guard case .some(.some(let begun)) = begun else { return post(.submit(submission)) }
        if begun.needsTurn { signal.raise() }
        ExchangeEnd.tell(begun.ends)
        return true
    }

    /// Takes the loop, which its thread has made.
    func open(_ loop: sending ClientLoop) { self.loop.withLock { $0 = loop } }

    /// Gives the partition's thread a turn of the loop; nil where there is none any more.
    func turn<Result>(_ work: (inout ClientLoop?) -> Result) -> Result { loop.withLock(work) }

    /// Whether the message will be read; false after the mailbox was closed.
    @discardableResult
    func post(_ message: Message) -> Bool {
        let (isAccepted, isFirst) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.messages.append(message)
            return (true, state.messages.count == 1)
        }
        if isFirst { signal.raise() }
        return isAccepted
    }

    func takeAll() -> [Message] {
        var messages: [Message] = []
        takeAll(into: &messages)
        return messages
    }

    /// Takes the messages in exchange for an empty list, whose room is used for the next ones.
    ///
    /// - Parameter isRaised: whether the signal may be raised although no message is there.
    func takeAll(into messages: inout [Message], isRaised: Bool = true) {
        guard isRaised || state.withLock({ !$0.messages.isEmpty }) else { return }
        signal.lower()
        state.withLock { swap(&$0.messages, &messages) }
    }

    /// Closes the mailbox unless there is a message to read; whether it is closed now.
    func closeIfEmpty() -> Bool {
        state.withLock { state in
            if state.messages.isEmpty { state.isClosed = true }
            return state.isClosed
        }
    }
}
