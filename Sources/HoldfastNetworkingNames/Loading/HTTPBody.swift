import Foundation
import HoldfastHTTPS
import Synchronization

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
