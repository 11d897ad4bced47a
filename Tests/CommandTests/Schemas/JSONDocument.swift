import Foundation

/// A JSON value as a reader of the output sees it.
enum JSONDocument: Decodable, Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONDocument])
    case object([String: JSONDocument])

    init(from decoder: any Decoder) throws {
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

    init(_ text: some StringProtocol) throws {
        self = try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8))
    }

    /// nil where there is no such member.
    subscript(_ name: String) -> JSONDocument? { members?[name] }

    subscript(_ index: Int) -> JSONDocument? {
        if let elements, elements.indices.contains(index) { elements[index] } else { nil }
    }

    var members: [String: JSONDocument]? { if case .object(let members) = self { members } else { nil } }
    var elements: [JSONDocument]? { if case .array(let elements) = self { elements } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
}
