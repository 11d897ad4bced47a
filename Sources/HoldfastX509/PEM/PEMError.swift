/// A fault for which a PEM file cannot be read, and its line.
public struct PEMError: Error, Hashable, Sendable {
    /// A fault in the text.
    public enum Reason: Hashable, Sendable {
        /// A line that begins as `-----BEGIN` or `-----END` and does not go on as RFC 7468 §3 says.
        case malformedBoundary
        /// A boundary with the two characters `\n` instead of a line break, as out of a variable or a JSON text.
        case escapedLineBreaks
        /// A block ends that did not begin.
        case endWithoutBegin(label: String)
        /// A block begins inside another one, whose label this is.
        case nestedBegin(label: String)
        /// A block begins and does not end.
        case missingEnd(label: String)
        /// A block ends under another label than it began with.
        case labelMismatch(begin: String, end: String)
        /// The data of a block is not Base64.
        case invalidBase64(Base64Error)
        /// A block without data.
        case emptyBlock(label: String)
    }

    /// The fault.
    public let reason: Reason
    /// The line with the fault, counted from 1; the line of `BEGIN` where something is missing.
    public let line: Int
}

extension PEMError: CustomStringConvertible {
    /// One line: where, and what.
    public var description: String { "line \(line): \(reason)" }
}

extension PEMError.Reason: CustomStringConvertible {
    /// The reason in words, without place.
    public var description: String {
        switch self {
        case .malformedBoundary: "a boundary that is not five dashes, BEGIN or END, a label, five dashes"
        case .escapedLineBreaks: "line breaks are written as the two characters \\n"
        case .endWithoutBegin(let label): "a block of \(label) ends that did not begin"
        case .nestedBegin(let label): "a block begins inside a block of \(label), whose END is missing"
        case .missingEnd(let label): "the block of \(label) that begins here does not end"
        case .labelMismatch(let begin, let end): "a block that began as \(begin) ends as \(end)"
        case .invalidBase64(let error): "\(error)"
        case .emptyBlock(let label): "the block of \(label) that begins here is empty"
        }
    }
}
