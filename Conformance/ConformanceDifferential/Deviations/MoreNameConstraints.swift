import HoldfastAuthority
import HoldfastX509

extension Deviation {
    private static func dns(_ text: String) -> GeneralName { .dnsName(IA5String(text) ?? .empty) }
    private static func mail(_ text: String) -> GeneralName { .rfc822Name(IA5String(text) ?? .empty) }
    private static func uri(_ text: String) -> GeneralName { .uniformResourceIdentifier(IA5String(text) ?? .empty) }

    private static func other(_ text: String) -> GeneralName {
        .otherName(
            type: ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 2),
            value: AttributeValue(.commonName, text).der.suffix(2 + text.utf8.count))
    }

    /// One subtree of a kind, permitted or excluded, and a name of that kind beside the host.
    private static func pair(
        _ name: String, _ story: String, permits: Bool, base: GeneralName, leaf: GeneralName
    ) -> Deviation {
        Deviation("nameConstraints.\(name)", story) { plan in
            let subtrees = [GeneralSubtree(base)]
            plan.change(.intermediate) {
                $0.nameConstraints =
                    permits
                    ? NameConstraints(permittedSubtrees: subtrees) : NameConstraints(excludedSubtrees: subtrees)
            }
            plan.leaf.template.alternativeNames.append(leaf)
        }
    }

    private static let pairs: [Deviation] = [
        pair(
            "mailHost", "permits the mailboxes of a host", permits: true, base: mail("holdfast.test"),
            leaf: mail("a@holdfast.test")),
        pair(
            "mailHostBelow", "permits the mailboxes of a host, and the leaf's is on one below it", permits: true,
            base: mail("holdfast.test"), leaf: mail("a@mail.holdfast.test")),
        pair(
            "mailDomain", "permits the mailboxes below a domain", permits: true, base: mail(".holdfast.test"),
            leaf: mail("a@mail.holdfast.test")),
        pair(
            "mailBox", "permits one mailbox", permits: true, base: mail("a@holdfast.test"),
            leaf: mail("a@holdfast.test")),
        pair(
            "mailBoxCase", "permits one mailbox, whose local part differs by case", permits: true,
            base: mail("A@holdfast.test"), leaf: mail("a@holdfast.test")),
        pair(
            "mailOutside", "permits the mailboxes of another host", permits: true, base: mail("example.test"),
            leaf: mail("a@holdfast.test")),
        pair(
            "mailExcluded", "excludes the mailbox's host", permits: false, base: mail("holdfast.test"),
            leaf: mail("a@holdfast.test")),
        pair(
            "mailNoAt", "permits the mailboxes of a host, and the leaf's mailbox has no at sign", permits: true,
            base: mail("holdfast.test"), leaf: mail("holdfast.test")),
        pair(
            "uriHost", "permits URIs of a host", permits: true, base: uri("www.holdfast.test"),
            leaf: uri("https://www.holdfast.test/a")),
        pair(
            "uriBelow", "permits URIs of a host, and the leaf's is of one below it", permits: true,
            base: uri("holdfast.test"), leaf: uri("https://www.holdfast.test/a")),
        pair(
            "uriDomain", "permits URIs below a domain", permits: true, base: uri(".holdfast.test"),
            leaf: uri("https://www.holdfast.test:8443/a")),
        pair(
            "uriOutside", "permits URIs of another host", permits: true, base: uri("example.test"),
            leaf: uri("https://www.holdfast.test/a")),
        pair(
            "uriExcluded", "excludes the URI's domain", permits: false, base: uri(".holdfast.test"),
            leaf: uri("https://www.holdfast.test/a")),
        pair(
            "uriAddress", "permits URIs of a host, and the leaf's has an address", permits: true,
            base: uri("holdfast.test"), leaf: uri("https://192.0.2.7/a")),
        pair(
            "uriNoHost", "permits URIs of a host, and the leaf's has none", permits: true,
            base: uri("holdfast.test"), leaf: uri("urn:holdfast:a")),
        pair(
            "uriUser", "permits URIs of a host, and the leaf's has a user that looks like one", permits: true,
            base: uri("holdfast.test"), leaf: uri("https://holdfast.test@example.test/a")),
        pair(
            "otherNameSame", "permits an otherName, and the leaf has the same", permits: true, base: other("a"),
            leaf: other("a")),
        pair(
            "otherNameExcluded", "excludes an otherName, and the leaf has another of that type", permits: false,
            base: other("b"), leaf: other("a")),
        pair(
            "registeredID", "permits a registeredID, and the leaf has the same", permits: true,
            base: .registeredID(ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999)),
            leaf: .registeredID(ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999))),
    ]

    private static func constrained(
        _ name: String, _ story: String, _ change: @escaping @Sendable (inout ChainPlan) -> Void
    ) -> Deviation {
        Deviation("nameConstraints.\(name)", story, change)
    }

    /// Constraints on mailboxes, URIs and the rest, and constraints of odd forms in odd places.
    static let moreNameConstraints: [Deviation] =
        pairs + [
            constrained("mailInSubject", "permits another host's mailboxes; the leaf's stands in the subject") { plan in
                plan.change(.intermediate) {
                    $0.nameConstraints = NameConstraints(permittedSubtrees: [GeneralSubtree(mail("example.test"))])
                }
                plan.leaf.template.subject = DistinguishedName([
                    (type: .commonName, text: ChainPlan.host), (type: .emailAddress, text: "a@holdfast.test"),
                ])
            },
            constrained("minimum", "has a subtree with minimum 1") { plan in
                plan.change(.intermediate) {
                    $0.nameConstraints = NameConstraints(permittedSubtrees: [
                        GeneralSubtree(dns("holdfast.test"), minimum: 1)
                    ])
                }
            },
            constrained("maximum", "has a subtree with a maximum") { plan in
                plan.change(.intermediate) {
                    $0.nameConstraints = NameConstraints(permittedSubtrees: [
                        GeneralSubtree(dns("holdfast.test"), maximum: 3)
                    ])
                }
            },
            constrained("empty", "has name constraints with nothing in them") { plan in
                plan.change(.intermediate) { $0.nameConstraints = NameConstraints() }
            },
            constrained("emptyLists", "has name constraints with empty lists") { plan in
                plan.change(.intermediate) {
                    $0.nameConstraints = NameConstraints(permittedSubtrees: [], excludedSubtrees: [])
                }
            },
            constrained("notCritical", "has name constraints that are not critical, and violated") { plan in
                plan.change(.intermediate) {
                    $0.nameConstraints = NameConstraints(permittedSubtrees: [GeneralSubtree(dns("example.test"))])
                    $0.criticality[.nameConstraints] = false
                }
            },
            constrained("onLeaf", "the leaf has name constraints that it meets itself") { plan in
                plan.leaf.template.nameConstraints = NameConstraints(permittedSubtrees: [
                    GeneralSubtree(dns("holdfast.test"))
                ])
            },
            constrained("onLeafOther", "the leaf has name constraints that it does not meet itself") { plan in
                plan.leaf.template.nameConstraints = NameConstraints(permittedSubtrees: [
                    GeneralSubtree(dns("example.test"))
                ])
            },
            constrained("anchorOutside", "the anchor permits another domain") { plan in
                plan.root.template.nameConstraints = NameConstraints(permittedSubtrees: [
                    GeneralSubtree(dns("example.test"))
                ])
            },
            constrained("anchorWithin", "the anchor permits the host's domain") { plan in
                plan.root.template.nameConstraints = NameConstraints(permittedSubtrees: [
                    GeneralSubtree(dns("holdfast.test"))
                ])
            },
            constrained("twoLevelsApart", "two authorities permit domains that exclude each other") { plan in
                plan.needIntermediates(2)
                plan.intermediates[0].template.nameConstraints = NameConstraints(permittedSubtrees: [
                    GeneralSubtree(dns("example.test"))
                ])
                plan.intermediates[1].template.nameConstraints = NameConstraints(permittedSubtrees: [
                    GeneralSubtree(dns("holdfast.test"))
                ])
            },
            constrained("twoLevelsWithin", "an authority narrows what the one above permits") { plan in
                plan.needIntermediates(2)
                plan.intermediates[0].template.nameConstraints = NameConstraints(permittedSubtrees: [
                    GeneralSubtree(dns("test"))
                ])
                plan.intermediates[1].template.nameConstraints = NameConstraints(permittedSubtrees: [
                    GeneralSubtree(dns("holdfast.test"))
                ])
            },
            constrained("selfIssued", "a self-issued intermediate has a name that the authority above excludes") {
                plan in
                plan.needIntermediates(2)
                let subject = plan.intermediates[0].template.subject
                plan.intermediates[0].template.nameConstraints = NameConstraints(excludedSubtrees: [
                    GeneralSubtree(.directoryName(subject))
                ])
                plan.intermediates[1].template.subject = subject
            },
            constrained("intermediateOutside", "an authority's own name is outside of what the one above permits") {
                plan in
                plan.needIntermediates(2)
                plan.intermediates[0].template.nameConstraints = NameConstraints(permittedSubtrees: [
                    GeneralSubtree(.directoryName(plan.leaf.template.subject))
                ])
            },
            constrained("garbage", "has name constraints that are no SEQUENCE") { plan in
                plan.change(.intermediate) {
                    $0.additionalExtensions.append(Extension(.nameConstraints, isCritical: true, value: [0x05, 0x00]))
                }
            },
        ]
}
