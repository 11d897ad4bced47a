/// The characters of octets that come one after the other (Apple, `AsyncCharacterSequence`).
///
/// A character is known to be whole only when the next one begins, or at the end.
public struct AsyncCharacterSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
    public typealias Element = Character
    public typealias Failure = Base.Failure

    public struct AsyncIterator: AsyncIteratorProtocol {
        public typealias Failure = Base.Failure

        /// Scalars after which a character counts as whole: without a limit, each further accent would be work for all
        /// before it.
        private let scalarLimit = 256
        private var scalars: AsyncUnicodeScalarSequence<Base>.AsyncIterator
        private var text = ""
        private var count = 0

        init(_ scalars: AsyncUnicodeScalarSequence<Base>.AsyncIterator) { self.scalars = scalars }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Character? {
            while let scalar = try await scalars.next(isolation: actor) {
                text.unicodeScalars.append(scalar)
                count += 1
                let isWhole = text.index(after: text.startIndex) < text.endIndex
                guard isWhole || count >= scalarLimit else { continue }
                let first = text.removeFirst()
                count = text.isEmpty ? 0 : 1
                return first
            }
            return text.isEmpty ? nil : text.removeFirst()
        }

        public mutating func next() async throws(Failure) -> Character? { try await next(isolation: nil) }
    }

    let base: Base

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(AsyncUnicodeScalarSequence(base: base).makeAsyncIterator())
    }
}

extension AsyncCharacterSequence: Sendable where Base: Sendable {}

@available(*, unavailable)
extension AsyncCharacterSequence.AsyncIterator: Sendable {}
