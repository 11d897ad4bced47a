extension Profile {
    /// The rules of Apple's platforms, as far as the chain alone shows them: iOS 13, macOS 10.15 and later.
    ///
    /// Sources: Apple, "Requirements for trusted certificates in iOS 13 and macOS 10.15" (103769) and "About upcoming
    /// limits on trusted certificates" (102028), and the policies of the Security framework, whose source is public.
    /// Certificate Transparency and revocation, which Apple asks for as well, are asked for by a policy
    /// (``TrustPolicy/transparency``, ``TrustPolicy/revocation``).
    public static let apple = Profile(name: "apple", rows: appleRows)

    static let appleRows: [Row] = [
        Row(
            .publicOnly(.warning, "other programmes'; Apple's own constraints are not published as data"),
            ["anchorConstraint.mozilla", "anchorConstraint.chrome"]),
        Row(
            .publicOnly(
                .error,
                "Apple (102028): under the roots that Apple preinstalls; what users and administrators add is exempt"),
            ["lifetime.scheduled", "lifetime.unscheduled"]),
        Row(
            .publicOnly(.warning, "ballot SC-081v3, by the date of issue; Apple has not published when it refuses"),
            ["lifetime.shortened"]),
        Row(programmeDates, ["programmeUsage.appleAuthority"]),
        Row(
            .publicOnly(.warning, "Apple (103769) asks for it only after 1 July 2019"),
            ["extendedKeyUsage.presentBefore2019"]),
        Row(
            .errorWhereUnderPublicAnchors(
                "Apple (SecPolicyCheckServerAuthEKU): of authorities below preinstalled roots"),
            ["extendedKeyUsage.authority"]),
        Row(
            Grading(
                publicWeb: .warning, own: .note,
                source: "Apple brings its list; where this machine has none, nobody looked"),
            ["serverName.suffixesKnown"]),
        Row(
            .off("not Apple's: Chromium's, or of the list's private part"),
            [
                "serverName.privateSuffixWildcard", "serverName.publicName", "subscriber.consistentAuthority",
                "subscriber.notAuthority", "subjectAltName.wildcard", "programmeUsage.chromeLeaf",
                "programmeUsage.chromeAuthority",
            ]),
        Row(
            .always(
                .warning, "Apple (103769): \"a hash algorithm from the SHA-2 family\"; other encodings are not named"),
            ["weakSignature.encoding"]),
        Row(
            .errorWhereUnderPublicAnchors(
                "Apple's key sizes (SecPolicyAddStrongKeySizeOptions) are of RSA and EC keys alone"),
            ["weakKey.algorithm"]),
        Row(
            .errorWhereUnderPublicAnchors(
                "Apple has published nothing of ML-DSA in certificates of servers (looked for on 2026-11-28): unknown"),
            ["postQuantum.programme"]),
        Row(
            .always(.warning, "RFC 5280; Apple does not refuse"),
            [
                "serialNumber.negative", "serialNumber.zero", "serialNumber.length", "keyUsage.anchor",
                "keyUsage.withoutAuthority", "keyUsage.empty", "postQuantum.keyUsage", "basicConstraints.anchor",
                "basicConstraints.pathLength", "nameConstraints.authorityOnly", "certificateForm.extensionsNotEmpty",
                "certificateForm.listsNotEmpty", "certificateForm.alternativeNameNotEmpty",
                "certificateForm.uniqueIdentifierVersion", "certificateForm.text", "certificatePolicy.once",
                "criticalExtension.anchor", "certificateForm.printableString",
                "subjectAltName.syntax", "subjectAltName.address", "subjectAltName.addressAsName",
                "subjectAltName.mailbox",
            ]),
        Row(
            .always(.warning, "RFC 9608; Apple does not look"),
            ["noRevAvail.authority", "noRevAvail.value", "noRevAvail.place", "noRevAvail.anchor"]),
        Row(
            .off("RFC 5280's; Apple does not look"),
            [
                "keyIdentifier.authority", "keyIdentifier.authorityPair", "keyIdentifier.authorityCertificate",
                "keyIdentifier.subject", "keyIdentifier.anchorSubject", "keyIdentifier.anchorAuthority",
                "keyIdentifier.anchorAuthorityForm", "serialNumber.anchor", "extensionCriticality.basicConstraints",
                "extensionCriticality.nameConstraints", "extensionCriticality.policyConstraints",
                "extensionCriticality.inhibitAnyPolicy", "extensionCriticality.keyIdentifiers",
                "extensionCriticality.informationAccess", "extensionCriticality.freshestCRL",
                "extensionCriticality.subjectDirectoryAttributes", "extensionCriticality.keyUsage",
                "extensionCriticality.policyMappings", "extensionCriticality.subjectAltName",
                "extensionCriticality.issuerAltName", "extensionCriticality.cRLDistributionPoints",
                "extensionCriticality.anyExtendedKeyUsage", "extensionCriticality.anchorBasicConstraints",
                "extensionCriticality.anchorNameConstraints", "extensionCriticality.anchor", "keyUsage.present",
                "keyUsage.anchorPresent", "certificateForm.uniqueIdentifiers", "certificateForm.timeEncoding",
                "certificatePolicy.mappingAsserted", "certificatePolicy.authorityOnly",
            ]),
        Row(
            .always(.warning, "Apple (SecDNSNameConstraintsMatch) takes it for what is below the domain"),
            ["nameConstraints.leadingDot"]),
        Row(programmeNote, ["anchor.leafIsAnchor"]),
        Row(.off("the baseline requirements' own"), baselineOnly),
    ]
}
