import Foundation
import FoundationNetworking
import HoldfastCredentials
import HoldfastHTTPS
import Synchronization

/// A response's body, piece by piece, wherever it comes from.
protocol BodyReader: Sendable {
    /// The next bytes; nil after the last.
    func next() async throws -> Data?
    /// Ends the reading: nobody wants any more of the body.
    func cancel()
}

/// A body that is there already.
final class ReadyBody: BodyReader {
    private let rest: OneShot<Data>

    init(_ data: Data) { rest = OneShot(data.isEmpty ? nil : data) }

    func next() async throws -> Data? { rest.take() }
    func cancel() {}
}

/// The body of an answer that comes over a connection.
final class HTTPBody: BodyReader {
    private let bytes: HTTPSBytes

    init(_ bytes: HTTPSBytes) { self.bytes = bytes }

    func next() async throws -> Data? {
        var pieces = bytes.pieces.makeAsyncIterator()
        return try await pieces.next(isolation: nil).map { Data($0) }
    }

    func cancel() { bytes.cancel() }
}

/// A body that is kept besides, where it is not too long.
final class KeptBody: BodyReader {
    private let body: any BodyReader
    private let limit: Int
    private let keep: @Sendable (Data) async -> Void
    /// Nil once it is too long, or was kept.
    private let kept = Mutex<Data?>(Data())

    /// Makes a reader of a body that keeps a copy up to a limit.
    ///
    /// - Parameter keep: is given the whole body at its end.
    init(_ body: any BodyReader, atMost limit: Int, _ keep: @escaping @Sendable (Data) async -> Void) {
        self.body = body
        self.limit = limit
        self.keep = keep
    }

    func next() async throws -> Data? {
        let piece = try await body.next()
        guard let piece else {
            if let whole = kept.withLock({ $0.take() }) { await keep(whole) }
            return nil
        }
        kept.withLock { kept in
            guard let count = kept?.count else { return }
            if count + piece.count > limit { kept = nil } else { kept?.append(piece) }
        }
        return piece
    }

    func cancel() { body.cancel() }
}

/// A body that somebody else reads, whose end ends a task.
final class WatchedBody: BodyReader {
    private let body: any BodyReader
    private let run: TaskRun
    private let ended: Promise<(any Error)?>
    private let onRelease: Release

    /// Lets the task end when nobody reads any longer.
    private final class Release: Sendable {
        let ended: Promise<(any Error)?>

        init(_ ended: Promise<(any Error)?>) { self.ended = ended }

        deinit { ended.give(CancellationError()) }
    }

    init(_ body: any BodyReader, of run: TaskRun) {
        self.body = body
        self.run = run
        ended = Promise()
        onRelease = Release(ended)
    }

    func next() async throws -> Data? {
        do {
            let piece = try await run.next(of: body)
            if piece == nil { ended.give(nil) }
            return piece
        } catch {
            let failure = run.failure(of: error)
            ended.give(failure)
            throw failure
        }
    }

    func cancel() {
        body.cancel()
        ended.give(CancellationError())
    }

    /// Waits until the reader has finished or gone; the function holds neither the body nor this.
    var end: @Sendable () async -> (any Error)? {
        let ended = ended
        return {
            await withTaskCancellationHandler {
                await ended.wait()
            } onCancel: {
                ended.give(CancellationError())
            }
        }
    }
}

/// A value that ``take()`` hands out once, and nil from then on.
final class OneShot<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: Value?) { self.value = Mutex(value) }

    /// The value the first time, where there is one; nil afterwards.
    func take() -> Value? { value.withLock { $0.take() } }
}
