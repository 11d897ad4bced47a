import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

/// Extensions: known, once, critical or not; key identifiers.
extension RuleFolder {
    static let extensionRules = [criticalExtension, duplicateExtension, extensionCriticality, keyIdentifier]

    // MARK: CriticalExtensionRule

    private static let rejected =
        "RFC 5280 §4.2: \"A certificate-using system MUST reject the certificate if it encounters "
        + "a critical extension it does not recognize or a critical extension that contains information that it cannot "
        + "process. A non-critical extension MAY be ignored if it is not recognized\"."

    private static func unknownExtension(isCritical: Bool) -> Extension {
        Extension(RootProgramChain.unknown, isCritical: isCritical, value: [5, 0])
    }

    private static func policies(_ qualifier: ObjectIdentifier, of template: inout CertificateTemplate) {
        let policy = PolicyInformation(
            .domainValidated, policyQualifiers: [PolicyQualifier(qualifier, qualifier: [0x16, 1, 0x78])])
        RootProgramChain.policies([policy], isCritical: true, of: &template)
    }

    private static let criticalExtension = RuleFolder(
        "CriticalExtensionRule",
        [
            RuleVector("unknown-and-critical", rejected, .own, .everywhere("error criticalExtension.known")) {
                $0.leaf.additionalExtensions.append(unknownExtension(isCritical: true))
            },
            RuleVector("unknown-and-not-critical", rejected, .own, .good) {
                $0.leaf.additionalExtensions.append(unknownExtension(isCritical: false))
            },
            RuleVector(
                "of-an-authority", rejected + " RFC 5280 §6.1.4(o) says so of authorities.", .own,
                .everywhere("error criticalExtension.known")
            ) { $0.intermediate.additionalExtensions.append(unknownExtension(isCritical: true)) },
            RuleVector(
                "of-the-anchor", rejected + " §6.1.1(d): an anchor is a name and a key.", .own,
                .weights("WEEW", "criticalExtension.anchor")
            ) { $0.root.additionalExtensions.append(unknownExtension(isCritical: true)) },
            RuleVector(
                "unknown-qualifier-of-critical-policies",
                "RFC 5280 §4.2.1.4: \"If this extension is critical, the path validation software MUST be able to "
                    + "interpret this extension (including the optional qualifier), or MUST reject the certificate.\" "
                    + "CA/B BR 7.1.2.7.6: certificatePolicies are not critical.",
                .own,
                .weights(
                    "EEEE", "criticalExtension.policyQualifier",
                    webpkiToo: "warning extensionCriticality.certificatePolicies")
            ) { policies(ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 2), of: &$0.leaf) },
            RuleVector(
                "known-qualifier-of-critical-policies",
                "RFC 5280 §4.2.1.4: the qualifiers CPS pointer and user notice are defined there.", .own,
                .webpki("warning extensionCriticality.certificatePolicies")
            ) { policies(.certificationPracticeStatement, of: &$0.leaf) },
        ])

    // MARK: DuplicateExtensionRule

    private static let once =
        "RFC 5280 §4.2: \"A certificate MUST NOT include more than one instance of a particular extension.\""

    private static let duplicateExtension = RuleFolder(
        "DuplicateExtensionRule",
        [
            RuleVector("the-same-twice", once, .own, .everywhere("error duplicateExtension.once")) {
                $0.leaf.add(.extendedKeyUsage, ExtendedKeyUsage([.serverAuth]))
            },
            RuleVector("unknown-twice", once, .own, .everywhere("error duplicateExtension.once")) {
                for _ in 0..<2 { $0.leaf.additionalExtensions.append(unknownExtension(isCritical: false)) }
            },
            RuleVector("two-unknown-ones", once, .own, .good) {
                $0.leaf.additionalExtensions.append(unknownExtension(isCritical: false))
                let other = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 2)
                $0.leaf.additionalExtensions.append(Extension(other, isCritical: false, value: [5, 0]))
            },
        ])

    // MARK: ExtensionCriticalityRule

    private static let extensionCriticality = RuleFolder(
        "ExtensionCriticalityRule",
        [
            RuleVector(
                "basic-constraints-not-critical",
                "RFC 5280 §4.2.1.9: \"Conforming CAs MUST include this extension in all CA certificates that contain "
                    + "public keys used to validate digital signatures on certificates and MUST mark the extension as "
                    + "critical in such certificates.\" §6.1 does not look.",
                .own, .weights("WWE-", "extensionCriticality.basicConstraints")
            ) { $0.intermediate.criticality[.basicConstraints] = false },
            RuleVector(
                "authority-key-identifier-critical",
                "RFC 5280 §4.2.1.1: \"Conforming CAs MUST mark this extension as non-critical.\"", .own,
                .weights("WEE-", "extensionCriticality.keyIdentifiers")
            ) { $0.leaf.criticality[.authorityKeyIdentifier] = true },
            RuleVector(
                "name-constraints-not-critical",
                "RFC 5280 §4.2.1.10: \"Conforming CAs MUST mark this extension as critical\"; CA/B BR 7.1.2.10.8: "
                    + "\"MAY be marked non-critical\".",
                .own, .weights("WEN-", "extensionCriticality.nameConstraints")
            ) {
                $0.intermediate.nameConstraints = .init(
                    permittedSubtrees: [GeneralSubtree(try RootProgramChain.dns("example.com"))])
                $0.intermediate.criticality[.nameConstraints] = false
            },
            RuleVector(
                "information-access-critical",
                "RFC 5280 §4.2.2.1: \"Conforming CAs MUST mark this extension as non-critical.\" What it says is not "
                    + "processed here, and §4.2 refuses that in a critical one.",
                .own,
                RuleExpectation(
                    default: "error criticalExtension.known, warning extensionCriticality.informationAccess",
                    rfc5280: "error criticalExtension.known, error extensionCriticality.informationAccess",
                    webpki: "error criticalExtension.known, error extensionCriticality.informationAccess",
                    apple: "error criticalExtension.known")
            ) { chain in
                chain.leaf.additionalExtensions = chain.leaf.additionalExtensions.map {
                    let isCritical = $0.oid == .authorityInformationAccess
                    return Extension($0.oid, isCritical: isCritical, value: Array($0.value))
                }
            },
            RuleVector(
                "alternative-names-critical-beside-a-subject",
                "RFC 5280 §4.2.1.6: \"When including the subjectAltName extension in a certificate that has a "
                    + "non-empty subject distinguished name, conforming CAs SHOULD mark the subjectAltName extension "
                    + "as non-critical.\"",
                .own, .weights("NEE-", "extensionCriticality.subjectAltName")
            ) {
                $0.leaf.subject = RootProgramChain.subject(RootProgramChain.host)
                $0.leaf.criticality[.subjectAlternativeName] = true
            },
            RuleVector(
                "extended-key-usage-critical",
                "RFC 5280 §4.2.1.12: \"This extension MAY, at the option of the certificate issuer, be either "
                    + "critical or non-critical.\" CA/B BR 7.1.2.7.6: not critical.",
                .own, .servers("error extensionCriticality.extendedKeyUsage")
            ) { $0.leaf.criticality[.extendedKeyUsage] = true },
            RuleVector(
                "basic-constraints-of-the-anchor-not-critical",
                "RFC 5280 §4.2.1.9, of the anchor's own; §6.1.1(d): an anchor is a name and a key.", .own,
                .weights("-EE-", "extensionCriticality.anchorBasicConstraints")
            ) { $0.root.criticality[.basicConstraints] = false },
            RuleVector(
                "basic-constraints-of-a-server-not-critical",
                "RFC 5280 §4.2.1.9: it \"MAY appear as a critical or non-critical extension in end entity "
                    + "certificates\".",
                .own, .good
            ) {
                $0.leaf.basicConstraints = BasicConstraints(isCA: false)
                $0.leaf.criticality[.basicConstraints] = false
            },
            RuleVector(
                "policy-constraints-not-critical",
                "RFC 5280 §4.2.1.11: \"Conforming CAs MUST mark this extension as critical.\"", .own,
                .weights("WEE-", "extensionCriticality.policyConstraints")
            ) { $0.intermediate.add(.policyConstraints, PolicyConstraints(inhibitPolicyMapping: 0)) },
            RuleVector(
                "key-usage-not-critical",
                "RFC 5280 §4.2.1.3: \"When present, conforming CAs SHOULD mark this extension as critical.\" CA/B BR "
                    + "7.1.2.7.6: it is critical.",
                .own, .weights("NWW-", "extensionCriticality.keyUsage")
            ) { $0.leaf.criticality[.keyUsage] = false },
        ])

    // MARK: KeyIdentifierRule

    private static let matching =
        "RFC 5280 §4.2.1.2: the subject key identifier \"MUST be the value placed in the key identifier field of the "
        + "authority key identifier extension\" of what its subject issues; \"Applications are not required to "
        + "verify that key identifiers match\"; Apple does."

    private static let keyIdentifier = RuleFolder(
        "KeyIdentifierRule",
        [
            RuleVector("another-key-named", matching, .own, .weights("WWEE", "keyIdentifier.matches")) {
                $0.leaf.authorityKeyIdentifier = .value([1, 2, 3])
            },
            RuleVector(
                "another-key-named-below-a-public-anchor", matching, .publicWeb,
                .weights("EWEE", "keyIdentifier.matches")
            ) { $0.leaf.authorityKeyIdentifier = .value([1, 2, 3]) },
            RuleVector(
                "no-key-of-the-issuer",
                "RFC 5280 §4.2.1.1: \"The keyIdentifier field of the authorityKeyIdentifier extension MUST be "
                    + "included in all certificates generated by conforming CAs to facilitate certification path "
                    + "construction.\"",
                .own, .weights("WEE-", "keyIdentifier.authority")
            ) { $0.leaf.authorityKeyIdentifier = .omitted },
            RuleVector(
                "root-without-the-key-of-its-issuer",
                "RFC 5280 §4.2.1.1: \"There is one exception; where a CA distributes its public key in the form of a "
                    + "\"self-signed\" certificate, the authority key identifier MAY be omitted.\"",
                .own, .good
            ) { $0.root.authorityKeyIdentifier = .omitted },
            RuleVector(
                "authority-without-its-own-key",
                "RFC 5280 §4.2.1.2: \"this extension MUST appear in all conforming CA certificates\".", .own,
                .weights("WEE-", "keyIdentifier.subject")
            ) { $0.intermediate.subjectKeyIdentifier = .omitted },
            RuleVector(
                "server-without-its-own-key",
                "RFC 5280 §4.2.1.2: \"this extension SHOULD be included in all end entity certificates\"; CA/B BR "
                    + "7.1.2.7.6: NOT RECOMMENDED.",
                .own, .good
            ) { $0.leaf.subjectKeyIdentifier = .omitted },
            RuleVector(
                "root-without-its-own-key",
                "RFC 5280 §4.2.1.2, of the anchor's own; §6.1.1(d): an anchor is a name and a key.", .own,
                .weights("-EE-", "keyIdentifier.anchorSubject")
            ) {
                $0.root.subjectKeyIdentifier = .omitted
                $0.root.authorityKeyIdentifier = .omitted
            },
            RuleVector(
                "half-a-certificate-of-the-issuer",
                "RFC 5280 appendix A.2: \"authorityCertIssuer and authorityCertSerialNumber MUST both be present or "
                    + "both be absent\"; CA/B BR 7.1.2.11.1: both MUST NOT be present.",
                .own,
                .weights("WEE-", "keyIdentifier.authorityPair", webpkiToo: "error keyIdentifier.authorityKeyOnly"),
                made: {
                    var chain = try RootProgramChain()
                    let (root, intermediate) = try chain.authorities()
                    let issuer = try Certificate(der: intermediate.certificate)
                    let identifier = AuthorityKeyIdentifier(
                        keyIdentifier: issuer.subjectKeyIdentifier,
                        authorityCertIssuer: [.directoryName(issuer.issuer)])
                    chain.leaf.authorityKeyIdentifier = .omitted
                    chain.leaf.add(.authorityKeyIdentifier, identifier)
                    return (try intermediate.issue(chain.leaf).chain, root.certificate)
                }),
        ])
}
