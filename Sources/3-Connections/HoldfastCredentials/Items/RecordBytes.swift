import HoldfastCrypto
import HoldfastX509

/// A writer of the stores' formats: numbers most significant byte first.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ byte: UInt8) { bytes.append(byte) }
    mutating func put(_ more: [UInt8]) { bytes += more }
    mutating func put(_ number: UInt16) { bytes += Self.bytes(UInt64(number)).suffix(2) }
    mutating func put(_ number: UInt32) { bytes += Self.bytes(UInt64(number)).suffix(4) }
    mutating func put(_ number: UInt64) { bytes += Self.bytes(number) }
    mutating func put(_ instant: Instant) { bytes += Self.bytes(instant) }

    /// Puts the number of the bytes, four bytes, and the bytes.
    mutating func putSized(_ more: [UInt8]) {
        put(UInt32(clamping: more.count))
        bytes += more
    }

    /// Overwrites what was written. Copies that were left behind as it grew are not reached.
    mutating func wipe() { bytes.wipe() }

    static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    /// The seconds since 1970, eight bytes, and the nanoseconds, four.
    static func bytes(_ instant: Instant) -> [UInt8] {
        bytes(UInt64(bitPattern: instant.secondsSince1970)) + bytes(UInt64(instant.nanoseconds)).suffix(4)
    }
}

/// A strict reader of the stores' formats: what ends too early is damaged.
struct RecordReader {
    private let all: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { all = bytes }

    var isAtEnd: Bool { place == all.count }
    /// The bytes that are left.
    var remaining: Int { all.count - place }

    func damaged(_ fault: CredentialDamage) -> CredentialStoreError { CredentialStoreError(damaged: fault) }

    mutating func bytes(_ count: Int) throws(CredentialStoreError) -> [UInt8] {
        guard count <= remaining else { throw damaged(.endsEarly) }
        defer { place += count }
        return Array(all[place..<place + count])
    }

    mutating func byte() throws(CredentialStoreError) -> UInt8 { try bytes(1)[0] }
    mutating func number16() throws(CredentialStoreError) -> UInt16 { UInt16(truncatingIfNeeded: try number(2)) }
    mutating func number32() throws(CredentialStoreError) -> UInt32 { UInt32(truncatingIfNeeded: try number(4)) }
    mutating func number64() throws(CredentialStoreError) -> UInt64 { try number(8) }

    private mutating func number(_ count: Int) throws(CredentialStoreError) -> UInt64 {
        try bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The bytes behind a number of them, of which there may be so many: the number is looked at before memory is
    /// taken.
    mutating func sized(limit: Int) throws(CredentialStoreError) -> [UInt8] {
        let count = Int(try number32())
        guard count <= limit else { throw damaged(.sized(bytes: count, limit: limit)) }
        return try bytes(count)
    }

    mutating func instant() throws(CredentialStoreError) -> Instant {
        let seconds = Int64(bitPattern: try number64())
        let nanoseconds = try number32()
        guard nanoseconds < 1_000_000_000 else { throw damaged(.nanoseconds(Int(nanoseconds))) }
        return Instant(secondsSince1970: seconds, nanoseconds: Int32(nanoseconds))
    }
}
