import HoldfastX509
import Testing

/// RFC 5280 §4.2.1.4, §4.2.1.5, §4.2.1.11, §4.2.1.14.
@Suite struct PolicyExtensionTests {
    private let one = ObjectIdentifier(1, 2, 3)
    private let two = ObjectIdentifier(1, 2, 4)

    @Test func policies() {
        let statement = PolicyQualifier(.certificationPracticeStatement, qualifier: [0x16, 0x01, 0x61])
        for row in [
            ExtensionRow(
                "plain", "30 0C 30 04 06 02 2A 03 30 04 06 02 2A 04",
                CertificatePolicies([PolicyInformation(one), PolicyInformation(two)])),
            ExtensionRow(
                "anyPolicy", "30 08 30 06 06 04 55 1D 20 00", CertificatePolicies([PolicyInformation(.anyPolicy)])),
            ExtensionRow(
                "with a statement", "30 17 30 15 06 02 2A 03 30 0F 30 0D 06 08 2B 06 01 05 05 07 02 01 16 01 61",
                CertificatePolicies([PolicyInformation(one, policyQualifiers: [statement])])),
            ExtensionRow(
                "with an empty list", "30 08 30 06 06 02 2A 03 30 00",
                CertificatePolicies([PolicyInformation(one, policyQualifiers: [])])),
            ExtensionRow("none, for a rule to judge", "30 00", CertificatePolicies([])),
        ] { row.check() }
        #expect(statement.practiceStatementURI?.bytes == [0x61])
        let utf8 = PolicyQualifier(.certificationPracticeStatement, qualifier: [0x0C, 0x01, 0x61])
        #expect(utf8.practiceStatementURI == nil)
    }

    @Test func malformedPolicies() {
        for row in [
            MalformedRow<CertificatePolicies>("NULL", "05 00", .unexpectedTag(expected: .sequence, found: .null)),
            MalformedRow<CertificatePolicies>(
                "bare identifier", "30 04 06 02 2A 03", .unexpectedTag(expected: .sequence, found: .objectIdentifier),
                in: ["[0]"]),
            MalformedRow<CertificatePolicies>(
                "qualifier without value", "30 0D 30 0B 06 02 2A 03 30 05 30 03 06 01 2A",
                .truncated(needed: 1, available: 0), in: ["[0]", "policyQualifiers", "[0]", "qualifier"]),
            MalformedRow<CertificatePolicies>(
                "qualifier that is not DER inside", "30 12 30 10 06 02 2A 03 30 0A 30 08 06 01 2A 30 03 0C 05 61",
                .truncated(needed: 5, available: 1), in: ["[0]", "policyQualifiers", "[0]", "qualifier"]),
        ] { row.check() }
    }

    @Test func mappings() {
        let pair = PolicyMappings.Mapping(issuerDomainPolicy: one, subjectDomainPolicy: two)
        ExtensionRow("one", "30 0A 30 08 06 02 2A 03 06 02 2A 04", PolicyMappings([pair])).check()
        ExtensionRow("none, for a rule to judge", "30 00", PolicyMappings([])).check()
        MalformedRow<PolicyMappings>(
            "half a pair", "30 06 30 04 06 02 2A 03", .missing(expected: .objectIdentifier),
            in: ["[0]", "subjectDomainPolicy"]
        ).check()
    }

    @Test func constraints() {
        for row in [
            ExtensionRow(
                "both", "30 06 80 01 00 81 01 02",
                PolicyConstraints(requireExplicitPolicy: 0, inhibitPolicyMapping: 2)),
            ExtensionRow("first", "30 03 80 01 05", PolicyConstraints(requireExplicitPolicy: 5)),
            ExtensionRow("second", "30 03 81 01 05", PolicyConstraints(inhibitPolicyMapping: 5)),
            ExtensionRow("none, for a rule to judge", "30 00", PolicyConstraints()),
        ] { row.check() }
        for row in [
            MalformedRow<PolicyConstraints>(
                "negative", "30 03 80 01 FF", .integerOutOfRange, in: ["requireExplicitPolicy"]),
            MalformedRow<PolicyConstraints>("wrong order", "30 06 81 01 00 80 01 00", .trailingData(count: 3)),
            MalformedRow<PolicyConstraints>("universal tag", "30 03 02 01 00", .trailingData(count: 3)),
        ] { row.check() }
    }

    @Test func inhibition() {
        ExtensionRow("at once", "02 01 00", InhibitAnyPolicy(skipCertificates: 0)).check()
        ExtensionRow("later", "02 01 05", InhibitAnyPolicy(skipCertificates: 5)).check()
        MalformedRow<InhibitAnyPolicy>("negative", "02 01 80", .integerOutOfRange).check()
    }
}
