/// A fault for which bytes are no list of signed certificate timestamps, with its place and field.
public struct SCTError: Error, Hashable, Sendable {
    /// A fault in the encoding.
    public enum Reason: Hashable, Sendable {
        /// A field or a vector needs more bytes than are left.
        case truncated(needed: Int, available: Int)
        /// Bytes after the end of a structure.
        case trailingData(count: Int)
        /// A vector without content where RFC 6962 wants some: the list, and each element of it.
        case empty
        /// More timestamps than ``SignedCertificateTimestampList/maximumCount``.
        case tooMany(limit: Int)
    }

    /// The fault.
    public let reason: Reason
    /// The place of the fault: the index of the offending byte in the array that the input is a slice of.
    public let offset: Int
    /// The field that was being read, with RFC 6962's name; `[2]` is a list's third element.
    public internal(set) var path: [String]

    init(_ reason: Reason, at offset: Int, path: [String] = []) {
        self.reason = reason
        self.offset = offset
        self.path = path
    }

    func inside(_ field: String) -> SCTError { SCTError(reason, at: offset, path: [field] + path) }
}

extension SCTError: TLSReadingError {
    package init(_ defect: TLSDefect, in field: String) {
        let reason: Reason =
            switch defect.reason {
            case .truncated(let needed, let available): .truncated(needed: needed, available: available)
            case .trailingBytes(let count): .trailingData(count: count)
            case .empty: .empty
            }
        self.init(reason, at: defect.start, path: field.isEmpty ? [] : [field])
    }
}
