/// Carries a response from the partition's thread to the task that reads it, and holds the server back while that is
/// slow.
final class ResponsePipe: Sendable {
    /// What may lie here unread before the server is held back. A turn of libcurl's, or what HTTP/2 has under way, may
    /// come on top.
    static let high = 256 << 10

    private typealias HeadWaiter = CheckedContinuation<Result<TransportResponse, TransportError>, Never>
    private typealias PieceWaiter = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

    private struct State {
        var head: Result<TransportResponse, TransportError>?
        var headWaiter: HeadWaiter?
        var bytes: [UInt8] = []
        var pieceWaiter: PieceWaiter?
        var end: Result<TransportResponse, TransportError>?
        var isHeldBack = false
        /// Wakes the partition; nil after the end.
        var wake: Wake?
        var isCancelled = false
    }

    /// What a reader has to say to the partition.
    struct Wake: Sendable {
        let more: @Sendable () -> Void
        let cancel: @Sendable () -> Void
        /// The transfer has ended.
        let gone: @Sendable () -> Void
    }

    private let state = Lock(State())

    /// Says how to reach the partition; whatever was wanted before is said now.
    func connect(_ wake: Wake) {
        let (isCancelled, isOver) = state.withLock { state in
            if state.end == nil { state.wake = wake }
            return (state.isCancelled, state.end != nil)
        }
        if isOver {
            wake.gone()
        } else if isCancelled {
            wake.cancel()
        }
    }

    // MARK: The partition's side

    /// The response's head has come.
    func begin(_ head: TransportResponse) {
        let waiter = state.withLock { state -> HeadWaiter? in
            guard state.head == nil else { return nil }
            state.head = .success(head)
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: .success(head))
    }

    /// Takes a piece of the body; true if the server is to be held back now.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (waiter, isFull) = state.withLock { state -> (PieceWaiter?, Bool) in
            if let waiter = state.pieceWaiter, state.bytes.isEmpty {
                state.pieceWaiter = nil
                return (waiter, false)
            }
            unsafe state.bytes.append(contentsOf: bytes)
            if state.bytes.count > Self.high { state.isHeldBack = true }
            return (nil, state.isHeldBack)
        }
        waiter?.resume(returning: .success(unsafe Array(bytes)))
        return isFull
    }

    /// All has come, or nothing more will.
    func end(_ result: Result<TransportResponse, TransportError>) {
        let (head, piece, wake) = state.withLock { state -> (HeadWaiter?, PieceWaiter?, Wake?) in
            defer {
                state.wake = nil
                state.headWaiter = nil
                state.pieceWaiter = nil
            }
            state.end = result
            if state.head == nil { state.head = result }
            return (state.headWaiter, state.pieceWaiter, state.wake)
        }
        head?.resume(returning: result)
        piece?.resume(returning: result.map { _ in nil })
        wake?.gone()
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

    /// What has come since the last call, some bytes at least; nil at the end. One caller at a time.
    func next() async -> Result<[UInt8]?, TransportError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (known, wake) = state.withLock { state in Self.take(&state, continuation) }
                if let known { continuation.resume(returning: known) }
                wake?.more()
            }
        } onCancel: {
            cancel()
        }
    }

    private static func take(_ state: inout State, _ waiter: PieceWaiter) -> (Result<[UInt8]?, TransportError>?, Wake?)
    {
        let wasHeldBack = state.isHeldBack
        state.isHeldBack = false
        let wake = wasHeldBack ? state.wake : nil
        // What came before a failure is of no use without the rest: the failure is what there is to say.
        if case .failure(let error) = state.end { return (.failure(error), nil) }
        guard state.bytes.isEmpty else {
            defer { state.bytes = [] }
            return (.success(state.bytes), wake)
        }
        guard state.end == nil else { return (.success(nil), nil) }
        // Two readers would each get a part.
        guard state.pieceWaiter == nil else { return (.failure(.twoReaders), wake) }
        state.pieceWaiter = waiter
        return (nil, wake)
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
        .internal, .twoReaders, "a response's body is read by two tasks at once",
        hint: "read it in one task, or read all of it and share the bytes")
}
