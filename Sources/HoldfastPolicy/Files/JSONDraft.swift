/// A value to be written as JSON, its members in a stated order.
package indirect enum JSONDraft: Sendable {
    case text(String)
    case number(Int)
    case truth(Bool)
    case list([JSONDraft])
    case members([(name: String, value: JSONDraft)])

    /// The value on lines of its own, two spaces for each level; no line end behind it.
    package var pretty: String { pretty(after: "\n") }

    private func pretty(after newline: String) -> String {
        switch self {
        case .text(let text): JSONText.string(text)
        case .number(let number): "\(number)"
        case .truth(let truth): "\(truth)"
        case .list(let items): Self.enclosed(items.map { $0.pretty(after: newline + "  ") }, "[]", newline)
        case .members(let members):
            Self.enclosed(
                members.map { JSONText.string($0.name) + ": " + $0.value.pretty(after: newline + "  ") }, "{}", newline)
        }
    }

    private static func enclosed(_ parts: [String], _ brackets: String, _ newline: String) -> String {
        guard !parts.isEmpty else { return brackets }
        return "\(brackets.prefix(1))\(newline)  " + parts.joined(separator: ",\(newline)  ")
            + "\(newline)\(brackets.suffix(1))"
    }
}
