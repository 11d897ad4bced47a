public import HoldfastStatements
package import HoldfastX509

/// A defect of bytes that ought to be TLS: its kind, the field, and the place.
///
/// It stands beside the bytes, which are kept: a message that cannot be read is shown all the same.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of defect.
    public enum Reason: Hashable, Sendable {
        /// A field needs more bytes than are left.
        case truncated(needed: Int, available: Int)
        /// Bytes after the end of a structure.
        case trailingBytes(Int)
        /// Nothing where the syntax wants something.
        case empty
        /// A list whose length is no multiple of its elements' size.
        case oddLength(Int)
        /// "There MUST NOT be more than one extension of the same type" (RFC 8446 §4.2).
        case repeatedExtension
        /// A value that the field cannot have.
        case badValue(Statement)
        /// More elements than are read.
        case tooMany(limit: Int)
    }

    public let reason: Reason
    /// The field, by the name that the RFC gives it.
    public let field: String
    /// The index of the offending byte, counted from the message's first byte.
    public let offset: Int
    /// The index at which the reader stopped: of a vector that is cut off, behind its length.
    package let position: Int

    package init(_ reason: Reason, _ field: String, at offset: Int, position: Int? = nil) {
        self.reason = reason
        self.field = field
        self.offset = offset
        self.position = position ?? offset
    }

    package init(_ fault: WireFault, _ field: String, at offset: Int) {
        self.init(.badValue(fault.statement), field, at: offset)
    }

    /// The field, the defect and the byte as a statement.
    public var statement: Statement { WireSentence.field(field, reason, byte: offset).statement }

    public var description: String { statement.english }
}

extension WireError: TLSReadingError {
    package init(_ defect: TLSDefect, in field: String) {
        let reason: Reason =
            switch defect.reason {
            case .truncated(let needed, let available): .truncated(needed: needed, available: available)
            case .trailingBytes(let count): .trailingBytes(count)
            case .empty: .empty
            }
        self.init(reason, field, at: defect.start, position: defect.position)
    }
}
