/// The Unicode scalars of octets that come one after the other (Apple, `AsyncUnicodeScalarSequence`).
///
/// Each longest start of a sequence that cannot go on becomes one U+FFFD, as in Swift's strings (The Unicode Standard,
/// §3.9, "U+FFFD Substitution of Maximal Subparts").
public struct AsyncUnicodeScalarSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
    public typealias Element = UnicodeScalar
    public typealias Failure = Base.Failure

    public struct AsyncIterator: AsyncIteratorProtocol {
        public typealias Failure = Base.Failure

        var base: Base.AsyncIterator
        /// An octet that ended a broken sequence, and begins the next one.
        private var leftOver: UInt8?
        private var isAtEnd = false

        init(_ base: Base.AsyncIterator) { self.base = base }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> UnicodeScalar? {
            guard let first = try await octet(actor) else { return nil }
            guard var form = UTF8Form(first) else { return "\u{FFFD}" }
            while form.rest > 0 {
                guard let following = try await octet(actor) else { return "\u{FFFD}" }
                guard form.take(following) else {
                    leftOver = following
                    return "\u{FFFD}"
                }
            }
            return UnicodeScalar(form.value) ?? "\u{FFFD}"
        }

        public mutating func next() async throws(Failure) -> UnicodeScalar? { try await next(isolation: nil) }

        private mutating func octet(_ actor: isolated (any Actor)?) async throws(Failure) -> UInt8? {
            if let octet = leftOver {
                leftOver = nil
                return octet
            }
            guard !isAtEnd else { return nil }
            let octet = try await base.next(isolation: actor)
            isAtEnd = octet == nil
            return octet
        }
    }

    let base: Base

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base.makeAsyncIterator()) }
}

extension AsyncUnicodeScalarSequence: Sendable where Base: Sendable {}

@available(*, unavailable)
extension AsyncUnicodeScalarSequence.AsyncIterator: Sendable {}

/// A sequence of UTF-8 as far as it is known (The Unicode Standard, table 3-7).
struct UTF8Form {
    private(set) var value: UInt32
    /// The number of octets that are missing.
    private(set) var rest: Int
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Nil for an octet that begins none.
    init?(_ first: UInt8) {
        switch first {
        case 0x00...0x7F: (value, rest) = (UInt32(first), 0)
        case 0xC2...0xDF: (value, rest) = (UInt32(first & 0x1F), 1)
        case 0xE0...0xEF: (value, rest) = (UInt32(first & 0x0F), 2)
        case 0xF0...0xF4: (value, rest) = (UInt32(first & 0x07), 3)
        default: return nil
        }
        switch first {
        case 0xE0: allowed = 0xA0...0xBF
        case 0xED: allowed = 0x80...0x9F
        case 0xF0: allowed = 0x90...0xBF
        case 0xF4: allowed = 0x80...0x8F
        default: break
        }
    }

    /// Takes the next octet, if it may stand there.
    mutating func take(_ octet: UInt8) -> Bool {
        guard rest > 0, allowed.contains(octet) else { return false }
        value = value << 6 | UInt32(octet & 0x3F)
        rest -= 1
        allowed = 0x80...0xBF
        return true
    }
}

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

/// The lines of octets that come one after the other (Apple, `AsyncLineSequence`).
///
/// A line ends with LF, VT, FF, CR, CR LF, NEL, LS or PS. Empty lines are left out, as Apple leaves them out: what is
/// built upon them, such as server-sent events, must read ``unicodeScalars`` or the octets. Octets that are no UTF-8
/// become U+FFFD. A line is kept whole until it ends, however long it is.
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
