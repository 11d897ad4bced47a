import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §4.2.1.9: `SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER (0..MAX) OPTIONAL }`.
@Suite struct BasicConstraintsTests {
    typealias Row = ExtensionRow<BasicConstraints>
    typealias Malformed = MalformedRow<BasicConstraints>

    @Test func values() {
        for row in [
            Row("no CA", "30 00", BasicConstraints(isCA: false)),
            Row("CA", "30 03 01 01 FF", BasicConstraints(isCA: true)),
            Row("CA above leaves", "30 06 01 01 FF 02 01 00", BasicConstraints(isCA: true, pathLengthConstraint: 0)),
            Row("deep CA", "30 07 01 01 FF 02 02 00 80", BasicConstraints(isCA: true, pathLengthConstraint: 128)),
            // "CAs MUST NOT include the pathLenConstraint field unless the cA boolean is asserted": a rule's business.
            Row("length without CA", "30 03 02 01 00", BasicConstraints(isCA: false, pathLengthConstraint: 0)),
        ] { row.check() }
    }

    @Test func aDefaultWrittenOutIsRemembered() throws {
        let value = try BasicConstraints(der: hex("30 03 01 01 00"))
        #expect(value.hasExplicitDefault && !value.isCA)
        #expect(value == BasicConstraints(isCA: false))
        #expect(value.der == hex("30 03 01 01 00"))
    }

    @Test func aLengthBeyondEveryPathIsCarried() throws {
        let value = try BasicConstraints(der: hex("30 0D 01 01 FF 02 08 7F FF FF FF FF FF FF FF"))
        #expect(value.pathLengthConstraint == .max)
        let more = try BasicConstraints(der: hex("30 0F 01 01 FF 02 0A 01 00 00 00 00 00 00 00 00 00"))
        #expect(more.pathLengthConstraint == .max)
    }

    @Test func malformed() {
        for row in [
            Malformed("NULL", "05 00", .unexpectedTag(expected: .sequence, found: .null)),
            Malformed("nothing", "", .missing(expected: .sequence)),
            Malformed("negative length", "30 06 01 01 FF 02 01 FF", .integerOutOfRange, in: ["pathLenConstraint"]),
            Malformed("truth of 01", "30 03 01 01 01", .invalidBoolean, in: ["cA"]),
            Malformed(
                "wrong order", "30 06 02 01 00 01 01 FF", .trailingData(count: 3)),
            Malformed("more behind", "30 00 00", .trailingData(count: 1)),
            Malformed(
                "a number in place of the boolean twice", "30 06 02 01 01 02 01 00", .trailingData(count: 3)),
        ] { row.check() }
    }
}
