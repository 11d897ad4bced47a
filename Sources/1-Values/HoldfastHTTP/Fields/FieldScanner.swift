package import HoldfastStatements
import HoldfastX509

/// Reads a field value from left to right: the parts that RFC 9110 §5.6 and §11.2 name.
package struct FieldScanner {
    /// The reason why there is no value where one has to be.
    package enum ValueError: Error, Hashable, Sendable {
        /// Neither a token nor a quoted string.
        case malformed
        /// A quoted string without its end.
        case unterminatedString
        /// A control character within a quoted string.
        case controlCharacter
    }

    private let bytes: [UInt8]
    /// The number of bytes that have been read.
    package private(set) var position = 0

    package init(_ value: String) { bytes = Array(value.utf8) }

    package var isAtEnd: Bool { position == bytes.count }

    /// The next byte; nil at the end.
    package var next: UInt8? { isAtEnd ? nil : bytes[position] }

    /// Whether the next byte is this character.
    package func isAt(_ character: Unicode.Scalar) -> Bool { next == UInt8(ascii: character) }

    /// Whether a list element ends here.
    package var isAtElementEnd: Bool { isAtEnd || isAt(",") }

    /// Reads one byte, of which ``next`` has told.
    package mutating func advance() { position = min(position + 1, bytes.count) }

    /// Goes back to where it was before.
    package mutating func goBack(to earlier: Int) { position = min(position, earlier) }

    /// Reads spaces and tabs (OWS and BWS); whether there were any.
    @discardableResult
    package mutating func skipSpace() -> Bool {
        let start = position
        while let octet = next, FieldGrammar.isSpace(octet) { advance() }
        return position > start
    }

    /// Reads what separates list elements; empty elements are no elements (RFC 9110 §5.6.1.2).
    package mutating func skipSeparators() {
        repeat { skipSpace() } while skip(",")
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        advance()
        return true
    }

    /// A `token` (RFC 9110 §5.6.2); nil, and nothing read, where there is none.
    package mutating func token() -> String? { text(while: FieldGrammar.isTokenOctet) }

    /// A `token68` (RFC 9110 §11.2); nil, and nothing read, where there is none.
    package mutating func token68() -> String? {
        guard let body = text(while: Self.isToken68Octet) else { return nil }
        return body + (text { $0 == UInt8(ascii: "=") } ?? "")
    }

    /// A token or a quoted string.
    ///
    /// - Throws: `malformed` where there is neither, or what is wrong with the quoted string.
    package mutating func value() throws(ValueError) -> String {
        if isAt("\"") { return try quotedString() }
        guard let token = token() else { throw .malformed }
        return token
    }

    /// A quoted string, without its quotes and the backslashes of its quoted pairs (RFC 9110 §5.6.4).
    ///
    /// - Throws: `controlCharacter`, with the whole string read, or `unterminatedString`, with everything read.
    private mutating func quotedString() throws(ValueError) -> String {
        advance()
        var text: [UInt8] = []
        var hasControl = false
        while var octet = next {
            advance()
            if octet == UInt8(ascii: "\"") {
                guard !hasControl else { throw .controlCharacter }
                return String(decoding: text, as: UTF8.self)
            }
            if octet == UInt8(ascii: "\\") {
                guard let quoted = next else { break }
                advance()
                octet = quoted
            }
            hasControl = hasControl || !FieldGrammar.isValue(CollectionOfOne(octet))
            text.append(octet)
        }
        throw .unterminatedString
    }

    /// Reads up to the comma that ends the element, which is none within quotes, or to the end.
    package mutating func skipElement() {
        while !isAtElementEnd {
            if isAt("\"") {
                do throws(ValueError) { _ = try quotedString() } catch {}
            } else {
                advance()
            }
        }
    }

    private mutating func text(while isPart: (UInt8) -> Bool) -> String? {
        let start = position
        while let octet = next, isPart(octet) { advance() }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    private static func isToken68Octet(_ octet: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(octet) || "-._~+/".utf8.contains(octet)
    }
}

extension FieldScanner.ValueError: Sentence {
    package static let topic = "fieldValue"

    package var words: LocalizedText {
        switch self {
        case .malformed: LocalizedText("neither a token nor a quoted string", "既不是记号，也不是带引号的字符串")
        case .unterminatedString: LocalizedText("a quoted string without its end", "带引号的字符串没有结尾")
        case .controlCharacter:
            LocalizedText("a control character within a quoted string", "带引号的字符串中有控制字符")
        }
    }
}
