extension Profile {
    /// Strict under public anchors, tolerant of private authorities where Apple or Chrome are.
    ///
    /// Under a public anchor whatever Apple or Chrome refuses is refused; under the user's own, only what both refuse.
    /// Where neither does, a breach of RFC 5280 is a warning, or a note where the RFC only says SHOULD.
    public static let `default` = Profile(name: "default", rows: defaultRows)

    static let defaultRows: [Row] = [
        Row(
            .publicOnly(
                .error,
                "Chromium refuses by its own dates; NSS's are of the programme that the systems' bundles come from, "
                    + "which have no room for dates"),
            ["anchorConstraint.mozilla", "anchorConstraint.chrome"]),
        Row(
            .errorWhereUnderPublicAnchors("Apple (103769): RSA 2048; Chromium refuses only below 1024 bits"),
            ["weakKey.rsa2048"]),
        Row(
            .errorWhereUnderPublicAnchors(
                "Chromium verifies RSA, ECDSA and ML-DSA alone; private authorities use Ed25519 (RFC 8410)"),
            ["weakKey.algorithm", "weakSignature.encoding"]),
        Row(
            .publicOnly(
                .error,
                "CA/B BR 7.1.3.1 has no ML-DSA; Chromium 156 takes whole chains of it under added roots (seen on "
                    + "2026-11-28), as OpenSSL 3.5, Go 1.27 and NSS 3.132 do; of Apple nothing is known"),
            ["postQuantum.programme"]),
        Row(
            .errorWhereUnderPublicAnchors("Apple (103769); Chromium takes an absent usage, and any, for serverAuth"),
            ["extendedKeyUsage.present", "extendedKeyUsage.presentBefore2019", "extendedKeyUsage.named"]),
        Row(
            .always(
                .error,
                "Chromium under any anchor, Apple below preinstalled roots; RFC 5280 §4.2.1.12: \"MUST only be used "
                    + "for one of the purposes indicated\": what an authority was not made for is not guessed"),
            ["extendedKeyUsage.authority"]),
        Row(
            .always(.error, "Apple checks the dates of every certificate, Chromium (156) those of private roots too"),
            ["validity.anchorNotAfter", "validity.anchorNotBefore"]),
        Row(
            .errorWhereUnderPublicAnchors("RFC 5280 §6.1.1(d): an anchor is a name and a key"),
            ["basicConstraints.anchor"]),
        Row(
            .publicOnly(.error, "Apple (102028) and Chromium (HasTooLongValidity), under preinstalled roots only"),
            ["lifetime.scheduled", "lifetime.unscheduled", "lifetime.shortened"]),
        Row(
            .errorWhereUnderPublicAnchors("Apple (103769), under any anchor; Chromium asks nothing of private ones"),
            ["lifetime.platform"]),
        Row(
            programmeDates,
            ["programmeUsage.chromeLeaf", "programmeUsage.chromeAuthority", "programmeUsage.appleAuthority"]),
        Row(
            .publicOnly(.error, "Chromium (ERR_CERT_NON_UNIQUE_NAME), under known roots only"),
            ["serverName.publicName"]),
        Row(
            Grading(
                publicWeb: .warning, own: .note,
                source: "Apple and Chromium bring their lists; where this machine has none, nobody looked"),
            ["serverName.suffixesKnown"]),
        Row(
            .off("Chromium: \"do not prevent *.appspot.com (a private registry controlled domain)\"; Apple likewise"),
            ["serverName.privateSuffixWildcard"]),
        Row(
            .errorWhereUnderPublicAnchors(
                "Apple (SecPolicyCheckIdLinkage); Chromium orders by key identifiers, no more"),
            ["keyIdentifier.matches"]),
        Row(
            .errorWhereUnderPublicAnchors("Apple (SecPolicyCheckNonEmptySubject)"),
            [
                "subject.authority", "subject.anchor", "subject.issuer", "subject.alternativeName",
            ]),
        Row(
            .always(
                .error,
                "Apple (SecPolicyCheckNonEmptySubject) and Chromium 156 (ERR_CERT_INVALID) under any anchor; RFC 5280 "
                    + "§4.2.1.6, MUST"),
            ["subject.alternativeNameCritical"]),
        Row(
            .errorWhereUnderPublicAnchors("Chromium cannot read such a certificate; Apple can"),
            [
                "certificateForm.extensionsNotEmpty", "certificateForm.listsNotEmpty", "certificatePolicy.once",
                "subjectAltName.address",
            ]),
        Row(
            .errorWhereUnderPublicAnchors(
                "Chromium (NormalizeName) reads no certificate with such a name, an asterisk aside; Apple can"),
            ["certificateForm.printableString"]),
        Row(
            .always(
                .warning,
                "Chromium (DNSNameMatches) and Apple (SecDNSNameConstraintsMatch) take it for what is below the "
                    + "domain"),
            ["nameConstraints.leadingDot"]),
        Row(
            .always(
                .warning,
                "Chromium (DNSNameMatches) takes the dot off; Apple's comparison never matches, which refuses what is "
                    + "permitted and lets pass what is excluded: what is meant is beyond doubt"),
            ["nameConstraints.trailingDot"]),
        Row(
            .always(
                .warning,
                "RFC 5280 §6.3.3 and RFC 6960 §3.2 look at neither; OpenSSL's lists have no number, and its responses "
                    + "no nextUpdate, unless it is told to"),
            ["revocation.listNumber", "revocation.listNextUpdate", "revocation.responseNextUpdate"]),
        Row(
            .off("an anchor of one's own is judged as what it is"), ["anchor.leafIsAnchor"]),
        Row(
            .errorWhereUnderPublicAnchors(
                "BoringSSL's VerifyTargetCertHasConsistentCaBits refuses it; Chromium 156 was seen to take it under "
                    + "added roots, and of its own nothing was seen; Apple does not look"),
            ["subscriber.consistentAuthority"]),
        Row(
            .always(
                .warning,
                "RFC 9608 §3: \"the relying party MUST consider the certificate invalid\"; neither Apple nor Chromium "
                    + "looks at it, and it excuses nothing"),
            ["noRevAvail.authority", "noRevAvail.value", "noRevAvail.place", "noRevAvail.anchor"]),
        Row(
            .always(.warning, "RFC 5280, MUST; neither Apple nor Chromium refuses"),
            [
                "keyIdentifier.authority", "keyIdentifier.authorityPair", "keyIdentifier.authorityCertificate",
                "keyIdentifier.subject", "serialNumber.negative", "serialNumber.zero", "serialNumber.length",
                "extensionCriticality.basicConstraints", "extensionCriticality.nameConstraints",
                "extensionCriticality.policyConstraints", "extensionCriticality.inhibitAnyPolicy",
                "extensionCriticality.keyIdentifiers", "extensionCriticality.informationAccess",
                "extensionCriticality.freshestCRL", "extensionCriticality.subjectDirectoryAttributes",
                "keyUsage.anchor", "keyUsage.present", "keyUsage.withoutAuthority", "keyUsage.empty",
                "postQuantum.keyUsage", "basicConstraints.pathLength", "nameConstraints.authorityOnly",
                "certificateForm.alternativeNameNotEmpty", "certificateForm.uniqueIdentifierVersion",
                "certificateForm.text",
                "criticalExtension.anchor", "subjectAltName.syntax", "subjectAltName.addressAsName",
                "subjectAltName.mailbox",
            ]),
        Row(
            .always(.note, "RFC 5280, SHOULD, or what its readers are told to cope with"),
            [
                "extensionCriticality.keyUsage", "extensionCriticality.policyMappings",
                "extensionCriticality.subjectAltName", "extensionCriticality.issuerAltName",
                "extensionCriticality.cRLDistributionPoints", "extensionCriticality.anyExtendedKeyUsage",
                "certificateForm.uniqueIdentifiers", "certificateForm.timeEncoding",
                "certificatePolicy.mappingAsserted", "certificatePolicy.authorityOnly",
            ]),
        Row(
            .always(.warning, "CA/B BR 7.1.2.7.8; Apple and Chromium accept an authority as a server"),
            ["subscriber.notAuthority"]),
        Row(.always(.note, "RFC 9525 §6.3: such a pattern matches no name"), ["subjectAltName.wildcard"]),
        Row(
            .off("RFC 5280 §6.1.1(d): what an anchor's own extensions look like is nobody's concern"),
            [
                "keyIdentifier.anchorSubject", "keyIdentifier.anchorAuthority", "keyIdentifier.anchorAuthorityForm",
                "serialNumber.anchor", "extensionCriticality.anchorBasicConstraints",
                "extensionCriticality.anchorNameConstraints", "extensionCriticality.anchor", "keyUsage.anchorPresent",
            ]),
        Row(.off("the baseline requirements' own: neither Apple nor Chromium looks"), baselineOnly),
    ]

    /// Requirements of the CA/Browser Forum that neither RFC 5280 nor a platform has.
    static let baselineOnly = [
        "keyIdentifier.authorityKeyOnly", "extensionCriticality.extendedKeyUsage",
        "extensionCriticality.certificatePolicies", "weakKey.wholeOctets", "weakKey.exponentRange",
        "weakSignature.curveDigest", "lifetime.recommended", "lifetime.root", "subjectAltName.reservedLabel",
        "subjectAltName.nameTypes", "subjectAltName.internalName", "subjectAltName.reservedAddress",
        "subjectAltName.reverseZone", "subjectAltName.publicSuffixWildcard", "subjectAltName.privateSuffixWildcard",
        "commonName.spelling", "commonName.copy", "commonName.listed", "commonName.single", "programmeUsage.anyPurpose",
        "programmeUsage.otherPurpose", "programmeUsage.unlistedPurpose", "programmeUsage.authorityPresent",
        "programmeUsage.authorityPurpose", "programmeUsage.root", "subscriber.keyUsage",
        "subscriber.keyUsageNotRecommended", "subscriber.informationAccess", "subscriber.revocationLists",
        "subscriber.policies", "subscriber.reservedPolicy", "subscriber.organizationalUnit",
        "subscriber.serialEntropy", "authorityProfile.keyUsage", "authorityProfile.name", "authorityProfile.policies",
        "authorityProfile.revocationLists", "authorityProfile.informationAccess", "authorityProfile.rootPathLength",
        "authorityProfile.rootIssues",
    ]
}
