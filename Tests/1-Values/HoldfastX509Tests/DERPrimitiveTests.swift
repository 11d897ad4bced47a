import HoldfastX509
import TestSupport
import Testing

/// X.690 §8 and §11, one primitive type after the other.
@Suite struct DERPrimitiveTests {
    private func reader(_ bytes: String) throws -> DERReader { try DERReader(hex(bytes)[...]) }

    /// X.690 §11.1: "If the encoding represents the boolean value TRUE, its single contents octet shall have all
    /// eight bits set to one."
    @Test func booleans() throws {
        var yes = try reader("01 01 FF")
        #expect(try yes.readBoolean())
        var no = try reader("01 01 00")
        #expect(try !no.readBoolean())
        for bad in ["01 01 01", "01 01 7F", "01 01 FE", "01 00", "01 02 FF FF", "01 02 00 00"] {
            var reader = try reader(bad)
            let error = derError { () throws(DERError) in _ = try reader.readBoolean() }
            #expect(error?.reason == .invalidBoolean, "\(bad)")
        }
    }

    /// X.690 §8.3.2: the first nine bits "shall not all be ones and shall not all be zero".
    @Test func integersAreMinimal() throws {
        for good in ["02 01 00", "02 01 7F", "02 02 00 80", "02 01 80", "02 02 FF 7F", "02 03 00 FF FF"] {
            var reader = try reader(good)
            #expect(try reader.readInteger().elementsEqual(hex(good).dropFirst(2)), "\(good)")
        }
        for bad in ["02 02 00 00", "02 02 00 7F", "02 02 FF 80", "02 02 FF FF", "02 03 00 00 80"] {
            var reader = try reader(bad)
            let error = derError { () throws(DERError) in _ = try reader.readInteger() }
            #expect(error?.reason == .nonMinimalInteger, "\(bad)")
        }
        var empty = try reader("02 00")
        let error = derError { () throws(DERError) in _ = try empty.readInteger() }
        #expect(error?.reason == .emptyInteger)
    }

    @Test func integersThatFit() throws {
        let rows: [(String, Int)] = [
            ("02 01 00", 0), ("02 01 7F", 127), ("02 02 00 80", 128), ("02 01 FF", -1), ("02 01 80", -128),
            ("02 02 FF 7F", -129), ("02 08 7F FF FF FF FF FF FF FF", .max), ("02 08 80 00 00 00 00 00 00 00", .min),
        ]
        for (bytes, value) in rows {
            var reader = try reader(bytes)
            #expect(try reader.readInt() == value, "\(bytes)")
        }
        for bad in ["02 09 00 80 00 00 00 00 00 00 00", "02 09 FF 7F FF FF FF FF FF FF FF"] {
            var reader = try reader(bad)
            let error = derError { () throws(DERError) in _ = try reader.readInt() }
            #expect(error?.reason == .integerOutOfRange, "\(bad)")
        }
    }

    @Test func countsSaturateAndAreNeverNegative() throws {
        let rows: [(String, Int)] = [
            ("02 01 00", 0), ("02 01 03", 3), ("02 09 00 80 00 00 00 00 00 00 00", .max),
            ("02 0A 01 00 00 00 00 00 00 00 00 00", .max),
        ]
        for (bytes, value) in rows {
            var reader = try reader(bytes)
            #expect(try reader.readCount() == value, "\(bytes)")
        }
        var negative = try reader("02 01 FF")
        let error = derError { () throws(DERError) in _ = try negative.readCount() }
        #expect(error?.reason == .integerOutOfRange)
    }

    /// X.690 §8.6.2.2: "The number shall be in the range zero to seven"; §11.2.1: "Each unused bit in the final
    /// octet of the encoding of a bit string value shall be set to zero."
    @Test func bitStrings() throws {
        var good = try reader("03 03 04 6E 50")
        let bits = try good.readBitString()
        #expect(bits.bitCount == 12)
        let expected: [Bool] = [false, true, true, false, true, true, true, false, false, true, false, true]
        #expect((0..<12).map { bits[bit: $0] } == expected)
        #expect(!bits[bit: 12] && !bits[bit: -1] && !bits[bit: 1_000_000])
        var empty = try reader("03 01 00")
        #expect(try empty.readBitString().bitCount == 0)
        for (bad, reason) in [
            ("03 00", DERError.Reason.invalidBitString), ("03 02 08 00", .invalidBitString),
            ("03 01 01", .invalidBitString), ("03 02 FF 00", .invalidBitString),
            ("03 02 01 FF", .unusedBitsNotZero), ("03 03 07 FF C0", .unusedBitsNotZero),
        ] {
            var reader = try reader(bad)
            let error = derError { () throws(DERError) in _ = try reader.readBitString() }
            #expect(error?.reason == reason, "\(bad)")
        }
    }

    @Test func constructedStringsAreNotDER() throws {
        // X.690 §10.2: "the constructed form of encoding shall not be used" for string types.
        for (bytes, tag) in [("24 04 04 02 01 02", DERTag.octetString), ("23 05 03 03 00 01 02", .bitString)] {
            var reader = try reader(bytes)
            let error = derError { () throws(DERError) in _ = try reader.read(tag) }
            let found = DERTag(.universal, tag.number, constructed: true)
            #expect(error?.reason == .unexpectedTag(expected: tag, found: found))
        }
    }

    @Test func nulls() throws {
        var good = try reader("05 00")
        #expect(throws: Never.self) { try good.readNull() }
        var bad = try reader("05 01 00")
        let error = derError { () throws(DERError) in try bad.readNull() }
        #expect(error?.reason == .invalidNull)
    }

    @Test func serialNumbersOfEverySignAndLength() throws {
        let rows: [(String, Bool, Bool, String)] = [
            ("02 01 00", true, false, "00"), ("02 01 80", false, true, "80"), ("02 02 00 80", false, false, "00:80"),
            (
                "02 15 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 14 15", false, false,
                "01:02:03:04:05:06:07:08:09:0a:0b:0c:0d:0e:0f:10:11:12:13:14:15"
            ),
        ]
        for (bytes, isZero, isNegative, text) in rows {
            let number = try SerialNumber(der: hex(bytes))
            #expect(number.isZero == isZero && number.isNegative == isNegative, "\(bytes)")
            #expect(number.description == text)
            #expect(number.der == hex(bytes))
        }
        #expect(SerialNumber(0).der == hex("02 01 00"))
        #expect(SerialNumber(0x80).der == hex("02 02 00 80"))
        #expect(SerialNumber(magnitude: [0, 0, 1, 2]).der == hex("02 02 01 02"))
        #expect(SerialNumber(magnitude: []).der == hex("02 01 00"))
    }
}
