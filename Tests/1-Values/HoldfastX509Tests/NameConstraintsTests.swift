import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §4.2.1.10 and §4.2.1.6: which names, and which names only.
@Suite struct NameConstraintsTests {
    @Test func subtrees() throws {
        // permitted: dNSName "a.b" and "c"; excluded: iPAddress 10.0.0.0/8.
        let bytes = hex("30 1A A0 0C 30 05 82 03 61 2E 62 30 03 82 01 63 A1 0A 30 08 87 06 0A 00 00 00 FF 00")
        let error = derError { () throws(DERError) in _ = try NameConstraints(der: bytes) }
        #expect(error == nil, "an address of a strange length is a rule's business")
        let value = try NameConstraints(der: bytes)
        #expect(value.permittedSubtrees?.count == 2)
        #expect(value.excludedSubtrees?.count == 1)
        #expect(value.permittedSubtrees?.first?.minimum == 0)
        #expect(value.permittedSubtrees?.first?.maximum == nil)
        #expect(value.der == bytes)
    }

    @Test func emptyListsAreCarriedAndNotAbsent() throws {
        for (bytes, permitted, excluded) in [
            ("30 00", false, false), ("30 02 A0 00", true, false), ("30 04 A0 00 A1 00", true, true),
        ] {
            let value = try NameConstraints(der: hex(bytes))
            #expect((value.permittedSubtrees?.isEmpty == true) == permitted, "\(bytes)")
            #expect((value.excludedSubtrees?.isEmpty == true) == excluded, "\(bytes)")
            #expect(value.der == hex(bytes))
        }
    }

    @Test func distances() throws {
        let bytes = hex("30 0D A0 0B 30 09 82 01 61 80 01 02 81 01 03")
        let value = try NameConstraints(der: bytes)
        #expect(value.permittedSubtrees?.first?.minimum == 2)
        #expect(value.permittedSubtrees?.first?.maximum == 3)
        #expect(value.der == bytes)
    }

    @Test func malformed() {
        for row in [
            MalformedRow<NameConstraints>("NULL", "05 00", .unexpectedTag(expected: .sequence, found: .null)),
            MalformedRow<NameConstraints>("NULL in place of a list", "30 02 05 00", .trailingData(count: 2)),
            MalformedRow<NameConstraints>("primitive list", "30 02 80 00", .trailingData(count: 2)),
            MalformedRow<NameConstraints>("wrong order", "30 04 A1 00 A0 00", .trailingData(count: 2)),
            MalformedRow<NameConstraints>(
                "subtree without base", "30 04 A0 02 30 00", .truncated(needed: 1, available: 0),
                in: ["permittedSubtrees", "[0]", "base"]),
            MalformedRow<NameConstraints>(
                "negative distance", "30 0A A1 08 30 06 82 01 61 80 01 FF", .integerOutOfRange,
                in: ["excludedSubtrees", "[0]", "minimum"]),
        ] { row.check() }
    }

    @Test func alternativeNames() throws {
        let bytes = hex("30 0F 82 03 61 2E 62 87 04 0A 00 00 01 88 02 2A 03")
        let value = try GeneralNames(der: bytes)
        #expect(value.names.count == 3)
        #expect(value.der == bytes)
        ExtensionRow("none, for a rule to judge", "30 00", GeneralNames([])).check()
        let null = MalformedRow<GeneralNames>("NULL", "05 00", .unexpectedTag(expected: .sequence, found: .null))
        null.check()
    }
}
