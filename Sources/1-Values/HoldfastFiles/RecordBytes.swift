package import HoldfastX509

/// A writer of records: values one after the other, numbers most significant byte first.
package struct RecordWriter {
    package var bytes: [UInt8] = []

    package init() {}

    package mutating func put(_ byte: UInt8) { bytes.append(byte) }
    package mutating func put(_ more: [UInt8]) { bytes += more }
    package mutating func put(_ number: UInt16) { bytes += Self.bytes(UInt64(number)).suffix(2) }
    package mutating func put(_ number: UInt32) { bytes += Self.bytes(UInt64(number)).suffix(4) }
    package mutating func put(_ number: UInt64) { bytes += Self.bytes(number) }
    package mutating func put(_ instant: Instant) { bytes += Self.bytes(instant) }

    /// Puts the number of the bytes, four bytes, and the bytes.
    package mutating func putSized(_ more: [UInt8]) {
        put(UInt32(clamping: more.count))
        bytes += more
    }

    package static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    /// The seconds since 1970, eight bytes, and the nanoseconds, four.
    package static func bytes(_ instant: Instant) -> [UInt8] {
        bytes(UInt64(bitPattern: instant.secondsSince1970)) + bytes(UInt64(instant.nanoseconds)).suffix(4)
    }
}

/// A fault of bytes that are no record.
package enum RecordFault: Hashable, Sendable {
    case endsEarly
    /// So many bytes where no more than the limit may stand.
    case sized(bytes: Int, limit: Int)
    /// More nanoseconds than a second has.
    case nanoseconds(Int)
}

/// The error of a format for bytes that are no record.
package protocol RecordError: Error {
    init(_ fault: RecordFault)
}

/// A strict reader of records: what ends too early is damaged. Its errors are those of the format that it reads.
package struct RecordReader<Failure: RecordError> {
    private let all: [UInt8]
    private var place = 0

    package init(_ bytes: [UInt8]) { all = bytes }

    package var isAtEnd: Bool { place == all.count }
    /// The bytes that are left.
    package var remaining: Int { all.count - place }

    package mutating func bytes(_ count: Int) throws(Failure) -> [UInt8] {
        guard count <= remaining else { throw Failure(.endsEarly) }
        defer { place += count }
        return Array(all[place..<place + count])
    }

    package mutating func byte() throws(Failure) -> UInt8 { try bytes(1)[0] }
    package mutating func number16() throws(Failure) -> UInt16 { UInt16(truncatingIfNeeded: try number(2)) }
    package mutating func number32() throws(Failure) -> UInt32 { UInt32(truncatingIfNeeded: try number(4)) }
    package mutating func number64() throws(Failure) -> UInt64 { try number(8) }

    private mutating func number(_ count: Int) throws(Failure) -> UInt64 {
        try bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The bytes behind a number of them, of which there may be so many: the number is looked at before memory is
    /// taken.
    package mutating func sized(limit: Int) throws(Failure) -> [UInt8] {
        let count = Int(try number32())
        guard count <= limit else { throw Failure(.sized(bytes: count, limit: limit)) }
        return try bytes(count)
    }

    package mutating func instant() throws(Failure) -> Instant {
        let seconds = Int64(bitPattern: try number64())
        let nanoseconds = try number32()
        guard nanoseconds < 1_000_000_000 else { throw Failure(.nanoseconds(Int(nanoseconds))) }
        return Instant(secondsSince1970: seconds, nanoseconds: Int32(nanoseconds))
    }
}
