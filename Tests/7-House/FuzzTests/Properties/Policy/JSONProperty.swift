@testable import HoldfastJSON

/// A text that is read says the same once it is written anew; what is refused is refused at a place that it has.
func checkJSON(_ bytes: [UInt8]) throws(Violation) {
    let lines = TextLines(bytes)
    let value: JSONValue
    do throws(JSONValue.SyntaxError) {
        value = try JSONValue(bytes)
    } catch {
        try expect(lines.have(error.position), "the error '\(error)' is at no place of the text")
        try expect((1..<1_000).contains(error.message.utf8.count), "an error without words, or with too many")
        return
    }
    try expect(lines.have(value), "a value is at no place of the text")
    let again = try? JSONValue(Array(jsonText(of: value).utf8))
    try expect(again.map(jsonText) == jsonText(of: value), "written anew it says something else")
}

/// The text that says the same, and nothing of where it stood.
func jsonText(of value: JSONValue) -> String {
    switch value.content {
    case .string(let text): JSONText.string(text)
    case .number(let text): text
    case .bool(let bool): "\(bool)"
    case .null: "null"
    case .array(let items): "[" + items.map(jsonText).joined(separator: ",") + "]"
    case .object(let members):
        "{" + members.map { JSONText.string($0.name) + ":" + jsonText(of: $0.value) }.joined(separator: ",") + "}"
    }
}

/// The lines of a text, counted another way than its reader does.
struct TextLines {
    private let lengths: [Int]

    /// Bytes that are no UTF-8 count as the characters that stand for them.
    init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
        lengths = lines.map { String(decoding: $0, as: UTF8.self).unicodeScalars.count }
    }

    /// Whether the text has such a place; its end is one.
    func have(_ position: TextPosition) -> Bool {
        guard (1...lengths.count).contains(position.line) else { return false }
        return (1...lengths[position.line - 1] + 1).contains(position.column)
    }

    /// Whether it has the places of a value and of all in it, each behind the one before.
    func have(_ value: JSONValue) -> Bool {
        guard have(value.position) else { return false }
        switch value.content {
        case .string, .number, .bool, .null: return true
        case .array(let items): return items.allSatisfy { value.position < $0.position && have($0) }
        case .object(let members):
            return members.allSatisfy {
                value.position < $0.position && $0.position < $0.value.position && have($0.value)
            }
        }
    }
}
