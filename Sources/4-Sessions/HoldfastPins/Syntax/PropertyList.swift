package import HoldfastJSON
package import HoldfastStatements

/// Property lists, XML and binary, where reading them is bounded work.
package enum PropertyList {
    package struct FormatError: Error, Hashable, Sendable {
        /// The fault as a statement, without its place.
        package let statement: Statement
        /// The place in the text; nil for a binary list, and for the list as a whole.
        package var position: TextPosition?

        init(_ fault: PropertyListSentence, at position: TextPosition? = nil) {
            (statement, self.position) = (fault.statement, position)
        }

        init(_ error: XMLTree.SyntaxError) {
            (statement, position) = (error.statement, TextPosition(line: error.line, column: error.column))
        }
    }

    /// Values that a list may have.
    ///
    /// A reader copies a binary list's shared parts once for each place: 100 bytes can ask for 2^30 copies.
    package static let valueLimit = 100_000

    /// Forms in which a list is read. The third, of NeXT, is not.
    enum Form {
        case xml
        case binary(BinaryPropertyList)
    }

    /// The form of a list, found to be one that any reader makes bounded work of, Foundation's too.
    ///
    /// - Parameter limit: bytes that it may have.
    static func form(of bytes: [UInt8], limit: Int) throws(FormatError) -> Form {
        guard bytes.count <= limit else { throw FormatError(.tooLarge(limit: limit)) }
        if bytes.starts(with: Array("bplist".utf8)) {
            guard let list = BinaryPropertyList(bytes), let count = list.valueCount(limit: valueLimit) else {
                throw FormatError(.damagedOrTooMany(limit: valueLimit))
            }
            guard count <= valueLimit else { throw FormatError(.tooMany(limit: valueLimit)) }
            return .binary(list)
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "<") else {
            throw FormatError(.otherForm)
        }
        return .xml
    }

    /// Refuses a list that a reader could be made to work on without end.
    ///
    /// - Throws: ``FormatError`` for what is too large, in neither form, or a binary list that grows beyond
    ///   ``valueLimit``.
    package static func check(_ bytes: [UInt8], limit: Int) throws(FormatError) {
        _ = try form(of: bytes, limit: limit)
    }

    /// The value of a list, as programs that read one with Foundation have it: `[String: Any]`, `[Any]`, `String` and
    /// `Bool`. Numbers, dates and data are there, and are none of these.
    ///
    /// - Throws: ``FormatError`` for what is none, with the place in a text.
    package static func value(of bytes: [UInt8], limit: Int) throws(FormatError) -> Any {
        try PropertyListNode(bytes, limit: limit).plain
    }

    /// The truth value; nil for another type.
    ///
    /// A number would pass for one where only asked for a Boolean: Foundation's are both. What it reads from a list or
    /// takes from a dictionary of its own is Swift's `Bool` where it is a Boolean, and no number is.
    static func flag(_ value: Any) -> Bool? { type(of: value) == Bool.self ? value as? Bool : nil }
}

/// The shape of a binary property list, as far as it takes to count its values (CFBinaryPList.c of CoreFoundation).
struct BinaryPropertyList {
    /// The depth to which lists may stand in lists.
    static let depthLimit = 64

    private let bytes: [UInt8]
    private let offsets: [Int]
    private let referenceSize: Int
    private let top: Int

    /// Nil where the trailer or the table of offsets contradict the size.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40 else { return nil }
        let trailer = bytes.count - 32
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, trailer + 8, 8), let top = Self.number(bytes, trailer + 16, 8),
            let table = Self.number(bytes, trailer + 24, 8), count <= bytes.count, top < count, table >= 8,
            table <= trailer, count * offsetSize <= trailer - table
        else { return nil }
        var offsets: [Int] = []
        for index in 0..<count {
            guard let offset = Self.number(bytes, table + index * offsetSize, offsetSize), offset < table else {
                return nil
            }
            offsets.append(offset)
        }
        (self.bytes, self.offsets, self.referenceSize, self.top) = (bytes, offsets, referenceSize, top)
    }

    /// The number of values that reading the list makes, shared ones counted at each place; nil for a circle, and for
    /// what is damaged or too deep. Beyond the limit some number above it.
    func valueCount(limit: Int) -> Int? {
        guard hasOctetsOfTheirOwn else { return nil }
        var known: [Int: Size] = [:]
        return size(of: top, depth: 0, limit: limit, known: &known)?.values
    }

    /// Whether no two texts, nor data, share octets: reading all of them then makes no more than the list has. Some
    /// thousand that overlap in 240 KB would be gigabytes.
    private var hasOctetsOfTheirOwn: Bool {
        var total = 0
        for index in offsets.indices {
            guard let extent = extent(of: index), (0x4...0x6).contains(extent.kind) else { continue }
            guard let length = length(of: extent), length <= bytes.count - total else { return false }
            total += length
        }
        return true
    }

    /// The number of values within one, itself included, and the depth to which they stand in one another.
    private struct Size {
        var values = 1
        var depth = 1
    }

    private func size(of index: Int, depth: Int, limit: Int, known: inout [Int: Size]) -> Size? {
        // What is shared may stand deeper here than where it was measured.
        if let found = known[index] { return found.depth <= Self.depthLimit - depth ? found : nil }
        guard depth < Self.depthLimit, let children = children(of: index) else { return nil }
        var size = Size()
        for child in children {
            guard let part = self.size(of: child, depth: depth + 1, limit: limit, known: &known) else { return nil }
            size.values += part.values
            size.depth = max(size.depth, part.depth + 1)
            if size.values > limit { break }
        }
        known[index] = size
        return size
    }

    /// The values within one; nil for damage, and for what is in no property list: sets and references of archives,
    /// which Foundation makes all the same, and then ends the process where a set holds what has no hash.
    private func children(of index: Int) -> [Int]? {
        guard let extent = extent(of: index) else { return nil }
        switch extent.kind {
        case 0x0: return extent.low == 0x8 || extent.low == 0x9 ? [] : nil
        case 0x1...0x6: return []
        case 0xA, 0xD: break
        default: return nil
        }
        let (total, overflows) = extent.count.multipliedReportingOverflow(by: extent.kind == 0xD ? 2 : 1)
        guard !overflows, total <= bytes.count else { return nil }
        var children: [Int] = []
        for number in 0..<total {
            guard let child = Self.number(bytes, extent.start + number * referenceSize, referenceSize) else {
                return nil
            }
            children.append(child)
        }
        // Keys come before values.
        guard extent.kind == 0xA || children.prefix(extent.count).allSatisfy(isText) else { return nil }
        return children
    }

    /// The first octet of an object in its two halves, and where its content begins.
    private struct Extent {
        let kind: UInt8
        let low: UInt8
        /// The number of octets, characters or values, by the kind.
        let count: Int
        let start: Int
    }

    private func extent(of index: Int) -> Extent? {
        guard offsets.indices.contains(index) else { return nil }
        let place = offsets[index]
        let (kind, low) = (bytes[place] >> 4, bytes[place] & 0x0F)
        guard low == 0x0F, kind >= 0x4 else {
            return Extent(kind: kind, low: low, count: Int(low), start: place + 1)
        }
        // A number stands there: 0x1n, of 2^n bytes.
        guard place + 1 < bytes.count, bytes[place + 1] >> 4 == 1, bytes[place + 1] & 0x0F <= 3 else { return nil }
        let size = 1 << Int(bytes[place + 1] & 0x0F)
        guard let count = Self.number(bytes, place + 2, size) else { return nil }
        return Extent(kind: kind, low: low, count: count, start: place + 2 + size)
    }

    private func isText(_ index: Int) -> Bool {
        offsets.indices.contains(index) && [0x5, 0x6].contains(bytes[offsets[index]] >> 4)
    }

    /// The tree of a list that ``valueCount(limit:)`` has found to be one. What is shared is one value in all places.
    func tree() -> PropertyListNode? {
        var known: [Int: PropertyListNode] = [:]
        return node(top, depth: 0, &known)
    }

    private func node(_ index: Int, depth: Int, _ known: inout [Int: PropertyListNode]) -> PropertyListNode? {
        if let found = known[index] { return found }
        guard depth < Self.depthLimit, let extent = extent(of: index), let children = children(of: index) else {
            return nil
        }
        let content: PropertyListNode.Content
        switch extent.kind {
        case 0x0: content = .flag(extent.low == 0x9)
        case 0x1, 0x2: content = .other("number")
        case 0x3: content = .other("date")
        case 0x4: content = .other("data")
        case 0x5, 0x6:
            guard let text = text(extent) else { return nil }
            content = .text(text)
        default:
            var nodes: [PropertyListNode] = []
            for child in children {
                guard let node = node(child, depth: depth + 1, &known) else { return nil }
                nodes.append(node)
            }
            guard extent.kind == 0xD else {
                content = .array(nodes)
                break
            }
            let pairs = zip(nodes.prefix(extent.count), nodes.dropFirst(extent.count))
            content = .dictionary(pairs.map { PropertyListNode.Entry(key: $0.text ?? "", position: nil, value: $1) })
        }
        let node = PropertyListNode(content, at: nil)
        known[index] = node
        return node
    }

    /// The octets of a text or of data; nil for more than can be counted.
    private func length(of extent: Extent) -> Int? {
        let (length, overflows) = extent.count.multipliedReportingOverflow(by: extent.kind == 0x6 ? 2 : 1)
        return overflows ? nil : length
    }

    private func text(_ extent: Extent) -> String? {
        guard let length = length(of: extent), length <= bytes.count - extent.start else { return nil }
        let octets = bytes[extent.start..<extent.start + length]
        guard extent.kind == 0x6 else { return String(decoding: octets, as: UTF8.self) }
        let units = stride(from: octets.startIndex, to: octets.endIndex, by: 2).map { place in
            UInt16(octets[place]) << 8 | UInt16(octets[place + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
        guard start >= 0, start <= bytes.count - size else { return nil }
        let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
