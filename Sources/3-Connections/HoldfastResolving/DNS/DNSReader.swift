/// Reads a message of the DNS octet by octet (RFC 1035 §4), never past its end.
struct DNSReader {
    /// Octets of a name, the lengths of its labels and the root's included (RFC 1035 §2.3.4).
    static let maximumName = 255
    /// Pointers followed for one name: no more than it can have labels.
    static let maximumPointers = 127

    let message: [UInt8]
    private(set) var offset = 0

    init(_ message: [UInt8]) { self.message = message }

    var isAtEnd: Bool { offset == message.count }

    mutating func octet() throws(DNSWireError) -> UInt8 {
        guard offset < message.count else { throw DNSWireError(.endsEarly) }
        defer { offset += 1 }
        return message[offset]
    }

    mutating func number16() throws(DNSWireError) -> UInt16 {
        UInt16(try octet()) << 8 | UInt16(try octet())
    }

    mutating func number32() throws(DNSWireError) -> UInt32 {
        UInt32(try number16()) << 16 | UInt32(try number16())
    }

    mutating func octets(_ count: Int) throws(DNSWireError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= message.count - offset else { throw DNSWireError(.endsEarly) }
        defer { offset += count }
        return message[offset..<offset + count]
    }

    /// A name, which may end in a pointer to one that stands before it (RFC 1035 §4.1.4).
    mutating func name() throws(DNSWireError) -> WireName {
        var bytes: [UInt8] = []
        var pointers = 0
        // Where reading goes on after the name: behind its first pointer.
        var end: Int?
        // What a pointer may lead to stands before whatever has been read of the name; not in the header.
        var bound = offset
        while true {
            let length = try octet()
            switch length & 0xc0 {
            case 0x00:
                guard length > 0 else {
                    if let end { offset = end }
                    return WireName(checked: bytes + [0])
                }
                guard bytes.count + 1 + Int(length) + 1 <= Self.maximumName else {
                    throw DNSWireError(.longName(limit: Self.maximumName))
                }
                bytes.append(length)
                for octet in try octets(Int(length)) {
                    bytes.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= octet ? octet | 0x20 : octet)
                }
            case 0xc0:
                let target = Int(length & 0x3f) << 8 | Int(try octet())
                pointers += 1
                guard target >= 12, target < bound, pointers <= Self.maximumPointers else {
                    throw DNSWireError(.pointer)
                }
                end = end ?? offset
                (offset, bound) = (target, target)
            default: throw DNSWireError(.labelType)
            }
        }
    }
}
