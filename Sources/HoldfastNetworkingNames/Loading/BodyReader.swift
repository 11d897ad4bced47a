import Foundation
import FoundationNetworking

/// A response's body, piece by piece, wherever it comes from.
protocol BodyReader: Sendable {
    /// The next bytes; nil after the last.
    func next() async throws -> Data?
    /// Nobody wants any more of it.
    func cancel()
}

/// A response whose body is still to be read.
struct LoadedResponse: Sendable {
    let response: URLResponse
    var body: any BodyReader
    /// The request that it answers, which after redirects is not the first.
    var request: URLRequest
}

/// A body that is there already.
final class ReadyBody: BodyReader {
    private let rest: FirstPiece

    init(_ data: Data) { rest = FirstPiece(data) }

    func next() async throws -> Data? { rest.take() }
    func cancel() {}
}
