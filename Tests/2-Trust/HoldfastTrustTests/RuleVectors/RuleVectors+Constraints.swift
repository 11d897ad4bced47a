import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

/// What authorities allow those below them: names and policies.
extension RuleFolder {
    static let constraintRules = [nameConstraints, certificatePolicy]

    // MARK: NameConstraintsRule

    private static func dns(_ names: String...) throws -> [GeneralSubtree] {
        try names.map { GeneralSubtree(try RootProgramChain.dns($0)) }
    }

    private static let dot =
        "RFC 5280 §4.2.1.10: \"DNS name restrictions are expressed as host.example.com.\" A dot has no meaning there: "
        + "Chromium and Apple take one before the name for what is below it, and Chromium takes off one behind it."

    private static let nameConstraints = RuleFolder(
        "NameConstraintsRule",
        [
            RuleVector(
                "outside-what-is-permitted",
                "RFC 5280 §4.2.1.10: the extension \"indicates a name space within which all subject names in "
                    + "subsequent certificates in a certification path MUST be located\".",
                .own, .everywhere("error nameConstraints.permitted")
            ) { $0.intermediate.nameConstraints = .init(permittedSubtrees: try dns("other.com")) },
            RuleVector(
                "within-what-is-permitted",
                "RFC 5280 §4.2.1.10: \"Any DNS name that can be constructed by simply adding zero or more labels to "
                    + "the left-hand side of the name satisfies the name constraint.\"",
                .own, .good
            ) { $0.intermediate.nameConstraints = .init(permittedSubtrees: try dns("example.com")) },
            RuleVector(
                "permitted-by-no-whole-label",
                "RFC 5280 §4.2.1.10: labels are added whole: notexample.com is not below example.com.",
                .own, .everywhere("error nameConstraints.permitted")
            ) {
                $0.intermediate.nameConstraints = .init(permittedSubtrees: try dns("example.com"))
                $0.leaf.names.append("www.notexample.com")
            },
            RuleVector(
                "excluded-although-permitted",
                "RFC 5280 §4.2.1.10: \"Any name matching a restriction in the excludedSubtrees field is invalid "
                    + "regardless of information appearing in the permittedSubtrees.\"",
                .own, .everywhere("error nameConstraints.excluded")
            ) {
                $0.intermediate.nameConstraints = .init(
                    permittedSubtrees: try dns("com"), excludedSubtrees: try dns(RootProgramChain.host))
            },
            RuleVector(
                "wildcard-over-an-excluded-name",
                "RFC 5280 §6.1.3(c): a name is \"not within one of the excluded subtrees\"; a wildcard stands for some "
                    + "that are (CVE-2025-61727).",
                .own, .everywhere("error nameConstraints.excluded")
            ) {
                $0.intermediate.nameConstraints = .init(excludedSubtrees: try dns("secret.example.com"))
                $0.leaf.names.append("*.example.com")
            },
            RuleVector(
                "of-another-type",
                "RFC 5280 §4.2.1.10: \"If no name of the type is in the certificate, the certificate is acceptable.\"",
                .own, .good
            ) {
                $0.intermediate.nameConstraints = .init(
                    permittedSubtrees: [GeneralSubtree(try RootProgramChain.mail("other.com"))])
            },
            RuleVector(
                "of-the-anchor",
                "RFC 5280 §6.1.1: the anchor's constraints may be initial inputs (§6.1.1(h)); whoever gives an anchor "
                    + "with constraints means them.",
                .own, .everywhere("error nameConstraints.permitted")
            ) { $0.root.nameConstraints = .init(permittedSubtrees: try dns("other.com")) },
            RuleVector(
                "of-a-server",
                "RFC 5280 §4.2.1.10: \"The name constraints extension, which MUST be used only in a CA certificate\".",
                .own, .weights("WEEW", "nameConstraints.authorityOnly")
            ) { $0.leaf.nameConstraints = .init(permittedSubtrees: try dns("example.com")) },
            RuleVector(
                "with-a-minimum",
                "RFC 5280 §4.2.1.10: \"the minimum MUST be zero, and maximum MUST be absent\"; \"applications MUST "
                    + "either process these fields or reject the certificate\".",
                .own, .everywhere("error nameConstraints.readable")
            ) {
                let subtree = GeneralSubtree(try RootProgramChain.dns("other.com"), minimum: 1)
                $0.intermediate.nameConstraints = .init(excludedSubtrees: [subtree])
            },
            RuleVector(
                "that-name-nothing",
                "RFC 5280 §4.2.1.10: \"Conforming CAs MUST NOT issue certificates where name constraints is an empty "
                    + "sequence.\"",
                .own, .everywhere("error nameConstraints.notEmpty")
            ) { $0.intermediate.nameConstraints = NameConstraints() },
            RuleVector(
                "address-of-no-length",
                "RFC 5280 §6.1.3(b): each name is verified to lie within; one that is none cannot be. §4.2.1.6: four "
                    + "or sixteen octets.",
                .own,
                RuleExpectation(
                    default: "error nameConstraints.name, warning subjectAltName.address",
                    rfc5280: "error nameConstraints.name, error subjectAltName.address",
                    webpki: "error nameConstraints.name, error subjectAltName.address",
                    apple: "error nameConstraints.name, warning subjectAltName.address")
            ) {
                let subtree = GeneralSubtree(.ipAddress([93, 184, 216, 0, 255, 255, 255, 0]))
                $0.intermediate.nameConstraints = .init(permittedSubtrees: [subtree])
                $0.leaf.alternativeNames = [.ipAddress([93, 184, 216, 34, 1])]
            },
            RuleVector(
                "dot-before-a-permitted-domain", dot, .own, .weights("WEEW", "nameConstraints.leadingDot")
            ) { $0.intermediate.nameConstraints = .init(permittedSubtrees: try dns(".example.com")) },
            RuleVector(
                "dot-before-the-domain-itself", dot, .own,
                RuleExpectation(
                    default: "error nameConstraints.permitted, warning nameConstraints.leadingDot",
                    rfc5280: "error nameConstraints.leadingDot", webpki: "error nameConstraints.leadingDot",
                    apple: "error nameConstraints.permitted, warning nameConstraints.leadingDot")
            ) { $0.intermediate.nameConstraints = .init(permittedSubtrees: try dns("." + RootProgramChain.host)) },
            RuleVector(
                "dot-before-an-excluded-domain", dot, .own,
                RuleExpectation(
                    default: "error nameConstraints.excluded, warning nameConstraints.leadingDot",
                    rfc5280: "error nameConstraints.leadingDot", webpki: "error nameConstraints.leadingDot",
                    apple: "error nameConstraints.excluded, warning nameConstraints.leadingDot")
            ) { $0.intermediate.nameConstraints = .init(excludedSubtrees: try dns("." + RootProgramChain.host)) },
            RuleVector(
                "dot-behind-a-permitted-domain", dot, .own, .weights("WEEE", "nameConstraints.trailingDot")
            ) { $0.intermediate.nameConstraints = .init(permittedSubtrees: try dns("example.com.")) },
            RuleVector(
                "excluded-mailbox-in-quotes",
                "RFC 5321 §4.1.2: \"For any purposes that require generating or comparing Local-parts (e.g., to "
                    + "specific mailbox names), all quoted forms MUST be treated as equivalent\". CA/B BR 7.1.2.7.12 "
                    + "permits no rfc822Name.",
                .own,
                .weights("EEEE", "nameConstraints.excluded", webpkiToo: "warning subjectAltName.nameTypes")
            ) {
                let excluded = GeneralSubtree(try RootProgramChain.mail("foo@example.com"))
                $0.intermediate.nameConstraints = .init(excludedSubtrees: [excluded])
                $0.leaf.alternativeNames = [
                    try RootProgramChain.dns(RootProgramChain.host), try RootProgramChain.mail(#""foo"@example.com"#),
                ]
            },
            RuleVector(
                "mailboxes-of-no-host",
                "RFC 5280 §4.2.1.10: \"A name constraint for Internet mail addresses MAY specify a particular "
                    + "mailbox, all addresses at a particular host, or all mailboxes in a domain.\" CA/B BR "
                    + "7.1.2.7.12 permits no rfc822Name.",
                .own,
                .weights("EEEE", "nameConstraints.permitted", webpkiToo: "warning subjectAltName.nameTypes")
            ) {
                $0.intermediate.nameConstraints = .init(
                    permittedSubtrees: [GeneralSubtree(try RootProgramChain.mail(""))])
                $0.leaf.alternativeNames = [
                    try RootProgramChain.dns(RootProgramChain.host), try RootProgramChain.mail("any@example.com"),
                ]
            },
        ])

    // MARK: CertificatePolicyRule

    private static let explicit =
        "RFC 5280 §4.2.1.11: \"requireExplicitPolicy indicates the number of additional "
        + "certificates that may appear in the path before an explicit policy is required for the entire path\"."

    private static func requireExplicitPolicy(_ chain: inout RootProgramChain) {
        chain.intermediate.add(
            .policyConstraints, PolicyConstraints(requireExplicitPolicy: 0), isCritical: true)
    }

    private static let certificatePolicy = RuleFolder(
        "CertificatePolicyRule",
        [
            RuleVector(
                "required-and-none-in-common", explicit, .own, .everywhere("error certificatePolicy.acceptable")
            ) {
                requireExplicitPolicy(&$0)
                RootProgramChain.policies([.organizationValidated], of: &$0.leaf)
            },
            RuleVector("required-and-the-same", explicit, .own, .good) { requireExplicitPolicy(&$0) },
            RuleVector(
                "required-by-the-caller",
                "RFC 5280 §6.1.1(e): initial-explicit-policy \"indicates if the path must be valid for at least one of "
                    + "the certificate policies in the user-initial-policy-set\". CA/B BR 7.1.2.7.6 asks for policies.",
                .own, settings: [.explicitPolicy: 1],
                .weights("EEEE", "certificatePolicy.acceptable", webpkiToo: "warning subscriber.policies")
            ) { RootProgramChain.remove(.certificatePolicies, from: &$0.leaf) },
            RuleVector(
                "any-policy-inhibited",
                "RFC 5280 §4.2.1.14: the special anyPolicy OID \"is not considered an explicit match for other "
                    + "certificate policies\". CA/B BR 7.1.2.7.9 wants exactly one reserved policy of a server.",
                .own,
                .weights("EEEE", "certificatePolicy.acceptable", webpkiToo: "warning subscriber.reservedPolicy")
            ) {
                requireExplicitPolicy(&$0)
                $0.intermediate.add(.inhibitAnyPolicy, InhibitAnyPolicy(skipCertificates: 0), isCritical: true)
                RootProgramChain.policies([.anyPolicy], of: &$0.leaf)
            },
            RuleVector(
                "mapped-to-any-policy",
                "RFC 5280 §4.2.1.5: \"Policies MUST NOT be mapped either to or from the special value anyPolicy\".",
                .own, .everywhere("error certificatePolicy.mappingAnyPolicy")
            ) {
                let mapping = PolicyMappings.Mapping(
                    issuerDomainPolicy: .domainValidated, subjectDomainPolicy: .anyPolicy)
                $0.intermediate.add(.policyMappings, PolicyMappings([mapping]), isCritical: true)
            },
            RuleVector(
                "the-same-policy-twice",
                "RFC 5280 §4.2.1.4: \"A certificate policy OID MUST NOT appear more than once in a certificate "
                    + "policies extension.\" Chromium cannot read it, Apple can.",
                .own, .weights("WEEW", "certificatePolicy.once")
            ) { RootProgramChain.policies([.domainValidated, .gold, .gold], of: &$0.leaf) },
            RuleVector(
                "mapped-and-not-stated",
                "RFC 5280 §4.2.1.5: \"Each issuerDomainPolicy named in the policy mappings extension SHOULD also be "
                    + "asserted in a certificate policies extension in the same certificate.\"",
                .own, .weights("NWW-", "certificatePolicy.mappingAsserted")
            ) {
                let mapping = PolicyMappings.Mapping(issuerDomainPolicy: .gold, subjectDomainPolicy: .silver)
                $0.intermediate.add(.policyMappings, PolicyMappings([mapping]), isCritical: true)
            },
        ])
}
