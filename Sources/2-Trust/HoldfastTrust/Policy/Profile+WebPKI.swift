extension Profile {
    /// The CA/Browser Forum's Baseline Requirements for TLS servers, version 2.2.7 (May 2026), with RFC 5280 below
    /// them, by the date on which each certificate was issued.
    ///
    /// Under one's own anchor what makes a certificate ambiguous or dangerous to whoever relies on it is refused all
    /// the same; what serves the public's audit and its namespace is a warning: "These Requirements do not
    /// address (…) enterprises that operate their own Public Key Infrastructure for internal purposes only" (§1.1).
    public static let webpki = Profile(name: "webpki", rows: webpkiRows)

    private static let ownInfrastructure = "CA/B BR 1.1: not for one's own infrastructure"

    static let webpkiRows: [Row] = [
        Row(
            .publicOnly(
                .error, "no CA/B BR: whoever a programme distrusts since a day may not issue for the public web"),
            ["anchorConstraint.mozilla"]),
        Row(
            .publicOnly(
                .warning, "no CA/B BR: Chrome's own, often of a root that is to be replaced and not distrusted"),
            ["anchorConstraint.chrome"]),
        Row(
            .errorWhereUnderPublicAnchors(ownInfrastructure),
            [
                "lifetime.root", "subjectAltName.nameTypes", "subjectAltName.internalName",
                "subjectAltName.reservedAddress", "subjectAltName.reverseZone", "commonName.listed",
                "commonName.single", "programmeUsage.otherPurpose", "programmeUsage.authorityPurpose",
                "subscriber.informationAccess", "subscriber.revocationLists", "subscriber.policies",
                "subscriber.reservedPolicy", "subscriber.organizationalUnit", "authorityProfile.keyUsage",
                "authorityProfile.name", "authorityProfile.policies", "authorityProfile.revocationLists",
                "authorityProfile.rootIssues", "weakSignature.curveDigest", "extensionCriticality.keyUsage",
                "extensionCriticality.certificatePolicies",
            ]),
        Row(
            programmeDates,
            ["programmeUsage.chromeLeaf", "programmeUsage.chromeAuthority", "programmeUsage.appleAuthority"]),
        Row(programmeNote, ["anchor.leafIsAnchor"]),
        Row(.publicOnly(.error, "CA/B BR 7.1.2.7.12, of the name that was asked for"), ["serverName.publicName"]),
        Row(
            .always(.warning, "CA/B BR, SHOULD, or a MUST with exceptions that the chain does not show"),
            ["programmeUsage.authorityPresent", "weakKey.exponentRange", "subscriber.serialEntropy"]),
        Row(
            .publicOnly(.note, "CA/B BR, NOT RECOMMENDED"),
            [
                "lifetime.recommended", "programmeUsage.unlistedPurpose", "subscriber.keyUsageNotRecommended",
                "authorityProfile.informationAccess", "authorityProfile.rootPathLength",
            ]),
        Row(
            Grading(
                publicWeb: .note, own: .error,
                source:
                    "CA/B BR 3.2.2.6: allowed where \"the Applicant proves its rightful control of the entire Domain "
                    + "Namespace\", which public authorities are audited for; the list SHOULD be its ICANN part"),
            ["serverName.privateSuffixWildcard", "subjectAltName.privateSuffixWildcard"]),
        Row(
            Grading(publicWeb: .warning, own: .note, source: "CA/B BR 3.2.2.6 cannot be looked at without a list"),
            ["serverName.suffixesKnown"]),
        Row(.always(.warning, "CA/B BR 1.1: what was issued before 1 July 2012"), ["lifetime.unscheduled"]),
        Row(.off("Apple's own; the schedule of CA/B BR 6.3.2 is shorter"), ["lifetime.platform"]),
        Row(
            .always(.note, "CA/B BR 7.1.2.10.8: \"MAY be marked non-critical\", as an exception from RFC 5280"),
            ["extensionCriticality.nameConstraints"]),
        Row(
            .off("CA/B BR 7.1.2.10.8: \"MAY be marked non-critical\", and an anchor's are its own affair"),
            ["extensionCriticality.anchorNameConstraints"]),
        Row(
            .always(.warning, "RFC 5280, SHOULD, or demanded by §4 and not looked at by §6.1"),
            [
                "keyIdentifier.authorityCertificate", "serialNumber.anchor", "extensionCriticality.policyMappings",
                "extensionCriticality.issuerAltName", "certificateForm.timeEncoding",
                "certificatePolicy.mappingAsserted", "certificatePolicy.authorityOnly",
            ]),
    ]
}
