import HoldfastX509

/// A stated key usage allows what the key is used for: signing certificates, or a TLS handshake.
struct KeyUsageRule: TrustRule {
    static let certificateSigning = Requirement(
        "keyUsage.keyCertSign", .keyUsage, source: "RFC 5280 §4.2.1.3, §6.1.4(n)",
        advice: "use an issuing authority whose key usage holds keyCertSign")
    static let handshake = Requirement(
        "keyUsage.handshake", .keyUsage, source: "RFC 5280 §4.2.1.12, RFC 8446 §4.4.2.2",
        advice: "have the certificate issued with the key usage digitalSignature")

    var cacheKey: [UInt8]? { Array("keyUsage".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated().dropFirst() where !path.isAnchor(depth: depth) {
            guard let usage = certificate.keyUsage, !usage.contains(.keyCertSign) else { continue }
            judgement.report(
                Self.certificateSigning, at: .certificate(depth: depth), seen: "key usage \(usage)",
                expected: "keyCertSign",
                message: "the key usage of \(certificate.subject.shortDescription) does not allow signing certificates")
        }
        guard judgement.policy.purpose.isTLS, let usage = path.leaf.keyUsage,
            usage.isDisjoint(with: [.digitalSignature, .keyEncipherment, .keyAgreement])
        else { return }
        judgement.report(
            Self.handshake, at: .certificate(depth: 0), seen: "key usage \(usage)",
            expected: "digitalSignature, keyEncipherment or keyAgreement",
            message: "the key usage of the certificate does not allow a TLS handshake")
    }
}
