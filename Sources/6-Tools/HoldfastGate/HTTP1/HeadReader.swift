/// Reads heads of HTTP/1.1 (RFC 9112), and refuses whatever two readers could take for two things.
///
/// Pure: bytes go in, a head comes out. What RFC 9112 lets a recipient be lenient about (a bare LF, folded lines, white
/// space before a colon, other white space in the first line) is refused, since the next one on the way may read it in
/// another way: that is how requests are smuggled (RFC 9112 §11.2).
struct HeadReader: Sendable {
    let limits: GateLimits

    /// The length of a head, its empty line included; nil while it is not all there.
    ///
    /// - Throws: ``MessageError`` for one that is too long, or whose lines cannot be told apart for certain.
    func length(of bytes: ArraySlice<UInt8>) throws(MessageError) -> Int? {
        var lineStart = bytes.startIndex
        for index in bytes.indices.prefix(limits.headBytes) where bytes[index] == 10 {
            // RFC 9112 §2.2: "a recipient MAY recognize a single LF as a line terminator"; others may not.
            guard index > bytes.startIndex, bytes[index - 1] == 13 else { throw MessageError(400, .bareLF) }
            if index - 1 == lineStart, lineStart > bytes.startIndex { return index + 1 - bytes.startIndex }
            // §2.2 asks to ignore an empty line before a request; nobody sends one any more.
            guard index - 1 > lineStart else { throw MessageError(400, .emptyLine) }
            lineStart = index + 1
        }
        guard bytes.count < limits.headBytes else {
            throw MessageError(431, .longHead(limit: limits.headBytes))
        }
        return nil
    }

    func request(_ bytes: ArraySlice<UInt8>) throws(MessageError) -> RequestHead {
        let (first, fields) = try parts(of: bytes)
        let words = first.split(separator: 32, omittingEmptySubsequences: false)
        guard words.count == 3, MessageField.isToken(words[0]), !words[1].isEmpty,
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

    func response(_ bytes: ArraySlice<UInt8>) throws(MessageError) -> ResponseHead {
        let (first, fields) = try parts(of: bytes)
        let words = first.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[1].count == 3, words[1].allSatisfy({ (0x30...0x39).contains($0) }),
            let status = Int(String(decoding: words[1], as: UTF8.self)), (100...999).contains(status),
            // RFC 9112 §4: "reason-phrase = 1*( HTAB / SP / VCHAR / obs-text )".
            words.count < 3 || MessageField.isValue(words[2])
        else { throw MessageError(502, .statusLine) }
        return ResponseHead(
            status: status, reason: words.count == 3 ? String(decoding: words[2], as: UTF8.self) : "",
            minorVersion: try minorVersion(words[0]), fields: fields)
    }

    /// Reads fields, each on a line of its own, to the end of the bytes.
    func fields(_ bytes: ArraySlice<UInt8>) throws(MessageError) -> [MessageField] {
        var fields: [MessageField] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 13) {
            guard rest[end...].starts(with: [13, 10]) else { throw MessageError(400, .bareCR) }
            guard fields.count < limits.fields else { throw MessageError(431, .tooManyFields(limit: limits.fields)) }
            fields.append(try field(rest[rest.startIndex..<end]))
            rest = rest[(end + 2)...]
        }
        guard rest.isEmpty else { throw MessageError(400, .endlessField) }
        return fields
    }

    private func parts(of bytes: ArraySlice<UInt8>) throws(MessageError) -> (ArraySlice<UInt8>, [MessageField]) {
        guard let end = bytes.firstIndex(of: 13), bytes[end...].starts(with: [13, 10]) else {
            throw MessageError(400, .endlessLine)
        }
        return (bytes[..<end], try fields(bytes[(end + 2)...].dropLast(2)))
    }

    private func field(_ line: ArraySlice<UInt8>) throws(MessageError) -> MessageField {
        // A folded line (RFC 9112 §5.2) begins with white space, and white space before the colon (§5.1) is none of a
        // name's: neither is part of a token.
        guard let colon = line.firstIndex(of: 58), MessageField.isToken(line[..<colon]) else {
            throw MessageError(400, .fieldName)
        }
        let value = line[(colon + 1)...]
        guard MessageField.isValue(value) else { throw MessageError(400, .controlCharacter) }
        let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 }
        let begun = value.drop(while: isSpace)
        return MessageField(
            String(decoding: line[..<colon], as: UTF8.self),
            begun[..<(begun.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? begun.startIndex)])
    }

    private func minorVersion(_ word: ArraySlice<UInt8>) throws(MessageError) -> Int {
        switch String(decoding: word, as: UTF8.self) {
        case "HTTP/1.1": return 1
        case "HTTP/1.0": return 0
        default: throw MessageError(505, .otherVersion)
        }
    }
}

/// The look at the first bytes of a connection of which nobody has said what it speaks.
enum FirstBytes {
    /// Whether they may be a request of HTTP/1.1: a method, and a space behind it.
    static func areHTTP(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let space = bytes.firstIndex(of: 32) else {
            return bytes.count <= 20 && MessageField.isToken(bytes) && bytes.allSatisfy { $0 < 97 }
        }
        return space - bytes.startIndex <= 20 && MessageField.isToken(bytes[..<space])
    }
}
