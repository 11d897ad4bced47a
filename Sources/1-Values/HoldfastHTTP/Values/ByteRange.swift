import HoldfastX509

/// A Content-Range field in bytes (RFC 9110 §14.4): `bytes 0-9/100`, `bytes 0-9/*`, `bytes */100`.
package struct ContentRangeField: Hashable, Sendable {
    /// The part that the body is, one byte at least; nil for `*`: there is none.
    package let bytes: Range<Int64>?
    /// Bytes of the whole; nil where the server does not know.
    package let total: Int64?

    /// Nil for what follows no grammar, for a last byte before the first or behind the end, and for numbers of more
    /// than 15 digits.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].asciiLowercased() == "bytes" else { return nil }
        let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        let total = FieldGrammar.number(sides[1]).map { Int64($0) }
        guard total != nil || sides[1] == "*" else { return nil }
        self.total = total
        guard sides[0] != "*" else {
            guard total != nil else { return nil }
            bytes = nil
            return
        }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = FieldGrammar.number(ends[0]), let last = FieldGrammar.number(ends[1]),
            first <= last,
            total.map({ last < $0 }) ?? true
        else { return nil }
        bytes = Int64(first)..<(Int64(last) + 1)
    }
}

/// The bytes of a representation that a response has, of a known whole.
package struct ContentRange: Hashable, Sendable {
    /// Bytes of the longest representation; a terabyte.
    private static let longest = 1 << 40

    /// The bytes, one at least.
    package let bytes: Range<Int>
    /// Bytes of the whole representation.
    package let total: Int

    /// Nil for a stretch that is empty, or beyond the end of the whole.
    package init?(_ bytes: Range<Int>, of total: Int) {
        guard bytes.lowerBound >= 0, !bytes.isEmpty, bytes.upperBound <= total, total <= Self.longest else {
            return nil
        }
        (self.bytes, self.total) = (bytes, total)
    }

    /// Reads a field; nil for one that does not say how long the whole is, and for what is none.
    package init?(_ field: String) {
        guard let field = ContentRangeField(field), let bytes = field.bytes, let total = field.total else { return nil }
        self.init(Int(bytes.lowerBound)..<Int(bytes.upperBound), of: Int(total))
    }

    /// The value of the field.
    package var field: String { "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(total)" }

    /// Whether nothing of the representation is missing.
    package var isWhole: Bool { bytes.lowerBound == 0 && bytes.upperBound == total }
}

/// The one stretch of bytes that a request asks for (RFC 9110 §14.1.2).
package enum RangeWish: Hashable, Sendable {
    /// From one byte to another, that one included; to the end where that is nil.
    case from(Int, through: Int?)
    /// The last bytes.
    case last(Int)

    /// Reads a field; nil for other units, for several stretches, and for what is none.
    package init?(_ field: String) {
        let parts = field.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].asciiLowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let count = FieldGrammar.number(ends[1]) else { return nil }
            self = .last(count)
        } else {
            guard let first = FieldGrammar.number(ends[0]) else { return nil }
            guard !ends[1].isEmpty else {
                self = .from(first, through: nil)
                return
            }
            guard let last = FieldGrammar.number(ends[1]), last >= first else { return nil }
            self = .from(first, through: last)
        }
    }

    /// The bytes that are meant of a whole; nil where there are none.
    package func bytes(of total: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            guard first < total else { return nil }
            return first..<min(last.map { $0 + 1 } ?? total, total)
        case .last(let count):
            guard count > 0, total > 0 else { return nil }
            return max(total - count, 0)..<total
        }
    }
}
