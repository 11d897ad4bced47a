/// A cursor over the presentation language of TLS (RFC 8446 §3); every read goes through one bounds check.
struct WireReader {
    /// The most elements of any list that are read: 1,024. A ClientHello of a browser has some 40; a list of two-byte
    /// elements may hold 32,767, which only says that somebody fills it.
    static let maximumElements = 1024

    private let input: ArraySlice<UInt8>
    private(set) var offset: Int

    init(_ input: ArraySlice<UInt8>) {
        self.input = input
        offset = input.startIndex
    }

    var isAtEnd: Bool { offset == input.endIndex }
    var remaining: Int { input.endIndex - offset }

    mutating func bytes(_ count: Int, _ field: String) throws(WireError) -> ArraySlice<UInt8> {
        guard count <= remaining else {
            throw WireError(.truncated(needed: count, available: remaining), field, at: offset)
        }
        defer { offset += count }
        return input[offset..<offset + count]
    }

    /// Everything that is left.
    mutating func rest() -> ArraySlice<UInt8> {
        defer { offset = input.endIndex }
        return input[offset...]
    }

    mutating func number(_ octets: Int, _ field: String) throws(WireError) -> Int {
        try bytes(octets, field).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func uint8(_ field: String) throws(WireError) -> UInt8 { UInt8(truncatingIfNeeded: try number(1, field)) }
    mutating func uint16(_ field: String) throws(WireError) -> UInt16 {
        UInt16(truncatingIfNeeded: try number(2, field))
    }
    mutating func uint32(_ field: String) throws(WireError) -> UInt32 {
        UInt32(truncatingIfNeeded: try number(4, field))
    }

    /// A vector behind its length.
    mutating func vector(
        lengthOctets: Int, _ field: String, atLeast minimum: Int = 0
    ) throws(WireError) -> ArraySlice<UInt8> {
        let start = offset
        let count = try number(lengthOctets, field)
        guard count <= remaining else {
            throw WireError(.truncated(needed: count, available: remaining), field, at: start)
        }
        guard count >= minimum else { throw WireError(.empty, field, at: start) }
        return try bytes(count, field)
    }

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

    /// A vector of things that `read` reads one of.
    mutating func list<Element>(
        lengthOctets: Int, _ field: String, atLeast minimum: Int = 0,
        _ read: (inout WireReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        var inner = WireReader(try vector(lengthOctets: lengthOctets, field, atLeast: minimum))
        var elements: [Element] = []
        while !inner.isAtEnd {
            guard elements.count < Self.maximumElements else {
                throw WireError(.tooMany(limit: Self.maximumElements), field, at: inner.offset)
            }
            elements.append(try read(&inner))
        }
        return elements
    }

    func expectEnd(_ field: String) throws(WireError) {
        guard isAtEnd else { throw WireError(.trailingBytes(remaining), field, at: offset) }
    }
}
