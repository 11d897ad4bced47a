import HoldfastStatements
import HoldfastX509

/// A critical extension that is not processed refuses the certificate.
struct CriticalExtensionRule: StandardRule {
    private static let without = ExtensionSentence.issueWithoutIt
    static let known = Requirement(
        "criticalExtension.known", .unknownCriticalExtension, source: "RFC 5280 §4.2, §6.1.4(o), §6.1.5(f)",
        advice: without)
    /// An anchor is a name and a key (RFC 5280 §6.1.1(d)); who made it may have meant more.
    static let anchor = Requirement(
        "criticalExtension.anchor", .unknownCriticalExtension, source: "RFC 5280 §4.2", advice: without)
    static let policyQualifier = Requirement(
        "criticalExtension.policyQualifier", .unknownCriticalExtension, source: "RFC 5280 §4.2.1.4",
        advice: ExtensionSentence.issueWithPlainPolicies)

    static let requirements = [known, anchor, policyQualifier]

    /// Extensions that some rule of this room processes; id-pkix-ocsp-nocheck is ``RevocationChecker``'s,
    /// and a critical noRevAvail ``NoRevocationAvailableRule`` refuses.
    private static let processed: Set<ObjectIdentifier> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .nameConstraints,
        .certificatePolicies, .policyMappings, .policyConstraints, .inhibitAnyPolicy, .authorityKeyIdentifier,
        .subjectKeyIdentifier, .ocspNoCheck, .noRevAvail,
    ]

    /// Findings a certificate: one refuses it, and ten thousand say no more.
    private static let maximumFindings = 16
    static let judgesCertificatesAlone = true

    var cacheKey: [UInt8]? { Array("criticalExtension".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            let isAnchor = path.isAnchor(depth: depth)
            var reported: Set<ObjectIdentifier> = []
            for item in certificate.extensions where item.isCritical && !Self.processed.contains(item.oid) {
                guard reported.count < Self.maximumFindings else { break }
                guard reported.insert(item.oid).inserted else { continue }
                let known = KnownCriticalExtension(item.oid)
                judgement.report(
                    isAnchor ? Self.anchor : Self.known, at: .certificate(depth: depth),
                    seen: ExtensionSentence.critical(item.oid), expected: ExtensionSentence.processedOnly,
                    message: known?.message(of: item.oid) ?? ExtensionSentence.unknownCritical(item.oid),
                    advice: known?.advice(about: item.oid))
            }
            if !isAnchor { judgeQualifiers(of: certificate, at: depth, &judgement) }
        }
    }

    /// RFC 5280 §4.2.1.4: where the extension is critical, software "MUST be able to interpret this extension
    /// (including the optional qualifier), or MUST reject the certificate". The two that the section defines ask for no
    /// action.
    private func judgeQualifiers(of certificate: Certificate, at depth: Int, _ judgement: inout Judgement) {
        guard let policies = certificate.certificatePolicies,
            certificate.firstExtension(.certificatePolicies)?.isCritical == true
        else { return }
        let qualifiers = policies.lazy.flatMap { $0.policyQualifiers ?? [] }
        let understood: Set<ObjectIdentifier> = [.certificationPracticeStatement, .userNotice]
        guard let unknown = qualifiers.first(where: { !understood.contains($0.identifier) }) else { return }
        judgement.report(
            Self.policyQualifier, at: .certificate(depth: depth),
            seen: ExtensionSentence.policyQualifier(unknown.identifier),
            expected: ExtensionSentence.knownQualifiers, message: ExtensionSentence.unknownQualifier)
    }
}
