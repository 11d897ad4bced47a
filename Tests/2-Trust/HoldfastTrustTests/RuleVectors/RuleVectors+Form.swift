import HoldfastAuthority
import HoldfastX509

@testable import HoldfastTrust

/// The form of fields and lists, and serial numbers.
extension RuleFolder {
    static let formRules = [serialNumber, certificateForm]

    // MARK: SerialNumberRule

    private static func serial(_ octets: [UInt8]) -> ByteEdit {
        ByteEdit.fields { $0[Field.serialNumber] = [2, UInt8(octets.count)] + octets }
    }

    private static let serialNumber = RuleFolder(
        "SerialNumberRule",
        [
            RuleVector(
                "21-octets",
                "RFC 5280 §4.1.2.2: \"Conforming CAs MUST NOT use serialNumber values longer than 20 octets.\"", .own,
                .weights("WEEW", "serialNumber.length")
            ) { $0.leaf.tbsEdit = serial([1] + Array(repeating: 1, count: 20)) },
            RuleVector("20-octets", "RFC 5280 §4.1.2.2: not longer than 20 octets.", .own, .good) {
                $0.leaf.tbsEdit = serial([0x7F] + Array(repeating: 1, count: 19))
            },
            RuleVector(
                "zero",
                "RFC 5280 §4.1.2.2: \"The serial number MUST be a positive integer\". CA/B BR 7.1.2.7: at least 64 "
                    + "random bits.",
                .own, .weights("WEEW", "serialNumber.zero", webpkiToo: "warning subscriber.serialEntropy")
            ) { $0.leaf.tbsEdit = serial([0]) },
            RuleVector(
                "negative", "RFC 5280 §4.1.2.2: \"The serial number MUST be a positive integer\".", .own,
                .weights("WEEW", "serialNumber.negative")
            ) { $0.leaf.tbsEdit = serial([0x80] + Array(repeating: 1, count: 15)) },
            RuleVector(
                "of-the-anchor",
                "RFC 5280 §6.1.1(d): nobody revokes an anchor by its number, and §6.1 does not look at it.", .own,
                .weights("-WW-", "serialNumber.anchor")
            ) { $0.root.tbsEdit = serial([1] + Array(repeating: 1, count: 20)) },
        ])

    // MARK: CertificateFormRule

    private static func notAfter(_ instant: Instant, _ encoding: Time.Encoding) -> ByteEdit {
        let validity = Validity(
            notBefore: Time(RootProgramChain.moment.advanced(byDays: -1)), notAfter: Time(instant, encoding: encoding))
        return ByteEdit.fields { $0[Field.validity] = validity.der }
    }

    private static let certificateForm = RuleFolder(
        "CertificateFormRule",
        [
            RuleVector(
                "no-alternative-name-of-the-issuer",
                "RFC 5280 §4.2.1.7, appendix A.2: GeneralNames ::= SEQUENCE SIZE (1..MAX) OF GeneralName.", .own,
                .weights("WEEW", "certificateForm.listsNotEmpty")
            ) { $0.leaf.add(.issuerAlternativeName, GeneralNames([])) },
            RuleVector(
                "one-alternative-name-of-the-issuer", "RFC 5280 §4.2.1.7, with one name.", .own, .good
            ) {
                $0.leaf.add(.issuerAlternativeName, GeneralNames([try RootProgramChain.dns("authority.example.com")]))
            },
            RuleVector(
                "empty-mailbox",
                "RFC 5280 §4.2.1.6: \"conforming CAs MUST NOT issue certificates with subjectAltNames containing empty "
                    + "GeneralName fields\"; nor is what is empty a Mailbox. CA/B BR 7.1.2.7.12 permits no rfc822Name.",
                .own,
                RuleExpectation(
                    default: "warning certificateForm.alternativeNameNotEmpty, warning subjectAltName.mailbox",
                    rfc5280: "error certificateForm.alternativeNameNotEmpty, error subjectAltName.mailbox",
                    webpki: "error certificateForm.alternativeNameNotEmpty, error subjectAltName.mailbox, "
                        + "warning subjectAltName.nameTypes",
                    apple: "warning certificateForm.alternativeNameNotEmpty, warning subjectAltName.mailbox")
            ) { $0.leaf.alternativeNames = [try RootProgramChain.mail("")] },
            RuleVector(
                "ampersand-in-a-printable-string",
                "X.680 §41.4: a PrintableString has Latin letters, digits, space and eleven signs, of which & is none; "
                    + "Chromium (NormalizeName) reads no certificate with another.",
                .publicWeb, .weights("EEEW", "certificateForm.printableString")
            ) {
                let name = AttributeValue(
                    .organizationName, valueTag: .printableString, value: Array("A & B".utf8)[...])
                $0.leaf.subject = DistinguishedName([RelativeDistinguishedName([name])])
            },
            RuleVector(
                "asterisk-in-a-printable-string",
                "X.680 §41.4: a PrintableString has no asterisk; Chromium and Apple take one.",
                .own, .weights("WWWW", "certificateForm.printableString")
            ) {
                let name = AttributeValue(
                    .organizationName, valueTag: .printableString, value: Array("*.example.com".utf8)[...])
                $0.leaf.subject = DistinguishedName([RelativeDistinguishedName([name])])
            },
            RuleVector(
                "unique-identifier",
                "RFC 5280 §4.1.2.8: \"CAs conforming to this profile MUST NOT generate certificates with unique "
                    + "identifiers\", whose readers \"SHOULD be capable of parsing\" them.",
                .own, .weights("NWE-", "certificateForm.uniqueIdentifiers")
            ) {
                $0.leaf.tbsEdit = .fields { $0.insert([0x82, 2, 0, 1], at: Field.subjectPublicKeyInfo + 1) }
            },
            RuleVector(
                "generalized-time-before-2050",
                "RFC 5280 §4.1.2.5: \"CAs conforming to this profile MUST always encode certificate validity dates "
                    + "through the year 2049 as UTCTime\"; readers \"MUST be able to process\" either.",
                .own, .weights("NWW-", "certificateForm.timeEncoding")
            ) { $0.leaf.tbsEdit = notAfter(RootProgramChain.moment.advanced(byDays: 30), .generalizedTime) },
            RuleVector(
                "generalized-time-in-2050",
                "RFC 5280 §4.1.2.5: \"certificate validity dates in 2050 or later MUST be encoded as "
                    + "GeneralizedTime.\"",
                .own, .good
            ) { $0.intermediate.tbsEdit = notAfter(RootProgram.day(2050, 1, 1), .generalizedTime) },
            RuleVector(
                "octets-that-are-no-text",
                "RFC 3629 §3: \"The octet values C0, C1, F5 to FF never appear\" in UTF-8; RFC 5280 §4.1.2.4: names "
                    + "are of DirectoryString.",
                .own, .weights("WEEW", "certificateForm.text")
            ) {
                let attribute = AttributeValue(.organizationName, valueTag: .utf8String, value: [0x41, 0xFF])
                $0.leaf.subject = DistinguishedName([RelativeDistinguishedName([attribute])])
            },
        ])
}
