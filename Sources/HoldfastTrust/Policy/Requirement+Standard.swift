extension Requirement {
    /// Every requirement that a standard rule can report, by rule: what profiles grade and `Docs/profiles.md` lists.
    ///
    /// A test finds the ones that are missing here.
    public static let standard: [Requirement] = paths + keys + names + extensions + programmes

    private static let paths: [Requirement] =
        [
            AnchorRule.issuer, AnchorRule.selfSigned, AnchorRule.authority, AnchorRule.leaf,
            SignatureRule.verifies, SignatureRule.supported,
            ValidityRule.notAfter, ValidityRule.notBefore, ValidityRule.anchorNotAfter, ValidityRule.anchorNotBefore,
            ExpirySoonRule.notAfter, ExpirySoonRule.anchorNotAfter,
            PathLengthRule.constraint, MaximumPathRule.maximum, PresentedListRule.order, PresentedListRule.used,
        ] + RevocationRule.requirements + [TLSFeatureRule.statusRequest, PinRule.match, PinRule.current, PinRule.clock]

    private static let keys: [Requirement] =
        WeakKeyRule.requirements + WeakSignatureRule.requirements + [AlgorithmMismatchRule.same]

    private static let names: [Requirement] =
        ServerNameRule.requirements + SubjectRule.requirements + NameConstraintsRule.requirements
        + SubjectAltNameRule.requirements

    private static let extensions: [Requirement] =
        [VersionRule.version3] + CertificateFormRule.requirements + SerialNumberRule.requirements
        + BasicConstraintsRule.requirements + KeyUsageRule.requirements + ExtendedKeyUsageRule.requirements
        + CriticalExtensionRule.requirements + ExtensionCriticalityRule.requirements + [DuplicateExtensionRule.once]
        + KeyIdentifierRule.requirements + CertificatePolicyRule.requirements

    private static let programmes: [Requirement] =
        LifetimeRule.requirements + CommonNameRule.requirements + ProgrammeUsageRule.requirements
        + SubscriberRule.requirements + AuthorityProfileRule.requirements
}
