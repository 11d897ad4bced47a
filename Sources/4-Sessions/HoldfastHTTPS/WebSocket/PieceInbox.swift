import HoldfastWebSocket
import Synchronization

/// The pieces of messages that have come and that nobody has asked for: whoever puts one waits where there are many, so
/// that the server is held back.
final class PieceInbox: Sendable {
    /// Bytes above which whoever puts has to wait.
    private static let limit = 256 << 10
    /// Bytes that each piece counts beside its octets: messages may have none.
    private static let pieceCost = 128
    /// Pieces that were taken, above which the others move up.
    private static let mostTaken = 64

    private typealias Taker = CheckedContinuation<Result<MessagePiece, HTTPSError>?, Never>

    private struct State {
        var pieces: [MessagePiece] = []
        /// The number of ``pieces`` that were taken.
        var taken = 0
        var bytes = 0
        var lastTaker: UInt64 = 0
        var taker: (number: UInt64, continuation: Taker)?
        var putter: CheckedContinuation<Void, Never>?
        /// The reason why nothing more comes; nil while something may.
        var end: HTTPSError?
        var isDiscarding = false

        var isFull: Bool { bytes > PieceInbox.limit && end == nil && !isDiscarding }
    }

    /// The answer to a second one that waits for a piece.
    private let tooMany: HTTPSError
    private let state = Mutex(State())

    init(tellingSecond error: HTTPSError) { tooMany = error }

    /// Puts a piece; false where the next one has to wait for ``room()``.
    func put(_ piece: MessagePiece) -> Bool {
        let (taker, hasRoom) = state.withLock { state -> (Taker?, Bool) in
            guard state.end == nil, !state.isDiscarding else { return (nil, true) }
            if let taker = state.taker.take() { return (taker.continuation, true) }
            state.pieces.append(piece)
            state.bytes += Self.cost(of: piece)
            return (nil, !state.isFull)
        }
        taker?.resume(returning: .success(piece))
        return hasRoom
    }

    private static func cost(of piece: MessagePiece) -> Int { piece.octets.count + pieceCost }

    /// Waits until there is room for a piece, or none is wanted.
    func room() async {
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                guard state.isFull else { return true }
                state.putter = continuation
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    /// Drops what has come and what comes.
    func discard() {
        let putter = state.withLock { state in
            state.isDiscarding = true
            (state.pieces, state.taken, state.bytes) = ([], 0, 0)
            return state.putter.take()
        }
        putter?.resume()
    }

    /// Whether a piece is here to be taken.
    var hasPieces: Bool { state.withLock { $0.taken < $0.pieces.count } }

    /// Nothing more comes; what is here can still be taken.
    func end(_ error: HTTPSError) {
        let (taker, putter) = state.withLock { state in
            state.end = state.end ?? error
            return (state.taker.take()?.continuation, state.putter.take())
        }
        taker?.resume(returning: .failure(error))
        putter?.resume()
    }

    /// The next piece; nil where the task that waits is cancelled.
    func next() async -> Result<MessagePiece, HTTPSError>? {
        if let known = take(waiting: nil) { return known }
        let number = state.withLock { state in
            state.lastTaker += 1
            return state.lastTaker
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let known = take(waiting: (number, continuation)) { return continuation.resume(returning: known) }
                // A cancellation that came before found nobody who waits.
                if Task.isCancelled { stopWaiting(number) }
            }
        } onCancel: {
            stopWaiting(number)
        }
    }

    private func stopWaiting(_ number: UInt64) {
        let taker = state.withLock { state in state.taker?.number == number ? state.taker.take() : nil }
        taker?.continuation.resume(returning: nil)
    }

    private func take(waiting taker: (UInt64, Taker)?) -> Result<MessagePiece, HTTPSError>? {
        let (known, putter) = state.withLock {
            state -> (Result<MessagePiece, HTTPSError>?, CheckedContinuation<Void, Never>?) in
            guard state.taken < state.pieces.count else {
                if let end = state.end { return (.failure(end), nil) }
                // Two that wait would each get a part.
                guard state.taker == nil else { return (.failure(tooMany), nil) }
                if let taker { state.taker = taker }
                return (nil, nil)
            }
            let piece = state.pieces[state.taken]
            state.pieces[state.taken].octets = []
            state.taken += 1
            state.bytes -= Self.cost(of: piece)
            if state.taken == state.pieces.count {
                state.pieces.removeAll(keepingCapacity: true)
                state.taken = 0
            } else if state.taken > Self.mostTaken {
                state.pieces.removeFirst(state.taken)
                state.taken = 0
            }
            return (.success(piece), state.bytes <= Self.limit / 2 ? state.putter.take() : nil)
        }
        putter?.resume()
        return known
    }
}
