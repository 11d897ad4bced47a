import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Name constraints", .ownThread)
struct NameConstraintsRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    private static func dns(_ name: String) -> GeneralSubtree { .init(.dnsName(IA5String(name) ?? .empty)) }
    private static func mail(_ name: String) -> GeneralSubtree { .init(.rfc822Name(IA5String(name) ?? .empty)) }
    private static func directory(_ name: [(type: ObjectIdentifier, text: String)]) -> GeneralSubtree {
        .init(.directoryName(DistinguishedName(name)))
    }

    /// A server's chain below an authority with these constraints.
    private func chain(
        _ constraints: NameConstraints, _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> [[UInt8]] {
        var template = CertificateTemplate.intermediate(name: "Constrained", at: TestChain.moment)
        template.nameConstraints = constraints
        return try CertificateAuthority(test.root.issue(template)).issue(TestChain.server(change)).chain
    }

    /// The requirements that are not met below an authority with these constraints.
    private func unmet(
        permitted: [GeneralSubtree]? = nil, excluded: [GeneralSubtree]? = nil,
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> Set<String> {
        let chain = try chain(.init(permittedSubtrees: permitted, excludedSubtrees: excluded), change)
        return try test.unmet(chain).filter { $0.hasPrefix("nameConstraints.") }
    }

    @Test("name constraints of an authority, and of the anchor")
    func nameConstraints() throws {
        #expect(try test.errors(chain(.init(permittedSubtrees: [Self.dns("holdfast.test")]))) == [])
        #expect(try test.errors(chain(.init(permittedSubtrees: [Self.dns("other.test")]))) == [.nameConstraints])
        #expect(try test.errors(chain(.init(excludedSubtrees: [Self.dns("holdfast.test")]))) == [.nameConstraints])
        let (below, anchors) = try test.belowRoot {
            $0.nameConstraints = .init(permittedSubtrees: [Self.dns("other.test")])
        }
        #expect(try test.errors(below, policy: test.policy(anchors: anchors)) == [.nameConstraints])
    }

    /// "Any name matching a restriction in the excludedSubtrees field is invalid regardless of information appearing in
    /// the permittedSubtrees" (RFC 5280 §4.2.1.10).
    @Test("what is excluded is excluded, permitted or not")
    func excludedFirst() throws {
        #expect(
            try unmet(permitted: [Self.dns("test")], excluded: [Self.dns(TestChain.host)])
                == ["nameConstraints.excluded"])
        // A wildcard that stands for an excluded name is excluded with it (CVE-2025-61727).
        #expect(
            try unmet(excluded: [Self.dns("secret.holdfast.test")]) { $0.names.append("*.holdfast.test") }
                == ["nameConstraints.excluded"])
    }

    /// "If no name of the type is in the certificate, the certificate is acceptable."
    @Test("a constraint binds names of its own type only")
    func types() throws {
        #expect(try unmet(permitted: [Self.mail("holdfast.test")]) == [])
        #expect(try unmet(permitted: [Self.dns("holdfast.test"), Self.mail("other.test")]) == [])
        // Every name counts, not only the one that was asked for.
        #expect(
            try unmet(permitted: [Self.dns("holdfast.test")]) { $0.names.append("www.other.test") }
                == ["nameConstraints.permitted"])
    }

    /// "intersection of its previous value and the value indicated in the extension field" (RFC 5280 §6.1.4(g)).
    @Test("an authority below narrows, and does not widen")
    func narrowing() throws {
        func errors(upper: String, lower: String) throws -> Set<FindingCode> {
            var template = CertificateTemplate.intermediate(name: "Upper", at: TestChain.moment, pathLength: nil)
            template.nameConstraints = .init(permittedSubtrees: [Self.dns(upper)])
            let above = CertificateAuthority(try test.root.issue(template))
            template = .intermediate(name: "Lower", at: TestChain.moment)
            template.nameConstraints = .init(permittedSubtrees: [Self.dns(lower)])
            return try test.errors(CertificateAuthority(above.issue(template)).issue(TestChain.server()).chain)
        }
        #expect(try errors(upper: "test", lower: "holdfast.test") == [])
        #expect(try errors(upper: "other.test", lower: "test") == [.nameConstraints])
        #expect(try errors(upper: "test", lower: "other.test") == [.nameConstraints])
    }

    /// "Name constraints are not applied to self-issued certificates (unless the certificate is the final certificate
    /// in the path)."
    @Test("self-issued: an intermediate is passed over, the last certificate is not")
    func selfIssued() throws {
        var template = CertificateTemplate.root(name: "Named", at: TestChain.moment)
        template.nameConstraints = .init(excludedSubtrees: [Self.directory([(.commonName, "Named")])])
        let root = CertificateAuthority(try Identity.selfSigned(template))
        let rollover = CertificateAuthority(
            try root.issue(.intermediate(name: "Named", at: TestChain.moment, pathLength: nil)))
        #expect(try test.unmet(rollover.issue(TestChain.server()).chain, anchors: [root.certificate]) == [])
        let last = try test.unmet(rollover.identity.chain, anchors: [root.certificate]) { $0.purpose = .basicX509 }
        #expect(last == ["nameConstraints.excluded"])
        let other = CertificateAuthority(
            try root.issue(
                .intermediate(name: "Other", at: TestChain.moment, pathLength: nil)))
        // An intermediate that is not self-issued has a name that counts, as its alternative names do.
        var strayed = CertificateTemplate.intermediate(name: "Strayed", at: TestChain.moment)
        strayed.subject = DistinguishedName([(.commonName, "Named"), (.organizationalUnitName, "Below")])
        let below = CertificateAuthority(try other.issue(strayed))
        #expect(
            try test.unmet(below.issue(TestChain.server()).chain, anchors: [root.certificate])
                == ["nameConstraints.excluded"])
    }

    @Test("iPAddress is one type: where IPv4 alone is permitted, IPv6 is not")
    func addresses() throws {
        let version4 = GeneralSubtree(.ipAddress([192, 0, 2, 0, 255, 255, 255, 0]))
        #expect(try unmet(permitted: [version4]) { $0.names.append("192.0.2.7") } == [])
        #expect(
            try unmet(permitted: [version4]) { $0.names.append("192.0.3.7") } == ["nameConstraints.permitted"])
        #expect(
            try unmet(permitted: [version4]) { $0.names.append("2001:db8::1") } == ["nameConstraints.permitted"])
        #expect(try unmet(excluded: [version4]) { $0.names.append("2001:db8::1") } == [])
    }

    /// "Restrictions of the form directoryName MUST be applied to the subject field in the certificate (when the
    /// certificate includes a non-empty subject field) and to any names of type directoryName in the subjectAltName".
    @Test("directoryName: the subject and the alternative names, level by level")
    func directoryNames() throws {
        let base: [(type: ObjectIdentifier, text: String)] = [(.countryName, "DE"), (.organizationName, "Example")]
        func unmet(
            permitted: Bool, subject: [RelativeDistinguishedName], alternative: DistinguishedName? = nil
        ) throws -> Set<String> {
            let subtree = [Self.directory(base)]
            return try self.unmet(permitted: permitted ? subtree : nil, excluded: permitted ? nil : subtree) {
                $0.subject = DistinguishedName(subject)
                if let alternative { $0.alternativeNames = [.directoryName(alternative)] }
            }
        }
        func level(_ attributes: (ObjectIdentifier, String)...) -> RelativeDistinguishedName {
            RelativeDistinguishedName(attributes.map { AttributeValue($0.0, $0.1) })
        }
        let country = level((.countryName, "DE"))
        let within = [country, level((.organizationName, "EXAMPLE ")), level((.commonName, "a"))]
        #expect(try unmet(permitted: true, subject: within) == [])
        #expect(try unmet(permitted: false, subject: within) == ["nameConstraints.excluded"])
        let outside = [country, level((.commonName, "a"))]
        #expect(try unmet(permitted: true, subject: outside) == ["nameConstraints.permitted"])
        #expect(
            try unmet(permitted: true, subject: within, alternative: DistinguishedName(outside))
                == ["nameConstraints.permitted"])
        // RFC 5280 §7.1: two levels match when they have the same number of attributes, and each has its like.
        let several = [country, level((.organizationName, "Example"), (.organizationalUnitName, "Unit"))]
        #expect(try unmet(permitted: true, subject: several) == ["nameConstraints.permitted"])
        #expect(try unmet(permitted: false, subject: several) == [])
        // Without a subject there is nothing to apply it to.
        #expect(try unmet(permitted: true, subject: []) == [])
    }

    /// "When constraints are imposed on the rfc822Name name form, but the certificate does not include a subject
    /// alternative name, the rfc822Name constraint MUST be applied to the attribute of type emailAddress".
    @Test("rfc822Name: the alternative names, and the subject's e-mail address where they hold none")
    func mail() throws {
        func subject(_ text: String, _ tag: DERTag = .ia5String) -> DistinguishedName {
            let address = AttributeValue(.emailAddress, valueTag: tag, value: Array(text.utf8)[...])
            return DistinguishedName([RelativeDistinguishedName([address])])
        }
        let permitted = [Self.mail("holdfast.test")]
        #expect(try unmet(permitted: permitted) { $0.subject = subject("a@holdfast.test") } == [])
        #expect(
            try unmet(permitted: permitted) { $0.subject = subject("a@other.test") } == ["nameConstraints.permitted"])
        #expect(
            try unmet(excluded: permitted) { $0.subject = subject("a@holdfast.test", .utf8String) }
                == ["nameConstraints.excluded"])
        // Two octets a character hide it from whoever takes the octets for the text.
        let wide = Array("a@holdfast.test".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        #expect(
            try unmet(excluded: permitted) {
                $0.subject = DistinguishedName([
                    RelativeDistinguishedName([AttributeValue(.emailAddress, valueTag: .bmpString, value: wide[...])])
                ])
            } == ["nameConstraints.excluded"])
        #expect(
            try unmet(excluded: permitted) { $0.subject = subject("no mailbox") } == ["nameConstraints.name"])
        let address = try #require(IA5String("a@other.test"))
        #expect(
            try unmet(permitted: permitted) { $0.alternativeNames = [.rfc822Name(address)] }
                == ["nameConstraints.permitted"])
    }

    /// RFC 9598 §6: rfc822Name constraints hold for SmtpUTF8Mailbox names too, by their host.
    @Test("an internationalised mailbox is bound as any other (RFC 9598 §6)")
    func internationalisedMail() throws {
        func unmet(_ constraint: String, _ text: String, excluded: Bool = false) throws -> Set<String> {
            var writer = DERWriter()
            writer.write(.utf8String, content: text.utf8)
            let value = writer.bytes[...]
            let subtrees = [Self.mail(constraint)]
            return try self.unmet(permitted: excluded ? nil : subtrees, excluded: excluded ? subtrees : nil) {
                $0.alternativeNames = [.otherName(type: .smtpUTF8Mailbox, value: value)]
            }
        }
        #expect(try unmet("elementary.school.example.com", "学生@elementary.school.example.com") == [])
        #expect(try unmet("xn--pss25c.example.com", "医生@xn--pss25c.example.com") == [])
        #expect(try unmet(".example.com", "医生@xn--pss25c.example.com") == [])
        #expect(try unmet("other.test", "医生@xn--pss25c.example.com") == ["nameConstraints.permitted"])
        #expect(try unmet("example.com", "医生@example.com", excluded: true) == ["nameConstraints.excluded"])
        // "the certificate … domain names SHALL NOT be encoded using U-Labels".
        #expect(try unmet("xn--pss25c.example.com", "医生@大学.example.com") == ["nameConstraints.name"])
    }

    @Test("otherName, registeredID: no comparison is defined, so that one under a constraint is refused")
    func incomparable() throws {
        let type = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 3)
        let name = GeneralName.otherName(type: type, value: [5, 0])
        #expect(try unmet(permitted: [.init(name)]) { $0.alternativeNames = [name] } == ["nameConstraints.permitted"])
        #expect(try unmet(excluded: [.init(name)]) { $0.alternativeNames = [name] } == ["nameConstraints.excluded"])
        #expect(
            try unmet(excluded: [.init(.registeredID(type))]) { $0.alternativeNames = [.registeredID(type)] }
                == ["nameConstraints.excluded"])
        // Another type of otherName is another name form.
        let other = GeneralName.otherName(type: .commonName, value: [5, 0])
        #expect(try unmet(excluded: [.init(name)]) { $0.alternativeNames = [other] } == [])
    }
}
