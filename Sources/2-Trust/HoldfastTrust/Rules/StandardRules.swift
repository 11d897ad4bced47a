/// The rules of every profile; which of their requirements count, and how much, is the profile's table.
///
/// They stand here and nowhere else: a rule knows ``StandardRule`` and its own requirements, and nothing below the
/// rules knows any of them.
enum StandardRules {
    /// Every rule, in the order in which they judge a path.
    static let all: [any StandardRule] = [
        AnchorRule(), AnchorConstraintRule(), SignatureRule(), ValidityRule(), ServerNameRule(), VersionRule(),
        BasicConstraintsRule(),
        PathLengthRule(), MaximumPathRule(), KeyUsageRule(), ExtendedKeyUsageRule(), CriticalExtensionRule(),
        DuplicateExtensionRule(), NameConstraintsRule(), CertificatePolicyRule(), KeyIdentifierRule(),
        SerialNumberRule(),
        SubjectRule(), ExtensionCriticalityRule(), CertificateFormRule(), WeakKeyRule(), WeakSignatureRule(),
        PostQuantumRule(), AlgorithmMismatchRule(),
        ExpirySoonRule(), LifetimeRule(), SubjectAltNameRule(), CommonNameRule(), RootProgramUsageRule(),
        SubscriberRule(),
        AuthorityProfileRule(), RevocationRule(), NoRevocationAvailableRule(), TransparencyRule(), TLSFeatureRule(),
        PinRule(),
        PresentedListRule(),
    ]

    /// The rules that say of a certificate what they say of it alone, or with the leaf.
    static let ofCertificates = all.filter { type(of: $0).judgesCertificatesAlone }
}

extension Requirement {
    /// Every requirement that a standard rule can report, by rule: what profiles grade and `Docs/profiles.md` lists.
    ///
    /// A test finds the ones that are missing here.
    public static let standard: [Requirement] = StandardRules.all.flatMap { type(of: $0).requirements }
}
