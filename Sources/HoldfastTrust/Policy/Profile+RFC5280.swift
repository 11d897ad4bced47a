extension Profile {
    /// RFC 5280 and the RFCs of its algorithms and names alone: no programme's lifetimes, sizes and lists.
    ///
    /// What §4 demands of certificates is demanded, of the anchor's too, where it is one of an authority. What §6.1 lets
    /// a validator accept although §4 forbids it, and what is only a SHOULD, is a warning.
    public static let rfc5280 = Profile(name: "rfc5280", rows: rfc5280Rows)

    static let rfc5280Rows: [Row] = [
        Row(.off("the baseline requirements' own"), baselineOnly),
        Row(
            .off("Apple's and Chromium's own; RFC 5280 knows no lifetimes"),
            [
                "lifetime.scheduled", "lifetime.unscheduled", "lifetime.shortened", "lifetime.platform",
                "serverName.publicName", "weakKey.algorithm", "weakSignature.encoding",
            ]),
        Row(
            .off("RFC 9525 knows no list of public suffixes"),
            ["serverName.publicSuffixWildcard", "serverName.privateSuffixWildcard", "serverName.suffixesKnown"]),
        Row(
            .off(
                "RFC 5280 §4.2.1.6: \"The semantics of subject alternative names that include wildcard characters (…) "
                    + "are not addressed\""),
            ["subjectAltName.wildcard"]),
        Row(
            .off("RFC 5280 §4.2.1.12: the extension may be absent, and applications \"MAY require\" it"),
            ["extendedKeyUsage.present", "extendedKeyUsage.presentBefore2019", "extendedKeyUsage.named"]),
        Row(
            .always(.warning, "RFC 5280 §4.2.1.12 gives the usages of an authority no meaning for what it issues"),
            ["extendedKeyUsage.authority"]),
        Row(
            .off("a certificate of an authority may be the target of a path (RFC 5280 §6.1)"),
            ["subscriber.notAuthority", "subscriber.consistentAuthority"]),
        Row(.off("CA/B BR 7.1.2.1.3 alone"), ["keyIdentifier.anchorAuthorityForm"]),
        Row(
            .always(.warning, "RFC 5280 §8: \"Short key lengths (…) will limit the utility of a certificate\""),
            ["weakKey.rsa2048"]),
        Row(
            .always(.warning, "RFC 5280 §4.2.1.1, SHOULD, or not to be verified by applications"),
            ["keyIdentifier.matches", "keyIdentifier.authorityCertificate"]),
        Row(
            .always(.warning, "demanded by RFC 5280 §4 and not looked at by §6.1"),
            [
                "extensionCriticality.basicConstraints", "serialNumber.anchor", "keyUsage.handshake",
                "keyUsage.anchorPresent", "certificateForm.uniqueIdentifiers", "certificateForm.timeEncoding",
                "certificatePolicy.authorityOnly",
            ]),
        Row(
            .always(.warning, "RFC 5280, SHOULD"),
            [
                "extensionCriticality.keyUsage", "extensionCriticality.policyMappings",
                "extensionCriticality.subjectAltName", "extensionCriticality.issuerAltName",
                "extensionCriticality.cRLDistributionPoints", "extensionCriticality.anyExtendedKeyUsage",
                "certificatePolicy.mappingAsserted",
            ]),
    ]
}
