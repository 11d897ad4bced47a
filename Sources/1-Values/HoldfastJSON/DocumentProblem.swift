public import HoldfastStatements

/// A place in a text: its line and column, both counted from 1.
///
/// Columns count characters of Unicode, a tabulator being one; a line ends at a line feed.
public struct TextPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    /// The place of the first octet that is no UTF-8.
    init(ofWrongOctetIn bytes: [UInt8]) {
        var decoder = Unicode.UTF8()
        var rest = bytes.makeIterator()
        var (line, column) = (1, 1)
        while case .scalarValue(let scalar) = decoder.decode(&rest) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        self.init(line: line, column: column)
    }

    /// `LINE:COLUMN`, as compilers write it.
    public var description: String { "\(line):\(column)" }

    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// One thing that is wrong in a document, and where.
public struct DocumentProblem: Hashable, Sendable, CustomStringConvertible {
    /// Line and column of what it is about.
    public let position: TextPosition
    /// The names that lead to it, as `hosts."**.example.com".pins.leaf[1]`; empty for the document as a whole.
    public let path: String
    /// The fault as a statement, without its place.
    public let statement: Statement
    /// The remedy as a statement; nil where the fault says it.
    public let adviceStatement: Statement?

    /// A problem of one's own, with words that are shown as they are.
    public init(_ message: String, at position: TextPosition, path: String = "", hint: String? = nil) {
        self.init(
            Statement(verbatim: message), at: position, path: path, advice: hint.map { Statement(verbatim: $0) })
    }

    package init(
        _ statement: Statement, at position: TextPosition, path: String = "", advice: Statement? = nil
    ) {
        (self.statement, self.position, self.path, adviceStatement) = (statement, position, path, advice)
    }

    /// One clause, without a full stop.
    public var message: String { statement.english }
    /// The remedy, without a full stop; nil where the message says it.
    public var hint: String? { adviceStatement?.english }

    /// The problem with its place and its remedy, as one statement.
    package var wholeStatement: Statement {
        DocumentSentence.problem(place: position.description, path: path, statement, advice: adviceStatement).statement
    }

    /// `LINE:COLUMN: PATH: MESSAGE (HINT)`.
    public var description: String { wholeStatement.english }
}

/// A value of a document, and how one gets there from its root.
package struct DocumentPlace: Sendable {
    package let value: JSONValue
    /// The position that problems are reported at: that of the value itself, or of a member's name.
    package let position: TextPosition
    /// As ``DocumentProblem/path``.
    package let path: String

    /// The root.
    package init(_ value: JSONValue) { self.init(value, at: value.position, path: "") }

    private init(_ value: JSONValue, at position: TextPosition, path: String) {
        (self.value, self.position, self.path) = (value, position, path)
    }

    /// A member of the object here.
    package func member(_ member: JSONMember) -> DocumentPlace {
        DocumentPlace(member.value, at: member.value.position, path: path(of: member.name))
    }

    /// The name of a member of the object here, and not what it stands for.
    package func name(of member: JSONMember) -> DocumentPlace {
        DocumentPlace(member.value, at: member.position, path: path(of: member.name))
    }

    /// An item of the list here, counted from 0.
    package func item(_ index: Int, _ value: JSONValue) -> DocumentPlace {
        DocumentPlace(value, at: value.position, path: "\(path)[\(index)]")
    }

    private func path(of name: String) -> String {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        // A bit apart from the small letters are the capitals.
        let isWord = (1...80).contains(name.utf8.count) && name.utf8.allSatisfy { letters.contains($0 | 0x20) }
        let word = isWord ? name : "\"\(JSONText.excerpt(name))\""
        return path.isEmpty ? word : "\(path).\(word)"
    }
}
