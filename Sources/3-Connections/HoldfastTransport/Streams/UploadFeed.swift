/// Carries a request's body from the task that makes it to the partition's thread, as fast as that takes it.
final class UploadFeed: Sendable {
    enum Taken {
        /// So many bytes stand in the buffer now.
        case bytes(Int)
        /// None is there yet; the partition is woken when that changes.
        case none
        /// All were taken.
        case end
        case failed(TransportError)
    }

    /// Waiting bytes above which the task that makes the body has to wait.
    private static let limit = 256 << 10

    private struct State {
        var bytes: [UInt8] = []
        /// Bytes of these that were taken.
        var offset = 0
        /// Bytes that were taken since the body's start.
        var taken = 0
        var waiting: Int { bytes.count - offset }
        var isEnded = false
        var failure: TransportError?
        var isWanted = false
        var producer: CheckedContinuation<Bool, Never>?
        /// Wait for room in a port's feed.
        var waiters: [UInt64: CheckedContinuation<Bool, Never>] = [:]
        var lastWaiter: UInt64 = 0
        /// Counts how often the body was begun; what an earlier task still brings is not wanted.
        var round = 0
        var task: Task<Void, Never>?
        var isClosed = false

        mutating func takeWaiting() -> [CheckedContinuation<Bool, Never>] {
            defer { (producer, waiters) = (nil, [:]) }
            return Array(waiters.values) + [producer].compactMap(\.self)
        }
    }

    private let body: UploadBody
    private let wake: @Sendable () -> Void
    private let state = Lock(State())

    /// Makes the feed of a body.
    ///
    /// - Parameter wake: called, from any thread, when there is something to take after there was nothing.
    init(_ body: UploadBody, wake: @escaping @Sendable () -> Void) {
        self.body = body
        self.wake = wake
        body.port?.connect(self)
    }

    /// Bytes that were taken since the body's start.
    var taken: Int { state.withLock(\.taken) }

    var length: Int? { body.length }

    /// Moves what there is into a buffer.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Taken {
        let (result, waiting) = state.withLock { state -> (Taken, [CheckedContinuation<Bool, Never>]) in
            if state.task == nil, !state.isClosed, body.port == nil { start(&state) }
            let result = unsafe move(&state, into: buffer)
            return (result, state.waiting < Self.limit ? state.takeWaiting() : [])
        }
        for one in waiting { one.resume(returning: true) }
        return result
    }

    /// Begins the body again; false where that is not possible.
    func rewind() -> Bool {
        let (isPossible, producer) = state.withLock { state -> (Bool, CheckedContinuation<Bool, Never>?) in
            guard state.task != nil else { return (true, nil) }
            guard body.isRepeatable else { return (false, nil) }
            state.task?.cancel()
            let producer = state.producer
            state = State(round: state.round + 1)
            return (true, producer)
        }
        producer?.resume(returning: false)
        return isPossible
    }

    /// Nobody takes any more.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            state.task?.cancel()
            return state.takeWaiting()
        }
        for one in waiting { one.resume(returning: false) }
    }

    // MARK: A port's side

    /// Bytes that were put and not taken.
    var waiting: Int { state.withLock { $0.waiting } }

    /// Puts bytes, however many there are; false where nobody takes them any more.
    func append(_ bytes: [UInt8]) -> Bool { change(0) { $0.isEnded ? () : ($0.bytes += bytes) } }

    /// Waits until there is room for more; false where nobody takes any more, and where the task is cancelled.
    func hasRoom() async -> Bool {
        let (number, known) = state.withLock { state -> (UInt64, Bool?) in
            state.lastWaiter += 1
            return (state.lastWaiter, state.isClosed ? false : state.waiting < Self.limit ? true : nil)
        }
        if let known { return known && !Task.isCancelled }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    guard !state.isClosed, !Task.isCancelled else { return false }
                    guard state.waiting >= Self.limit else { return true }
                    state.waiters[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: false)
        }
    }

    /// Says that nothing more is put.
    func end() { finish(0, nil) }

    // MARK: Parts

    private func move(_ state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Taken {
        if let failure = state.failure { return .failed(failure) }
        if let length = body.length, state.taken + state.waiting > length {
            return .failed(.uploadLength(TransferSentence.bodyTooLong(announced: length)))
        }
        let count = min(buffer.count, state.waiting)
        if count > 0 {
            unsafe state.bytes.withUnsafeBytes { bytes in
                unsafe buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[state.offset..<state.offset + count]))
            }
            state.offset += count
            state.taken += count
            // What was taken is let go in large steps, so that moving the rest costs little.
            if state.waiting == 0 || state.offset > Self.limit {
                state.bytes.removeFirst(state.offset)
                state.offset = 0
            }
            return .bytes(count)
        }
        guard state.isEnded else {
            state.isWanted = true
            return .none
        }
        if let length = body.length, state.taken < length {
            return .failed(.uploadLength(TransferSentence.bodyTooShort(announced: length)))
        }
        return .end
    }

    private func start(_ state: inout State) {
        let round = state.round
        state.task = Task.detached { [body] in
            do {
                try await body.produce { piece in await self.put(piece, round) }
                self.finish(round, nil)
            } catch {
                self.finish(round, (error as? TransportError) ?? .uploadFailed("\(error)"))
            }
        }
    }

    /// Takes a piece when there is room; false where nobody wants it any more.
    private func put(_ piece: [UInt8], _ round: Int) async -> Bool {
        let isWanted = await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Bool? in
                guard state.round == round, !state.isClosed else { return false }
                guard state.waiting >= Self.limit else { return true }
                state.producer = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
        guard isWanted else { return false }
        return change(round) { $0.bytes += piece }
    }

    private func finish(_ round: Int, _ failure: TransportError?) {
        change(round) { state in
            state.isEnded = true
            state.failure = failure
        }
    }

    @discardableResult
    private func change(_ round: Int, _ body: (inout State) -> Void) -> Bool {
        let (isTaken, isWanted) = state.withLock { state -> (Bool, Bool) in
            guard state.round == round, !state.isClosed else { return (false, false) }
            body(&state)
            defer { state.isWanted = false }
            return (true, state.isWanted)
        }
        if isWanted { wake() }
        return isTaken
    }
}

/// The way of bytes to a connection that has gone over to another protocol: whoever has some puts them, without a task
/// between.
///
/// It leads to nobody before a connection was found, and after that one has ended.
package final class ContentPort: Sendable {
    private struct Place: @unchecked Sendable {
        weak var feed: UploadFeed?
    }

    private let place = Lock(Place())

    package init() {}

    /// Leads it to the connection of an exchange; the last one counts.
    func connect(_ feed: UploadFeed) { place.withLock { $0.feed = feed } }

    private var feed: UploadFeed? { place.withLock { $0.feed } }

    /// The number of bytes that were put and that the connection has not taken.
    package var waiting: Int { feed?.waiting ?? 0 }

    /// Puts bytes, however many there are.
    ///
    /// - Returns: whether they are on their way; false once the connection has ended.
    package func put(_ bytes: [UInt8]) -> Bool { feed?.append(bytes) ?? false }

    /// Waits until there is room for more; false once the connection has ended, and where the task is cancelled.
    package func hasRoom() async -> Bool { await feed?.hasRoom() ?? false }

    /// Says that nothing more is put; what was put before goes out.
    package func finish() { feed?.end() }
}

extension TransportError {
    fileprivate static func uploadFailed(_ reason: String) -> TransportError {
        TransportError(
            .request, .uploadFailed, TransferSentence.bodyNotMade(reason: reason), advice: TransferAdvice.seeBodysSource
        )
    }

    fileprivate static func uploadLength(_ sentence: TransferSentence) -> TransportError {
        TransportError(.request, .uploadLength, sentence, advice: TransferAdvice.announceLength)
    }

    static let notRepeatable = TransportError(
        .request, .bodyNotRepeatable, TransferSentence.bodyNotRepeatable, advice: TransferAdvice.repeatableBody)
}
