public import HoldfastStatements

/// One thing that a rule asks of a chain: what profiles switch, and what findings quote.
///
/// A rule may state several, where profiles differ about them: an RSA key below 1024 bits is refused everywhere, one
/// below 2048 bits is not.
public struct Requirement: Hashable, Sendable {
    /// `rule.detail`, stable: what a profile's table is keyed by.
    public let id: String
    /// The code of the finding when it is not met.
    public let code: FindingCode
    /// The source of the requirement, for example `RFC 5280 §4.2.1.9`.
    public let source: String
    /// One sentence as a value: what the owner of the certificate can do. No full stop.
    public let adviceStatement: Statement
    /// One sentence in English: what the owner of the certificate can do. No full stop.
    public var advice: String { adviceStatement.description }

    /// States a requirement.
    ///
    /// - Parameters:
    ///   - id: `rule.detail`; a profile's table is keyed by it, so it must not be reused for something else.
    ///   - code: what a finding is called when the requirement is not met.
    ///   - source: the document and section that ask for it.
    ///   - advice: one sentence saying what to change, without a full stop; it is shown as it is in every language.
    public init(_ id: String, _ code: FindingCode, source: String, advice: String) {
        self.init(id, code, source: source, advice: Verbatim(advice))
    }

    /// States a requirement of the standard rules.
    package init(_ id: String, _ code: FindingCode, source: String, advice: any Sentence) {
        self.id = id
        self.code = code
        self.source = source
        adviceStatement = Statement(advice)
    }
}

extension Requirement {
    /// Every requirement that a standard rule can report, by rule: what profiles grade and `Docs/profiles.md` lists.
    ///
    /// A test finds the ones that are missing here.
    public static let standard: [Requirement] = paths + keys + names + extensions + programmes

    private static let paths: [Requirement] =
        [
            AnchorRule.issuer, AnchorRule.selfSigned, AnchorRule.authority, AnchorRule.trusted,
            AnchorRule.leaf, SignatureRule.verifies, SignatureRule.supported, SignatureRule.library,
            SignatureRule.recognised,
            ValidityRule.notAfter, ValidityRule.notBefore, ValidityRule.anchorNotAfter, ValidityRule.anchorNotBefore,
            ExpirySoonRule.notAfter, ExpirySoonRule.anchorNotAfter,
            PathLengthRule.constraint, MaximumPathRule.maximum, PresentedListRule.order, PresentedListRule.used,
        ] + AnchorConstraintRule.requirements + RevocationRule.requirements
        + NoRevocationAvailableRule.requirements + TransparencyRule.requirements
        + TLSFeatureRule.requirements + [PinRule.match, PinRule.current, PinRule.clock]

    private static let keys: [Requirement] =
        WeakKeyRule.requirements + WeakSignatureRule.requirements + PostQuantumRule.requirements
        + [AlgorithmMismatchRule.same]

    private static let names: [Requirement] =
        ServerNameRule.requirements + SubjectRule.requirements + NameConstraintsRule.requirements
        + SubjectAltNameRule.requirements

    private static let extensions: [Requirement] =
        [VersionRule.version3] + CertificateFormRule.requirements + SerialNumberRule.requirements
        + BasicConstraintsRule.requirements + KeyUsageRule.requirements + ExtendedKeyUsageRule.requirements
        + CriticalExtensionRule.requirements + ExtensionCriticalityRule.requirements + [DuplicateExtensionRule.once]
        + KeyIdentifierRule.requirements + CertificatePolicyRule.requirements

    private static let programmes: [Requirement] =
        LifetimeRule.requirements + CommonNameRule.requirements + RootProgramUsageRule.requirements
        + SubscriberRule.requirements + AuthorityProfileRule.requirements
}
