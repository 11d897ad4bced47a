/// Why a PEM file cannot be read.
public struct PEMError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// A block begins and does not end.
        case missingEnd(label: String)
        /// A block ends under another label than it began with.
        case labelMismatch(begin: String, end: String)
        /// A block begins inside another one.
        case nestedBegin(label: String)
        /// A character that is none of Base64's, a wrong length, or wrong padding.
        case invalidBase64
        /// A block without data.
        case emptyBlock(label: String)
    }

    /// What is wrong.
    public let reason: Reason
    /// The line it is wrong in, counted from 1.
    public let line: Int

    public var description: String {
        switch reason {
        case .missingEnd(let label): "line \(line): the block \(label) does not end"
        case .labelMismatch(let begin, let end): "line \(line): a block of \(begin) ends as \(end)"
        case .nestedBegin(let label): "line \(line): a block begins inside the block \(label)"
        case .invalidBase64: "line \(line): not Base64"
        case .emptyBlock(let label): "line \(line): the block \(label) is empty"
        }
    }
}
