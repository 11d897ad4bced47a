import HoldfastX509
import TestSupport
import Testing

/// What is written is the DER that X.690 prints, and the reader takes it back.
@Suite struct DERWriterTests {
    private func written(_ body: (inout DERWriter) -> Void) -> String {
        var writer = DERWriter()
        body(&writer)
        return hexText(writer.bytes, separator: " ")
    }

    @Test func integers() throws {
        for value in [0, 1, 127, 128, 255, 256, 32_767, 32_768, -1, -128, -129, Int.max, Int.min] {
            var writer = DERWriter()
            writer.integer(value)
            var reader = try DERReader(writer.bytes[...])
            #expect(try reader.readInt() == value, "\(value)")
        }
        #expect(written { $0.integer(0) } == "02 01 00")
        #expect(written { $0.integer(128) } == "02 02 00 80")
        #expect(written { $0.integer(-129) } == "02 02 ff 7f")
        #expect(written { $0.integer(bytes: [0, 0, 0xFF]) } == "02 02 00 ff")
        #expect(written { $0.integer(bytes: []) } == "02 01 00")
    }

    @Test func primitives() {
        #expect(written { $0.boolean(true) } == "01 01 ff")
        #expect(written { $0.boolean(false, as: .context(3)) } == "83 01 00")
        #expect(written { $0.null() } == "05 00")
        #expect(written { $0.bitString([0x6E, 0x50], unusedBits: 4) } == "03 03 04 6e 50")
        #expect(written { $0.bitString(BitString([0xFF], unusedBits: 7)) } == "03 02 07 80")
        #expect(written { $0.octetString([1, 2]) } == "04 02 01 02")
        #expect(written { $0.oid(.basicConstraints) } == "06 03 55 1d 13")
        #expect(written { $0.utf8String("é") } == "0c 02 c3 a9")
        #expect(written { $0.printableString("DE") } == "13 02 44 45")
        #expect(written { $0.ia5String("a", as: .context(2)) } == "82 01 61")
    }

    @Test func constructed() {
        #expect(written { $0.sequence { _ in } } == "30 00")
        #expect(written { $0.explicit(0) { $0.integer(2) } } == "a0 03 02 01 02")
        #expect(written { $0.octetString { $0.sequence { $0.boolean(true) } } } == "04 05 30 03 01 01 ff")
        #expect(written { $0.bitString { $0.null() } } == "03 03 00 05 00")
        #expect(written { $0.setOf([[2, 1, 9], [2, 1, 3]]) } == "31 06 02 01 03 02 01 09")
    }

    /// Lengths around every change of form, flat and nested.
    @Test(arguments: [0, 1, 126, 127, 128, 129, 254, 255, 256, 257, 65_533, 65_535, 65_536, 70_000])
    func lengths(_ count: Int) throws {
        let content = [UInt8](repeating: 0xAB, count: count)
        var writer = DERWriter()
        writer.sequence { outer in
            outer.octetString(content)
            outer.octetString { $0.raw(content) }
        }
        var reader = try DERReader(writer.bytes[...])
        let both = try reader.readSequenceOf { (element: inout DERReader) throws(DERError) in
            try element.readOctetString()
        }
        #expect(both == [content[...], content[...]])
        #expect(reader.isAtEnd)
    }

    @Test(arguments: [0, 30, 31, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455] as [UInt32])
    func tags(_ number: UInt32) throws {
        for tag in [DERTag.context(number), DERTag(.private, number, constructed: true)] {
            var writer = DERWriter()
            writer.write(tag, content: hex("05 00"))
            var reader = try DERReader(writer.bytes[...])
            #expect(try reader.readElement().tag == tag)
            #expect(reader.isAtEnd)
        }
    }
}
