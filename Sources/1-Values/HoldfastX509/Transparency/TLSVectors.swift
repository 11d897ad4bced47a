/// A cursor over the presentation language of TLS (RFC 8446 §3): numbers of fixed size, vectors behind their length.
///
/// Every read goes through one bounds check. The error that it throws is its caller's: each structure has its own.
package struct TLSReader<Failure: TLSReadingError> {
    private let input: ArraySlice<UInt8>
    package private(set) var offset: Int

    package init(_ input: ArraySlice<UInt8>) {
        self.input = input
        offset = input.startIndex
    }

    package var isAtEnd: Bool { offset == input.endIndex }
    package var remaining: Int { input.endIndex - offset }

    /// The next bytes, so many as that.
    package mutating func bytes(_ count: Int, _ field: String) throws(Failure) -> ArraySlice<UInt8> {
        try bytes(count, field, from: offset)
    }

    /// Everything that is left.
    package mutating func rest() -> ArraySlice<UInt8> {
        defer { offset = input.endIndex }
        return input[offset...]
    }

    /// An unsigned number of so many bytes, the most significant first.
    package mutating func number<Number: FixedWidthInteger>(
        _ octets: Int, _ field: String
    ) throws(Failure) -> Number {
        try bytes(octets, field).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// A vector behind its length.
    ///
    /// - Parameters:
    ///   - lengthOctets: The bytes that its length takes.
    ///   - minimum: The fewest bytes that it may have; with fewer it counts as empty.
    package mutating func vector(
        lengthOctets: Int, _ field: String, atLeast minimum: Int = 0
    ) throws(Failure) -> ArraySlice<UInt8> {
        let start = offset
        let count: Int = try number(lengthOctets, field)
        let content = try bytes(count, field, from: start)
        guard count >= minimum else {
            throw Failure(TLSDefect(reason: .empty, start: start, position: content.startIndex), in: field)
        }
        return content
    }

    package func expectEnd(_ field: String = "") throws(Failure) {
        guard isAtEnd else {
            throw Failure(TLSDefect(reason: .trailingBytes(remaining), start: offset, position: offset), in: field)
        }
    }

    private mutating func bytes(
        _ count: Int, _ field: String, from start: Int
    ) throws(Failure) -> ArraySlice<UInt8> {
        guard count <= remaining else {
            let reason = TLSDefect.Reason.truncated(needed: count, available: remaining)
            throw Failure(TLSDefect(reason: reason, start: start, position: offset), in: field)
        }
        defer { offset += count }
        return input[offset..<offset + count]
    }
}

/// A defect that a ``TLSReader`` finds, without the name of the field.
package struct TLSDefect: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// A field or a vector needs more bytes than are left.
        case truncated(needed: Int, available: Int)
        /// Bytes after the end of a structure.
        case trailingBytes(Int)
        /// A vector with fewer bytes than it must have.
        case empty
    }

    package let reason: Reason
    /// The index of the field's first byte, a vector's length included, in the array that the input is a slice of.
    package let start: Int
    /// The index at which the reader stopped: behind the length, of a vector that is cut off.
    package let position: Int
}

/// An error of a structure that is read by a ``TLSReader``.
package protocol TLSReadingError: Error {
    init(_ defect: TLSDefect, in field: String)
}

/// Writes the presentation language of TLS (RFC 8446 §3).
package enum TLSWriter {
    /// A number in so many bytes, the most significant first; what does not go into them is cut.
    package static func number(_ value: some FixedWidthInteger, octets: Int) -> [UInt8] {
        (0..<octets).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A vector behind its length; a content that is too long for the length is cut.
    package static func vector(_ content: some Collection<UInt8>, lengthOctets: Int) -> [UInt8] {
        let content = content.prefix(1 << (8 * lengthOctets) - 1)
        return number(content.count, octets: lengthOctets) + content
    }
}
