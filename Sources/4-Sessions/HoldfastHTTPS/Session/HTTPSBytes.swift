public import HoldfastHTTP
import HoldfastTransport
import Synchronization

/// A response's body, byte by byte as it comes (Apple, `URLSession.AsyncBytes`).
///
/// The server is held back while nobody reads: some hundred kilobytes wait here at most, besides what HTTP/2 and the
/// system have under way. One task reads, once; ``pieces`` is the faster way. Whoever lets go of it ends the transfer.
public struct HTTPSBytes: AsyncSequence, Sendable {
    public typealias Element = UInt8
    public typealias Failure = HTTPSError

    let source: BodySource

    /// The body in the pieces that it came in, some bytes each.
    public var pieces: Pieces { Pieces(source: source) }

    /// The fields after the body (RFC 9110 §6.5); empty before its end.
    public var trailers: [HTTPField] { source.trailers }

    /// Ends the transfer; reading goes on with an error.
    public func cancel() { source.cancel() }

    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Gives the bytes one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let source: BodySource
        private var piece: [UInt8] = []
        private var index = 0

        init(source: BodySource) { self.source = source }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HTTPSError) -> UInt8? {
            if index == piece.count {
                guard let next = try await source.next() else { return nil }
                piece = next
                index = 0
            }
            defer { index += 1 }
            return piece[index]
        }
    }

    /// A body in pieces.
    public struct Pieces: AsyncSequence, Sendable {
        public typealias Element = [UInt8]
        public typealias Failure = HTTPSError

        let source: BodySource

        public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

        /// Gives the pieces in their order.
        public struct Iterator: AsyncIteratorProtocol {
            let source: BodySource

            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(HTTPSError) -> [UInt8]? {
                try await source.next()
            }
        }
    }
}

/// The stream behind a body, with what its end means for the task that it belongs to.
final class BodySource: Sendable {
    private let stream: any AnswerStream
    /// The connection that it comes over.
    private let connection: ConnectionRecord
    private let begun: Mutex<[UInt8]>
    private let request: HTTPSRequest
    private let redirects: [HTTPSResponse.Redirect]
    private let gate: SessionGate
    /// Keeps the session's connections while the body is read.
    private let session: HTTPSSession
    /// Whether whoever reads has had all that it wants, and whatever follows is no failure.
    let isOver = Mutex(false)
    /// Nil after the end, which is told once.
    private let journal: Mutex<TaskJournal?>

    /// Makes the sequence of a body's bytes.
    ///
    /// - Parameter begun: what of the body was read already.
    init(
        _ stream: any AnswerStream, begun: [UInt8], of request: HTTPSRequest, on connection: ConnectionRecord,
        after redirects: [HTTPSResponse.Redirect], journal: TaskJournal, in session: HTTPSSession
    ) {
        self.stream = stream
        self.connection = connection
        self.begun = Mutex(begun)
        self.request = request
        self.redirects = redirects
        self.session = session
        gate = session.gate
        self.journal = Mutex(journal)
    }

    deinit {
        end(
            HTTPSError(
                .transfer, .cancelled, SessionSentence.bodyNotRead, advice: AuthenticationAdvice.nothingWrong,
                connection: connection, redirects: redirects
            ).of(request.url))
    }

    func next() async throws(HTTPSError) -> [UInt8]? {
        let first = begun.withLock { begun in
            defer { begun = [] }
            return begun
        }
        if !first.isEmpty { return first }
        do throws(TransportError) {
            let piece = try await stream.next()
            if piece == nil { end(nil) }
            return piece
        } catch {
            let failure = HTTPSError(error, redirects: redirects).of(request.url)
            end(failure)
            throw failure
        }
    }

    var trailers: [HTTPField] { stream.last?.trailers ?? [] }

    func cancel() { stream.cancel() }

    private func end(_ error: HTTPSError?) {
        guard var journal = journal.withLock({ $0.take() }) else { return }
        let error = isOver.withLock { $0 } ? nil : error
        if let last = stream.last { journal.completed(last, to: request) }
        journal.ended(error)
        gate.leave()
    }
}
