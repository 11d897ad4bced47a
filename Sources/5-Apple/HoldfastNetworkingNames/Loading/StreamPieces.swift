import Dispatch
import Foundation
import FoundationNetworking

/// The bytes of a stream, piece by piece: reading blocks, so that it happens on a thread of its own.
struct StreamPieces: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    /// Gives the stream; nil where there is none.
    let open: @Sendable () async -> UnsafeTransfer<InputStream?>

    init(_ open: @escaping @Sendable () async -> UnsafeTransfer<InputStream?>) { self.open = open }

    func makeAsyncIterator() -> Iterator { Iterator(open: open) }

    struct Iterator: AsyncIteratorProtocol {
        let open: @Sendable () async -> UnsafeTransfer<InputStream?>
        private var stream: OpenedStream?

        init(open: @escaping @Sendable () async -> UnsafeTransfer<InputStream?>) { self.open = open }

        mutating func next() async throws -> [UInt8]? {
            if stream == nil {
                guard let given = await open().value else {
                    throw URLError(.requestBodyStreamExhausted, "there is no stream for the request's body", for: nil)
                }
                stream = OpenedStream(given)
            }
            return try await stream?.next()
        }
    }
}

/// A stream that is read by one at a time, and closed when it is let go.
private final class OpenedStream: Sendable {
    private static let pieceLength = 64 << 10

    private let stream: UnsafeTransfer<InputStream>
    private let queue = DispatchQueue(label: "holdfast.body-stream")

    init(_ stream: InputStream) {
        self.stream = UnsafeTransfer(stream)
        queue.async { self.stream.value.open() }
    }

    deinit { stream.value.close() }

    func next() async throws -> [UInt8]? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.read() }) }
        }
    }

    private func read() throws -> [UInt8]? {
        var failed = false
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            let read = unsafe stream.value.read(start, maxLength: Self.pieceLength)
            failed = read < 0
            count = Swift.min(Swift.max(read, 0), Self.pieceLength)
        }
        guard !failed else {
            // Foundation on Linux ends the process where it is asked for the error of a stream that has none, as of one
            // that somebody has closed.
            let error = stream.value.streamStatus == .error ? stream.value.streamError : nil
            throw error
                ?? URLError(.requestBodyStreamExhausted, "the stream of the request's body failed", for: nil)
        }
        return piece.isEmpty ? nil : piece
    }
}
