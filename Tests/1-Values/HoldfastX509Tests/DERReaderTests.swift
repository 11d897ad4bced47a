import HoldfastX509
import TestSupport
import Testing

/// X.690 §10.1: "The definite form of length encoding shall be used, encoded in the minimum number of octets."
@Suite struct DERReaderTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var reason: DERError.Reason
        var offset: Int

        init(_ name: String, _ bytes: String, _ reason: DERError.Reason, at offset: Int) {
            self.name = name
            self.bytes = hex(bytes)
            self.reason = reason
            self.offset = offset
        }

        var testDescription: String { name }
    }

    static let attacks: [Attack] = [
        Attack("nothing", "", .truncated(needed: 1, available: 0), at: 0),
        Attack("a tag alone", "30", .truncated(needed: 1, available: 0), at: 1),
        Attack("content cut short", "04 03 01 02", .truncated(needed: 3, available: 2), at: 1),
        Attack("indefinite length", "30 80 02 01 01 00 00", .indefiniteLength, at: 1),
        Attack("indefinite length of a primitive", "04 80 00 00", .indefiniteLength, at: 1),
        Attack("length 127 in long form", "04 81 7F", .nonMinimalLength, at: 1),
        Attack("length with a leading zero", "04 82 00 80", .nonMinimalLength, at: 1),
        Attack("length zero in long form", "04 81 00", .nonMinimalLength, at: 1),
        Attack("long length, octets missing", "04 82 01", .truncated(needed: 2, available: 1), at: 1),
        Attack("1 GB claimed", "04 84 40 00 00 00 01 02", .truncated(needed: 1 << 30, available: 2), at: 1),
        Attack(
            "2^56-1 bytes claimed", "04 87 FF FF FF FF FF FF FF", .truncated(needed: 1 << 56 - 1, available: 0),
            at: 1),
        Attack("length of 2^63", "04 88 80 00 00 00 00 00 00 00", .lengthTooLarge, at: 1),
        Attack("length of nine octets", "04 89 01 00 00 00 00 00 00 00 00", .lengthTooLarge, at: 1),
        Attack("reserved length FF", "04 FF 01 02 03", .lengthTooLarge, at: 1),
        Attack("end-of-contents", "00 00", .endOfContents, at: 0),
        Attack("low tag number in high form", "1F 1E 00", .nonMinimalTag, at: 1),
        Attack("high tag number padded", "1F 80 1F 00", .nonMinimalTag, at: 1),
        Attack("high tag number cut", "1F 81", .truncated(needed: 1, available: 0), at: 2),
        Attack("tag number over 28 bits", "1F 81 80 80 80 00 00", .tagTooLarge, at: 5),
    ]

    @Test(arguments: attacks)
    func refuses(_ attack: Attack) throws {
        var reader = try DERReader(attack.bytes[...])
        let error = derError { () throws(DERError) in _ = try reader.readElement() }
        #expect(error?.reason == attack.reason, "\(attack.name)")
        #expect(error?.offset == attack.offset, "\(attack.name): \(String(describing: error))")
    }

    @Test func offsetsAreIndicesOfTheWholeInput() throws {
        let file = hex("AA AA AA 04 02 01 02 04 81 01")
        var reader = try DERReader(file[3...])
        let element = try reader.readElement()
        #expect(element.bytes.startIndex == 3)
        #expect(element.contentOffset == 5)
        #expect(element.content == [1, 2])
        let error = derError { () throws(DERError) in _ = try reader.readElement() }
        #expect(error?.offset == 8)
    }

    @Test func readsLongLengthsAndHighTags() throws {
        let content = [UInt8](repeating: 7, count: 0x123)
        var reader = try DERReader((hex("1F 1F 82 01 23") + content + hex("9F 81 80 00 01 05"))[...])
        let first = try reader.readElement()
        #expect(first.tag == DERTag(.universal, 31, constructed: false))
        #expect(first.content.elementsEqual(content))
        let second = try reader.readElement()
        #expect(second.tag == .context(1 << 14))
        #expect(second.content == [5])
        #expect(reader.isAtEnd)
    }

    @Test func namesExpectedAndFoundTags() throws {
        var reader = try DERReader(hex("31 00")[...])
        let wrong = derError { () throws(DERError) in _ = try reader.read(.sequence) }
        #expect(wrong?.reason == .unexpectedTag(expected: .sequence, found: .set))
        #expect(wrong?.description == "SEQUENCE expected, SET found (at byte 0)")
        var primitive = try DERReader(hex("10 00")[...])
        let form = derError { () throws(DERError) in _ = try primitive.read(.sequence) }
        #expect(form?.description == "SEQUENCE expected, primitive SEQUENCE found (at byte 0)")
        var empty = try DERReader([])
        let missing = derError { () throws(DERError) in _ = try empty.read(.integer) }
        #expect(missing?.reason == .missing(expected: .integer))
    }

    @Test func whatIsLeftInsideASequenceIsAnError() throws {
        var reader = try DERReader(hex("30 06 02 01 05 02 01 06")[...])
        let error = derError { () throws(DERError) in
            _ = try reader.readSequence("outer") { (inner: inout DERReader) throws(DERError) in
                try inner.readInteger()
            }
        }
        #expect(error?.reason == .trailingData(count: 3))
        #expect(error?.offset == 5)
        #expect(error?.path == ["outer"])
    }

    @Test func childrenCannotReadBeyondTheirParent() throws {
        // The INTEGER claims three bytes; its SEQUENCE ends after one, though the input goes on.
        var reader = try DERReader(hex("30 03 02 03 01 02 03")[...])
        let error = derError { () throws(DERError) in
            _ = try reader.readSequence { (inner: inout DERReader) throws(DERError) in try inner.readInteger() }
        }
        #expect(error?.reason == .truncated(needed: 3, available: 1))
    }

    @Test func pathsNameFieldsAndPositions() throws {
        var reader = try DERReader(hex("30 09 02 01 05 02 01 06 04 01 00")[...])
        let error = derError { () throws(DERError) in
            _ = try reader.readSequenceOf("numbers") { (element: inout DERReader) throws(DERError) in
                try element.field("value") { (field: inout DERReader) throws(DERError) in try field.readInt() }
            }
        }
        #expect(error?.path == ["numbers", "[2]", "value"])
        #expect(error?.description == "numbers[2].value: INTEGER expected, OCTET STRING found (at byte 8)")
    }

    /// X.690 §11.6: "The encodings of the component values of a set-of value shall appear in ascending order".
    @Test func setsAreAscendingUnlessTheCallerKnowsBetter() throws {
        let unsorted = hex("31 06 02 01 02 02 01 01")
        var strict = try DERReader(unsorted[...])
        let error = derError { () throws(DERError) in
            _ = try strict.readSetOf { (element: inout DERReader) throws(DERError) in try element.readInt() }
        }
        #expect(error?.reason == .setNotSorted)
        #expect(error?.offset == 5)
        var lenient = try DERReader(unsorted[...])
        let values = try lenient.readSetOf(requiringOrder: false) {
            (element: inout DERReader) throws(DERError) in try element.readInt()
        }
        #expect(values == [2, 1])
        var sorted = try DERReader(hex("31 09 02 01 01 02 01 01 02 01 02")[...])
        let ascending = try sorted.readSetOf { (element: inout DERReader) throws(DERError) in try element.readInt() }
        #expect(ascending == [1, 1, 2])
    }

    @Test func anyValueIsCheckedToItsLastLevel() throws {
        var good = try DERReader(hex("30 06 30 04 A0 02 05 00 FF")[...])
        #expect(try good.readAny().bytes.count == 8)
        // The innermost length is not minimal.
        var bad = try DERReader(hex("30 08 30 06 A0 04 04 81 01 00")[...])
        let error = derError { () throws(DERError) in _ = try bad.readAny() }
        #expect(error?.reason == .nonMinimalLength)
        #expect(error?.offset == 7)
    }
}
