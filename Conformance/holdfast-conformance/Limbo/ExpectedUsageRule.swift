import HoldfastTrust
import HoldfastX509

/// The leaf may be used for what a case expects of it, beyond what the purpose asks for anyhow.
struct ExpectedUsageRule: TrustRule {
    let keyUsages: [KeyUsage]
    let purposes: [ObjectIdentifier]

    private static let usage = Requirement(
        "limbo.keyUsage", .keyUsage, source: "x509-limbo, key_usage", advice: "see the case")
    private static let purpose = Requirement(
        "limbo.extendedKeyUsage", .extendedKeyUsage, source: "x509-limbo, extended_key_usage", advice: "see the case")

    var cacheKey: [UInt8]? { nil }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        if let usage = path.leaf.keyUsage {
            for expected in keyUsages where !usage.isSuperset(of: expected) {
                judgement.report(
                    Self.usage, at: .certificate(depth: 0), seen: "\(usage)", expected: "\(expected)",
                    message: "the key usage lacks \(expected)")
            }
        }
        // Of authorities the profile has its word, where it knows of a purpose.
        let asked = judgement.policy.purpose == .basicX509 ? path.certificates.count : 1
        for (depth, certificate) in path.certificates.prefix(asked).enumerated()
        where depth == 0 || !path.isAnchor(depth: depth) {
            guard let held = certificate.extendedKeyUsage, !held.contains(.anyExtendedKeyUsage) else { continue }
            // Any purpose will do for whoever asks for any.
            for expected in purposes where expected != .anyExtendedKeyUsage && !held.contains(expected) {
                judgement.report(
                    Self.purpose, at: .certificate(depth: depth),
                    seen: held.map(\.description).joined(separator: ", "), expected: "\(expected)",
                    message: "the extended key usage lacks \(expected.name ?? expected.description)")
            }
        }
    }
}
