/// Cuts a file into lines, ended by LF, CRLF or CR, one after the other.
struct PEMLines {
    /// A block that has begun.
    struct Begin {
        let label: String
        let line: Int
    }

    private let bytes: ArraySlice<UInt8>
    private var offset: Int
    private var number = 0

    /// The byte order mark in UTF-8, which says nothing there (RFC 3629 §6).
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(_ bytes: ArraySlice<UInt8>) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            self.bytes = Self.octets(ofUTF16: bytes)
        } else {
            self.bytes = bytes
        }
        offset = self.bytes.startIndex
    }

    mutating func next() -> PEMLine? {
        guard offset < bytes.endIndex else { return nil }
        let start = offset
        while offset < bytes.endIndex, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
        let text = bytes[start..<offset]
        if offset < bytes.endIndex {
            let isCR = bytes[offset] == 0x0D
            offset += 1
            if isCR, offset < bytes.endIndex, bytes[offset] == 0x0A { offset += 1 }
        }
        number += 1
        let line = PEMLine(number: number, text: text)
        guard text.starts(with: Self.mark) else { return line }
        let marked = PEMLine(number: number, text: text.dropFirst(Self.mark.count))
        // Files of Windows that were put one behind the other have a mark before each one's first line; anywhere else
        // it is damage.
        return number == 1 || marked.trimmed.starts(with: PEMBoundary.dashes) ? marked : line
    }

    /// The ASCII of a UTF-16 text, as Windows PowerShell writes it; what is not ASCII becomes a character that is
    /// neither Base64 nor part of a boundary.
    private static func octets(ofUTF16 bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isLittleEndian = bytes.first == 0xFF
        var octets: [UInt8] = []
        octets.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex + 2
        while index + 1 < bytes.endIndex {
            let (low, high) = isLittleEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            octets.append(high == 0 && low < 0x80 ? low : UInt8(ascii: "?"))
            index += 2
        }
        return octets[...]
    }
}

/// A line without its end.
struct PEMLine {
    let number: Int
    let text: ArraySlice<UInt8>

    var isBlank: Bool { text.allSatisfy(Self.isSpace) }

    /// The line without white space at its ends.
    var trimmed: ArraySlice<UInt8> {
        let start = text.drop(while: Self.isSpace)
        guard let last = start.lastIndex(where: { !Self.isSpace($0) }) else { return start.prefix(0) }
        return start[...last]
    }

    /// RFC 7468 §3: WSP and, in its lax form, VT and FF; line ends are cut off before.
    static func isSpace(_ octet: UInt8) -> Bool { octet == 0x20 || (0x09...0x0D).contains(octet) }

    /// Takes the line as a header or as the continuation of one; `false` where the headers are over.
    ///
    /// Base64 has no colon, so that a line with one right after `BEGIN` is a header, and an empty line, or the first
    /// one that is no header, ends them (RFC 1421 §4.4).
    func readHeader(into headers: inout [PEMBlock.Header]) -> Bool {
        guard let first = text.first, !isBlank else { return false }
        if Self.isSpace(first), let last = headers.indices.last {
            // In place: a copy for each line would take the square of their number.
            headers[last].value += String(decoding: trimmed, as: UTF8.self)
            return true
        }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let name = PEMLine(number: number, text: text[..<colon]).trimmed
        let value = PEMLine(number: number, text: text[(colon + 1)...]).trimmed
        headers.append(
            PEMBlock.Header(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
        return true
    }
}
