import HoldfastStatements

extension YAMLReader {
    /// A key, and the place behind its colon.
    struct Key {
        let name: String
        let end: Int
    }

    /// The key with which a line begins; nil where it begins with none.
    func key(of line: Line) throws(JSONValue.SyntaxError) -> Key? {
        let first = bytes[line.content]
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            var text: [UInt8] = []
            guard case .closed(let behind) = try piece(first, from: line.content + 1, in: line, to: &text) else {
                return nil
            }
            let colon = skippingSpace(from: behind, in: line)
            guard colon < line.end, isColon(colon, in: line) else { return nil }
            return Key(name: String(decoding: text, as: UTF8.self), end: colon + 1)
        }
        guard let colon = plainColon(from: line.content, in: line) else { return nil }
        try refuseIndicator(at: line.content, in: line)
        var end = colon
        while end > line.content, isSpace(end - 1) { end -= 1 }
        let name = String(decoding: bytes[line.content..<end], as: UTF8.self)
        guard name != "<<" else { throw error(.notRead(.merge), at: line.content, in: line) }
        guard case .string = try plainContent(name, at: line.content, in: line) else {
            throw error(.ambiguous(JSONText.excerpt(name)), at: line.content, in: line)
        }
        return Key(name: name, end: colon + 1)
    }

    /// Whether a colon with a blank or the line's end behind it stands there.
    private func isColon(_ place: Int, in line: Line) -> Bool {
        bytes[place] == UInt8(ascii: ":") && (place + 1 == line.end || isSpace(place + 1))
    }

    /// The first colon of a plain text that ends a key; nil where a comment or the line's end comes first.
    private func plainColon(from start: Int, in line: Line) -> Int? {
        for place in start..<line.end {
            if isColon(place, in: line) { return place }
            if bytes[place] == UInt8(ascii: "#"), place > start, isSpace(place - 1) { return nil }
        }
        return nil
    }

    /// Reads a scalar, and goes on to the line behind it.
    mutating func scalar(
        from place: Int, in line: Line, below indent: Int
    ) throws(JSONValue.SyntaxError) -> JSONValue {
        let start = position(place, in: line)
        let content: JSONValue.Content
        switch bytes[place] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            content = .string(try quoted(from: place, in: line, below: indent))
        case UInt8(ascii: "|"): content = .string(try literal(from: place, in: line, below: indent))
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isList = bytes[place] == UInt8(ascii: "[")
            guard bytes[place..<line.end].starts(with: (isList ? "[]" : "{}").utf8), isEnd(place + 2, of: line) else {
                throw error(.notRead(.flow), at: place, in: line)
            }
            content = isList ? .array([]) : .object([])
        default: content = try plain(from: place, in: line, below: indent)
        }
        try advance()
        return JSONValue(content, at: start)
    }

    /// Refuses an octet with which no plain scalar may begin (YAML 1.2.2 §5.3).
    private func refuseIndicator(at place: Int, in line: Line) throws(JSONValue.SyntaxError) {
        let isAlone = place + 1 == line.end || isSpace(place + 1)
        let construct: YAMLConstruct
        switch bytes[place] {
        case UInt8(ascii: "&"): construct = .anchor
        case UInt8(ascii: "*"): construct = .alias
        case UInt8(ascii: "!"): construct = .tag
        case UInt8(ascii: "%"): construct = .directive
        case UInt8(ascii: ">"): construct = .folded
        case UInt8(ascii: "?") where isAlone: construct = .complexKey
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
            construct = .flow
        case UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "|"): construct = .reserved
        case UInt8(ascii: "-") where isAlone, UInt8(ascii: ":") where isAlone:
            throw error(.indentation, at: place, in: line)
        default: return
        }
        throw error(.notRead(construct), at: place, in: line)
    }

    // MARK: Plain scalars

    private mutating func plain(
        from place: Int, in first: Line, below indent: Int
    ) throws(JSONValue.SyntaxError) -> JSONValue.Content {
        try refuseIndicator(at: place, in: first)
        var (start, line) = (place, first)
        var text: [UInt8] = []
        var isFolded = false
        while true {
            if let colon = plainColon(from: start, in: line) { throw error(.colon, at: colon, in: line) }
            var end = start
            while end < line.end {
                let rest = skippingSpace(from: end, in: line)
                if rest == line.end || (rest > end && bytes[rest] == UInt8(ascii: "#")) { break }
                end = rest + 1
            }
            text += bytes[start..<end]
            guard end == line.end || skippingSpace(from: end, in: line) == line.end,
                let (empty, next) = try nextOfScalar(below: indent), bytes[next.content] != UInt8(ascii: "#")
            else { break }
            take(next)
            text += empty > 0 ? [UInt8](repeating: UInt8(ascii: "\n"), count: empty) : [UInt8(ascii: " ")]
            (start, line, isFolded) = (next.content, next, true)
        }
        let words = String(decoding: text, as: UTF8.self)
        return isFolded ? .string(words) : try plainContent(words, at: place, in: first)
    }

    /// The line in which a scalar goes on, and the number of empty ones before it, which are taken; nil where it does
    /// not go on.
    private mutating func nextOfScalar(
        below indent: Int
    ) throws(JSONValue.SyntaxError) -> (empty: Int, line: Line)? {
        var empty = 0
        while let line = try rawLine() {
            guard skippingSpace(from: line.content, in: line) == line.end else {
                return line.indent > indent ? (empty, line) : nil
            }
            take(line)
            empty += 1
        }
        return nil
    }

    /// Words that are truth values or numbers in some version of YAML and texts in another; kubectl quotes them.
    private static let disputed: Set<String> = [
        "y", "n", "yes", "no", "on", "off", "true", "false", ".nan", ".inf", "+.inf", "-.inf",
    ]

    /// The meaning of a plain scalar on one line (YAML 1.2.2 §10.2.1.4), where all versions agree about it.
    private func plainContent(
        _ text: String, at place: Int, in line: Line
    ) throws(JSONValue.SyntaxError) -> JSONValue.Content {
        switch text {
        case "null", "~", "Null", "NULL": return .null
        case "true", "false": return .bool(text == "true")
        default: break
        }
        let small = text.lowercased()
        if Self.disputed.contains(small) {
            throw error(.ambiguous(JSONText.excerpt(text)), at: place, in: line)
        }
        guard Self.isNumber(text) else { return .string(text) }
        guard (try? JSONValue(Array(text.utf8)))?.kind == .number else {
            throw error(.ambiguous(JSONText.excerpt(text)), at: place, in: line)
        }
        return .number(text)
    }

    /// Whether a text is a number in any version of YAML: decimal, octal, hexadecimal, binary, or of base 60.
    private static func isNumber(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        func isDecimal(_ part: some Sequence<UInt8>, points: Int) -> Bool {
            var (points, count) = (points, 0)
            for octet in part {
                if digits.contains(octet) {
                    count += 1
                } else if octet == UInt8(ascii: ".") {
                    points -= 1
                } else {
                    return false
                }
            }
            return count > 0 && points >= 0
        }
        let signs = [UInt8(ascii: "-"), UInt8(ascii: "+")]
        var rest = text.utf8.filter { $0 != UInt8(ascii: "_") }[...]
        if let first = rest.first, signs.contains(first) { rest.removeFirst() }
        if rest.count > 2, rest.first == UInt8(ascii: "0"), "xXoObB".utf8.contains(rest[rest.startIndex + 1]) {
            return rest.dropFirst(2).allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        }
        let parts = rest.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        if parts.count > 1, let last = parts.last {
            return parts.dropLast().allSatisfy { isDecimal($0, points: 0) } && isDecimal(last, points: 1)
        }
        guard let exponent = rest.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
            return isDecimal(rest, points: 1)
        }
        var power = rest[(exponent + 1)...]
        if let first = power.first, signs.contains(first) { power.removeFirst() }
        return isDecimal(rest[..<exponent], points: 1) && isDecimal(power, points: 0)
    }

    // MARK: Quoted scalars

    /// A piece of a quoted scalar in one line, and what came at its end.
    private enum Ending {
        /// The quote, and the place behind it.
        case closed(Int)
        /// The line's end; whether it was escaped, so that nothing stands for it.
        case broken(isEscaped: Bool)
    }

    private mutating func quoted(
        from place: Int, in first: Line, below indent: Int
    ) throws(JSONValue.SyntaxError) -> String {
        var text: [UInt8] = []
        var (start, line) = (place + 1, first)
        while true {
            switch try piece(bytes[place], from: start, in: line, to: &text) {
            case .closed(let behind):
                guard isEnd(behind, of: line) else { throw error(.behindQuote, at: behind, in: line) }
                return String(decoding: text, as: UTF8.self)
            case .broken(let isEscaped):
                guard let (empty, next) = try nextOfScalar(below: indent) else {
                    throw error(.noQuote, at: place, in: first)
                }
                take(next)
                text += [UInt8](repeating: UInt8(ascii: "\n"), count: empty)
                if empty == 0, !isEscaped { text.append(UInt8(ascii: " ")) }
                (start, line) = (skippingSpace(from: next.content, in: next), next)
            }
        }
    }

    /// Reads a quoted scalar from there to its quote or the line's end; blanks at a line's end do not count.
    private func piece(
        _ quote: UInt8, from start: Int, in line: Line, to text: inout [UInt8]
    ) throws(JSONValue.SyntaxError) -> Ending {
        let isDouble = quote == UInt8(ascii: "\"")
        var (place, solid) = (start, text.count)
        while place < line.end {
            let octet = bytes[place]
            if octet == quote {
                guard !isDouble, place + 1 < line.end, bytes[place + 1] == quote else { return .closed(place + 1) }
                text.append(quote)
                place += 2
            } else if isDouble, octet == UInt8(ascii: "\\") {
                guard place + 1 < line.end else { return .broken(isEscaped: true) }
                place = try escape(at: place, in: line, to: &text)
            } else {
                text.append(octet)
                place += 1
                if octet == 0x20 || octet == 0x09 { continue }
            }
            solid = text.count
        }
        text.removeSubrange(solid...)
        return .broken(isEscaped: false)
    }

    /// The escapes of one letter (YAML 1.2.2 §5.7).
    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t",
        UInt8(ascii: "\t"): "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{b}", UInt8(ascii: "f"): "\u{c}",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1b}", UInt8(ascii: " "): " ", UInt8(ascii: "\""): "\"",
        UInt8(ascii: "/"): "/", UInt8(ascii: "\\"): "\\", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{a0}",
        UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
    ]
    private static let digitCounts: [UInt8: Int] = [
        UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8,
    ]

    /// Reads an escape, and gives the place behind it.
    private func escape(
        at place: Int, in line: Line, to text: inout [UInt8]
    ) throws(JSONValue.SyntaxError) -> Int {
        let letter = bytes[place + 1]
        if let scalar = Self.escapes[letter] {
            text += String(scalar).utf8
            return place + 2
        }
        let start = place + 2
        guard let count = Self.digitCounts[letter], start + count <= line.end,
            bytes[start..<start + count].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
            let value = UInt32(String(decoding: bytes[start..<start + count], as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw error(.escape, at: place, in: line) }
        text += String(scalar).utf8
        return start + count
    }

    // MARK: Literal scalars

    /// The lines below a `|`, as they stand (YAML 1.2.2 §8.1.2).
    private mutating func literal(
        from place: Int, in line: Line, below indent: Int
    ) throws(JSONValue.SyntaxError) -> String {
        var (keeps, strips) = (false, false)
        var column: Int?
        var header = place + 1
        while header < line.end, !isEnd(header, of: line) {
            switch bytes[header] {
            case UInt8(ascii: "+") where !strips && !keeps: keeps = true
            case UInt8(ascii: "-") where !strips && !keeps: strips = true
            case UInt8(ascii: "1")...UInt8(ascii: "9") where column == nil:
                column = indent + Int(bytes[header] - UInt8(ascii: "0"))
            default: throw error(.blockHeader, at: header, in: line)
            }
            header += 1
        }
        var text: [UInt8] = []
        var empty = 0
        while let next = try rawLine() {
            if next.isBlank, next.indent <= column ?? .max {
                take(next)
                empty += 1
                continue
            }
            let first = column ?? max(next.indent, indent + 1)
            guard next.indent >= first else { break }
            column = first
            take(next)
            text += [UInt8](repeating: UInt8(ascii: "\n"), count: empty)
            text += bytes[(next.start + first)..<next.end]
            text.append(UInt8(ascii: "\n"))
            empty = 0
        }
        if keeps {
            text += [UInt8](repeating: UInt8(ascii: "\n"), count: empty)
        } else if strips, !text.isEmpty {
            text.removeLast()
        }
        return String(decoding: text, as: UTF8.self)
    }
}
