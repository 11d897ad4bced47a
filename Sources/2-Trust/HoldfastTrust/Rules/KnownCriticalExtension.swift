import HoldfastStatements
import HoldfastX509

/// A critical extension that nothing here processes, and that is known all the same, with what to do about it.
///
/// Each is refused as an unknown one is (RFC 5280 §4.2); what differs is the way out.
enum KnownCriticalExtension: Hashable {
    case poison
    case acmeChallenge
    case directory(CriticalExtensionSentence.DirectoryContent)
    case qualifiedStatements
    case otherUse(CriticalExtensionSentence.OtherUse)
    case netscape
    /// An extension that should not be critical, by the source that says so.
    case plain(source: String)

    init?(_ type: ObjectIdentifier) {
        if let known = Self.byType[type] {
            self = known
            return
        }
        let text = type.description
        guard let known = Self.byFamily.first(where: { text.hasPrefix($0.prefix) }) else { return nil }
        self = known.meaning
    }

    /// RFC 6962 §3.1, RFC 8737 §3; Microsoft, [MS-WCCE] §2.2.2.7.7; RFC 3739 §3.2.5, §3.2.6; RFC 3820 §3.8; RFC 3779
    /// §2.2.1, §3.2.1 and RFC 8360 §4.2.2; RFC 8226 §9; and for those that are not to be critical the source beside
    /// each.
    private static let byType: [ObjectIdentifier: KnownCriticalExtension] = [
        .precertificatePoison: .poison,
        .acmeIdentifier: .acmeChallenge,
        .applicationPolicies: .directory(.applicationPolicies),
        .certificateTemplate: .directory(.template),
        .certificateTemplateName: .directory(.templateName),
        .accountSecurityIdentifier: .directory(.securityIdentifier),
        .qualifiedCertificateStatements: .qualifiedStatements,
        .proxyCertificateInformation: .otherUse(.proxyCertificate),
        .ipAddressBlocks: .otherUse(.resourceCertificate),
        .autonomousSystemIdentifiers: .otherUse(.resourceCertificate),
        .ipAddressBlocks2: .otherUse(.resourceCertificate),
        .autonomousSystemIdentifiers2: .otherUse(.resourceCertificate),
        .telephoneNumberAuthorizations: .otherUse(.telephoneNumbers),
        .cRLDistributionPoints: .plain(source: "RFC 5280 §4.2.1.13"),
        .freshestCRL: .plain(source: "RFC 5280 §4.2.1.15"),
        .authorityInformationAccess: .plain(source: "RFC 5280 §4.2.2.1"),
        .subjectInformationAccess: .plain(source: "RFC 5280 §4.2.2.2"),
        .issuerAlternativeName: .plain(source: "RFC 5280 §4.2.1.7"),
        .subjectDirectoryAttributes: .plain(source: "RFC 5280 §4.2.1.8"),
        .privateKeyUsagePeriod: .plain(source: "RFC 3280 §4.2.1.4"),
        .biometricInformation: .plain(source: "RFC 3739 §3.2.5"),
        .embeddedSCTList: .plain(source: "CA/B BR 7.1.2.7.6"),
        .tlsFeature: .plain(source: "RFC 7633 §4"),
    ]

    /// Arcs below which one party has its own: Netscape's certificate extensions, Apple's, and the TCG's of DICE.
    private static let byFamily: [(prefix: String, meaning: KnownCriticalExtension)] = [
        ("2.16.840.1.113730.1.", .netscape), ("1.2.840.113635.100.6.", .otherUse(.appleCode)),
        ("2.23.133.5.4.", .otherUse(.deviceAttestation)),
    ]

    func message(of type: ObjectIdentifier) -> CriticalExtensionSentence {
        switch self {
        case .poison: .precertificate(type)
        case .acmeChallenge: .acmeChallenge(type)
        case .directory(let content): .ofDirectory(type, holding: content)
        case .qualifiedStatements: .qualifiedStatements(type)
        case .otherUse(let use): .ofOtherUse(type, use: use)
        case .netscape: .ofNetscape(type)
        case .plain(let source): .notToBeCritical(type, source: source)
        }
    }

    func advice(about type: ObjectIdentifier) -> CriticalExtensionAdvice {
        switch self {
        case .poison: .getCertificate
        case .acmeChallenge: .showToValidationAlone
        case .directory(.applicationPolicies): .leaveOutPolicies(type)
        case .directory: .leaveOutAtDirectory(type)
        case .qualifiedStatements: .statementsNotCritical
        case .otherUse(let use): .serverCertificate(insteadOf: use)
        case .netscape: .useExtendedKeyUsage
        case .plain(let source): .markAsNotCritical(source: source)
        }
    }
}
