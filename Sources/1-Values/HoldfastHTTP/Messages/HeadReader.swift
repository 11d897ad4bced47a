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
        let (first, fields) = try parts(of: bytes)
        let words = first.split(separator: 32, omittingEmptySubsequences: false)
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
        let (first, fields) = try parts(of: bytes)
        let words = parts(ofStatusLine: first)
        guard words.count >= 2, words[1].count == 3, words[1].allSatisfy({ (0x30...0x39).contains($0) }),
            let status = Int(String(decoding: words[1], as: UTF8.self)), (100...999).contains(status),
            // RFC 9112 §4: "reason-phrase = 1*( HTAB / SP / VCHAR / obs-text )".
            words.count < 3 || isValue(words[2])
        else { throw MessageError(502, .statusLine) }
        return ResponseHead(
            status: status, reason: words.count == 3 ? String(decoding: words[2], as: UTF8.self) : "",
            minorVersion: try minorVersion(words[0]), fields: fields)
    }

    /// Version, status and reason.
    ///
    /// RFC 9112 §4: "recipients MAY instead parse on whitespace-delimited word boundaries and, aside from the line
    /// terminator, treat any form of whitespace as the SP separator".
    private func parts(ofStatusLine line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        guard leniency.contains(.otherSpaces) else {
            return line.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
        }
        var rest = line.drop(while: FieldGrammar.isSpace)
        var parts: [ArraySlice<UInt8>] = []
        while parts.count < 2, let end = rest.firstIndex(where: FieldGrammar.isSpace) {
            parts.append(rest[..<end])
            rest = rest[end...].drop(while: FieldGrammar.isSpace)
        }
        return parts + [rest]
    }

    /// Reads fields, each on a line of its own, to the end of the bytes.
    package func fields(_ bytes: ArraySlice<UInt8>) throws(MessageError) -> [HTTPField] {
        var fields: [HTTPField] = []
        var rest = bytes
        let takesFolded = leniency.contains(.foldedLines)
        while !rest.isEmpty {
            let line = try line(&rest, orThrow: .endlessField)
            guard fields.count < limits.fields else { throw MessageError(431, .tooManyFields(limit: limits.fields)) }
            // A folded line with no field before it RFC 9112 §2.2 has consumed "without further processing".
            guard !takesFolded || !Self.isFolded(line), let (name, first) = try field(line) else { continue }
            var value = first
            if takesFolded, Self.isFolded(rest) {
                var whole = Array(first)
                while Self.isFolded(rest) {
                    let more = try self.line(&rest, orThrow: .endlessField)
                    guard isValue(more) else { throw MessageError(400, .controlCharacter) }
                    whole.append(32)
                    whole += FieldGrammar.trimmed(more)
                }
                value = FieldGrammar.trimmed(whole)
            }
            fields.append(HTTPField(name, octets: value))
        }
        return fields
    }

    private func parts(of bytes: ArraySlice<UInt8>) throws(MessageError) -> (ArraySlice<UInt8>, [HTTPField]) {
        var rest = bytes
        var first = try line(&rest, orThrow: .endlessLine)
        while first.isEmpty, leniency.contains(.emptyLine) { first = try line(&rest, orThrow: .endlessLine) }
        // The empty line behind the fields.
        if rest.last == 10 { rest.removeLast() }
        if rest.last == 13 { rest.removeLast() }
        return (first, try fields(rest))
    }

    /// Takes a line off the front, without its end.
    private func line(
        _ rest: inout ArraySlice<UInt8>, orThrow fault: MessageFault
    ) throws(MessageError) -> ArraySlice<UInt8> {
        let takesLF = leniency.contains(.bareLF)
        guard let end = rest.firstIndex(where: { $0 == 13 || takesLF && $0 == 10 }) else {
            throw MessageError(400, fault)
        }
        let line = rest[..<end]
        rest = rest[end...]
        // RFC 9112 §2.2: "A recipient of such a bare CR MUST consider that element to be invalid or replace each bare
        // CR with SP".
        guard rest.removeFirst() == 10 || rest.popFirst() == 10 else { throw MessageError(400, .bareCR) }
        return line
    }

    private static func isFolded(_ line: ArraySlice<UInt8>) -> Bool { line.first.map(FieldGrammar.isSpace) ?? false }

    /// The name and the value that a line is; nil for one that is none, and is passed over.
    private func field(_ line: ArraySlice<UInt8>) throws(MessageError) -> (String, ArraySlice<UInt8>)? {
        // A folded line (RFC 9112 §5.2) begins with white space, and white space before the colon (§5.1) is none of a
        // name's: neither is part of a token.
        guard let colon = line.firstIndex(of: 58), let name = name(line[..<colon]) else {
            guard leniency.contains(.otherLines) else { throw MessageError(400, .fieldName) }
            return nil
        }
        let value = line[(colon + 1)...]
        guard isValue(value) else { throw MessageError(400, .controlCharacter) }
        return (name, FieldGrammar.trimmed(value))
    }

    private func name(_ octets: ArraySlice<UInt8>) -> String? {
        let octets = leniency.contains(.otherLines) ? FieldGrammar.trimmed(octets) : octets
        return FieldGrammar.isToken(octets) ? String(decoding: octets, as: UTF8.self) : nil
    }

    private func isValue(_ octets: ArraySlice<UInt8>) -> Bool {
        leniency.contains(.controls)
            ? octets.allSatisfy { $0 != 0 && $0 != 10 && $0 != 13 } : FieldGrammar.isValue(octets)
    }

    private func minorVersion(_ word: ArraySlice<UInt8>) throws(MessageError) -> Int {
        switch String(decoding: word, as: UTF8.self) {
        case "HTTP/1.1": return 1
        case "HTTP/1.0": return 0
        default: throw MessageError(505, .otherVersion)
        }
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
