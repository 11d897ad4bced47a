import Synchronization

/// Hands pieces of bytes from one task to another, one at a time: whoever puts one waits until the one before is taken.
package final class PieceChannel: AsyncSequence, Sendable {
    package typealias Element = [UInt8]
    package typealias Failure = Never

    private struct State {
        var piece: [UInt8]?
        var isFinished = false
        var taker: CheckedContinuation<[UInt8]?, Never>?
        var putter: CheckedContinuation<Bool, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// Puts a piece, and waits until there is room for the next one; false where nobody takes any more.
    package func put(_ piece: [UInt8]) async -> Bool {
        guard !piece.isEmpty else { return state.withLock { !$0.isFinished } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (taker, answer) = state.withLock { state -> (CheckedContinuation<[UInt8]?, Never>?, Bool?) in
                    // Two at once would not know whose piece comes first.
                    guard !state.isFinished, state.putter == nil, state.piece == nil else { return (nil, false) }
                    if let taker = state.taker.take() { return (taker, true) }
                    state.piece = piece
                    state.putter = continuation
                    return (nil, nil)
                }
                taker?.resume(returning: piece)
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            finish()
        }
    }

    /// Lets the pieces end; what was put before is still taken.
    package func finish() {
        let (taker, putter) = state.withLock { state in
            state.isFinished = true
            return (state.taker.take(), state.putter.take())
        }
        taker?.resume(returning: nil)
        putter?.resume(returning: false)
    }

    /// The next piece; nil at the end.
    package func next() async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (known, putter) = state.withLock { state -> ([UInt8]??, CheckedContinuation<Bool, Never>?) in
                    if let piece = state.piece.take() { return (piece, state.putter.take()) }
                    guard !state.isFinished, state.taker == nil else { return (.some(nil), nil) }
                    state.taker = continuation
                    return (nil, nil)
                }
                putter?.resume(returning: true)
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            finish()
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(channel: self) }

    /// Gives the pieces in their order.
    package struct Iterator: AsyncIteratorProtocol {
        let channel: PieceChannel

        package mutating func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? { await channel.next() }
    }
}
