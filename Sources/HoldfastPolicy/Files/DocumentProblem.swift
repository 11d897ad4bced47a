/// One thing that is wrong in a document, and where.
public struct DocumentProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Line and column of what it is about.
    public let position: TextPosition
    /// The same place by names, as `hosts."**.example.com".pins.leaf[1]`; empty for the document as a whole.
    public let path: String
    /// One clause, without a full stop.
    public let message: String
    /// What to do, without a full stop; nil where the message says it.
    public let hint: String?

    public init(_ message: String, at position: TextPosition, path: String = "", hint: String? = nil) {
        (self.message, self.position, self.path, self.hint) = (message, position, path, hint)
    }

    /// `LINE:COLUMN: PATH: MESSAGE (HINT)`.
    public var description: String {
        "\(position): " + (path.isEmpty ? "" : path + ": ") + message + (hint.map { " (\($0))" } ?? "")
    }
}
