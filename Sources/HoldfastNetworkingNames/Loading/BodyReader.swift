import Foundation
import FoundationNetworking
import HoldfastHTTPS

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
    /// The request as it went out; nil where the response is not to be kept: for what came from a server that nobody has
    /// proved, and for what came from none.
    var sent: OutgoingRequest?
}

/// A body that is there already.
final class ReadyBody: BodyReader {
    private let rest: TakenOnce<Data>

    init(_ data: Data) { rest = TakenOnce(data.isEmpty ? nil : data) }

    func next() async throws -> Data? { rest.take() }
    func cancel() {}
}
