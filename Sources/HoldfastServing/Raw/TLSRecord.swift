/// TLS records in the clear and the handshake messages in them (RFC 5246 §6.2.1, §7.4), for flights written by hand.
enum TLSRecord {
    static let changeCipherSpec: UInt8 = 20
    static let alert: UInt8 = 21
    static let handshake: UInt8 = 22

    /// "The length MUST NOT exceed 2^14."
    private static let maximumLength = 1 << 14

    /// `payload` in as many records as it takes.
    static func records(of type: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var rest = payload[...]
        repeat {
            let fragment = rest.prefix(maximumLength)
            out += [type, 3, 3] + bigEndian(fragment.count, octets: 2) + fragment
            rest = rest.dropFirst(fragment.count)
        } while !rest.isEmpty
        return out
    }

    /// A handshake message: its type, its length in three octets, its body.
    static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + vector(body, lengthOctets: 3) }

    /// `bytes` behind their length.
    static func vector(_ bytes: [UInt8], lengthOctets: Int) -> [UInt8] {
        bigEndian(bytes.count, octets: lengthOctets) + bytes
    }

    static func bigEndian(_ value: Int, octets: Int) -> [UInt8] {
        (0..<octets).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

/// Reads records from a connection, one at a time.
struct TLSRecordReader {
    private let connection: RawConnection
    private var bytes: [UInt8] = []

    init(_ connection: RawConnection) { self.connection = connection }

    /// The next record; nil at the end of the stream.
    mutating func next(until deadline: Deadline) throws(ServingError) -> (type: UInt8, payload: [UInt8])? {
        guard try fill(5, until: deadline) else { return nil }
        let length = Int(bytes[3]) << 8 | Int(bytes[4])
        guard bytes[1] == 3, length <= (1 << 14) + 2048 else {
            throw ServingError("read a TLS record", .malformed("not a TLS record"))
        }
        guard try fill(5 + length, until: deadline) else { return nil }
        let record = (type: bytes[0], payload: Array(bytes[5..<(5 + length)]))
        bytes.removeFirst(5 + length)
        return record
    }

    private mutating func fill(_ count: Int, until deadline: Deadline) throws(ServingError) -> Bool {
        while bytes.count < count {
            let more = try connection.read(until: deadline)
            guard !more.isEmpty else { return false }
            bytes += more
        }
        return true
    }
}
