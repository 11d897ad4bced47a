/// A response whose body comes piece by piece.
///
/// One task reads it. Whoever lets go of it before the end ends the transfer.
package final class TransportStream: Sendable {
    /// Status, fields and connection; the body is empty, and there are no trailers yet.
    package let head: TransportResponse
    private let pipe: ResponsePipe

    init(_ pipe: ResponsePipe) async throws(TransportError) {
        self.pipe = pipe
        switch await pipe.head() {
        case .success(let head): self.head = head
        case .failure(let error):
            throw error
        }
    }

    deinit { pipe.cancel() }

    /// The next piece of the body, decompressed; nil at its end.
    package func next() async throws(TransportError) -> [UInt8]? { try await pipe.next().get() }

    /// The response at its end, with trailers; nil before ``next()`` has returned nil.
    package var last: TransportResponse? { pipe.last }

    /// Ends the transfer; what has not been read is gone.
    package func cancel() { pipe.cancel() }
}
