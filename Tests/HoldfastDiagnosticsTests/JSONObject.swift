import FoundationEssentials
import HoldfastDiagnostics
import Testing

/// A JSON value to look into: what a reader of the output sees, independent of the types that wrote it.
enum JSONObject: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONObject])
    case object([String: JSONObject])

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
        } else if let value = try? container.decode([JSONObject].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONObject].self))
        }
    }

    init(line: String) throws {
        self = try JSONDecoder().decode(JSONObject.self, from: Data(line.utf8))
    }

    /// nil where there is no such key, `.null` where it is there and null.
    subscript(_ key: String) -> JSONObject? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    subscript(_ index: Int) -> JSONObject? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    var keys: Set<String> {
        if case .object(let members) = self { Set(members.keys) } else { [] }
    }

    var count: Int {
        if case .array(let elements) = self { elements.count } else { 0 }
    }
}
