import HoldfastAuthority
import HoldfastX509

extension Deviation {
    private static func text(_ tag: DERTag, _ text: String) -> AttributeValue {
        AttributeValue(.commonName, valueTag: tag, value: Array(text.utf8)[...])
    }

    private static func name(_ attributes: AttributeValue...) -> DistinguishedName {
        DistinguishedName(attributes.map { RelativeDistinguishedName([$0]) })
    }

    /// Subjects and issuers, and whether they fit each other.
    static let subjects: [Deviation] = [
        Deviation("subject.empty.leaf", "has an empty subject and a critical alternative name") { plan in
            plan.leaf.template.subject = DistinguishedName([RelativeDistinguishedName]())
        },
        Deviation("subject.emptyNotCritical.leaf", "has an empty subject and an alternative name not critical") {
            plan in
            plan.leaf.template.subject = DistinguishedName([RelativeDistinguishedName]())
            plan.leaf.template.criticality[.subjectAlternativeName] = false
        },
        Deviation("subject.empty.intermediate", "is an authority with an empty subject") { plan in
            plan.change(.intermediate) { $0.subject = DistinguishedName([RelativeDistinguishedName]()) }
        },
        Deviation("subject.empty.anchor", "is an anchor with an empty subject") { plan in
            plan.root.template.subject = DistinguishedName([RelativeDistinguishedName]())
        },
        Deviation("subject.longCommonName.leaf", "has a common name of 70 characters") { plan in
            plan.leaf.template.subject = DistinguishedName([
                (type: .commonName, text: String(repeating: "n", count: 70))
            ])
        },
        Deviation("subject.longCountry.leaf", "has a country of three letters") { plan in
            plan.leaf.template.subject = DistinguishedName([(type: .countryName, text: "CHN")])
        },
        Deviation("subject.multiValued.leaf", "has two attributes on one level") { plan in
            plan.leaf.template.subject = DistinguishedName([
                RelativeDistinguishedName([
                    AttributeValue(.organizationName, "Holdfast"), AttributeValue(.commonName, ChainPlan.host),
                ])
            ])
        },
        Deviation("subject.teletex.leaf", "has a common name as TeletexString") { plan in
            plan.leaf.template.subject = name(text(.teletexString, ChainPlan.host))
        },
        Deviation("subject.bmp.leaf", "has a common name as BMPString") { plan in
            let units: [UInt8] = ChainPlan.host.utf8.flatMap { [0, $0] }
            plan.leaf.template.subject = name(
                AttributeValue(.commonName, valueTag: .bmpString, value: units[...]))
        },
        Deviation("subject.badUTF8.leaf", "has a common name with octets that are no UTF-8") { plan in
            plan.leaf.template.subject = name(
                AttributeValue(.commonName, valueTag: .utf8String, value: [0x77, 0xFF, 0xFE]))
        },
        Deviation("subject.notPrintable.leaf", "has a PrintableString with an at sign") { plan in
            plan.leaf.template.subject = name(text(.printableString, "a@b"))
        },
        Deviation("issuer.otherEncoding", "names its issuer as PrintableString, which calls itself UTF8String") {
            plan in
            let subject = plan[.intermediate].template.subject.commonName ?? ""
            plan.leaf.template.issuer = name(text(.printableString, subject))
        },
        Deviation("issuer.otherCase", "names its issuer in capitals") { plan in
            let subject = plan[.intermediate].template.subject.commonName ?? ""
            plan.leaf.template.issuer = name(text(.utf8String, subject.uppercased()))
        },
        Deviation("issuer.otherSpaces", "names its issuer with more space") { plan in
            let subject = plan[.intermediate].template.subject.commonName ?? ""
            plan.leaf.template.issuer = name(
                text(.utf8String, " " + subject.split(separator: " ").joined(separator: "  ")))
        },
        Deviation("issuer.other", "names another issuer than the one that signed") { plan in
            plan.leaf.template.issuer = DistinguishedName([(type: .commonName, text: "Somebody Else")])
        },
        Deviation("issuer.empty", "names no issuer at all") { plan in
            plan.leaf.template.issuer = DistinguishedName([RelativeDistinguishedName]())
        },
        Deviation("issuer.unlikeAnchor", "the intermediate names another issuer than the anchor") { plan in
            plan.change(.intermediate) {
                $0.issuer = DistinguishedName([(type: .commonName, text: "Somebody Else")])
            }
        },
        Deviation("subject.sameAsIssuer.leaf", "has the name of its own issuer") { plan in
            plan.leaf.template.subject = plan[.intermediate].template.subject
        },
        Deviation("subject.uniqueIdentifiers.leaf", "has issuer and subject unique identifiers") { plan in
            plan.editSignedPart(
                .leaf,
                DERSurgery.replacing(.subjectPublicKeyInfo) {
                    $0 + DERSurgery.tagged(0x81, [0, 1, 2]) + DERSurgery.tagged(0x82, [0, 3, 4])
                })
        },
    ]
}
