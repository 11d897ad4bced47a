import HoldfastStatements
import HoldfastX509

/// An element of an XML file, with what stands in it.
struct XMLTree: Hashable, Sendable {
    let name: String
    let attributes: [String: String]
    let line: Int
    /// The column of its `<`, counted in characters from 1 on.
    let column: Int
    var children: [XMLTree] = []
    /// The text directly in it, pieces around children joined.
    var text = ""
    /// The comment before it, or behind it at the end of its line; the nearest of several.
    var comment: String?

    func children(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

    /// `12:5: name`.
    var place: String { "\(line):\(column): \(name)" }

    struct SyntaxError: Error, Hashable {
        let line: Int
        let column: Int
        /// The fault, without its place.
        let fault: XMLSentence

        /// The fault as a statement, without its place.
        var statement: Statement { fault.statement }
        /// A clause in English.
        var reason: String { fault.english }
    }

    /// Elements within each other.
    static let depthLimit = 32
    /// Elements of a file.
    static let countLimit = 100_000

    /// Reads a whole file (XML 1.0, UTF-8).
    ///
    /// A document type is refused, so that there are no entities but XML's own five, nothing grows by being read, and
    /// nothing else is fetched. Work and memory are bounded by the file's length, ``depthLimit`` and ``countLimit``.
    ///
    /// - Parameter allowsDocumentType: whether one that only names a definition elsewhere is passed over, as property
    ///   lists have it. The definition is not fetched, and one that stands in the file itself is refused.
    init(_ bytes: [UInt8], allowsDocumentType: Bool = false) throws(SyntaxError) {
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            throw SyntaxError(line: 1, column: 1, fault: .notUTF8)
        }
        var reader = XMLReader(bytes, allowsDocumentType: allowsDocumentType)
        self = try reader.document()
    }

    fileprivate init(_ name: String, _ attributes: [String: String], line: Int, column: Int) {
        (self.name, self.attributes, self.line, self.column) = (name, attributes, line, column)
    }
}

private struct XMLReader {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// The index of the first octet of the line.
    private var lineStart = 0
    /// The column of an octet that was counted up to.
    private var counted = (index: 0, column: 1)
    private var count = 0
    private let allowsDocumentType: Bool

    init(_ bytes: [UInt8], allowsDocumentType: Bool) {
        self.bytes = bytes
        self.allowsDocumentType = allowsDocumentType
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (index, lineStart, counted.index) = (3, 3, 3) }
    }

    /// The column of the octet that is read next; octets that continue a character are not counted.
    private var column: Int { bytes[lineStart..<index].count { $0 & 0xC0 != 0x80 } + 1 }

    /// ``column``, counted on from the last element: a line of a megabyte is not gone through for each of them.
    private mutating func nextColumn() -> Int {
        if counted.index < lineStart { counted = (lineStart, 1) }
        counted.column += bytes[counted.index..<index].count { $0 & 0xC0 != 0x80 }
        counted.index = index
        return counted.column
    }

    mutating func document() throws(XMLTree.SyntaxError) -> XMLTree {
        if starts(with: "<?xml"), index + 5 < bytes.count, Self.isSpace(bytes[index + 5]) { try declaration() }
        try skipMisc()
        if allowsDocumentType, starts(with: "<!DOCTYPE") {
            try skipDocumentType()
            try skipMisc()
        }
        guard starts(with: "<") else { throw error(.noElement) }
        let root = try element(depth: 0)
        try skipMisc()
        guard index == bytes.count else { throw error(.behindRoot) }
        return root
    }

    private func error(_ fault: XMLSentence) -> XMLTree.SyntaxError {
        XMLTree.SyntaxError(line: line, column: column, fault: fault)
    }

    private func starts(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count - index >= length else { return false }
        return text.withUTF8Buffer { unsafe bytes[index..<index + length].elementsEqual($0) }
    }

    private mutating func advance(_ length: Int) {
        for place in index..<index + length where bytes[place] == 0x0A {
            line += 1
            lineStart = place + 1
        }
        index += length
    }

    /// Everything up to a mark, which is passed over.
    private mutating func take(until mark: String) throws(XMLTree.SyntaxError) -> ArraySlice<UInt8> {
        let wanted = Array(mark.utf8)
        var end = index
        while end + wanted.count <= bytes.count {
            if bytes[end] == wanted[0], bytes[end..<end + wanted.count].elementsEqual(wanted) {
                let found = bytes[index..<end]
                advance(end + wanted.count - index)
                return found
            }
            end += 1
        }
        throw error(.missing(mark))
    }

    private mutating func skipSpace() {
        while index < bytes.count, Self.isSpace(bytes[index]) { advance(1) }
    }

    /// Whether nothing but space is left of the line.
    private var isAtLineEnd: Bool {
        let next = bytes[index...].first { $0 == 0x0A || !Self.isSpace($0) }
        return next == nil || next == 0x0A
    }

    private static func isSpace(_ octet: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(octet) }

    /// The encoding that a file says it has: another one than UTF-8 would mean other characters.
    private mutating func declaration() throws(XMLTree.SyntaxError) {
        let text = String(decoding: try take(until: "?>"), as: UTF8.self).asciiLowercased()
        guard let start = text.firstRange(of: "encoding")?.upperBound else { return }
        let name = text[start...].drop { $0 != "\"" && $0 != "'" }.dropFirst().prefix { $0 != "\"" && $0 != "'" }
        guard name == "utf-8" || name == "us-ascii" || name == "utf8" else {
            throw error(.otherEncoding)
        }
    }

    private mutating func skipMisc() throws(XMLTree.SyntaxError) {
        while true {
            skipSpace()
            if starts(with: "<!--") {
                try skipComment()
            } else if starts(with: "<?") {
                _ = try take(until: "?>")
            } else if starts(with: "<!") {
                // One that is allowed is its caller's; wherever else it stands, no element begins with it.
                if allowsDocumentType, starts(with: "<!DOCTYPE") { return }
                throw error(.documentType)
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(XMLTree.SyntaxError) { _ = try comment() }

    private mutating func comment() throws(XMLTree.SyntaxError) -> String {
        advance(4)
        return String(decoding: try take(until: "-->"), as: UTF8.self)
    }

    /// Passes over a document type that names its definition and holds none (XML 1.0 §2.8).
    private mutating func skipDocumentType() throws(XMLTree.SyntaxError) {
        advance(9)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ">"): return advance(1)
            case UInt8(ascii: "["): throw error(.declaringType)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let mark = bytes[index]
                advance(1)
                _ = try take(until: mark == UInt8(ascii: "'") ? "'" : "\"")
            default: advance(1)
            }
        }
        throw error(.missing(">"))
    }

    private mutating func name() throws(XMLTree.SyntaxError) -> String {
        let start = index
        while index < bytes.count, Self.isNameOctet(bytes[index]) { index += 1 }
        guard start < index, !(0x30...0x39).contains(bytes[start]), bytes[start] != UInt8(ascii: "-"),
            bytes[start] != UInt8(ascii: ".")
        else { throw error(.noName) }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isNameOctet(_ octet: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(octet) || octet >= 0x80 || "_:-.".utf8.contains(octet)
    }

    private mutating func element(depth: Int) throws(XMLTree.SyntaxError) -> XMLTree {
        guard depth < XMLTree.depthLimit else { throw error(.tooDeep) }
        count += 1
        guard count <= XMLTree.countLimit else { throw error(.tooMany(limit: XMLTree.countLimit)) }
        let (startLine, startColumn) = (line, nextColumn())
        advance(1)
        let name = try name()
        let (attributes, isEmpty) = try attributes()
        var tree = XMLTree(name, attributes, line: startLine, column: startColumn)
        if isEmpty { return tree }
        var text: [UInt8] = []
        var (comment, childEnd): (String?, Int?) = (nil, nil)
        while true {
            guard index < bytes.count else { throw error(.noEnd(element: name)) }
            if starts(with: "</") {
                advance(2)
                guard try self.name() == name else { throw error(.missing("</\(name)>")) }
                skipSpace()
                guard starts(with: ">") else { throw error(.missing(">")) }
                advance(1)
                tree.text = String(decoding: text, as: UTF8.self)
                return tree
            } else if starts(with: "<!--") {
                let mayBeBehindChild = childEnd == line
                let found = try self.comment()
                if mayBeBehindChild, isAtLineEnd {
                    tree.children[tree.children.count - 1].comment = found
                } else {
                    comment = found
                }
            } else if starts(with: "<![CDATA[") {
                advance(9)
                text += try take(until: "]]>")
            } else if starts(with: "<?") {
                _ = try take(until: "?>")
            } else if starts(with: "<!") {
                throw error(.declaration)
            } else if starts(with: "<") {
                var child = try element(depth: depth + 1)
                (child.comment, comment, childEnd) = (comment, nil, line)
                tree.children.append(child)
            } else if starts(with: "&") {
                text += try reference()
            } else {
                text.append(bytes[index])
                advance(1)
            }
        }
    }

    private mutating func attributes() throws(XMLTree.SyntaxError) -> ([String: String], isEmpty: Bool) {
        var attributes: [String: String] = [:]
        while true {
            let before = index
            skipSpace()
            if starts(with: "/>") {
                advance(2)
                return (attributes, true)
            }
            if starts(with: ">") {
                advance(1)
                return (attributes, false)
            }
            guard before < index else { throw error(.noSpace) }
            let name = try name()
            skipSpace()
            guard starts(with: "=") else { throw error(.missing("=")) }
            advance(1)
            skipSpace()
            guard attributes.updateValue(try value(), forKey: name) == nil else {
                throw error(.repeatedAttribute(name))
            }
        }
    }

    private mutating func value() throws(XMLTree.SyntaxError) -> String {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
            throw error(.noQuote)
        }
        let mark = bytes[index]
        advance(1)
        var text: [UInt8] = []
        while index < bytes.count {
            switch bytes[index] {
            case mark:
                advance(1)
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "<"): throw error(.lessThan)
            case UInt8(ascii: "&"): text += try reference()
            default:
                text.append(bytes[index])
                advance(1)
            }
        }
        throw error(.noQuote)
    }

    /// One of XML's own entities, or a character by its number.
    private mutating func reference() throws(XMLTree.SyntaxError) -> [UInt8] {
        let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        guard let end else { throw error(.noSemicolon) }
        let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
        let known: [String: Unicode.Scalar] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
        var scalar = known[name]
        if name.hasPrefix("#x") {
            scalar = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        } else if name.hasPrefix("#") {
            scalar = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        }
        guard let scalar, scalar.value >= 0x20 || [0x09, 0x0A, 0x0D].contains(scalar.value) else {
            throw error(.unknownEntity(name))
        }
        advance(end + 1 - index)
        return Array(String(scalar).utf8)
    }
}
