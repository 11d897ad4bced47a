import FoundationEssentials

/// A JSON text (RFC 8259) of a stranger, in memory, small and flat.
enum JSONTree: Hashable, Sendable {
    /// Arrays and objects within each other, at most.
    static let maximumDepth = 16

    case null
    case bool(Bool)
    case integer(Int64)
    /// A number that is no integer, or a larger one.
    case number
    case string(String)
    case array([JSONTree])
    /// Where a name stands twice, one of the two.
    case object([String: JSONTree])

    struct Fault: Error, Hashable, Sendable {
        let reason: String
    }

    init(_ bytes: [UInt8]) throws(Fault) {
        guard Self.depth(of: bytes) <= Self.maximumDepth else {
            throw Fault(reason: "it is more than \(Self.maximumDepth) levels deep")
        }
        do {
            self = try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
        } catch {
            throw Fault(reason: "it is no JSON")
        }
    }

    /// How deep brackets outside of strings stand in each other.
    private static func depth(of bytes: [UInt8]) -> Int {
        var (depth, deepest) = (0, 0)
        var (isString, isEscaped) = (false, false)
        for octet in bytes {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if octet == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if octet == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch octet {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }

    /// What stands at a place; nil for nothing. Elements of an array go by their numbers.
    func at(_ path: [String]) -> JSONTree? {
        guard let first = path.first else { return self }
        let rest = Array(path.dropFirst())
        switch self {
        case .object(let members): return members[first]?.at(rest)
        case .array(let items):
            guard let index = Int(first), items.indices.contains(index) else { return nil }
            return items[index].at(rest)
        default: return nil
        }
    }
}

extension JSONTree: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            var object: [String: JSONTree] = [:]
            for name in members.allKeys { object[name.stringValue] = try members.decode(JSONTree.self, forKey: name) }
            self = .object(object)
            return
        }
        if var items = try? decoder.unkeyedContainer() {
            var array: [JSONTree] = []
            while !items.isAtEnd { array.append(try items.decode(JSONTree.self)) }
            self = .array(array)
            return
        }
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else {
            _ = try value.decode(Double.self)
            self = .number
        }
    }
}
