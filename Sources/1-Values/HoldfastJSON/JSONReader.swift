/// Reads JSON from bytes, counting lines and columns.
package struct JSONReader {
    /// Lists and objects within each other; this library's own files have seven at most, and answers of strangers are
    /// read too.
    package static let maximumDepth = 16
    /// Values of a text, those within others included; each costs some hundred bytes of memory.
    package static let maximumValues = 250_000

    private let bytes: [UInt8]
    private let allowsRepeatedNames: Bool
    private var index = 0
    private var line = 1
    private var column = 1
    private var count = 0

    /// Reads one value with nothing behind it.
    ///
    /// - Parameter allowingRepeatedNames: whether a name may occur twice in an object; the first one counts, unless the
    ///   caller reports the other.
    static func value(
        of bytes: [UInt8], allowingRepeatedNames: Bool
    ) throws(JSONValue.SyntaxError) -> JSONValue {
        var reader = JSONReader(bytes, allowingRepeatedNames)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw JSONValue.SyntaxError(position: TextPosition(ofWrongOctetIn: bytes), JSONSentence.notUTF8)
        }
        let value = try reader.value(depth: 0)
        try reader.end()
        return value
    }

    private init(_ bytes: [UInt8], _ allowsRepeatedNames: Bool) {
        (self.bytes, self.allowsRepeatedNames) = (bytes, allowsRepeatedNames)
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
    private var position: TextPosition { TextPosition(line: line, column: column) }

    private func error(_ fault: JSONSentence) -> JSONValue.SyntaxError {
        JSONValue.SyntaxError(position: position, fault)
    }

    private func unexpected(_ expected: JSONExpectation) -> JSONValue.SyntaxError {
        guard let octet = peek else { return error(.ends(expected: expected)) }
        if isAtComment { return error(.comment(expected: expected)) }
        guard (0x21..<0x7f).contains(octet) else { return error(.somethingElse(expected: expected)) }
        return error(.found(character: "\(Unicode.Scalar(octet))", expected: expected))
    }

    /// Whether what other languages take for a comment begins here.
    private var isAtComment: Bool {
        let rest = bytes[index...]
        return rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) || rest.starts(with: "#".utf8)
    }

    private mutating func advance() {
        let octet = bytes[index]
        index += 1
        if octet == UInt8(ascii: "\n") {
            (line, column) = (line + 1, 1)
        } else if index == bytes.count || bytes[index] & 0xc0 != 0x80 {
            column += 1
        }
    }

    private mutating func skipSpace() {
        while let octet = peek, octet == 0x20 || octet == 0x09 || octet == 0x0a || octet == 0x0d { advance() }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard let octet = peek, UInt32(octet) == character.value else { return false }
        advance()
        return true
    }

    /// Takes the comma behind a member or an item, and says whether there was one.
    ///
    /// Another one has to follow (RFC 8259 §4, §5): other languages let the comma stand.
    private mutating func takeComma(before end: Unicode.Scalar) throws(JSONValue.SyntaxError) -> Bool {
        skipSpace()
        let start = position
        guard take(",") else { return false }
        skipSpace()
        guard let octet = peek, UInt32(octet) == end.value else { return true }
        throw JSONValue.SyntaxError(position: start, JSONSentence.trailingComma(before: "\(end)"))
    }

    private mutating func end() throws(JSONValue.SyntaxError) {
        skipSpace()
        guard index == bytes.count else { throw unexpected(.end) }
    }

    private mutating func value(depth: Int) throws(JSONValue.SyntaxError) -> JSONValue {
        skipSpace()
        count += 1
        guard count <= Self.maximumValues else { throw error(.tooManyValues(limit: Self.maximumValues)) }
        let start = position
        let content: JSONValue.Content =
            switch peek {
            case UInt8(ascii: "{"): .object(try members(depth: depth))
            case UInt8(ascii: "["): .array(try items(depth: depth))
            case UInt8(ascii: "\""): .string(try string())
            default: try other()
            }
        return JSONValue(content, at: start)
    }

    private func goDeeper(than depth: Int) throws(JSONValue.SyntaxError) -> Int {
        guard depth < Self.maximumDepth else { throw error(.tooDeep(limit: Self.maximumDepth)) }
        return depth + 1
    }

    private mutating func members(depth: Int) throws(JSONValue.SyntaxError) -> [JSONMember] {
        let depth = try goDeeper(than: depth)
        advance()
        var members: [JSONMember] = []
        var names: Set<String> = []
        if take("}") { return members }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw unexpected(.name) }
            let start = position
            let name = try string()
            if !names.insert(name).inserted, !allowsRepeatedNames {
                throw JSONValue.SyntaxError(position: start, JSONSentence.repeatedName(JSONText.excerpt(name)))
            }
            guard take(":") else { throw unexpected(.colon) }
            members.append(JSONMember(name: name, position: start, value: try value(depth: depth)))
        } while try takeComma(before: "}")
        guard take("}") else { throw unexpected(.commaOrBrace) }
        return members
    }

    private mutating func items(depth: Int) throws(JSONValue.SyntaxError) -> [JSONValue] {
        let depth = try goDeeper(than: depth)
        advance()
        var items: [JSONValue] = []
        if take("]") { return items }
        repeat { items.append(try value(depth: depth)) } while try takeComma(before: "]")
        guard take("]") else { throw unexpected(.commaOrBracket) }
        return items
    }

    private mutating func other() throws(JSONValue.SyntaxError) -> JSONValue.Content {
        if let octet = peek, octet == UInt8(ascii: "-") || Self.isDigit(octet) { return .number(try number()) }
        for (word, content) in [("true", JSONValue.Content.bool(true)), ("false", .bool(false)), ("null", .null)]
        where bytes[index...].starts(with: word.utf8) {
            for _ in word.utf8 { advance() }
            return content
        }
        throw unexpected(.value)
    }

    private static func isDigit(_ octet: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) }

    /// RFC 8259 §6: no zero in front, and digits on both sides of a point.
    private mutating func number() throws(JSONValue.SyntaxError) -> String {
        let start = index
        if peek == UInt8(ascii: "-") { advance() }
        if peek == UInt8(ascii: "0") { advance() } else { try digits() }
        if peek == UInt8(ascii: ".") {
            advance()
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            advance()
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { advance() }
            try digits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(JSONValue.SyntaxError) {
        guard let octet = peek, Self.isDigit(octet) else { throw unexpected(.digit) }
        while let octet = peek, Self.isDigit(octet) { advance() }
    }

    private mutating func string() throws(JSONValue.SyntaxError) -> String {
        advance()
        var text: [UInt8] = []
        while let octet = peek {
            switch octet {
            case UInt8(ascii: "\""):
                advance()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                advance()
                text += String(try escape()).utf8
            case 0x20...:
                advance()
                text.append(octet)
            default: throw error(.controlCharacter)
            }
        }
        throw unexpected(.quote)
    }

    private mutating func escape() throws(JSONValue.SyntaxError) -> Unicode.Scalar {
        let scalar: Unicode.Scalar
        switch peek {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{c}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"):
            advance()
            return try codePoint()
        default: throw unexpected(.escape)
        }
        advance()
        return scalar
    }

    /// RFC 8259 §7: beyond the basic plane a pair of surrogates stands for a character; one alone stands for none.
    private mutating func codePoint() throws(JSONValue.SyntaxError) -> Unicode.Scalar {
        let first = UInt32(try codeUnit())
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xd800...0xdbff).contains(first), bytes[index...].starts(with: "\\u".utf8) else {
            throw unexpected(.surrogate)
        }
        for _ in 0..<2 { advance() }
        let second = UInt32(try codeUnit())
        guard (0xdc00...0xdfff).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + second - 0xdc00)
        else { throw unexpected(.surrogate) }
        return scalar
    }

    private mutating func codeUnit() throws(JSONValue.SyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let octet = peek, octet < 0x80, let digit = Character(Unicode.Scalar(octet)).hexDigitValue else {
                throw unexpected(.hexadecimalDigit)
            }
            advance()
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
