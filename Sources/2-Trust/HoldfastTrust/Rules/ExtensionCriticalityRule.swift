import HoldfastStatements
import HoldfastX509

/// Extensions are critical, or are not, as RFC 5280 prescribes for each.
///
/// What is critical must be understood by whoever reads the certificate: a constraint that is not binds only those who
/// know it, and a hint that is shuts out those who do not.
struct ExtensionCriticalityRule: StandardRule {
    private static let critical = ExtensionSentence.issueWithItCritical
    private static let notCritical = ExtensionSentence.issueWithItNotCritical

    // MUST
    static let basicConstraints = Requirement(
        "extensionCriticality.basicConstraints", .extensionCriticality, source: "RFC 5280 §4.2.1.9", advice: critical)
    static let nameConstraints = Requirement(
        "extensionCriticality.nameConstraints", .extensionCriticality, source: "RFC 5280 §4.2.1.10", advice: critical)
    static let policyConstraints = Requirement(
        "extensionCriticality.policyConstraints", .extensionCriticality, source: "RFC 5280 §4.2.1.11", advice: critical)
    static let inhibitAnyPolicy = Requirement(
        "extensionCriticality.inhibitAnyPolicy", .extensionCriticality, source: "RFC 5280 §4.2.1.14", advice: critical)
    static let keyIdentifiers = Requirement(
        "extensionCriticality.keyIdentifiers", .extensionCriticality, source: "RFC 5280 §4.2.1.1, §4.2.1.2",
        advice: notCritical)
    static let informationAccess = Requirement(
        "extensionCriticality.informationAccess", .extensionCriticality, source: "RFC 5280 §4.2.2.1, §4.2.2.2",
        advice: notCritical)
    static let freshestCRL = Requirement(
        "extensionCriticality.freshestCRL", .extensionCriticality, source: "RFC 5280 §4.2.1.15", advice: notCritical)
    static let subjectDirectoryAttributes = Requirement(
        "extensionCriticality.subjectDirectoryAttributes", .extensionCriticality, source: "RFC 5280 §4.2.1.8",
        advice: notCritical)

    // SHOULD
    static let keyUsage = Requirement(
        "extensionCriticality.keyUsage", .extensionCriticality, source: "RFC 5280 §4.2.1.3", advice: critical)
    static let policyMappings = Requirement(
        "extensionCriticality.policyMappings", .extensionCriticality, source: "RFC 5280 §4.2.1.5", advice: critical)
    static let subjectAltName = Requirement(
        "extensionCriticality.subjectAltName", .extensionCriticality, source: "RFC 5280 §4.2.1.6", advice: notCritical)
    static let issuerAltName = Requirement(
        "extensionCriticality.issuerAltName", .extensionCriticality, source: "RFC 5280 §4.2.1.7", advice: notCritical)
    static let cRLDistributionPoints = Requirement(
        "extensionCriticality.cRLDistributionPoints", .extensionCriticality, source: "RFC 5280 §4.2.1.13",
        advice: notCritical)
    static let anyExtendedKeyUsage = Requirement(
        "extensionCriticality.anyExtendedKeyUsage", .extensionCriticality, source: "RFC 5280 §4.2.1.12",
        advice: notCritical)

    // The web's own
    static let extendedKeyUsage = Requirement(
        "extensionCriticality.extendedKeyUsage", .extensionCriticality, source: "CA/B BR 7.1.2.7.6, 7.1.2.10.6",
        advice: notCritical)
    static let certificatePolicies = Requirement(
        "extensionCriticality.certificatePolicies", .extensionCriticality, source: "CA/B BR 7.1.2.7.6, 7.1.2.10.5",
        advice: notCritical)

    // An anchor is a name and a key (RFC 5280 §6.1.1(d)); who looks at it as a certificate finds the same there.
    static let anchorBasicConstraints = Requirement(
        "extensionCriticality.anchorBasicConstraints", .extensionCriticality, source: "RFC 5280 §4.2.1.9",
        advice: critical)
    static let anchorNameConstraints = Requirement(
        "extensionCriticality.anchorNameConstraints", .extensionCriticality, source: "RFC 5280 §4.2.1.10",
        advice: critical)
    static let anchor = Requirement(
        "extensionCriticality.anchor", .extensionCriticality, source: "RFC 5280 §4.2.1, §4.2.2",
        advice: ExtensionSentence.remakeRoot)

    static let requirements = [
        basicConstraints, nameConstraints, policyConstraints, inhibitAnyPolicy, keyIdentifiers, informationAccess,
        freshestCRL, subjectDirectoryAttributes, keyUsage, policyMappings, subjectAltName, issuerAltName,
        cRLDistributionPoints, anyExtendedKeyUsage, extendedKeyUsage, certificatePolicies, anchorBasicConstraints,
        anchorNameConstraints, anchor,
    ]

    private struct Demand {
        let requirement: Requirement
        /// The requirement of an anchor; nil where there is none.
        var anchor: Requirement?
    }

    /// Extensions that have to be critical; all others that a demand is made on must not be.
    private static let criticalOnes: Set<ObjectIdentifier> = [
        .basicConstraints, .nameConstraints, .policyConstraints, .inhibitAnyPolicy, .keyUsage, .policyMappings,
    ]

    var cacheKey: [UInt8]? { Array("extensionCriticality".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            let isAnchor = path.isAnchor(depth: depth)
            // One that stands alone is trusted as it is.
            if isAnchor, depth == 0 { continue }
            // Of several of a kind the first counts.
            let repeats = certificate.repeatsExtensions
            var seen: Set<ObjectIdentifier> = []
            for item in certificate.extensions where !repeats || seen.insert(item.oid).inserted {
                let mustBeCritical = Self.criticalOnes.contains(item.oid)
                guard item.isCritical != mustBeCritical else { continue }
                for demand in Self.demands(on: item.oid, in: certificate) {
                    guard let requirement = isAnchor ? demand.anchor : demand.requirement else { continue }
                    judgement.report(
                        requirement, at: .certificate(depth: depth),
                        seen: item.isCritical
                            ? ExtensionSentence.markedCritical(item.oid) : .markedNotCritical(item.oid),
                        expected: mustBeCritical ? ExtensionSentence.toBeCritical : .toBeNotCritical,
                        message: mustBeCritical
                            ? ExtensionSentence.isNotCritical(item.oid) : .isCritical(item.oid))
                }
            }
        }
    }

    private static func demands(on oid: ObjectIdentifier, in certificate: Certificate) -> [Demand] {
        switch oid {
        case .basicConstraints where certificate.basicConstraints?.isCA == true:
            [Demand(requirement: basicConstraints, anchor: anchorBasicConstraints)]
        case .nameConstraints:
            [Demand(requirement: nameConstraints, anchor: anchorNameConstraints)]
        case .policyConstraints: [Demand(requirement: policyConstraints, anchor: anchor)]
        case .inhibitAnyPolicy: [Demand(requirement: inhibitAnyPolicy, anchor: anchor)]
        case .authorityKeyIdentifier, .subjectKeyIdentifier: [Demand(requirement: keyIdentifiers, anchor: anchor)]
        case .authorityInformationAccess, .subjectInformationAccess:
            [Demand(requirement: informationAccess, anchor: anchor)]
        case .freshestCRL: [Demand(requirement: freshestCRL, anchor: anchor)]
        case .subjectDirectoryAttributes: [Demand(requirement: subjectDirectoryAttributes, anchor: anchor)]
        case .keyUsage: [Demand(requirement: keyUsage)]
        case .policyMappings: [Demand(requirement: policyMappings)]
        // Without a subject it must be critical: that is the subject rule's.
        case .subjectAlternativeName where !certificate.subject.isEmpty: [Demand(requirement: subjectAltName)]
        case .issuerAlternativeName: [Demand(requirement: issuerAltName)]
        case .cRLDistributionPoints: [Demand(requirement: cRLDistributionPoints)]
        case .extendedKeyUsage where certificate.extendedKeyUsage?.contains(.anyExtendedKeyUsage) == true:
            [Demand(requirement: anyExtendedKeyUsage), Demand(requirement: extendedKeyUsage)]
        case .extendedKeyUsage: [Demand(requirement: extendedKeyUsage)]
        case .certificatePolicies: [Demand(requirement: certificatePolicies)]
        default: []
        }
    }
}
