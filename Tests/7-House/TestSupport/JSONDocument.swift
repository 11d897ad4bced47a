import FoundationEssentials

/// A JSON value as a reader of the output sees it, independent of the types that wrote it.
package enum JSONDocument: Decodable, Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONDocument])
    case object([String: JSONDocument])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONDocument].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONDocument].self))
        }
    }

    package init(_ text: some StringProtocol) throws {
        self = try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8))
    }

    /// nil where there is no such member, `.null` where it is there and null.
    package subscript(_ name: String) -> JSONDocument? { members?[name] }

    package subscript(_ index: Int) -> JSONDocument? {
        if let elements, elements.indices.contains(index) { elements[index] } else { nil }
    }

    package var members: [String: JSONDocument]? { if case .object(let members) = self { members } else { nil } }
    package var elements: [JSONDocument]? { if case .array(let elements) = self { elements } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The names of an object's members; none of anything else.
    package var keys: Set<String> { Set((members ?? [:]).keys) }
    /// How many elements an array has; none of anything else.
    package var count: Int { elements?.count ?? 0 }
}
