extension Profile {
    /// RFC 5280 and the RFCs of its algorithms and names: no programme's lifetimes, audits and lists.
    ///
    /// What §4 demands of certificates is demanded, of the anchor's too, where it is one of an authority. What §6.1
    /// lets a validator accept although §4 forbids it, and what is only a SHOULD, is a warning. Where the chain is a
    /// TLS server's, what it states has to be stated so that every TLS peer reads the same (``rfc5280ServerRows``).
    public static let rfc5280 = Profile(name: "rfc5280", rows: rfc5280Rows, servers: rfc5280ServerRows)

    static let rfc5280Rows: [Row] = [
        Row(.off("the baseline requirements' own"), baselineOnly),
        Row(
            .off("RFC 5280 §6.1.1(d) asks nothing of an anchor"),
            ["anchor.leafIsAnchor", "anchorConstraint.mozilla", "anchorConstraint.chrome"]),
        Row(
            .off("Apple's and Chromium's own; RFC 5280 knows no lifetimes"),
            [
                "lifetime.scheduled", "lifetime.unscheduled", "lifetime.shortened", "lifetime.platform",
                "serverName.publicName", "weakKey.algorithm", "weakSignature.encoding", "postQuantum.programme",
                "programmeUsage.chromeLeaf", "programmeUsage.chromeAuthority", "programmeUsage.appleAuthority",
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
            .off("a certificate of an authority may be the target of a path (RFC 5280 §6.1)"),
            ["subscriber.notAuthority", "subscriber.consistentAuthority"]),
        Row(.off("CA/B BR 7.1.2.1.3 alone"), ["keyIdentifier.anchorAuthorityForm"]),
        Row(
            .always(.warning, "RFC 5280 §8: \"Short key lengths (…) will limit the utility of a certificate\""),
            ["weakKey.rsa2048"]),
        Row(
            .always(.warning, "RFC 5280 §4.2.1.1, SHOULD, or not to be verified by applications"),
            ["keyIdentifier.matches", "keyIdentifier.authorityCertificate"]),
        Row(.always(.warning, "RFC 5280 §6.1.1(d): an anchor is a name and a key"), ["noRevAvail.anchor"]),
        Row(
            .always(.warning, "demanded by RFC 5280 §4 and not looked at by §6.1"),
            [
                "extensionCriticality.basicConstraints", "serialNumber.anchor", "keyUsage.handshake",
                "keyUsage.exchange",
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
    /// Further demands on a TLS server's chain: the form of what it states, and the strength of its keys.
    ///
    /// RFC 5280 leaves these to the profiles of those who use it ("a profile for the Internet", §1), and TLS servers
    /// have one: the baseline requirements. Nothing has to be stated that RFC 5280 lets a certificate leave out (a leaf
    /// without an extended key usage), nothing that it says itself is turned around (a critical name constraint, an
    /// authority's certificate as target), and no dates, places or names of subjects are asked for.
    static let rfc5280ServerRows: [Row] = [
        Row(
            .always(.error, "CA/B BR 6.1.5, and NIST SP 800-131A r2 §3: keys below 2048 bits protect no longer"),
            ["weakKey.rsa2048"]),
        Row(
            .always(.error, "CA/B BR 6.1.5, of which RFC 5280 says nothing"),
            ["weakKey.wholeOctets"]),
        Row(
            .always(.error, "CA/B BR 7.1.4.3: a name that is written in two ways is read as two"),
            ["commonName.spelling"]),
        Row(
            .always(
                .error,
                "CA/B BR 7.1.2.1.3; RFC 5280 §4.2.1.1 of self-signed certificates: \"the subject and authority key "
                    + "identifiers would be identical\""),
            ["keyIdentifier.anchorAuthorityForm"]),
        Row(
            .always(
                .error,
                "CA/B BR 7.1.2.7.10, where RFC 5280 §4.2.1.12 has \"can include\" for whoever \"does not wish to "
                    + "restrict usages of the key\""),
            ["programmeUsage.anyPurpose"]),
        Row(
            .always(.error, "CA/B BR 7.1.2.1.2; an anchor's usages mean nothing to RFC 5280 §6.1 and much to others"),
            ["programmeUsage.root"]),
        Row(
            .always(
                .error,
                "CA/B BR 7.1.2.7.6, where RFC 5280 §4.2.1.12 has \"MAY, at the option of the certificate issuer\""
            ),
            ["extensionCriticality.extendedKeyUsage"]),
        Row(
            .always(.error, "CA/B BR 7.1.2.7.12, where RFC 5280 §4.2.1.6 has SHOULD"),
            ["extensionCriticality.subjectAltName"]),
        Row(
            .always(
                .error,
                "CA/B BR 3.2.2.6; RFC 9525 §7.1 of wildcards: \"the risk of vouching for rogue or buggy hosts\""),
            ["serverName.publicSuffixWildcard", "subjectAltName.publicSuffixWildcard"]),
        Row(
            Grading(
                publicWeb: .note, own: .error,
                source:
                    "CA/B BR 3.2.2.6, as above; public authorities are audited for \"rightful control of the entire "
                    + "Domain Namespace\""),
            ["serverName.privateSuffixWildcard", "subjectAltName.privateSuffixWildcard"]),
        Row(
            Grading(publicWeb: .warning, own: .note, source: "CA/B BR 3.2.2.6 cannot be looked at without a list"),
            ["serverName.suffixesKnown"]),
        Row(
            .always(
                .error,
                "CA/B BR 7.1.2.7.8; RFC 5280 §4.2.1.3, §4.2.1.9: cA and keyCertSign say the same thing, here "
                    + "in two ways"
            ),
            ["subscriber.consistentAuthority"]),
    ]
}
