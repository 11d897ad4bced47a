import HoldfastX509
import TestSupport
import Testing

/// Each error says what is wrong, in which field, at which byte.
@Suite("Malformed revocation lists")
struct CertificateListErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let list: HandMadeList
        let reason: DERError.Reason
        let path: String
    }

    static let rows: [Row] = [
        Row(
            testDescription: "version 1 written out: \"if present, MUST be v2\"",
            list: HandMadeList(version: hex("02 01 00")),
            reason: .invalidValue(.version(of: .revocationList)), path: "version"),
        Row(
            testDescription: "version 3", list: HandMadeList(version: hex("02 01 02")),
            reason: .invalidValue(.version(of: .revocationList)), path: "version"),
        Row(
            testDescription: "no date", list: HandMadeList(thisUpdate: [], nextUpdate: []),
            reason: .missing(expected: .utcTime), path: "thisUpdate"),
        Row(
            testDescription: "a date without seconds",
            list: HandMadeList(thisUpdate: tlv(0x17, Array("2606010800Z".utf8))),
            reason: .invalidTime(.withoutSeconds(in: .utcTime)),
            path: "thisUpdate"),
        Row(
            testDescription: "an entry without a date",
            list: HandMadeList(entries: [tlv(0x30, tlv(0x02, [1]))]),
            reason: .missing(expected: .utcTime), path: "revokedCertificates[0].revocationDate"),
        Row(
            testDescription: "the second entry's number padded",
            list: HandMadeList(entries: [HandMadeList.entry([1]), HandMadeList.entry([0, 1])]),
            reason: .nonMinimalInteger, path: "revokedCertificates[1].userCertificate"),
        Row(
            testDescription: "a reason of nine octets",
            list: HandMadeList(entries: [
                HandMadeList.entry([1], extensions: HandMadeList.ce(21, hex("0A 09 01 00 00 00 00 00 00 00 00")))
            ]),
            reason: .integerOutOfRange,
            path: "revokedCertificates[0].crlEntryExtensions[0].reasonCode"),
        Row(
            testDescription: "a reason as INTEGER",
            list: HandMadeList(entries: [
                HandMadeList.entry([1], extensions: HandMadeList.ce(21, hex("02 01 01")))
            ]),
            reason: .unexpectedTag(expected: .enumerated, found: .integer),
            path: "revokedCertificates[0].crlEntryExtensions[0].reasonCode"),
        Row(
            testDescription: "an invalidity date as UTCTime",
            list: HandMadeList(entries: [
                HandMadeList.entry(
                    [1], extensions: HandMadeList.ce(24, tlv(0x17, Array("260401000000Z".utf8))))
            ]),
            reason: .unexpectedTag(expected: .generalizedTime, found: .utcTime),
            path: "revokedCertificates[0].crlEntryExtensions[0].invalidityDate"),
        Row(
            testDescription: "a negative number of the list",
            list: HandMadeList(extensions: [HandMadeList.ce(20, hex("02 01 80"))]),
            reason: .integerOutOfRange, path: "crlExtensions[0].cRLNumber"),
        Row(
            testDescription: "something after an extension's value",
            list: HandMadeList(extensions: [HandMadeList.ce(27, hex("02 01 01 05 00"))]),
            reason: .trailingData(count: 2), path: "crlExtensions[0].deltaCRLIndicator"),
        Row(
            testDescription: "a flag that is neither 00 nor FF",
            list: HandMadeList(extensions: [HandMadeList.ce(28, critical: true, hex("30 03 84 01 01"))]),
            reason: .invalidBoolean, path: "crlExtensions[0].issuingDistributionPoint.indirectCRL"),
    ]

    @Test(arguments: rows)
    func row(row: Row) throws {
        let bytes = row.list.der
        let error = try #require(
            derError { () throws(DERError) in _ = try CertificateList(der: bytes) })
        #expect(error.reason == row.reason)
        #expect(
            error.path.joined(separator: ".").replacing(".[", with: "[") == "CertificateList.tbsCertList."
                + row.path)
        #expect(bytes.indices.contains(error.offset) || error.offset == bytes.count)
    }

    @Test("issuing distribution points: every field, FALSE written out, wrong order")
    func issuingDistributionPoint() throws {
        ExtensionRow("nothing, for a rule to judge", "30 00", IssuingDistributionPoint()).check()
        ExtensionRow(
            "all flags", "30 0C 81 01 FF 82 01 FF 84 01 FF 85 01 FF",
            IssuingDistributionPoint(
                onlyContainsUserCerts: true, onlyContainsCACerts: true, indirectCRL: true,
                onlyContainsAttributeCerts: true)
        ).check()
        ExtensionRow(
            "some reasons", "30 04 83 02 05 60",
            IssuingDistributionPoint(onlySomeReasons: [.keyCompromise, .cACompromise])
        ).check()
        #expect(try IssuingDistributionPoint(der: hex("30 03 81 01 00")) == IssuingDistributionPoint())
        let relative = try IssuingDistributionPoint(
            der: hex("30 0E A0 0C A1 0A 30 08 06 03 55 04 03 0C 01 61"))
        guard case .nameRelativeToCRLIssuer? = relative.distributionPoint else {
            Issue.record("no relative name in \(relative)")
            return
        }
        MalformedRow<IssuingDistributionPoint>(
            "wrong order", "30 06 84 01 FF 81 01 FF", .trailingData(count: 3)
        ).check()
    }
}
