/// The rules of every profile; which of their requirements count, and how much, is the profile's table.
enum StandardRules {
    static let all: [any TrustRule] = [
        AnchorRule(), SignatureRule(), ValidityRule(), ServerNameRule(), VersionRule(), BasicConstraintsRule(),
        PathLengthRule(), MaximumPathRule(), KeyUsageRule(), ExtendedKeyUsageRule(), CriticalExtensionRule(),
        DuplicateExtensionRule(), NameConstraintsRule(), CertificatePolicyRule(), KeyIdentifierRule(),
        SerialNumberRule(),
        SubjectRule(), ExtensionCriticalityRule(), CertificateFormRule(), WeakKeyRule(), WeakSignatureRule(),
        AlgorithmMismatchRule(),
        ExpirySoonRule(), LifetimeRule(), SubjectAltNameRule(), CommonNameRule(), ProgrammeUsageRule(),
        SubscriberRule(),
        AuthorityProfileRule(), RevocationRule(), TLSFeatureRule(), PinRule(), PresentedListRule(),
    ]
}
