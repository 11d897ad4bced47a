import HoldfastX509

/// Reads the tags of a page, and whatever else it is made of without ever failing (HTML Standard §13.2.5, of which it
/// has the states that decide where a tag begins and ends).
///
/// Nothing is executed, and nothing in the page can make the work more than linear. Scripts end at their first end tag,
/// comments in them or not. Names outside ASCII are of nothing that is known here: to compare or to hash texts, Swift
/// puts their combining marks in order, in time that grows with the square of their number.
package struct HTMLScanner {
    struct Tag: Sendable {
        /// In lower case; empty for one outside ASCII.
        let name: String
        /// The attributes with a name in ASCII.
        fileprivate(set) var attributes: [String: String] = [:]

        /// The value of an attribute, references resolved; empty for one without a value.
        subscript(name: String) -> String? { attributes[name] }

        /// The value of an attribute that takes one of some words, in lower case; one outside ASCII is none of them,
        /// and empty.
        func keyword(_ name: String) -> String? {
            self[name].map { $0.utf8.allSatisfy { $0 < 0x80 } ? $0.asciiLowercased() : "" }
        }
    }

    enum Token: Sendable {
        case start(Tag)
        case end(String)
        /// The text between tags, with references as they are written.
        case text(ArraySlice<UInt8>)
    }

    /// Octets of a page that are looked at; login pages have some ten thousand.
    package static let pageLimit = 2 << 20
    /// Attributes of one tag; of more the rest is skipped.
    private static let attributeLimit = 256
    /// Elements whose content has no tags (§13.1.2).
    private static let raw: Set<String> = [
        "script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title", "plaintext",
    ]

    private let bytes: [UInt8]
    private var position = 0
    /// The element whose content is being read as text.
    private var rawElement: String?

    init(_ page: [UInt8]) { bytes = Array(page.prefix(Self.pageLimit)) }

    /// The next token; nil at the end.
    mutating func next() -> Token? {
        while position < bytes.count {
            if let element = rawElement {
                rawElement = nil
                let content = position..<endOfRaw(element)
                position = content.upperBound
                if !content.isEmpty { return .text(bytes[content]) }
                continue
            }
            let start = position
            position = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            if position > start { return .text(bytes[start..<position]) }
            if let token = markup() { return token }
        }
        return nil
    }

    // MARK: What begins with <

    private mutating func markup() -> Token? {
        let start = position
        switch byte(start + 1) {
        case let octet? where ASCIIText.isLetter(octet):
            position = start + 1
            guard let tag = tag() else { return nil }
            if Self.raw.contains(tag.name) { rawElement = tag.name }
            return .start(tag)
        case UInt8(ascii: "/"):
            guard let octet = byte(start + 2) else {
                position = bytes.count
                return nil
            }
            guard ASCIIText.isLetter(octet) else {
                skip(past: UInt8(ascii: ">"), from: start + 2)
                return nil
            }
            position = start + 2
            return tag().map { .end($0.name) }
        case UInt8(ascii: "!") where byte(start + 2) == Self.dash && byte(start + 3) == Self.dash:
            skipComment(from: start + 4)
            return nil
        case UInt8(ascii: "!"), UInt8(ascii: "?"):
            skip(past: UInt8(ascii: ">"), from: start + 2)
            return nil
        default:
            position = start + 1
            return .text(bytes[start..<position])
        }
    }

    /// A tag from its name on; nil where the page ends within it.
    private mutating func tag() -> Tag? {
        let nameStart = position
        while let octet = byte(position), !Self.isSpace(octet), octet != Self.slash, octet != Self.greater {
            position += 1
        }
        var tag = Tag(name: Self.lowercased(bytes[nameStart..<position]))
        while true {
            while let octet = byte(position), Self.isSpace(octet) || octet == Self.slash { position += 1 }
            guard let octet = byte(position) else { return nil }
            if octet == Self.greater {
                position += 1
                return tag
            }
            guard let (name, value) = attribute() else { return nil }
            guard !name.isEmpty, tag.attributes.count < Self.attributeLimit else { continue }
            if tag.attributes[name] == nil { tag.attributes[name] = value }
        }
    }

    private mutating func attribute() -> (name: String, value: String)? {
        let nameStart = position
        // A name may begin with an equals sign, and only there have one.
        position += 1
        while let octet = byte(position), !Self.isSpace(octet), octet != Self.slash, octet != Self.greater,
            octet != Self.equals
        {
            position += 1
        }
        let name = Self.lowercased(bytes[nameStart..<position])
        let nameEnd = position
        while let octet = byte(position), Self.isSpace(octet) { position += 1 }
        guard byte(position) == Self.equals else {
            position = nameEnd
            return (name, "")
        }
        position += 1
        while let octet = byte(position), Self.isSpace(octet) { position += 1 }
        guard let first = byte(position) else { return nil }
        let value: Range<Int>
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            guard let end = bytes[(position + 1)...].firstIndex(of: first) else {
                position = bytes.count
                return nil
            }
            value = position + 1..<end
            position = end + 1
        } else {
            let start = position
            while let octet = byte(position), !Self.isSpace(octet), octet != Self.greater { position += 1 }
            value = start..<position
        }
        return (name, CharacterReferences.resolved(bytes[value], inAttribute: true))
    }

    private mutating func skip(past octet: UInt8, from start: Int) {
        let end = start < bytes.count ? bytes[start...].firstIndex(of: octet) : nil
        position = end.map { $0 + 1 } ?? bytes.count
    }

    /// A comment ends at `-->` and `--!>`, and at once with `>` or `->`.
    private mutating func skipComment(from start: Int) {
        if byte(start) == Self.greater {
            position = start + 1
            return
        }
        if byte(start) == Self.dash, byte(start + 1) == Self.greater {
            position = start + 2
            return
        }
        position = start
        while position < bytes.count {
            guard byte(position) == Self.dash, byte(position + 1) == Self.dash else {
                position += 1
                continue
            }
            let behind = position + 2
            if byte(behind) == Self.greater || byte(behind) == UInt8(ascii: "!") && byte(behind + 1) == Self.greater {
                position = behind + (byte(behind) == Self.greater ? 1 : 2)
                return
            }
            position += 1
        }
    }

    /// The position where the content of an element without tags ends: at its own end tag, or with the page.
    private func endOfRaw(_ element: String) -> Int {
        guard element != "plaintext" else { return bytes.count }
        let name = Array(element.utf8)
        var search = position
        while let start = bytes[search...].firstIndex(of: UInt8(ascii: "<")) {
            search = start + 1
            let nameEnd = start + 2 + name.count
            guard byte(start + 1) == Self.slash, nameEnd < bytes.count,
                Self.lowercased(bytes[(start + 2)..<nameEnd]) == element
            else { continue }
            if Self.isSpace(bytes[nameEnd]) || bytes[nameEnd] == Self.slash || bytes[nameEnd] == Self.greater {
                return start
            }
        }
        return bytes.count
    }

    // MARK: Octets

    private static let (dash, slash, greater, equals) = (
        UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "=")
    )

    private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private static func isSpace(_ octet: UInt8) -> Bool {
        octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0C || octet == 0x0D
    }

    /// In lower case; empty for what is not ASCII.
    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return "" }
        return String(decoding: bytes.map(ASCIIText.lowercased), as: UTF8.self)
    }
}
