import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("The form of fields and lists", .ownThread)
struct CertificateFormRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout CertificateTemplate) -> Void
        init(_ testDescription: String, _ change: @escaping @Sendable (inout CertificateTemplate) -> Void) {
            self.testDescription = testDescription
            self.change = change
        }
    }

    let test: TestChain

    init() throws { test = try TestChain() }

    /// "If present, this field is a SEQUENCE of one or more certificate extensions" (RFC 5280 §4.1.2.9).
    @Test("a list of no extensions")
    func extensions() throws {
        let chain = try test.chain {
            $0.removeExtensions()
            $0.tbsEdit = .fields { $0.append([0xA3, 2, 0x30, 0]) }
        }
        #expect(try test.unmet(chain).contains("certificateForm.extensionsNotEmpty"))
        #expect(try test.refusals(chain).contains(.malformedCertificate))
        let none = try test.chain { $0.removeExtensions() }
        #expect(try !test.unmet(none).contains("certificateForm.extensionsNotEmpty"))
    }

    /// RFC 3629 §3: "Implementations of the decoding algorithm above MUST protect against decoding invalid sequences."
    @Test("names whose octets are no text")
    func text() throws {
        let chain = try test.chain {
            $0.subject = DistinguishedName([
                RelativeDistinguishedName([
                    AttributeValue(.commonName, valueTag: .utf8String, value: [0x61, 0xC0, 0x80])
                ])
            ])
        }
        #expect(try test.unmet(chain) == ["certificateForm.text"])
        #expect(try test.refusals(chain) == [.nonConformingField])
        #expect(try test.errors(chain) == [])
    }

    /// X.690 §11.2.2: "Where Rec. ITU-T X.680, 22.7, applies, the bitstring shall have all trailing 0 bits removed
    /// before it is encoded." A warning: RFC 5280 §6.1 does not look at it.
    @Test(
        "a key usage with zero bits at its end",
        arguments: [[3, 2, 0, 0x80], [3, 2, 5, 0xA0], [3, 3, 0, 0x80, 0]] as [[UInt8]])
    func trailingZeros(_ value: [UInt8]) throws {
        let chain = try test.chain { template in
            template.keyUsage = nil
            template.additionalExtensions.append(Extension(.keyUsage, isCritical: true, value: value))
        }
        let isRight = value == [3, 2, 5, 0xA0]
        #expect(try test.unmet(chain) == (isRight ? [] : ["certificateForm.encoding"]))
        #expect(try test.errors(chain) == [])
    }

    /// X.690 §11.6: "The encodings of the component values of a set-of value shall appear in ascending order".
    @Test("a name with a set of attributes that is not sorted, and one that is")
    func unsortedSet() throws {
        let sorted = DistinguishedName([
            RelativeDistinguishedName([
                AttributeValue(.commonName, "www"), AttributeValue(.organizationName, "Example"),
            ])
        ])
        let good = try test.chain { $0.subject = sorted }
        #expect(try test.unmet(good) == [])
        let parts = sorted.relativeNames[0].attributes.map(\.der)
        let chain = try test.chain { template in
            template.subject = sorted
            template.tbsEdit = ByteEdit { tbs in
                guard let place = tbs.firstRange(of: parts[0] + parts[1]) else { return tbs }
                var edited = tbs
                edited.replaceSubrange(place, with: parts[1] + parts[0])
                return edited
            }
        }
        #expect(try test.unmet(chain) == ["certificateForm.encoding"])
        #expect(try test.errors(chain) == [])
    }

    @Test(
        "lists of which RFC 5280 says SIZE (1..MAX)",
        arguments: [
            Row("certificatePolicies") { $0.add(.certificatePolicies, CertificatePolicies([])) },
            Row("policyQualifiers") {
                $0.add(
                    .certificatePolicies,
                    CertificatePolicies([PolicyInformation(.domainValidated, policyQualifiers: [])]))
            },
            Row("issuerAltName") { $0.add(.issuerAlternativeName, GeneralNames([])) },
            Row("authorityInfoAccess") { $0.add(.authorityInformationAccess, InformationAccess([])) },
            Row("subjectInfoAccess") { $0.add(.subjectInformationAccess, InformationAccess([])) },
            Row("cRLDistributionPoints") { $0.add(.cRLDistributionPoints, CRLDistributionPoints([])) },
            Row("freshestCRL") {
                $0.add(.freshestCRL, CRLDistributionPoints([.init(distributionPoint: .fullName([]))]))
            },
        ])
    func lists(row: Row) throws {
        let chain = try test.chain(row.change)
        #expect(try test.unmet(chain) == ["certificateForm.listsNotEmpty"])
        #expect(try test.refusals(chain) == [.malformedCertificate])
        let findings = try test.judge(chain).success?.findings ?? []
        #expect(findings.map(\.seen) == ["\(row.testDescription), empty"])
    }

    /// "Conforming CAs MUST NOT issue certificates where policy constraints is an empty sequence" (§4.2.1.11).
    @Test("an authority's: policyMappings, policyConstraints")
    func authoritysLists() throws {
        let constraints = try test.belowIntermediate({
            $0.add(.policyConstraints, PolicyConstraints(), isCritical: true)
        })
        #expect(try test.unmet(constraints) == ["certificateForm.listsNotEmpty"])
        let mappings = try test.belowIntermediate({ $0.add(.policyMappings, PolicyMappings([]), isCritical: true) })
        #expect(try test.unmet(mappings) == ["certificateForm.listsNotEmpty"])
    }

    /// "If the subjectAltName extension is present, the sequence MUST contain at least one entry. … conforming CAs MUST
    /// NOT issue certificates with subjectAltNames containing empty GeneralName fields" (RFC 5280 §4.2.1.6).
    @Test("no alternative name, and an empty one")
    func alternativeNames() throws {
        let none = try test.chain {
            $0.names = []
            $0.add(.subjectAlternativeName, GeneralNames([]))
        }
        #expect(try test.unmet(none) { $0.purpose = .basicX509 } == ["certificateForm.listsNotEmpty"])
        for name: GeneralName in [
            .dnsName(.empty), .rfc822Name(.empty), .uniformResourceIdentifier(.empty), .ipAddress([]),
            .directoryName(DistinguishedName([RelativeDistinguishedName]())),
        ] {
            let chain = try test.chain { $0.alternativeNames = [name] }
            #expect(try test.unmet(chain).contains("certificateForm.alternativeNameNotEmpty"), "\(name)")
            #expect(try test.refusals(chain) == [.subjectAltName], "\(name)")
        }
    }

    /// "CAs conforming to this profile MUST NOT generate certificates with unique identifiers", "there are no
    /// processing requirements", "These fields MUST NOT appear if the version is 1" (RFC 5280 §4.1.2.8).
    @Test("unique identifiers, of the issuer and of the subject")
    func uniqueIdentifiers() throws {
        for tag: UInt8 in [0x81, 0x82] {
            let edit = ByteEdit.fields { $0.insert([tag, 2, 0, 1], at: Field.subjectPublicKeyInfo + 1) }
            let chain = try test.chain { $0.tbsEdit = edit }
            #expect(try test.unmet(chain) == ["certificateForm.uniqueIdentifiers"])
            #expect(try test.refusals(chain) == [])
            let old = try test.chain {
                $0.downgrade(to: .v1)
                $0.tbsEdit = .fields { $0.insert([tag, 2, 0, 1], at: Field.subjectPublicKeyInfo) }
            }
            #expect(
                try test.unmet(old) { $0.purpose = .basicX509 } == ["certificateForm.uniqueIdentifierVersion"])
            #expect(try test.refusals(old).contains(.nonConformingField))
        }
    }

    /// "CAs conforming to this profile MUST always encode certificate validity dates through the year 2049 as UTCTime;
    /// … Conforming applications MUST be able to process validity dates that are encoded in either" (§4.1.2.5).
    @Test("a date before 2050 as GeneralizedTime")
    func timeEncoding() throws {
        func chain(notAfter: Instant, _ encoding: Time.Encoding) throws -> [[UInt8]] {
            let validity = Validity(
                notBefore: Time(TestChain.moment.advanced(byDays: -1)), notAfter: Time(notAfter, encoding: encoding))
            return try test.chain { $0.tbsEdit = .fields { $0[Field.validity] = validity.der } }
        }
        let soon = TestChain.moment.advanced(byDays: 30)
        #expect(try test.unmet(chain(notAfter: soon, .generalizedTime)) == ["certificateForm.timeEncoding"])
        #expect(try test.refusals(chain(notAfter: soon, .generalizedTime)) == [])
        #expect(try test.unmet(chain(notAfter: soon, .utcTime)) == [])
        let late = try #require(Instant(year: 2050, month: 1, day: 1, hour: 0, minute: 0, second: 0))
        #expect(try test.unmet(chain(notAfter: late, .generalizedTime)) == [])
    }

    /// X.680 §41.4 (table 10): Latin letters, digits, space, and `' ( ) + , - . / : = ?`.
    @Test("a PrintableString with octets that it does not have; an asterisk, which Chromium takes, never refuses")
    func printable() throws {
        func findings(_ text: String, _ profile: Profile, _ tag: DERTag = .printableString) throws -> [Severity] {
            let name = AttributeValue(.organizationName, valueTag: tag, value: Array(text.utf8)[...])
            let chain = try test.chain { $0.subject = DistinguishedName([RelativeDistinguishedName([name])]) }
            var policy = try test.policy()
            policy.profile = profile
            let result = try test.judge(chain, policy: policy)
            let all = result.success?.findings ?? result.failure?.findings ?? []
            return all.filter { $0.requirement == "certificateForm.printableString" }.map(\.severity)
        }
        for text in ["a@b", "A & B", "a_b", "50%", "a\u{1}"] {
            #expect(try findings(text, .default) == [.warning], "\(text)")
            #expect(try findings(text, .rfc5280) == [.error], "\(text)")
            #expect(try findings(text, .webpki) == [.error], "\(text)")
            #expect(try findings(text, .apple) == [.warning], "\(text)")
        }
        #expect(try findings("*.holdfast.test", .rfc5280) == [.warning])
        #expect(try findings("*.holdfast.test", .default) == [.warning])
        #expect(try findings("*@holdfast.test", .rfc5280) == [.error])
        #expect(try findings("Az 09'()+,-./:=?", .rfc5280) == [])
        #expect(try findings("a@b", .rfc5280, .utf8String) == [])
        // What is no ASCII at all is no text either, and said once.
        #expect(try findings("Süd", .rfc5280) == [])
    }

    /// RFC 4514 §2.4: a backslash and two digits; an ESC in a name would move a terminal's cursor.
    @Test("text that is none is shown with what cannot be seen written out") func printableShown() throws {
        let name = AttributeValue(.organizationName, valueTag: .printableString, value: Array("a\u{1B}[2J".utf8)[...])
        let chain = try test.chain { $0.subject = DistinguishedName([RelativeDistinguishedName([name])]) }
        var policy = try test.policy()
        policy.profile = .rfc5280
        let failure = try #require(try test.judge(chain, policy: policy).failure)
        let found = try #require(failure.findings.first { $0.requirement == "certificateForm.printableString" })
        #expect(found.seen == #"O=a\1b[2J in the subject"#)
    }

    /// Chromium (`NormalizeName`) reads no certificate with another PrintableString; Apple compares the bytes.
    @Test("under a public anchor it refuses, as Chromium does")
    func printableUnderPublicAnchors() throws {
        var chain = try RootProgramChain()
        let name = AttributeValue(.organizationName, valueTag: .printableString, value: Array("A & B".utf8)[...])
        chain.leaf.subject = DistinguishedName([RelativeDistinguishedName([name])])
        let made = try chain.made()
        for (kind, severity) in [(AnchorKind.publicWeb, Severity.error), (.own, .warning)] {
            let found = try RootProgramChain.findings(made, profile: .default, under: kind)
            #expect(found["certificateForm.printableString"] == severity, "\(kind)")
        }
    }
}
