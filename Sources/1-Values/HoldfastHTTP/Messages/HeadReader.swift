import HoldfastX509

/// Reads heads of HTTP/1.1 (RFC 9112): bytes go in, a head comes out.
package struct HeadReader: Sendable {
    let leniency: MessageLeniency
    let limits: MessageLimits

    package init(_ leniency: MessageLeniency, _ limits: MessageLimits) {
        (self.leniency, self.limits) = (leniency, limits)
    }

    /// The length of a head, its empty line included; nil while it is not all there. ``HeadScanner`` finds it without
    /// looking at anything twice.
    ///
    /// - Throws: ``MessageError`` for one that is too long, or whose lines cannot be told apart for certain.
    package func length(of bytes: ArraySlice<UInt8>) throws(MessageError) -> Int? {
        var scanner = HeadScanner(self)
        return try scanner.length(of: bytes)
    }

    package func request(_ bytes: ArraySlice<UInt8>) throws(MessageError) -> RequestHead {
        let (line, fields) = try parts(of: bytes)
        let words = bytes[line].split(separator: 32, omittingEmptySubsequences: false)
        guard words.count == 3, FieldGrammar.isToken(words[0]), !words[1].isEmpty,
            words[1].allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw MessageError(400, .requestLine) }
        let minor = try minorVersion(words[2])
        let hosts = fields.all("host")
        // RFC 9112 §3.2: "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message
        // that lacks a Host header field and to any request message that contains more than one Host header field
        // line".
        guard hosts.count == 1 || hosts.isEmpty && minor == 0 else {
            throw MessageError(400, .hosts(count: hosts.count))
        }
        return RequestHead(
            method: String(decoding: words[0], as: UTF8.self), target: String(decoding: words[1], as: UTF8.self),
            minorVersion: minor, fields: fields)
    }

    package func response(_ bytes: ArraySlice<UInt8>) throws(MessageError) -> ResponseHead {
        let (line, fields) = try parts(of: bytes)
        var rest = line
        if leniency.contains(.otherSpaces) { skipSpaces(bytes, &rest) }
        let (version, status) = (word(bytes, &rest), word(bytes, &rest))
        guard let number = Self.status(bytes[status]),
            // RFC 9112 §4: "reason-phrase = 1*( HTAB / SP / VCHAR / obs-text )".
            isValue(bytes[rest])
        else { throw MessageError(502, .statusLine) }
        return ResponseHead(
            status: number, reason: String(decoding: bytes[rest], as: UTF8.self),
            minorVersion: try minorVersion(bytes[version]), fields: fields)
    }

    /// Takes a word off the front of a status line, with what separates it from the next one.
    ///
    /// RFC 9112 §4: "recipients MAY instead parse on whitespace-delimited word boundaries and, aside from the line
    /// terminator, treat any form of whitespace as the SP separator".
    private func word(_ bytes: ArraySlice<UInt8>, _ rest: inout Range<Int>) -> Range<Int> {
        let takesOthers = leniency.contains(.otherSpaces)
        var end = rest.lowerBound
        while end < rest.upperBound, bytes[end] != 32, !(takesOthers && FieldGrammar.isSpace(bytes[end])) { end += 1 }
        let word = rest.lowerBound..<end
        rest = min(end + 1, rest.upperBound)..<rest.upperBound
        if takesOthers { skipSpaces(bytes, &rest) }
        return word
    }

    private func skipSpaces(_ bytes: ArraySlice<UInt8>, _ rest: inout Range<Int>) {
        var start = rest.lowerBound
        while start < rest.upperBound, FieldGrammar.isSpace(bytes[start]) { start += 1 }
        rest = start..<rest.upperBound
    }

    /// The status that three digits are.
    private static func status(_ word: ArraySlice<UInt8>) -> Int? {
        guard word.count == 3, word.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let status = word.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return status >= 100 ? status : nil
    }

    /// Fields that a head has as a rule, and hardly more.
    private static let usualFields = 16

    /// Reads fields, each on a line of its own, to the end of the bytes.
    package func fields(_ bytes: ArraySlice<UInt8>) throws(MessageError) -> [HTTPField] {
        var fields: [HTTPField] = []
        fields.reserveCapacity(Self.usualFields)
        var place = bytes.startIndex
        let takesFolded = leniency.contains(.foldedLines)
        while place < bytes.endIndex {
            let line = try line(bytes, &place, orThrow: .endlessField)
            guard fields.count < limits.fields else { throw MessageError(431, .tooManyFields(limit: limits.fields)) }
            // A folded line with no field before it RFC 9112 §2.2 has consumed "without further processing".
            guard !takesFolded || !Self.isFolded(bytes[line]), let (name, value) = try field(bytes, line) else {
                continue
            }
            guard takesFolded, Self.isFolded(bytes[place...]) else {
                fields.append(HTTPField(name, octets: bytes[value]))
                continue
            }
            var whole = Array(bytes[value])
            while Self.isFolded(bytes[place...]) {
                let more = bytes[try self.line(bytes, &place, orThrow: .endlessField)]
                guard isValue(more) else { throw MessageError(400, .controlCharacter) }
                whole.append(32)
                whole += FieldGrammar.trimmed(more)
            }
            fields.append(HTTPField(name, octets: FieldGrammar.trimmed(whole)))
        }
        return fields
    }

    /// The first line, by its place, and the fields behind it.
    private func parts(of bytes: ArraySlice<UInt8>) throws(MessageError) -> (Range<Int>, [HTTPField]) {
        var place = bytes.startIndex
        var first = try line(bytes, &place, orThrow: .endlessLine)
        while first.isEmpty, leniency.contains(.emptyLine) { first = try line(bytes, &place, orThrow: .endlessLine) }
        // The empty line behind the fields.
        var end = bytes.endIndex
        if end > place, bytes[end - 1] == 10 { end -= 1 }
        if end > place, bytes[end - 1] == 13 { end -= 1 }
        return (first, try fields(bytes[place..<end]))
    }

    /// The place of the next line, without its end.
    private func line(
        _ bytes: ArraySlice<UInt8>, _ place: inout Int, orThrow fault: MessageFault
    ) throws(MessageError) -> Range<Int> {
        let takesLF = leniency.contains(.bareLF)
        var end = place
        while end < bytes.endIndex, bytes[end] != 13, !(takesLF && bytes[end] == 10) { end += 1 }
        guard end < bytes.endIndex else { throw MessageError(400, fault) }
        let line = place..<end
        place = end + 1
        guard bytes[end] == 13 else { return line }
        // RFC 9112 §2.2: "A recipient of such a bare CR MUST consider that element to be invalid or replace each bare
        // CR with SP".
        guard place < bytes.endIndex, bytes[place] == 10 else { throw MessageError(400, .bareCR) }
        place += 1
        return line
    }

    private static func isFolded(_ line: ArraySlice<UInt8>) -> Bool { line.first.map(FieldGrammar.isSpace) ?? false }

    /// The name, and the place of the value, that a line has; nil for one that is no field, and is passed over.
    private func field(_ bytes: ArraySlice<UInt8>, _ line: Range<Int>) throws(MessageError) -> (String, Range<Int>)? {
        var colon = line.lowerBound
        while colon < line.upperBound, bytes[colon] != 58 { colon += 1 }
        // A folded line (RFC 9112 §5.2) begins with white space, and white space before the colon (§5.1) is none of a
        // name's: neither is part of a token.
        guard colon < line.upperBound, let name = name(bytes, line.lowerBound..<colon) else {
            guard leniency.contains(.otherLines) else { throw MessageError(400, .fieldName) }
            return nil
        }
        let value = (colon + 1)..<line.upperBound
        guard isValue(bytes[value]) else { throw MessageError(400, .controlCharacter) }
        return (name, trimmed(bytes, value))
    }

    private func name(_ bytes: ArraySlice<UInt8>, _ place: Range<Int>) -> String? {
        let octets = bytes[leniency.contains(.otherLines) ? trimmed(bytes, place) : place]
        return FieldGrammar.isToken(octets) ? String(decoding: octets, as: UTF8.self) : nil
    }

    /// A place without the white space around it.
    private func trimmed(_ bytes: ArraySlice<UInt8>, _ place: Range<Int>) -> Range<Int> {
        var (start, end) = (place.lowerBound, place.upperBound)
        while start < end, FieldGrammar.isSpace(bytes[start]) { start += 1 }
        while start < end, FieldGrammar.isSpace(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private func isValue(_ octets: ArraySlice<UInt8>) -> Bool {
        leniency.contains(.controls)
            ? octets.allSatisfy { $0 != 0 && $0 != 10 && $0 != 13 } : FieldGrammar.isValue(octets)
    }

    private func minorVersion(_ word: ArraySlice<UInt8>) throws(MessageError) -> Int {
        if word.elementsEqual("HTTP/1.1".utf8) { return 1 }
        guard word.elementsEqual("HTTP/1.0".utf8) else { throw MessageError(505, .otherVersion) }
        return 0
    }
}

/// Finds the end of a head in bytes that come in pieces, each of which is looked at once.
package struct HeadScanner: Sendable {
    private let reader: HeadReader
    /// Bytes that were looked at, and those before the line that was not at its end then.
    private var (searched, lineStart) = (0, 0)
    /// Whether the first line has come.
    private var hasBegun = false

    package init(_ reader: HeadReader) { self.reader = reader }

    /// The length of the head at the front, its empty line included; nil while it is not all there.
    ///
    /// - Parameter bytes: those of the call before, and what has come since.
    package mutating func length(of bytes: ArraySlice<UInt8>) throws(MessageError) -> Int? {
        let (start, limit) = (bytes.startIndex, reader.limits.headBytes)
        let end = start + min(bytes.count, limit)
        while start + searched < end, let index = bytes[(start + searched)..<end].firstIndex(of: 10) {
            // RFC 9112 §2.2: "a recipient MAY recognize a single LF as a line terminator"; others may not.
            let hasCR = index > start + lineStart && bytes[index - 1] == 13
            guard hasCR || reader.leniency.contains(.bareLF) else { throw MessageError(400, .bareLF) }
            let isEmpty = index - (hasCR ? 1 : 0) == start + lineStart
            lineStart = index + 1 - start
            searched = lineStart
            if isEmpty, hasBegun { return searched }
            // §2.2 asks to ignore an empty line before a request; nobody sends one any more.
            guard !isEmpty || reader.leniency.contains(.emptyLine) else { throw MessageError(400, .emptyLine) }
            hasBegun = hasBegun || !isEmpty
        }
        searched = end - start
        guard bytes.count < limit else { throw MessageError(431, .longHead(limit: limit)) }
        return nil
    }
}
