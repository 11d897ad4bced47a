import HoldfastTransport
import Synchronization

/// The source of an answer's body that is read later: a connection, or what was kept.
///
/// One task reads it.
protocol AnswerStream: Sendable {
    /// The bytes that have come since the last call, one at least; nil at the end.
    func next() async throws(TransportError) -> [UInt8]?
    /// Ends the transfer.
    func cancel()
    /// The response as it was at its end, trailers and figures included; nil before, and where there was no transfer.
    var last: TransportResponse? { get }
}

extension TransportStream: AnswerStream {}

/// A body that is there already.
final class KeptStream: AnswerStream {
    private let rest: Mutex<[UInt8]>
    let last: TransportResponse? = nil

    init(_ body: [UInt8]) { rest = Mutex(body) }

    func next() async throws(TransportError) -> [UInt8]? {
        let rest = rest.withLock { rest in
            defer { rest = [] }
            return rest
        }
        return rest.isEmpty ? nil : rest
    }

    func cancel() { rest.withLock { $0 = [] } }
}

/// A body that is kept besides, where it is not too long; whoever reads its end waits until it is.
final class RecordedStream: AnswerStream {
    private let stream: any AnswerStream
    private let limit: Int
    private let keep: @Sendable ([UInt8]) async -> Void
    /// Nil once it is too long, or was kept.
    private let read = Mutex<[UInt8]?>([])

    /// Makes a stream that keeps what is read of another.
    ///
    /// - Parameters:
    ///   - limit: bytes of the longest body that is kept.
    ///   - keep: is given the whole body at its end.
    init(_ stream: any AnswerStream, atMost limit: Int, _ keep: @escaping @Sendable ([UInt8]) async -> Void) {
        self.stream = stream
        self.limit = limit
        self.keep = keep
    }

    func next() async throws(TransportError) -> [UInt8]? {
        guard let piece = try await stream.next() else {
            if let whole = read.withLock({ $0.take() }) { await keep(whole) }
            return nil
        }
        read.withLock { read in
            guard let count = read?.count else { return }
            if count + piece.count > limit { read = nil } else { read?.append(contentsOf: piece) }
        }
        return piece
    }

    func cancel() {
        // What was not read to its end is never kept as if it were all, whatever the stream says from now on.
        read.withLock { $0 = nil }
        stream.cancel()
    }

    var last: TransportResponse? { stream.last }
}
