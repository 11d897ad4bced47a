package import HoldfastX509

/// A reader of records and handshake messages.
package typealias MessageReader = TLSReader<WireError>

extension MessageReader {
    /// The most elements of any list that are read: 1,024. A ClientHello of a browser has some 40; a list of two-byte
    /// elements may hold 32,767, which only says that somebody fills it.
    static var maximumElements: Int { 1024 }

    mutating func uint8(_ field: String) throws(WireError) -> UInt8 { try number(1, field) }
    mutating func uint16(_ field: String) throws(WireError) -> UInt16 { try number(2, field) }
    mutating func uint32(_ field: String) throws(WireError) -> UInt32 { try number(4, field) }

    /// A vector of numbers of one size.
    mutating func numbers(
        lengthOctets: Int, octets: Int, _ field: String, atLeast minimum: Int = 0
    ) throws(WireError) -> [Int] {
        let start = offset
        let content = try vector(lengthOctets: lengthOctets, field, atLeast: minimum)
        guard content.count.isMultiple(of: octets) else {
            throw WireError(.oddLength(content.count), field, at: start)
        }
        guard content.count / octets <= Self.maximumElements else {
            throw WireError(.tooMany(limit: Self.maximumElements), field, at: start)
        }
        return stride(from: content.startIndex, to: content.endIndex, by: octets).map { index in
            content[index..<index + octets].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// A vector of elements, each read by `read`.
    ///
    /// - Parameter limit: The most elements that are read.
    mutating func list<Element>(
        lengthOctets: Int, _ field: String, atLeast minimum: Int = 0, limit: Int = MessageReader.maximumElements,
        _ read: (inout MessageReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        var inner = MessageReader(try vector(lengthOctets: lengthOctets, field, atLeast: minimum))
        var elements: [Element] = []
        while !inner.isAtEnd {
            guard elements.count < limit else {
                throw WireError(.tooMany(limit: limit), field, at: inner.offset)
            }
            elements.append(try read(&inner))
        }
        return elements
    }
}
