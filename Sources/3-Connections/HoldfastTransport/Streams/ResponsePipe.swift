/// Carries a response from the partition's thread to the task that reads it, and holds the server back while that is
/// slow.
final class ResponsePipe: Sendable {
    /// Unread bytes above which the server is held back. A turn of the loop, or what HTTP/2 has under way, may come on
    /// top.
    static let high = 256 << 10
    /// Bytes of what is decoded that are gathered for a reader who waits.
    static let most = 1 << 20

    private typealias Head = Result<TransportResponse, TransportError>
    private typealias HeadWaiter = CheckedContinuation<Head, Never>
    private typealias PieceWaiter = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

    private struct State {
        var head: Head?
        var headWaiter: HeadWaiter?
        var bytes: [UInt8] = []
        var pieceWaiter: PieceWaiter?
        var end: Result<TransportResponse, TransportError>?
        var isHeldBack = false
        /// Wakes the partition; nil after the end.
        var wake: Wake?
        var isCancelled = false
    }

    /// The reader's messages to the partition.
    struct Wake: Sendable {
        let mailbox: Mailbox
        let request: UInt64

        func more() { mailbox.post(.receive(request: request)) }
        func cancel() { mailbox.post(.cancel(request: request)) }
    }

    private let state = Lock(State())

    /// Says how to reach the partition; whatever was wanted before is said now.
    func connect(_ wake: Wake) {
        let isCancelled = state.withLock { state in
            guard state.end == nil else { return false }
            state.wake = wake
            return state.isCancelled
        }
        if isCancelled { wake.cancel() }
    }

    // MARK: The partition's side

    /// The response's head has come.
    func begin(_ head: TransportResponse) {
        state.withLock { if $0.head == nil { $0.head = .success(head) } }
    }

    /// Takes a piece of the body; true if the server is to be held back now.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            // Of a long one more comes.
            if state.bytes.count > 16 << 10 { state.bytes.reserveCapacity(Self.high) }
            unsafe state.bytes.append(contentsOf: bytes)
            // Whoever waits takes all of it.
            if state.pieceWaiter == nil, state.bytes.count > Self.high { state.isHeldBack = true }
            return state.isHeldBack
        }
    }

    /// The number of unread bytes.
    var count: Int { state.withLock { $0.bytes.count } }

    /// Wakes those who wait for what has come.
    func handOver() {
        let (head, piece, known, bytes) = state.withLock { state -> (HeadWaiter?, PieceWaiter?, Head?, [UInt8]) in
            let head = state.head == nil ? nil : state.headWaiter.take()
            guard !state.bytes.isEmpty, let piece = state.pieceWaiter.take() else { return (head, nil, state.head, []) }
            defer { state.bytes = [] }
            return (head, piece, state.head, state.bytes)
        }
        if let known { head?.resume(returning: known) }
        piece?.resume(returning: .success(bytes))
    }

    /// All has come, or nothing more will.
    func end(_ result: Result<TransportResponse, TransportError>) {
        handOver()
        let (head, piece) = state.withLock { state -> (HeadWaiter?, PieceWaiter?) in
            (state.end, state.wake) = (result, nil)
            if state.head == nil { state.head = result }
            return (state.headWaiter.take(), state.pieceWaiter.take())
        }
        head?.resume(returning: result)
        piece?.resume(returning: result.map { _ in nil })
    }

    // MARK: The reader's side

    func head() async -> Result<TransportResponse, TransportError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.head == nil { state.headWaiter = continuation }
                    return state.head
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// The bytes that have come since the last call, one at least; nil at the end. One caller at a time.
    func next() async -> Result<[UInt8]?, TransportError> {
        // What lies here needs no waiting; a cancelled task would read on where there is always more.
        if !Task.isCancelled, let known = take() { return known }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let known = take(waiting: continuation) { continuation.resume(returning: known) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Takes what lies here, and lets a server go on that was held back for it.
    ///
    /// - Parameter waiter: waits where nothing lies here.
    private func take(waiting waiter: PieceWaiter? = nil) -> Result<[UInt8]?, TransportError>? {
        let (known, wake) = state.withLock { state -> (Result<[UInt8]?, TransportError>?, Wake?) in
            let wasHeldBack = state.isHeldBack
            state.isHeldBack = false
            let wake = wasHeldBack ? state.wake : nil
            // Bytes that came before a failure come first, since a download may go on from there; not after a
            // cancellation.
            if state.isCancelled, case .failure(let error) = state.end { return (.failure(error), nil) }
            guard state.bytes.isEmpty else {
                defer { state.bytes = [] }
                return (.success(state.bytes), wake)
            }
            if let end = state.end { return (end.map { _ in nil }, nil) }
            // Two readers would each get a part.
            guard state.pieceWaiter == nil else { return (.failure(.twoReaders), wake) }
            state.pieceWaiter = waiter
            return (nil, wake)
        }
        wake?.more()
        return known
    }

    /// Ends the transfer, if it has not ended.
    func cancel() {
        let wake = state.withLock { state in
            state.isCancelled = true
            return state.wake
        }
        wake?.cancel()
    }

    /// The response as it was at its end, trailers and figures included; nil before.
    var last: TransportResponse? {
        state.withLock { if case .success(let response)? = $0.end { response } else { nil } }
    }
}

extension TransportError {
    fileprivate static let twoReaders = TransportError(
        .internal, .twoReaders, MachineSentence.twoReaders, advice: MachineAdvice.readOnce)
}

/// A response whose body comes piece by piece.
///
/// One task reads it. Whoever lets go of it before the end ends the transfer.
package final class TransportStream: Sendable {
    /// Status, fields and connection; the body is empty, and there are no trailers yet.
    package let head: TransportResponse
    private let pipe: ResponsePipe

    init(_ pipe: ResponsePipe) async throws(TransportError) {
        self.pipe = pipe
        switch await pipe.head() {
        case .success(let head): self.head = head
        case .failure(let error):
            throw error
        }
    }

    /// The rest of a response that was handed over before its end.
    init(_ pipe: ResponsePipe, after head: TransportResponse) { (self.pipe, self.head) = (pipe, head) }

    deinit { pipe.cancel() }

    /// The next piece of the body, decompressed; nil at its end.
    package func next() async throws(TransportError) -> [UInt8]? { try await pipe.next().get() }

    /// The response at its end, with trailers; nil before ``next()`` has returned nil.
    package var last: TransportResponse? { pipe.last }

    /// Ends the transfer; what has not been read is gone.
    package func cancel() { pipe.cancel() }
}
