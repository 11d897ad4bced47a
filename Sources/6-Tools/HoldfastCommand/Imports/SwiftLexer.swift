import HoldfastX509

/// The words, marks and texts of Swift source code, without comments; in one pass, whatever stands there.
///
/// What a text interpolates is code again. A text of one line ends with its line at the latest, so that a regular
/// expression with a quotation mark in it, which is not told from a division here, spoils no more than that.
struct SwiftLexer {
    struct Token {
        enum Kind: Equatable {
            /// An identifier or a keyword; what stands between backticks is none.
            case word
            case quotedWord
            /// The begin of a literal, up to its end or its first interpolation.
            case text
            /// Any other character.
            case mark(UInt8)
        }

        let kind: Kind
        /// The token's place among the bytes; that of a text is without its quotation marks.
        let range: Range<Int>
        /// From 1.
        let line: Int
    }

    /// A literal that is open, and how deep the code in it is in parentheses.
    private struct OpenText {
        let pounds: Int
        let isMultiline: Bool
        var depth = 0
    }

    /// Texts in texts; what is deeper is passed over.
    private static let nesting = 1_000

    let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var open: [OpenText] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next one; nil at the end.
    mutating func next() -> Token? {
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endLine()
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C: index += 1
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\""): return text(pounds: 0)
            case UInt8(ascii: "#"):
                let pounds = count(of: byte, from: index)
                if at(pounds) == UInt8(ascii: "\"") { return text(pounds: pounds) }
                // A run of them is one mark: each alone would be counted again.
                guard at(pounds) == UInt8(ascii: "/") else { return mark(byte, pounds) }
                skipExpression(pounds: pounds)
            case UInt8(ascii: "`"): return quotedWord()
            case UInt8(ascii: "("):
                if !open.isEmpty { open[open.count - 1].depth += 1 }
                return mark(byte)
            case UInt8(ascii: ")"):
                guard let innermost = open.last else { return mark(byte) }
                guard innermost.depth == 0 else {
                    open[open.count - 1].depth -= 1
                    return mark(byte)
                }
                // The end of an interpolation: the rest of the text is passed over, up to its next one.
                index += 1
                skipText()
            default: return Self.isWordByte(byte) ? word() : mark(byte)
            }
        }
        return nil
    }

    /// The bytes of a word or a text.
    func spelling(_ token: Token) -> ArraySlice<UInt8> { bytes[token.range] }

    /// The line that a token stands on, as it is written; bounded, so that a file of one line costs no more.
    func line(around token: Token) -> String {
        var start = token.range.lowerBound
        while start > 0, token.range.lowerBound - start < 400, !Self.isLineEnd(bytes[start - 1]) { start -= 1 }
        var end = token.range.upperBound
        while end < bytes.count, end - token.range.upperBound < 400, !Self.isLineEnd(bytes[end]) { end += 1 }
        let line = String(decoding: bytes[start..<end], as: UTF8.self)
        return String(line.drop { $0 == " " || $0 == "\t" }.prefix(120))
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(byte) || byte >= 0x80 || "_$".utf8.contains(byte)
    }

    private func at(_ offset: Int) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

    private func count(of byte: UInt8, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] == byte { end += 1 }
        return end - start
    }

    private mutating func endLine() {
        index += bytes[index] == UInt8(ascii: "\r") && at(1) == UInt8(ascii: "\n") ? 2 : 1
        line += 1
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    private mutating func skipLine() { while index < bytes.count, !Self.isLineEnd(bytes[index]) { index += 1 } }

    /// Comments stand inside comments in Swift.
    private mutating func skipComment() {
        var depth = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") {
                depth += 1
                index += 2
            } else if bytes[index] == UInt8(ascii: "*"), at(1) == UInt8(ascii: "/") {
                depth -= 1
                index += 2
                if depth == 0 { return }
            } else if Self.isLineEnd(bytes[index]) {
                endLine()
            } else {
                index += 1
            }
        }
    }

    /// A regular expression between `#/` and `/#`.
    private mutating func skipExpression(pounds: Int) {
        index += pounds + 1
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "/"), hasPounds(pounds, at: index + 1) {
                index += 1 + pounds
                return
            }
            if Self.isLineEnd(bytes[index]) { endLine() } else { index += 1 }
        }
    }

    private mutating func mark(_ byte: UInt8, _ count: Int = 1) -> Token {
        index += count
        return Token(kind: .mark(byte), range: index - count..<index, line: line)
    }

    private mutating func word() -> Token {
        let start = index
        while index < bytes.count, Self.isWordByte(bytes[index]) { index += 1 }
        return Token(kind: .word, range: start..<index, line: line)
    }

    private mutating func quotedWord() -> Token {
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "`"), !Self.isLineEnd(bytes[index]) { index += 1 }
        let end = index
        if at(0) == UInt8(ascii: "`") { index += 1 }
        return Token(kind: .quotedWord, range: start..<end, line: line)
    }

    private mutating func text(pounds: Int) -> Token {
        let began = line
        index += pounds
        let isMultiline = opensLines(pounds)
        index += isMultiline ? 3 : 1
        let start = index
        open.append(OpenText(pounds: pounds, isMultiline: isMultiline))
        let end = skipText()
        return Token(kind: .text, range: start..<end, line: began)
    }

    /// Whether three quotation marks open a text of several lines: with pounds, `#"""#` is a quotation mark on one
    /// line.
    private func opensLines(_ pounds: Int) -> Bool {
        guard at(1) == UInt8(ascii: "\""), at(2) == UInt8(ascii: "\"") else { return false }
        guard pounds > 0 else { return true }
        var place = index + 1
        while place < bytes.count, !Self.isLineEnd(bytes[place]) {
            if bytes[place] == UInt8(ascii: "\""), hasPounds(pounds, at: place + 1) { return false }
            place += 1
        }
        return true
    }

    /// Goes to the end of the innermost literal, or into its next interpolation.
    ///
    /// - Returns: where the part of it ended that was passed over.
    @discardableResult
    private mutating func skipText() -> Int {
        guard let text = open.last else { return index }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), hasPounds(text.pounds, at: index + 1) {
                let place = index
                index += 1 + text.pounds
                if at(0) == UInt8(ascii: "("), open.count < Self.nesting {
                    index += 1
                    return place
                }
                // What is escaped ends nothing; a line end is still one.
                if let next = at(0), !Self.isLineEnd(next) { index += 1 }
            } else if byte == UInt8(ascii: "\""), closes(text) {
                let place = index
                index += (text.isMultiline ? 3 : 1) + text.pounds
                open.removeLast()
                return place
            } else if Self.isLineEnd(byte) {
                guard text.isMultiline else {
                    open.removeLast()
                    return index
                }
                endLine()
            } else {
                index += 1
            }
        }
        open.removeLast()
        return index
    }

    private func closes(_ text: OpenText) -> Bool {
        guard text.isMultiline else { return hasPounds(text.pounds, at: index + 1) }
        return at(1) == UInt8(ascii: "\"") && at(2) == UInt8(ascii: "\"") && hasPounds(text.pounds, at: index + 3)
    }

    private func hasPounds(_ pounds: Int, at place: Int) -> Bool {
        guard pounds > 0 else { return true }
        return place + pounds <= bytes.count && bytes[place..<place + pounds].allSatisfy { $0 == UInt8(ascii: "#") }
    }
}
