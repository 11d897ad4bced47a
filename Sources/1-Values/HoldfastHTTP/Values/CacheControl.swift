import HoldfastX509

/// The directives of a Cache-Control field (RFC 9111 §5.2).
package struct CacheControl: Sendable {
    /// Directives that are read; a field with more of them counts as one with `no-store` besides, since that may be
    /// among them.
    static let directiveLimit = 100
    /// The greatest number of seconds; a larger one counts as this (§1.2.2).
    package static let longestAge = 2_147_483_648.0

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
        // Where quotes have no end, every comma counts, so that nothing is hidden behind them.
        if read(mindingQuotes: true) { _ = read(mindingQuotes: false) }
    }

    /// Reads the directives: what stands between commas, but for those in quotes (RFC 9110 §5.6.1).
    ///
    /// - Returns: whether the last quotes have no end.
    private mutating func read(mindingQuotes: Bool) -> Bool {
        (directives, isTooLong) = ([], false)
        var (isQuoted, isEscaped) = (false, false)
        var (start, count) = (0, 0)
        for place in 0...octets.count {
            let octet = place < octets.count ? octets[place] : UInt8(ascii: ",")
            if octet == UInt8(ascii: ","), place == octets.count || !isQuoted || !mindingQuotes {
                if start < place { count += 1 }
                if start < place, count <= Self.directiveLimit { append(start..<place) }
                start = place + 1
            }
            if octet == Self.quote, !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && octet == UInt8(ascii: "\\") && !isEscaped
        }
        isTooLong = count > Self.directiveLimit
        return isQuoted
    }

    private mutating func append(_ text: Range<Int>) {
        let end = text.first { octets[$0] == UInt8(ascii: "=") }
        let name = trimmed(text.lowerBound..<(end ?? text.upperBound))
        guard !name.isEmpty else { return }
        directives.append(Directive(name: name, value: end.map { trimmed($0 + 1..<text.upperBound) }))
    }

    /// The first directive of a name, which is given in lower case.
    private func directive(_ name: String) -> Directive? {
        let wanted = name.utf8.span
        for directive in directives where directive.name.count == wanted.count {
            if stands(wanted, at: directive.name.lowerBound) { return directive }
        }
        return nil
    }

    private func stands(_ wanted: Span<UInt8>, at start: Int) -> Bool {
        for place in wanted.indices where ASCIIText.lowercased(octets[start + place]) != wanted[place] { return false }
        return true
    }

    package func has(_ name: String) -> Bool { directive(name) != nil || isTooLong && name == "no-store" }

    package func hasValue(_ name: String) -> Bool { directive(name)?.value != nil }

    /// The seconds of a directive; nil where it is not there, and 0 where it says no number, as of what is stale
    /// (§4.2.1).
    package func seconds(_ name: String) -> Double? {
        guard let directive = directive(name) else { return nil }
        let unquoted = directive.value.map { octets[$0].filter { $0 != Self.quote } } ?? []
        return Self.seconds(String(decoding: unquoted, as: UTF8.self)) ?? 0
    }

    /// A number of seconds as HTTP writes one; nil for anything else.
    package static func seconds(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.utf8.count > 10 ? longestAge : min(Double(text) ?? 0, longestAge)
    }

    private static let quote = UInt8(ascii: "\"")

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        let isSpace = { (place: Int) in FieldGrammar.isSpace(octets[place]) }
        guard let start = range.first(where: { !isSpace($0) }), let end = range.last(where: { !isSpace($0) }) else {
            return range.lowerBound..<range.lowerBound
        }
        return start..<end + 1
    }
}
