import HoldfastTransport

/// The directives of a Cache-Control field (RFC 9111 §5.2).
package struct CacheControl: Sendable {
    /// Directives that are read; a field with more of them counts as one with `no-store` besides, since that may be
    /// among them.
    static let directiveLimit = 100
    /// The greatest number of seconds; a larger one counts as this (§1.2.2).
    static let longestAge = 2_147_483_648.0

    /// A directive as it stands in the field: octets of its name, and of its value; nil for none.
    private struct Directive: Sendable {
        let name: Range<Int>
        let value: Range<Int>?
    }

    private var octets: [UInt8] = []
    /// The directives; of one that comes twice, the first counts (§4.2.1).
    private var directives: [Directive] = []
    private var isTooLong = false

    package init(_ field: String?) {
        guard let field else { return }
        octets = Array(field.utf8)
        let texts = split()
        isTooLong = texts.count > Self.directiveLimit
        for text in texts.prefix(Self.directiveLimit) {
            let end = text.first { octets[$0] == UInt8(ascii: "=") }
            let name = trimmed(text.lowerBound..<(end ?? text.upperBound))
            guard !name.isEmpty else { continue }
            directives.append(Directive(name: name, value: end.map { trimmed($0 + 1..<text.upperBound) }))
        }
    }

    /// The first directive of a name, which is given in lower case.
    private func directive(_ name: String) -> Directive? {
        directives.first { directive in
            guard directive.name.count == name.utf8.count else { return false }
            var place = directive.name.lowerBound
            for octet in name.utf8 {
                guard HTTPField.lowered(octets[place]) == octet else { return false }
                place += 1
            }
            return true
        }
    }

    func has(_ name: String) -> Bool { directive(name) != nil || isTooLong && name == "no-store" }

    func hasValue(_ name: String) -> Bool { directive(name)?.value != nil }

    /// The seconds of a directive; nil where it is not there, and 0 where it says no number, as of what is stale
    /// (§4.2.1).
    func seconds(_ name: String) -> Double? {
        guard let directive = directive(name) else { return nil }
        let unquoted = directive.value.map { octets[$0].filter { $0 != Self.quote } } ?? []
        return Self.seconds(String(decoding: unquoted, as: UTF8.self)) ?? 0
    }

    /// A number of seconds as HTTP writes one; nil for anything else.
    static func seconds(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.utf8.count > 10 ? longestAge : min(Double(text) ?? 0, longestAge)
    }

    private static let quote = UInt8(ascii: "\"")

    /// The parts of the list, but for empty ones: what stands between commas that are in no quotes (RFC 9110 §5.6.1).
    /// Where quotes have no end, every comma counts, so that nothing is hidden behind them.
    private func split() -> [Range<Int>] {
        var isQuoted = false
        var isEscaped = false
        var commas: [Int] = []
        var all: [Int] = []
        for (place, octet) in octets.enumerated() {
            if octet == UInt8(ascii: ",") {
                all.append(place)
                if !isQuoted { commas.append(place) }
            }
            if octet == Self.quote, !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && octet == UInt8(ascii: "\\") && !isEscaped
        }
        var parts: [Range<Int>] = []
        var start = 0
        for end in (isQuoted ? all : commas) + [octets.count] {
            if start < end { parts.append(start..<end) }
            start = end + 1
        }
        return parts
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        let isSpace = { (place: Int) in octets[place] == 0x20 || octets[place] == 0x09 }
        guard let start = range.first(where: { !isSpace($0) }), let end = range.last(where: { !isSpace($0) }) else {
            return range.lowerBound..<range.lowerBound
        }
        return start..<end + 1
    }
}
