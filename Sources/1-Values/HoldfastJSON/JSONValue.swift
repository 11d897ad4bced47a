package import HoldfastStatements

/// A value of a JSON text (RFC 8259), and where in the text it begins.
package struct JSONValue: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case string(String)
        /// As it is written.
        case number(String)
        case bool(Bool)
        case null
        case array([JSONValue])
        /// In the order of the text.
        case object([JSONMember])
    }

    package let content: Content
    package let position: TextPosition

    /// An error for bytes that are no JSON, or none that is read here.
    package struct SyntaxError: Error, Hashable, CustomStringConvertible {
        package let position: TextPosition
        /// The fault, without its place.
        package let fault: Statement

        package init(position: TextPosition, _ fault: any Sentence) {
            (self.position, self.fault) = (position, Statement(fault))
        }

        /// The place and the fault.
        package var statement: Statement { JSONSentence.at(position.description, fault).statement }

        /// One clause, without a full stop.
        package var message: String { fault.english }

        package var description: String { statement.english }
    }

    /// Reads one value with nothing behind it.
    ///
    /// RFC 8259 §4 leaves a name that occurs twice in an object open; by default it is an error. UTF-8 that is none, a
    /// byte order mark, and more than ``JSONReader/maximumDepth`` and ``JSONReader/maximumValues`` always are. How many
    /// bytes there may be is the caller's to say.
    ///
    /// - Parameter allowingRepeatedNames: whether a name may occur twice in an object: where the caller says so itself,
    ///   or takes the first.
    package init(_ bytes: [UInt8], allowingRepeatedNames: Bool = false) throws(SyntaxError) {
        self = try JSONReader.value(of: bytes, allowingRepeatedNames: allowingRepeatedNames)
    }

    package init(_ content: Content, at position: TextPosition) {
        (self.content, self.position) = (content, position)
    }

    package var text: String? { if case .string(let text) = content { text } else { nil } }
    package var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }
    package var array: [JSONValue]? { if case .array(let array) = content { array } else { nil } }
    /// A whole number that is written without fraction and exponent.
    package var integer: Int? { if case .number(let text) = content { Int(text) } else { nil } }

    /// The members of an object by name; of a name that occurs twice, the first.
    package var object: [String: JSONValue]? {
        guard case .object(let members) = content else { return nil }
        return Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// The value at a path of names; items of a list go by their numbers. Nil where there is none.
    package func at(_ path: [String]) -> JSONValue? {
        guard let first = path.first else { return self }
        let rest = Array(path.dropFirst())
        switch content {
        case .object(let members): return members.first { $0.name == first }?.value.at(rest)
        case .array(let items):
            guard let index = Int(first), items.indices.contains(index) else { return nil }
            return items[index].at(rest)
        default: return nil
        }
    }

    /// The kind of value.
    package var kind: JSONKind {
        switch content {
        case .string: .text
        case .number: .number
        case .bool: .truth
        case .null: .null
        case .array: .list
        case .object: .object
        }
    }
}

/// One name of an object, where it stands, and what it stands for.
package struct JSONMember: Hashable, Sendable {
    package let name: String
    package let position: TextPosition
    package let value: JSONValue
}
