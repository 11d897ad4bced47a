import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// "The serial number MUST be a positive integer … Conforming CAs MUST NOT use serialNumber values longer than 20
/// octets" (RFC 5280 §4.1.2.2).
@Suite("Serial numbers", .ownThread)
struct SerialNumberRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let integer: [UInt8]
        let unmet: Set<String>
    }

    let test: TestChain

    init() throws { test = try TestChain() }

    @Test(
        "positive, at most 20 octets",
        arguments: [
            Row(testDescription: "one", integer: [1], unmet: []),
            Row(testDescription: "negative", integer: [0x80], unmet: ["negative"]),
            Row(testDescription: "zero", integer: [0], unmet: ["zero"]),
            Row(testDescription: "20 octets", integer: [0x7F] + Array(repeating: 1, count: 19), unmet: []),
            Row(testDescription: "21 octets", integer: [1] + Array(repeating: 1, count: 20), unmet: ["length"]),
            Row(
                testDescription: "20 octets and a sign", integer: [0, 0x80] + Array(repeating: 1, count: 19),
                unmet: ["length"]),
            Row(
                testDescription: "negative, 21 octets", integer: [0x80] + Array(repeating: 1, count: 20),
                unmet: ["negative", "length"]),
        ])
    func numbers(row: Row) throws {
        let edit = ByteEdit.fields { $0[Field.serialNumber] = [2, UInt8(row.integer.count)] + row.integer }
        let leaf = try test.chain { $0.tbsEdit = edit }
        #expect(try test.unmet(leaf) == Set(row.unmet.map { "serialNumber.\($0)" }))
        #expect(try test.refusals(leaf) == (row.unmet.isEmpty ? [] : [.serialNumber]))
        #expect(
            try test.unmet(test.belowIntermediate({ $0.tbsEdit = edit })) == Set(row.unmet.map { "serialNumber.\($0)" })
        )
        // Nobody revokes an anchor by its number, and under one's own nothing else goes by it.
        let (chain, anchors) = try test.belowRoot({ $0.tbsEdit = edit })
        #expect(try test.unmet(chain, anchors: anchors) == (row.unmet.isEmpty ? [] : ["serialNumber.anchor"]))
        #expect(try test.refusals(chain, anchors: anchors) == [])
        #expect(try test.errors(leaf) == [])
    }

    @Test("a number of megabytes is not quoted whole")
    func long() throws {
        let leaf = try test.chain { $0.serialNumber = SerialNumber(magnitude: Array(repeating: 1, count: 100_000)) }
        let findings = try #require(try test.judge(leaf).success?.findings)
        #expect(findings.map(\.requirement) == ["serialNumber.length"])
        #expect(findings.allSatisfy { $0.seen.count < 200 })
    }

    /// "The contents octets shall be a two's complement binary number equal to the integer value" (X.690 §8.3.3): a
    /// first octet of 80 or more is a sign.
    @Test("the sign is visible, and where the 00 is missing")
    func sign() throws {
        let edit = ByteEdit.fields { $0[Field.serialNumber] = [2, 4, 0x8F, 0x01, 0x00, 0x07] }
        let findings = try #require(try test.judge(test.chain { $0.tbsEdit = edit }).success?.findings)
        let finding = try #require(findings.first { $0.requirement == "serialNumber.negative" })
        #expect(finding.seen == "-70fefff9" && finding.expected == "008f010007")
        #expect(finding.message.contains("a 00 is missing before 8f010007"), "\(finding.message)")
        #expect(finding.advice.contains("X.690 §8.3.3"), "\(finding.advice)")
        #expect(finding.statements.message.text(in: .chinese).contains("00"))
    }
}
