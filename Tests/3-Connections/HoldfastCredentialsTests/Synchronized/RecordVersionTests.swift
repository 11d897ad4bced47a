import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastCredentials

@Suite("Versions of records in a synchronised folder")
struct RecordVersionTests {
    private func record(_ byte: UInt8) throws -> CredentialItem.ID {
        try #require(CredentialItem.ID([UInt8](repeating: byte, count: 16)))
    }

    private func writer(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 16) }

    @Test("a name of one is read back, and no other is")
    func names() throws {
        let version = RecordVersion(try record(0xab), clock: 0x0123_4567_89ab_cdef, writer: writer(0x1f))
        let name =
            String(repeating: "ab", count: 16) + ".0123456789abcdef." + String(repeating: "1f", count: 16) + ".hfcred"
        #expect(version.fileName == name)
        #expect(RecordVersion(fileName: name) == version)
        for other in [
            name.uppercased(), name + ".new", " " + name, String(name.dropFirst()), "\(name.dropLast(7))", "",
        ] {
            #expect(RecordVersion(fileName: other) == nil, "\(other)")
        }
    }

    @Test("the higher clock counts, then the higher writer, then the higher record")
    func order() throws {
        let (low, high) = (try record(1), try record(2))
        let rising = [
            RecordVersion(high, clock: 1, writer: writer(9)), RecordVersion(high, clock: 2, writer: writer(1)),
            RecordVersion(low, clock: 2, writer: writer(3)), RecordVersion(high, clock: 2, writer: writer(3)),
            RecordVersion(low, clock: .max, writer: writer(0)),
        ]
        for (place, left) in rising.enumerated() {
            for (other, right) in rising.enumerated() { #expect(left.isSurpassed(by: right) == (place < other)) }
        }
    }

    /// Kulkarni et al., "Logical Physical Clocks", 2014: the clock is never behind the physical one, and grows with
    /// every event.
    @Test("a clock is later than every other that is known, and not behind the time")
    func clock() {
        let now = Instant(secondsSince1970: 1_800_000_000, nanoseconds: 5_999_999)
        // Of a type that is written: compared as literals, the two sides would be looked at as AnyHashable.
        let physical: UInt64 = 1_800_000_000_005 << 16
        let far: UInt64 = 1 << 63
        #expect(RecordVersion.clock(after: 0, at: now) == physical)
        #expect(RecordVersion.clock(after: physical, at: now) == physical + 1)
        #expect(RecordVersion.clock(after: far, at: now) == far + 1)
        #expect(RecordVersion.clock(after: .max, at: now) == nil)
        #expect(RecordVersion.clock(after: 7, at: Instant(secondsSince1970: -1)) == 8)
        #expect(RecordVersion.clock(after: 7, at: Instant(secondsSince1970: .max)) == 8)
    }
}
