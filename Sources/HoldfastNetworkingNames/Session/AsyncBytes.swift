import Foundation

extension URLSession {
    /// A response's body, byte by byte as it comes (Apple, `URLSession.AsyncBytes`); for one reader.
    ///
    /// The server is held back while nobody reads.
    public struct AsyncBytes: AsyncSequence, Sendable {
        public typealias Element = UInt8
        public typealias AsyncIterator = Iterator

        /// The task that brings the body; cancelling it ends the reading with an error.
        public let task: URLSessionDataTask
        private let body: any BodyReader

        init(_ task: URLSessionDataTask, _ body: any BodyReader) {
            self.task = task
            self.body = body
        }

        public func makeAsyncIterator() -> Iterator { Iterator(body) }

        /// Gives the bytes one by one.
        public struct Iterator: AsyncIteratorProtocol {
            private let body: any BodyReader
            private var piece = Data()
            private var index = 0

            init(_ body: any BodyReader) { self.body = body }

            public mutating func next() async throws -> UInt8? {
                while index == piece.endIndex {
                    guard let next = try await body.next() else { return nil }
                    piece = next
                    index = next.startIndex
                }
                defer { index += 1 }
                return piece[index]
            }
        }
    }
}
