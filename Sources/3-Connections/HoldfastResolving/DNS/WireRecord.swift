/// A resource record (RFC 1035 §3.2.1), its data decoded as far as addresses need it.
struct WireRecord {
    enum Contents: Hashable {
        case address([UInt8])
        case alias(WireName)
        /// The time for which a missing record may be kept, by the zone's authority (RFC 2308 §5).
        case authority(minimum: UInt32)
        /// The high bits of the response code (RFC 6891 §6.1.3).
        case options(extendedCode: UInt8)
        case other
    }

    private enum Kind {
        static let address: UInt16 = 1
        static let alias: UInt16 = 5
        static let authority: UInt16 = 6
        static let address6: UInt16 = 28
        static let options: UInt16 = 41
    }

    let name: WireName
    let type: UInt16
    let classCode: UInt16
    /// In seconds.
    let timeToLive: UInt32
    let contents: Contents

    init(_ reader: inout DNSReader) throws(DNSWireError) {
        name = try reader.name()
        type = try reader.number16()
        classCode = try reader.number16()
        let time = try reader.number32()
        // RFC 2181 §8: with the highest bit set it is zero.
        timeToLive = type != Kind.options && time > UInt32(Int32.max) ? 0 : time
        let length = Int(try reader.number16())
        let end = reader.offset + length
        guard end <= reader.message.count else { throw DNSWireError(.longRecord) }
        switch type {
        case Kind.address: contents = .address(try Self.address(&reader, length, 4))
        case Kind.address6: contents = .address(try Self.address(&reader, length, 16))
        case Kind.alias: contents = .alias(try reader.name())
        case Kind.authority: contents = .authority(minimum: try Self.minimum(&reader))
        case Kind.options:
            try Self.checkOptions(&reader, until: end)
            contents = .options(extendedCode: UInt8(truncatingIfNeeded: time >> 24))
        default:
            _ = try reader.octets(length)
            contents = .other
        }
        guard reader.offset == end else { throw DNSWireError(.dataLength) }
    }

    private static func address(
        _ reader: inout DNSReader, _ length: Int, _ count: Int
    ) throws(DNSWireError) -> [UInt8] {
        guard length == count else { throw DNSWireError(.addressLength(length)) }
        return Array(try reader.octets(count))
    }

    /// RFC 1035 §3.3.13.
    private static func minimum(_ reader: inout DNSReader) throws(DNSWireError) -> UInt32 {
        _ = try reader.name()
        _ = try reader.name()
        _ = try reader.octets(16)
        let minimum = try reader.number32()
        return minimum > UInt32(Int32.max) ? 0 : minimum
    }

    /// RFC 6891 §6.1.2: a code, a length and so many octets each.
    private static func checkOptions(_ reader: inout DNSReader, until end: Int) throws(DNSWireError) {
        while reader.offset < end {
            _ = try reader.number16()
            _ = try reader.octets(Int(try reader.number16()))
        }
    }
}
