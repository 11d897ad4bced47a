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
