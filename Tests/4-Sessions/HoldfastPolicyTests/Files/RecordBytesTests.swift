import HoldfastFiles
import HoldfastX509
import Testing

@Suite("Records: what was written is read, and nothing else")
struct RecordBytesTests {
    private struct FaultError: RecordError, Equatable {
        let fault: RecordFault
        init(_ fault: RecordFault) { self.fault = fault }
    }

    private typealias Reader = RecordReader<FaultError>

    @Test("every kind of value") func values() throws {
        let instant = Instant(secondsSince1970: -5, nanoseconds: 999_999_999)
        var writer = RecordWriter()
        writer.put(0xFE as UInt8)
        writer.put(0xFEDC as UInt16)
        writer.put(0xFEDC_BA98 as UInt32)
        writer.put(0xFEDC_BA98_7654_3210 as UInt64)
        writer.put(instant)
        writer.putSized([1, 2, 3])
        #expect(writer.bytes.prefix(3) == [0xFE, 0xFE, 0xDC])
        #expect(writer.bytes.suffix(7) == [0, 0, 0, 3, 1, 2, 3])
        var reader = Reader(writer.bytes)
        #expect(try reader.byte() == 0xFE && reader.number16() == 0xFEDC && reader.number32() == 0xFEDC_BA98)
        #expect(try reader.number64() == 0xFEDC_BA98_7654_3210 && reader.instant() == instant)
        #expect(try reader.sized(limit: 3) == [1, 2, 3] && reader.isAtEnd && reader.remaining == 0)
    }

    @Test("what ends early, is larger than it may be, or no moment, is told as the format's own error")
    func faults() throws {
        var short = Reader([0, 0, 0])
        #expect(throws: FaultError(.endsEarly)) { try short.number32() }
        var large = Reader([0xFF, 0xFF, 0xFF, 0xFF, 1])
        #expect(throws: FaultError(.sized(bytes: 0xFFFF_FFFF, limit: 4))) { try large.sized(limit: 4) }
        var cut = Reader([0, 0, 0, 2, 1])
        #expect(throws: FaultError(.endsEarly)) { try cut.sized(limit: 4) }
        var late = Reader(RecordWriter.bytes(1) + RecordWriter.bytes(1_000_000_000).suffix(4))
        #expect(throws: FaultError(.nanoseconds(1_000_000_000))) { try late.instant() }
    }
}
