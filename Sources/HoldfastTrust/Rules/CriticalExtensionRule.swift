import HoldfastX509

/// A critical extension that is not processed refuses the certificate.
struct CriticalExtensionRule: TrustRule {
    static let known = Requirement(
        "criticalExtension.known", .unknownCriticalExtension, source: "RFC 5280 §4.2, §6.1.4(o), §6.1.5(f)",
        advice: "have the certificate issued without that extension, or with it marked as not critical")

    /// What some rule of this room processes, or what has no effect while every policy is acceptable.
    private static let processed: Set<ObjectIdentifier> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .nameConstraints,
        .certificatePolicies, .policyMappings, .inhibitAnyPolicy,
    ]

    var cacheKey: [UInt8]? { Array("criticalExtension".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() where !path.isAnchor(depth: depth) {
            for item in certificate.extensions where item.isCritical && !Self.isProcessed(item, of: certificate) {
                let name = item.oid.name.map { "\($0) (\(item.oid))" } ?? item.oid.description
                judgement.report(
                    Self.known, at: .certificate(depth: depth), seen: "critical extension \(name)",
                    expected: "only critical extensions that are processed",
                    message: "the certificate has the critical extension \(name), which is not known here")
            }
        }
    }

    private static func isProcessed(_ item: Extension, of certificate: Certificate) -> Bool {
        // Without requireExplicitPolicy the extension changes nothing while every policy is acceptable.
        if item.oid == .policyConstraints { return certificate.policyConstraints?.requireExplicitPolicy == nil }
        return processed.contains(item.oid)
    }
}
