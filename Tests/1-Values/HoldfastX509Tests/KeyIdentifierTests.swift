import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §4.2.1.1 and §4.2.1.2.
@Suite struct KeyIdentifierTests {
    @Test func subject() {
        ExtensionRow("usual", "04 03 01 02 03", SubjectKeyIdentifier([1, 2, 3])).check()
        ExtensionRow("empty, for a rule to judge", "04 00", SubjectKeyIdentifier([])).check()
        MalformedRow<SubjectKeyIdentifier>(
            "bytes without OCTET STRING", "01 02 03", .truncated(needed: 2, available: 1)
        ).check()
    }

    @Test func authority() throws {
        for row in [
            ExtensionRow("usual", "30 05 80 03 01 02 03", AuthorityKeyIdentifier(keyIdentifier: [1, 2, 3])),
            ExtensionRow("empty, for a rule to judge", "30 00", AuthorityKeyIdentifier()),
            ExtensionRow(
                "number alone", "30 03 82 01 05", AuthorityKeyIdentifier(authorityCertSerialNumber: SerialNumber(5))),
            ExtensionRow("empty issuer", "30 02 A1 00", AuthorityKeyIdentifier(authorityCertIssuer: [])),
        ] { row.check() }
        let all = hex("30 0F 80 01 AA A1 05 82 03 61 2E 62 82 03 00 FF 01")
        let value = try AuthorityKeyIdentifier(der: all)
        #expect(value.keyIdentifier == [0xAA])
        #expect(value.authorityCertIssuer?.count == 1)
        #expect(value.authorityCertSerialNumber?.description == "00:ff:01")
        #expect(value.der == all)
    }

    @Test func malformedAuthority() {
        for row in [
            MalformedRow<AuthorityKeyIdentifier>(
                "OCTET STRING", "04 01 AA", .unexpectedTag(expected: .sequence, found: .octetString)),
            MalformedRow<AuthorityKeyIdentifier>("wrong order", "30 06 82 01 05 80 01 AA", .trailingData(count: 3)),
            MalformedRow<AuthorityKeyIdentifier>(
                "constructed identifier", "30 05 A0 03 04 01 AA", .trailingData(count: 5)),
            MalformedRow<AuthorityKeyIdentifier>(
                "padded number", "30 04 82 02 00 05", .nonMinimalInteger, in: ["authorityCertSerialNumber"]),
        ] { row.check() }
    }
}
