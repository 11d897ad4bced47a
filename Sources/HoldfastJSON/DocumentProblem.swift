/// A place in a text: its line and column, both counted from 1.
///
/// Columns count characters of Unicode, a tabulator being one; a line ends at a line feed.
public struct TextPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    /// `LINE:COLUMN`, as compilers write it.
    public var description: String { "\(line):\(column)" }

    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// One thing that is wrong in a document, and where.
public struct DocumentProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Line and column of what it is about.
    public let position: TextPosition
    /// The names that lead to it, as `hosts."**.example.com".pins.leaf[1]`; empty for the document as a whole.
    public let path: String
    /// One clause, without a full stop.
    public let message: String
    /// The remedy, without a full stop; nil where the message says it.
    public let hint: String?

    public init(_ message: String, at position: TextPosition, path: String = "", hint: String? = nil) {
        (self.message, self.position, self.path, self.hint) = (message, position, path, hint)
    }

    /// `LINE:COLUMN: PATH: MESSAGE (HINT)`.
    public var description: String {
        "\(position): " + (path.isEmpty ? "" : path + ": ") + message + (hint.map { " (\($0))" } ?? "")
    }
}
