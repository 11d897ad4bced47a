import Foundation
import Synchronization

/// A body that is kept besides, where it is not too long.
final class KeptBody: BodyReader {
    private let body: any BodyReader
    private let limit: Int
    private let keep: @Sendable (Data) async -> Void
    /// Nil once it is too long, or was kept.
    private let kept = Mutex<Data?>(Data())

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
