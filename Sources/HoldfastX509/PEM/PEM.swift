/// Reads PEM files as they are met: several blocks, text around them, any line ending, old headers (RFC 7468, 1421).
public enum PEM {
    private struct Line {
        let number: Int
        let text: ArraySlice<UInt8>
    }

    /// The blocks of a file in their order; text outside of blocks is passed over.
    ///
    /// - Parameter bytes: the file. A byte order mark, CRLF or CR line ends, white space around lines are accepted.
    /// - Throws: ``PEMError`` with the line, for a block that does not end, ends under another label, or is no Base64:
    ///   what is meant as a block is never passed over in silence.
    public static func blocks(in bytes: ArraySlice<UInt8>) throws(PEMError) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var open: (label: String, line: Int, body: [Line])?
        for line in lines(of: bytes) {
            if let label = boundary("BEGIN", line.text) {
                if let open { throw PEMError(reason: .nestedBegin(label: open.label), line: line.number) }
                open = (label, line.number, [])
            } else if let label = boundary("END", line.text), let begun = open {
                guard label == begun.label else {
                    throw PEMError(reason: .labelMismatch(begin: begun.label, end: label), line: line.number)
                }
                blocks.append(try block(label, begun.line, begun.body))
                open = nil
            } else {
                open?.body.append(line)
            }
        }
        if let open { throw PEMError(reason: .missingEnd(label: open.label), line: open.line) }
        return blocks
    }

    /// Whether a file holds a line that begins a block.
    static func isPEM(_ bytes: ArraySlice<UInt8>) -> Bool {
        lines(of: bytes).contains { boundary("BEGIN", $0.text) != nil }
    }

    private static func block(_ label: String, _ begin: Int, _ body: [Line]) throws(PEMError) -> PEMBlock {
        var headers: [PEMBlock.Header] = []
        var data = body[...]
        // Base64 has no colon: a first line with one begins the headers, which an empty line ends.
        if let first = body.first(where: { !$0.text.isEmpty }), first.text.contains(UInt8(ascii: ":")) {
            data = data.drop { $0.text.isEmpty }
            while let line = data.first, !line.text.isEmpty {
                let text = String(decoding: line.text, as: UTF8.self)
                if let colon = text.firstIndex(of: ":") {
                    let value = text[text.index(after: colon)...].drop { $0 == " " }
                    headers.append(PEMBlock.Header(name: String(text[..<colon]), value: String(value)))
                } else if let last = headers.popLast() {
                    headers.append(PEMBlock.Header(name: last.name, value: last.value + text))
                }
                data = data.dropFirst()
            }
        }
        var characters: [UInt8] = []
        var starts: [(index: Int, line: Int)] = []
        for line in data {
            starts.append((characters.count, line.number))
            characters += line.text.filter { !isSpace($0) }
        }
        guard !characters.isEmpty else { throw PEMError(reason: .emptyBlock(label: label), line: begin) }
        switch Base64.decode(characters[...]) {
        case .bytes(let contents):
            return PEMBlock(label: label, headers: headers, contents: contents, line: begin)
        case .invalid(let index):
            let line = starts.last { $0.index <= index }?.line ?? begin
            throw PEMError(reason: .invalidBase64, line: line)
        }
    }

    private static func boundary(_ word: String, _ line: ArraySlice<UInt8>) -> String? {
        let dashes = Array("-----".utf8)
        let start = dashes + word.utf8 + [UInt8(ascii: " ")]
        guard line.count >= start.count + dashes.count, line.starts(with: start),
            line.suffix(dashes.count).elementsEqual(dashes)
        else { return nil }
        return String(decoding: line.dropFirst(start.count).dropLast(dashes.count), as: UTF8.self)
    }

    private static func lines(of bytes: ArraySlice<UInt8>) -> [Line] {
        var rest = bytes
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        var lines: [Line] = []
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            lines.append(Line(number: lines.count + 1, text: trimmed(rest[..<end])))
            rest = rest[end...]
            if rest.starts(with: [0x0D, 0x0A]) { rest = rest.dropFirst(2) } else { rest = rest.dropFirst() }
        }
        return lines
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = line.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start.prefix(0) }
        return start[...last]
    }

    private static func isSpace(_ octet: UInt8) -> Bool { octet == 0x20 || (0x09...0x0D).contains(octet) }
}
