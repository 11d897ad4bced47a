/// The first or last line of a block (RFC 7468 §3).
enum PEMBoundary {
    case begin(String)
    /// The end of a block, and the label of the next one where its beginning stands on the same line.
    case end(String, next: String?)

    static let dashes = Array("-----".utf8)
    private static let beginning = Array("-----BEGIN ".utf8)
    private static let ending = Array("-----END ".utf8)
    /// The longest label that is read; longer ones are not met, and would only fill messages.
    private static let maximumLabelLength = 64

    /// `nil` for a line that does not look like a boundary.
    init?(_ line: PEMLine) throws(PEMError) {
        // Most lines are data; they are told apart by their first character.
        guard line.text.first == UInt8(ascii: "-") || line.text.first.map(PEMLine.isSpace) == true else { return nil }
        let text = line.trimmed
        if text.starts(with: Self.beginning) {
            self = .begin(try Self.label(text.dropFirst(Self.beginning.count), line.number, upToEnd: true).label)
        } else if text.starts(with: Self.ending) {
            let (label, found) = try Self.label(text.dropFirst(Self.ending.count), line.number, upToEnd: false)
            let rest = found.starts(with: PEMLines.mark) ? found.dropFirst(PEMLines.mark.count) : found
            guard !rest.isEmpty else {
                self = .end(label, next: nil)
                return
            }
            guard rest.starts(with: Self.beginning) else { throw Self.malformed(rest, line.number) }
            let next = try Self.label(rest.dropFirst(Self.beginning.count), line.number, upToEnd: true).label
            self = .end(label, next: next)
        } else {
            return nil
        }
    }

    /// A label and what follows its five dashes.
    ///
    /// RFC 7468 §3: a label is made of printable ASCII characters, single spaces and single hyphens between them.
    private static func label(
        _ text: ArraySlice<UInt8>, _ line: Int, upToEnd: Bool
    ) throws(PEMError) -> (label: String, rest: ArraySlice<UInt8>) {
        var end = text.startIndex
        while end < text.endIndex, !text[end...].starts(with: dashes) { end += 1 }
        let label = text[..<end]
        guard end < text.endIndex, label.count <= maximumLabelLength,
            label.allSatisfy({ (0x20...0x7E).contains($0) }),
            label.first != 0x20, label.last != 0x20, label.last != UInt8(ascii: "-")
        else { throw malformed(text, line) }
        let rest = text[(end + dashes.count)...].drop(while: PEMLine.isSpace)
        if upToEnd, !rest.isEmpty { throw malformed(text, line) }
        return (String(decoding: label, as: UTF8.self), rest)
    }

    private static func malformed(_ text: ArraySlice<UInt8>, _ line: Int) -> PEMError {
        let isEscaped = text.indices.contains { text[$0...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "n")]) }
        return PEMError(reason: isEscaped ? .escapedLineBreaks : .malformedBoundary, line: line)
    }
}
