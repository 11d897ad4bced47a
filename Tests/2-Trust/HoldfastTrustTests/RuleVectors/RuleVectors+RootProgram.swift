import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

@testable import HoldfastTrust

/// The baseline requirements' own: servers' certificates and authorities.
extension RuleFolder {
    static let programmeRules = [subscriber, authorityProfile]

    // MARK: SubscriberRule

    private static let serial = "CA/B BR 7.1.2.7: the serial number holds \"at least 64 bits of output from a CSPRNG\"."
    private static let short =
        "CA/B BR 7.1.2.11.2: a place of revocation, but for a short-lived certificate; 1.6.1: one "
        + "issued from 15 March 2026 on is short-lived up to 7 days (604,800 seconds)."

    /// Valid for so many seconds, both ends included, and without a list of revocations.
    private static func unrevoked(_ seconds: Int64, _ chain: inout RootProgramChain) {
        RootProgramChain.remove(.cRLDistributionPoints, from: &chain.leaf)
        chain.leaf.notAfter = chain.leaf.notBefore.advanced(bySeconds: seconds - 1)
    }

    private static let subscriber = RuleFolder(
        "SubscriberRule",
        [
            RuleVector(
                "whole-authority",
                "CA/B BR 7.1.2.7.8: \"cA MUST be FALSE\"; 7.1.2.7.11: keyCertSign MUST NOT. Apple and Chromium accept "
                    + "it.",
                .publicWeb,
                RuleExpectation(
                    default: "warning subscriber.notAuthority", rfc5280: "-",
                    webpki: "error subscriber.notAuthority, error subscriber.keyUsage", apple: "-")
            ) {
                $0.leaf.subject = RootProgramChain.subject(RootProgramChain.host)
                $0.leaf.basicConstraints = BasicConstraints(isCA: true)
                $0.leaf.keyUsage = [.digitalSignature, .keyCertSign]
            },
            RuleVector(
                "half-an-authority",
                "CA/B BR 7.1.2.7.8: \"cA MUST be FALSE\"; Chromium, VerifyTargetCertHasConsistentCaBits: cA TRUE wants "
                    + "keyCertSign.",
                .publicWeb,
                RuleExpectation(
                    default: "error subscriber.consistentAuthority, warning subscriber.notAuthority",
                    rfc5280: "error subscriber.consistentAuthority",
                    webpki: "error subscriber.consistentAuthority, error subscriber.notAuthority", apple: "-")
            ) {
                $0.leaf.subject = RootProgramChain.subject(RootProgramChain.host)
                $0.leaf.basicConstraints = BasicConstraints(isCA: true)
            },
            RuleVector(
                "ec-key-for-key-encipherment", "CA/B BR 7.1.2.7.11: keyEncipherment MUST NOT for an EC key.",
                .publicWeb,
                .webpki("error subscriber.keyUsage")
            ) { $0.leaf.keyUsage = [.digitalSignature, .keyEncipherment] },
            RuleVector(
                "rsa-key-for-key-encipherment", "CA/B BR 7.1.2.7.11: keyEncipherment MAY for an RSA key.", .publicWeb,
                .good
            ) {
                $0.leafKey = try .generate(.rsa(bits: 2048))
                $0.leaf.keyUsage = [.digitalSignature, .keyEncipherment]
            },
            RuleVector(
                "no-place-of-revocation", short, .publicWeb, .webpki("error subscriber.revocationLists")
            ) { unrevoked(604_801, &$0) },
            RuleVector("short-lived", short, .publicWeb, .good) { unrevoked(604_800, &$0) },
            RuleVector(
                "two-reserved-policies", "CA/B BR 7.1.2.7.9: exactly one reserved policy identifier.", .publicWeb,
                .webpki("error subscriber.reservedPolicy")
            ) { RootProgramChain.policies([.domainValidated, .organizationValidated], of: &$0.leaf) },
            RuleVector(
                "organizational-unit", "CA/B BR 7.1.2.7.2: organizationalUnitName MUST NOT, from 1 September 2022 on.",
                .publicWeb, .webpki("error subscriber.organizationalUnit")
            ) { $0.leaf.subject = DistinguishedName([(type: .organizationalUnitName, text: "Web")]) },
            RuleVector("serial-number-of-7-octets", serial, .publicWeb, .webpki("warning subscriber.serialEntropy")) {
                $0.leaf.serialNumber = SerialNumber(magnitude: Array(repeating: 0x7F, count: 7))
            },
            RuleVector("serial-number-of-8-octets", serial, .publicWeb, .good) {
                $0.leaf.serialNumber = SerialNumber(magnitude: Array(repeating: 0x7F, count: 8))
            },
            RuleVector(
                "ec-key-for-key-agreement-too", "CA/B BR 7.1.2.7.11: keyAgreement NOT RECOMMENDED for an EC key.",
                .publicWeb, .webpki("note subscriber.keyUsageNotRecommended")
            ) { $0.leaf.keyUsage = [.digitalSignature, .keyAgreement] },
        ])

    // MARK: AuthorityProfileRule

    private static let named =
        "CA/B BR 7.1.2.10.2: countryName, organizationName and commonName MUST, by the certificate "
        + "profiles in force since 15 September 2023."

    private static let authorityProfile = RuleFolder(
        "AuthorityProfileRule",
        [
            RuleVector("no-country", named, .publicWeb, .webpki("error authorityProfile.name")) {
                $0.intermediate.subject = RootProgramChain.subject("Example Authority")
            },
            RuleVector("no-country-before-the-profiles", named, .publicWeb, .good) {
                $0.intermediate.subject = RootProgramChain.subject("Example Authority")
                $0.intermediate.notBefore = RootProgram.day(2023, 9, 15).advanced(bySeconds: -1)
            },
            RuleVector(
                "may-not-sign-lists", "CA/B BR 7.1.2.10.7: keyCertSign and cRLSign MUST.", .publicWeb,
                .webpki("error authorityProfile.keyUsage")
            ) { $0.intermediate.keyUsage = .keyCertSign },
            RuleVector(
                "may-sign-answers-too", "CA/B BR 7.1.2.10.7: digitalSignature MAY.", .publicWeb, .good
            ) { $0.intermediate.keyUsage = [.keyCertSign, .cRLSign, .digitalSignature] },
            RuleVector(
                "no-services",
                "CA/B BR 7.1.2.6.1: certificatePolicies and cRLDistributionPoints MUST, authorityInformationAccess "
                    + "SHOULD.",
                .publicWeb,
                .webpki(
                    "error authorityProfile.policies, error authorityProfile.revocationLists, "
                        + "note authorityProfile.informationAccess")
            ) { chain in
                for oid in [ObjectIdentifier.certificatePolicies, .cRLDistributionPoints, .authorityInformationAccess] {
                    RootProgramChain.remove(oid, from: &chain.intermediate)
                }
            },
            RuleVector(
                "issued-by-the-root",
                "CA/B BR 6.1.7: \"Private Keys corresponding to Root Certificates MUST NOT be used to sign\" servers' "
                    + "certificates.",
                .publicWeb, .webpki("error authorityProfile.rootIssues")
            ) { $0.isIssuedByRoot = true },
            RuleVector(
                "root-with-a-path-length", "CA/B BR 7.1.2.1.4: pathLenConstraint NOT RECOMMENDED.", .publicWeb,
                .webpki("note authorityProfile.rootPathLength")
            ) { $0.root.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: 3) },
        ])
}
