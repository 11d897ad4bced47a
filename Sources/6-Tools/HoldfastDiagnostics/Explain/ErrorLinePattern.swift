import HoldfastX509

/// A text that stands in a line, with places that hold any text: `…`, and `{host}` for the name of a server.
///
/// Letters of ASCII are compared without their case. `^` and `$` at the ends are the line's.
struct ErrorLinePattern: Sendable {
    /// The octets that a match covers, and what stood in the place of the host.
    struct Match {
        let range: Range<Int>
        let host: Range<Int>?
    }

    /// The fixed texts, in small letters, in their order.
    let pieces: [[UInt8]]
    /// The piece behind the place of the host: it ends there; nil where there is none.
    private let pieceAfterHost: Int?
    private let isAtStart: Bool
    private let isAtEnd: Bool

    init(_ text: String) {
        var rest = text[...]
        isAtStart = rest.hasPrefix("^")
        if isAtStart { rest.removeFirst() }
        isAtEnd = rest.hasSuffix("$")
        if isAtEnd { rest.removeLast() }
        var pieces: [[UInt8]] = []
        var current: [UInt8] = []
        var after: Int?
        while let character = rest.first {
            if character == "…" || character == "{" {
                pieces.append(current)
                current = []
                if character == "{" {
                    after = pieces.count
                    rest = rest.drop { $0 != "}" }
                }
                rest = rest.dropFirst()
            } else {
                current += Array(String(character).utf8).map(ASCIIText.lowercased)
                rest.removeFirst()
            }
        }
        pieces.append(current)
        (self.pieces, pieceAfterHost) = (pieces, after)
    }

    /// The first match of which the first piece stands at a place of the line.
    ///
    /// - Parameters:
    ///   - line: in small letters.
    ///   - start: where the first piece begins.
    func match(_ line: [UInt8], at start: Int) -> Match? {
        guard !isAtStart || start == 0, Self.stands(pieces[0], in: line, at: start) else { return nil }
        var end = start + pieces[0].count
        var host: Range<Int>?
        for (index, piece) in pieces.enumerated().dropFirst() {
            if isAtEnd, index == pieces.count - 1, piece.isEmpty, index != pieceAfterHost {
                // `…$`: the rest of the line.
                end = line.count
                continue
            }
            if index == pieceAfterHost, piece.isEmpty {
                // The name is the last thing: it ends where its letters do.
                let name = end..<(line[end...].firstIndex { !Self.isOfName($0) } ?? line.count)
                (host, end) = (name, name.upperBound)
                continue
            }
            guard let found = Self.find(piece, in: line, from: end) else { return nil }
            if index == pieceAfterHost { host = end..<found }
            end = found + piece.count
        }
        return isAtEnd && end != line.count ? nil : Match(range: start..<end, host: host)
    }

    private static func find(_ piece: [UInt8], in line: [UInt8], from start: Int) -> Int? {
        guard line.count - piece.count >= start else { return nil }
        return (start...(line.count - piece.count)).first { stands(piece, in: line, at: $0) }
    }

    private static func stands(_ piece: [UInt8], in line: [UInt8], at start: Int) -> Bool {
        guard line.count - start >= piece.count else { return false }
        var index = 0
        while index < piece.count {
            if line[start + index] != piece[index] { return false }
            index += 1
        }
        return true
    }

    /// Letters, digits and marks of host names and addresses.
    private static func isOfName(_ octet: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(octet) || octet == UInt8(ascii: "-") || octet == UInt8(ascii: ".")
            || octet == UInt8(ascii: ":")
    }
}
