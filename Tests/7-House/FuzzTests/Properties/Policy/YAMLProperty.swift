@testable import HoldfastJSON

/// A text in YAML says the same whatever its line ends are, with a comment behind it, and twice over as two documents;
/// what is read, and what is refused, stands at a place of the text.
func checkYAML(_ bytes: [UInt8]) throws(Violation) {
    let lines = TextLines(bytes)
    let documents: [JSONValue]
    do throws(JSONValue.SyntaxError) {
        documents = try YAMLReader.documents(of: bytes)
    } catch {
        try expect(lines.have(error.position), "the error '\(error)' is at no place of the text")
        return try expect((1..<1_000).contains(error.message.utf8.count), "an error without words, or with too many")
    }
    for document in documents { try checkPlaces(of: document, lines) }
    let texts = documents.map(jsonText)
    func expectSame(_ other: [UInt8], times: Int = 1, _ change: String) throws(Violation) {
        let read = try? YAMLReader.documents(of: other).map(jsonText)
        try expect(read == Array(repeatElement(texts, count: times).joined()), "\(change) it says something else")
    }
    guard bytes.last == UInt8(ascii: "\n") else { return }
    try expectSame(bytes + Array("# end\n".utf8), "with a comment behind it")
    try expectSame(bytes + Array("---\n".utf8) + bytes, times: 2, "twice over")
    guard !bytes.contains(UInt8(ascii: "\r")) else { return }
    try expectSame(bytes.flatMap { $0 == UInt8(ascii: "\n") ? [0x0d, 0x0a] : [$0] }, "with other line ends")
}

/// Holds the place of a value, and of all in it, against the text. A collection begins where its first part does.
private func checkPlaces(of value: JSONValue, _ lines: TextLines) throws(Violation) {
    try expect(lines.have(value.position), "a value is at no place of the text")
    switch value.content {
    case .string, .number, .bool, .null: return
    case .array(let items):
        for item in items {
            try expect(value.position <= item.position, "an item stands before its list")
            try checkPlaces(of: item, lines)
        }
    case .object(let members):
        for member in members {
            try expect(value.position <= member.position, "a member stands before its object")
            try expect(member.position <= member.value.position, "a value stands before its name")
            try checkPlaces(of: member.value, lines)
        }
    }
}
