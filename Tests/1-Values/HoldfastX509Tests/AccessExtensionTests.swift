import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §4.2.2.1, §4.2.1.13; RFC 7633; RFC 6962 §3.3: where to ask, and what the server promises.
@Suite struct AccessExtensionTests {
    @Test func informationAccess() throws {
        let bytes = hex("30 12 30 10 06 08 2B 06 01 05 05 07 30 01 86 04 68 3A 2F 2F")
        let value = try InformationAccess(der: bytes)
        #expect(value.descriptions.map(\.accessMethod) == [.ocspAccess])
        #expect(value.der == bytes)
        ExtensionRow("none, for a rule to judge", "30 00", InformationAccess([])).check()
        for row in [
            MalformedRow<InformationAccess>(
                "text", "0C 01 61", .unexpectedTag(expected: .sequence, found: .utf8String)),
            MalformedRow<InformationAccess>(
                "location missing", "30 06 30 04 06 02 2A 03", .truncated(needed: 1, available: 0),
                in: ["[0]", "accessLocation"]),
        ] { row.check() }
    }

    @Test func distributionPoints() throws {
        let full = hex("30 0C 30 0A A0 08 A0 06 86 04 68 3A 2F 2F")
        let value = try CRLDistributionPoints(der: full)
        guard case .fullName(let names)? = value.points.first?.distributionPoint else {
            Issue.record("no full name in \(value)")
            return
        }
        #expect(names.count == 1)
        #expect(value.der == full)
        // A step below the issuer's name, reasons keyCompromise and cACompromise, an issuer of its own.
        let all = hex(
            "30 21 30 1F A0 0C A1 0A 30 08 06 03 55 04 03 0C 01 61 81 02 05 60 A2 0B A4 09 30 07 31 05 30 03 06 01 2A")
        let error = derError { () throws(DERError) in _ = try CRLDistributionPoints(der: all) }
        #expect(error?.path.prefix(3) == ["[0]", "cRLIssuer", "[0]"], "an attribute without value is malformed")
        let relative = hex("30 17 30 15 A0 0C A1 0A 30 08 06 03 55 04 03 0C 01 61 81 02 05 60 A2 01 00")
        #expect(throws: DERError.self) { try CRLDistributionPoints(der: relative) }
        let right = hex("30 16 30 14 A0 0C A1 0A 30 08 06 03 55 04 03 0C 01 61 81 02 05 60 A2 00")
        let point = try #require(try CRLDistributionPoints(der: right).points.first)
        guard case .nameRelativeToCRLIssuer? = point.distributionPoint else {
            Issue.record("no relative name in \(point)")
            return
        }
        #expect(point.reasons == [.keyCompromise, .cACompromise])
        #expect(point.cRLIssuer?.isEmpty == true)
        #expect(try CRLDistributionPoints(der: right).der == right)
        ExtensionRow(
            "a point without fields, for a rule to judge", "30 02 30 00", CRLDistributionPoints([DistributionPoint()])
        ).check()
        for row in [
            MalformedRow<CRLDistributionPoints>("NULL", "05 00", .unexpectedTag(expected: .sequence, found: .null)),
            MalformedRow<CRLDistributionPoints>(
                "name without choice", "30 04 30 02 A0 00", .missing(expected: .context(0, constructed: true)),
                in: ["[0]", "distributionPoint", "fullName"]),
            MalformedRow<CRLDistributionPoints>(
                "both names", "30 08 30 06 A0 04 A0 00 A1 00", .trailingData(count: 2),
                in: ["[0]", "distributionPoint"]),
        ] { row.check() }
    }

    @Test func tlsFeatures() {
        ExtensionRow("must staple", "30 03 02 01 05", TLSFeature([TLSFeature.statusRequest])).check()
        ExtensionRow("both", "30 06 02 01 05 02 01 11", TLSFeature([5, 17])).check()
        ExtensionRow("none, for a rule to judge", "30 00", TLSFeature([])).check()
        MalformedRow<TLSFeature>(
            "text", "30 03 0C 01 61", .unexpectedTag(expected: .integer, found: .utf8String), in: ["[0]"]
        ).check()
        MalformedRow<TLSFeature>("number alone", "02 01 05", .unexpectedTag(expected: .sequence, found: .integer))
            .check()
    }

    @Test func timestamps() {
        ExtensionRow("a list", "04 02 00 00", EmbeddedSCTList([0, 0])).check()
        MalformedRow<EmbeddedSCTList>(
            "no inner OCTET STRING", "30 00", .unexpectedTag(expected: .octetString, found: .sequence)
        ).check()
    }

    @Test func anExtensionIsWrittenWithItsDefaultLeftOut() throws {
        let plain = Extension(.tlsFeature, value: TLSFeature([5]).der)
        #expect(hexText(plain.bytes, separator: " ") == "30 11 06 08 2b 06 01 05 05 07 01 18 04 05 30 03 02 01 05")
        let critical = Extension(.keyUsage, isCritical: true, value: KeyUsage.keyCertSign.der)
        #expect(hexText(critical.bytes, separator: " ") == "30 0e 06 03 55 1d 0f 01 01 ff 04 04 03 02 02 04")
        #expect(try Extension(der: critical.bytes) == critical)
    }
}
