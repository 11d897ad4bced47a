package import Foundation

/// Property lists, XML and binary, as Foundation reads them, where reading them is bounded work.
package enum PropertyList {
    package struct FormatError: Error, Hashable, Sendable {
        /// A clause.
        package let reason: String
    }

    /// Values that a list may have.
    ///
    /// Foundation copies a binary list's shared parts once for each place: 100 bytes can ask for 2^30 copies.
    package static let valueLimit = 100_000

    /// The value of a list.
    ///
    /// The third format, of NeXT, is not read. Foundation 6.3 loses some 640 bytes for each list in XML that it
    /// refuses, whatever the list's size.
    package static func value(of data: Data, limit: Int) throws(FormatError) -> Any {
        guard data.count <= limit else { throw FormatError(reason: "it is larger than \(limit) bytes") }
        if data.starts(with: Array("bplist".utf8)) {
            guard let count = BinaryPropertyList(Array(data))?.valueCount(limit: valueLimit) else {
                throw FormatError(reason: "it is a damaged binary property list, or has more than \(valueLimit) values")
            }
            guard count <= valueLimit else { throw FormatError(reason: "it has more than \(valueLimit) values") }
        } else {
            let start = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
            guard start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "<") else {
                throw FormatError(reason: "it is no property list in XML or binary form")
            }
        }
        do {
            return try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        } catch {
            throw FormatError(reason: "it is a damaged property list")
        }
    }
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
        var known: [Int: Int] = [:]
        return count(top, depth: 0, limit: limit, known: &known)
    }

    private func count(_ index: Int, depth: Int, limit: Int, known: inout [Int: Int]) -> Int? {
        if let found = known[index] { return found }
        guard depth < Self.depthLimit, let children = children(of: index) else { return nil }
        var sum = 1
        for child in children {
            guard let part = count(child, depth: depth + 1, limit: limit, known: &known) else { return nil }
            sum += part
            if sum > limit { break }
        }
        known[index] = sum
        return sum
    }

    /// The values within one; nil for damage, and for what is in no property list: sets and references of archives,
    /// which Foundation makes all the same, and then ends the process where a set holds what has no hash.
    private func children(of index: Int) -> [Int]? {
        guard offsets.indices.contains(index) else { return nil }
        var place = offsets[index]
        let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0x0F))
        switch kind {
        case 0x0: return low == 0x8 || low == 0x9 ? [] : nil
        case 0x1...0x6: return []
        case 0xA, 0xD: break
        default: return nil
        }
        place += 1
        var count = low
        if low == 0x0F {
            // A number stands there: 0x1n, of 2^n bytes.
            guard place < bytes.count, bytes[place] >> 4 == 1, bytes[place] & 0x0F <= 3 else { return nil }
            let size = 1 << Int(bytes[place] & 0x0F)
            guard let long = Self.number(bytes, place + 1, size) else { return nil }
            (count, place) = (long, place + 1 + size)
        }
        let (total, overflows) = count.multipliedReportingOverflow(by: kind == 0xD ? 2 : 1)
        guard !overflows, total <= bytes.count else { return nil }
        var children: [Int] = []
        for number in 0..<total {
            guard let child = Self.number(bytes, place + number * referenceSize, referenceSize) else { return nil }
            children.append(child)
        }
        // Keys come before values.
        guard kind == 0xA || children.prefix(count).allSatisfy(isText) else { return nil }
        return children
    }

    private func isText(_ index: Int) -> Bool {
        offsets.indices.contains(index) && [0x5, 0x6].contains(bytes[offsets[index]] >> 4)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
        guard start >= 0, start <= bytes.count - size else { return nil }
        let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
