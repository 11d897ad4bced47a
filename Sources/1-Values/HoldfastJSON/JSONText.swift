/// Text as JSON and messages have it.
package enum JSONText {
    /// A text in quotes; what controls a terminal or the direction of writing escaped, everything else as it is.
    package static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5c: result += "\\\\"
            default: result += shown(scalar)
            }
        }
        return result + "\""
    }

    /// A text of somebody else's for a message: on one line, and its middle left out where it is long. The end stays,
    /// which says whose a server's name is.
    package static func excerpt(_ text: String, limit: Int = 80) -> String {
        let scalars = text.unicodeScalars
        guard scalars.dropFirst(limit).first != nil else { return scalars.map(shown).joined() }
        let (start, end) = (scalars.prefix(limit / 2), scalars.suffix(limit / 2))
        return start.map(shown).joined() + "…" + end.map(shown).joined()
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String { escape(of: scalar) ?? String(Character(scalar)) }

    /// The escape of a character that is unsafe to show (RFC 8259 §7); nil for any other.
    package static func escape(of scalar: Unicode.Scalar) -> String? {
        guard isUnsafe(scalar) else { return nil }
        return scalar.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// Whether a character controls a terminal or the direction of writing, as ESC and U+202E do, or is one of which
    /// nobody but a font knows what it looks like.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if 0x20..<0x7f ~= scalar.value { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        default: false
        }
    }
}

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

    /// The value with comments as the first members of the objects that they belong to.
    ///
    /// - Parameter comments: the comments by the names that lead to an object, with points between; empty for this one.
    package func commented(_ comments: [String: String]) -> JSONDraft {
        comments.isEmpty ? self : commented(comments, at: "")
    }

    private func commented(_ comments: [String: String], at path: String) -> JSONDraft {
        guard case .members(let members) = self else { return self }
        let own = comments[path].map { [(name: DocumentReader.commentName, value: JSONDraft.text($0))] } ?? []
        return .members(
            own
                + members.map { name, value in
                    (name, value.commented(comments, at: path.isEmpty ? name : "\(path).\(name)"))
                })
    }

    private static func enclosed(_ parts: [String], _ brackets: String, _ newline: String) -> String {
        guard !parts.isEmpty else { return brackets }
        return "\(brackets.prefix(1))\(newline)  " + parts.joined(separator: ",\(newline)  ")
            + "\(newline)\(brackets.suffix(1))"
    }
}
