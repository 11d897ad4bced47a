/// The lines of octets that come one after the other (Apple, `AsyncLineSequence`).
///
/// A line ends with LF, VT, FF, CR, CR LF, NEL, LS or PS. Empty lines are left out, as Apple leaves them out: what is built
/// upon them, such as server-sent events, must read ``unicodeScalars`` or the octets. Octets that are no UTF-8 become
/// U+FFFD. A line is kept whole until it ends, however long it is.
public struct AsyncLineSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
    public typealias Element = String
    public typealias Failure = Base.Failure

    public struct AsyncIterator: AsyncIteratorProtocol {
        public typealias Failure = Base.Failure

        var base: Base.AsyncIterator
        private var line: [UInt8] = []
        private var isAtEnd = false

        init(_ base: Base.AsyncIterator) { self.base = base }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> String? {
            while !isAtEnd {
                guard let octet = try await base.next(isolation: actor) else {
                    isAtEnd = true
                    break
                }
                switch octet {
                case 0x0A...0x0D: break
                case 0x85 where line.last == 0xC2: line.removeLast()
                case 0xA8 where line.suffix(2) == [0xE2, 0x80], 0xA9 where line.suffix(2) == [0xE2, 0x80]:
                    line.removeLast(2)
                default:
                    line.append(octet)
                    continue
                }
                // The LF of CR LF ends an empty line.
                if !line.isEmpty { return take() }
            }
            return line.isEmpty ? nil : take()
        }

        public mutating func next() async throws(Failure) -> String? { try await next(isolation: nil) }

        private mutating func take() -> String {
            defer { line.removeAll(keepingCapacity: line.capacity <= 1 << 16) }
            return String(decoding: line, as: UTF8.self)
        }
    }

    let base: Base

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base.makeAsyncIterator()) }
}

extension AsyncLineSequence: Sendable where Base: Sendable {}

@available(*, unavailable)
extension AsyncLineSequence.AsyncIterator: Sendable {}

extension AsyncSequence where Element == UInt8 {
    /// The lines of these octets, empty ones left out.
    public var lines: AsyncLineSequence<Self> { AsyncLineSequence(base: self) }

    /// The characters of these octets, which are UTF-8.
    public var characters: AsyncCharacterSequence<Self> { AsyncCharacterSequence(base: self) }

    /// The Unicode scalars of these octets, which are UTF-8.
    public var unicodeScalars: AsyncUnicodeScalarSequence<Self> { AsyncUnicodeScalarSequence(base: self) }
}
