import HoldfastStatements

/// Reads the YAML that kubectl prints (`-o yaml`), and files that people write in its manner, counting lines and
/// columns.
///
/// That is block mappings and block sequences; plain, quoted and literal (`|`) scalars, folded over several lines as
/// kubectl's writer folds them; `{}` and `[]`; comments; and documents with `---` between. Everything else of YAML 1.2
/// is refused by name: anchors and aliases, by which a short file grows without bound, tags, flow collections, folded
/// scalars (`>`), complex keys, merges, directives. So are plain scalars of which versions of YAML disagree what they
/// are, as `yes` and `010`; a name that occurs twice in a mapping; more than ``JSONReader/maximumDepth`` and
/// ``JSONReader/maximumValues``. How many bytes there may be is the caller's to say.
package struct YAMLReader {
    /// A line of the text.
    struct Line {
        /// From 1.
        let number: Int
        /// The place of its first octet.
        let start: Int
        /// The columns before its content; in a sequence, those before an item's.
        var indent: Int
        /// The place behind its last octet, its line end left out.
        let end: Int
        /// The place of the first octet of the next line.
        let next: Int

        var content: Int { start + indent }
        var isBlank: Bool { content >= end }
    }

    let bytes: [UInt8]
    /// The line at which reading stands: its content has not been read. Nil at the end of a document.
    private(set) var current: Line?
    private var next = 0
    private var number = 1
    private var count = 0

    /// Reads all documents of a text; one that has nothing in it is left out.
    package static func documents(of bytes: [UInt8]) throws(JSONValue.SyntaxError) -> [JSONValue] {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw JSONValue.SyntaxError(position: TextPosition(ofWrongOctetIn: bytes), JSONSentence.notUTF8)
        }
        var reader = YAMLReader(bytes)
        var documents: [JSONValue] = []
        repeat {
            try reader.advance()
            guard let line = reader.current else { continue }
            documents.append(
                reader.isItem(line)
                    ? try reader.sequence(at: line.indent, depth: 0) : try reader.mapping(at: line.indent, depth: 0))
            if let rest = reader.current { throw reader.error(.indentation, at: rest.content, in: rest) }
        } while try reader.takeMarker()
        return documents
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Lines

    /// The line behind those that were taken; nil at the end of the text.
    func rawLine() throws(JSONValue.SyntaxError) -> Line? {
        guard next < bytes.count else { return nil }
        let feed = bytes[next...].firstIndex(of: UInt8(ascii: "\n"))
        var end = feed ?? bytes.count
        if end > next, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let content = bytes[next..<end].firstIndex { $0 != UInt8(ascii: " ") } ?? end
        let line = Line(
            number: number, start: next, indent: content - next, end: end, next: feed.map { $0 + 1 } ?? bytes.count)
        if let wrong = bytes[content..<end].firstIndex(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7f }) {
            throw JSONValue.SyntaxError(position: position(wrong, in: line), JSONSentence.controlCharacter)
        }
        return line
    }

    /// Takes the line that ``rawLine()`` gave.
    mutating func take(_ line: Line) { (next, number) = (line.next, line.number + 1) }

    /// Goes on to the next line that has content of this document.
    mutating func advance() throws(JSONValue.SyntaxError) {
        current = nil
        while let line = try rawLine(), !isMarker(line) {
            take(line)
            guard !line.isBlank, bytes[line.content] != UInt8(ascii: "#") else { continue }
            guard bytes[line.content] != 0x09 else { throw error(.tab, at: line.content, in: line) }
            current = line
            return
        }
    }

    /// Whether a line ends a document.
    private func isMarker(_ line: Line) -> Bool {
        bytes[line.start..<line.end].starts(with: "---".utf8) && isEnd(line.start + 3, of: line)
    }

    private mutating func takeMarker() throws(JSONValue.SyntaxError) -> Bool {
        guard let line = try rawLine() else { return false }
        take(line)
        return true
    }

    // MARK: Places

    func position(_ place: Int, in line: Line) -> TextPosition {
        TextPosition(line: line.number, column: 1 + bytes[line.start..<place].count { $0 & 0xc0 != 0x80 })
    }

    func error(_ fault: YAMLSentence, at place: Int, in line: Line) -> JSONValue.SyntaxError {
        JSONValue.SyntaxError(position: position(place, in: line), fault)
    }

    func isSpace(_ place: Int) -> Bool { bytes[place] == 0x20 || bytes[place] == 0x09 }

    /// The place of the first octet from there on that is no blank.
    func skippingSpace(from place: Int, in line: Line) -> Int {
        bytes[place..<line.end].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.end
    }

    /// Whether nothing but blanks and a comment, with a blank before it, stands from there to the end of the line.
    func isEnd(_ place: Int, of line: Line) -> Bool {
        let rest = skippingSpace(from: place, in: line)
        return rest == line.end || (bytes[rest] == UInt8(ascii: "#") && rest > place)
    }

    // MARK: Collections

    private func isItem(_ line: Line) -> Bool {
        bytes[line.content] == UInt8(ascii: "-") && (line.content + 1 == line.end || isSpace(line.content + 1))
    }

    private mutating func goDeeper(than depth: Int, in line: Line) throws(JSONValue.SyntaxError) -> Int {
        guard depth < JSONReader.maximumDepth else {
            throw JSONValue.SyntaxError(
                position: position(line.content, in: line), JSONSentence.tooDeep(limit: JSONReader.maximumDepth))
        }
        return depth + 1
    }

    private mutating func mapping(at indent: Int, depth: Int) throws(JSONValue.SyntaxError) -> JSONValue {
        guard let first = current else { return JSONValue(.null, at: TextPosition(line: number, column: 1)) }
        let depth = try goDeeper(than: depth, in: first)
        var members: [JSONMember] = []
        var names: Set<String> = []
        while let line = current, line.indent == indent, !isItem(line) {
            let start = position(line.content, in: line)
            guard let key = try key(of: line) else { throw error(.noKey, at: line.content, in: line) }
            guard names.insert(key.name).inserted else {
                throw JSONValue.SyntaxError(
                    position: start, JSONSentence.repeatedName(JSONText.excerpt(key.name)))
            }
            let value = try value(behind: key.end, in: line, below: indent, ofKey: true, depth: depth)
            members.append(JSONMember(name: key.name, position: start, value: value))
        }
        if let line = current, line.indent > indent { throw error(.indentation, at: line.content, in: line) }
        return JSONValue(.object(members), at: position(first.content, in: first))
    }

    private mutating func sequence(at indent: Int, depth: Int) throws(JSONValue.SyntaxError) -> JSONValue {
        guard let first = current else { return JSONValue(.null, at: TextPosition(line: number, column: 1)) }
        let depth = try goDeeper(than: depth, in: first)
        var items: [JSONValue] = []
        while let line = current, line.indent == indent, isItem(line) {
            items.append(try value(behind: line.content + 1, in: line, below: indent, ofKey: false, depth: depth))
        }
        if let line = current, line.indent > indent { throw error(.indentation, at: line.content, in: line) }
        return JSONValue(.array(items), at: position(first.content, in: first))
    }

    /// The value behind a key or the dash of an item: in the line itself, or in those below it.
    private mutating func value(
        behind place: Int, in line: Line, below indent: Int, ofKey: Bool, depth: Int
    ) throws(JSONValue.SyntaxError) -> JSONValue {
        count += 1
        guard count <= JSONReader.maximumValues else {
            throw JSONValue.SyntaxError(
                position: position(place, in: line), JSONSentence.tooManyValues(limit: JSONReader.maximumValues))
        }
        if isEnd(place, of: line) {
            try advance()
            // A sequence may stand as far to the left as the key that it belongs to.
            if let below = current, below.indent > indent || (ofKey && below.indent == indent && isItem(below)) {
                return try node(below: indent, depth: depth)
            }
            return JSONValue(.null, at: position(place, in: line))
        }
        let start = skippingSpace(from: place, in: line)
        guard !ofKey else { return try scalar(from: start, in: line, below: indent) }
        // What stands behind a dash stands in its own column.
        current?.indent = start - line.start
        return try node(below: indent, depth: depth)
    }

    private mutating func node(below indent: Int, depth: Int) throws(JSONValue.SyntaxError) -> JSONValue {
        guard let line = current else { return JSONValue(.null, at: TextPosition(line: number, column: 1)) }
        if isItem(line) { return try sequence(at: line.indent, depth: depth) }
        if try key(of: line) != nil { return try mapping(at: line.indent, depth: depth) }
        return try scalar(from: line.content, in: line, below: indent)
    }
}
