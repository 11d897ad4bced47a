/// The directives of a Cache-Control field (RFC 9111 §5.2).
package struct CacheControl: Sendable {
    /// Directives that are read; a field with more of them counts as one with `no-store` besides, since that may be
    /// among them.
    static let directiveLimit = 100
    /// The greatest number of seconds; a larger one counts as this (§1.2.2).
    static let longestAge = 2_147_483_648.0

    /// The directives by their names in lower case, values without quotes; of one that comes twice, the first (§4.2.1).
    private var values: [String: String?] = [:]

    package init(_ field: String?) {
        guard let field else { return }
        let directives = Self.split(field)
        if directives.count > Self.directiveLimit { values["no-store"] = .some(nil) }
        for directive in directives.prefix(Self.directiveLimit) {
            let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.trimmed(parts[0]).lowercased()
            guard !name.isEmpty, values[name] == nil else { continue }
            let value = parts.count == 2 ? Self.trimmed(parts[1]) : nil
            values[name] = .some(value.map { $0.filter { $0 != "\"" } })
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func hasValue(_ name: String) -> Bool { values[name].flatMap { $0 } != nil }

    /// The seconds of a directive; nil where it is not there, and 0 where it says no number, as of what is stale
    /// (§4.2.1).
    func seconds(_ name: String) -> Double? {
        guard let value = values[name] else { return nil }
        return Self.seconds(value ?? "") ?? 0
    }

    /// A number of seconds as HTTP writes one; nil for anything else.
    static func seconds(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.utf8.count > 10 ? longestAge : min(Double(text) ?? 0, longestAge)
    }

    /// The parts of a list: what stands between commas that are in no quotes (RFC 9110 §5.6.1). Where quotes have no
    /// end, every comma counts, so that nothing is hidden behind them.
    private static func split(_ field: String) -> [Substring] {
        var isQuoted = false
        var isEscaped = false
        let parts = field.split { character in
            defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        return isQuoted ? field.split(separator: ",") : parts
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { String(start[...$0]) } ?? ""
    }
}
