import HoldfastTrust
import HoldfastX509

/// The leaf may be used for what a case expects of it, beyond what the purpose asks for anyhow.
struct ExpectedUsageRule: TrustRule {
    let keyUsage: [String]
    let extendedKeyUsage: [String]
    let kind: LimboCase.ValidationKind

    private static let usage = Requirement(
        "limbo.keyUsage", .keyUsage, source: "x509-limbo, key_usage", advice: "see the case")
    private static let purpose = Requirement(
        "limbo.extendedKeyUsage", .extendedKeyUsage, source: "x509-limbo, extended_key_usage", advice: "see the case")

    private static let usages: [String: KeyUsage] = [
        "digitalSignature": .digitalSignature, "contentCommitment": .nonRepudiation,
        "keyEncipherment": .keyEncipherment, "dataEncipherment": .dataEncipherment, "keyAgreement": .keyAgreement,
        "keyCertSign": .keyCertSign, "cRLSign": .cRLSign, "encipher_only": .encipherOnly,
        "decipher_only": .decipherOnly,
    ]
    private static let purposes: [String: ObjectIdentifier] = [
        "anyExtendedKeyUsage": .anyExtendedKeyUsage, "serverAuth": .serverAuth, "clientAuth": .clientAuth,
        "codeSigning": .codeSigning, "emailProtection": .emailProtection, "timeStamping": .timeStamping,
        "OCSPSigning": .ocspSigning,
    ]

    var cacheKey: [UInt8]? { nil }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        if let usage = path.leaf.keyUsage {
            for name in keyUsage where !usage.isSuperset(of: Self.usages[name] ?? KeyUsage(rawValue: .max)) {
                judgement.report(
                    Self.usage, at: .certificate(depth: 0), seen: "\(usage)", expected: name,
                    message: "the key usage lacks \(name)")
            }
        }
        guard let purposes = path.leaf.extendedKeyUsage, !purposes.contains(.anyExtendedKeyUsage) else { return }
        // An empty list means the purpose of the kind.
        let expected = extendedKeyUsage.isEmpty ? [kind == .server ? "serverAuth" : "clientAuth"] : extendedKeyUsage
        for name in expected where !(Self.purposes[name].map(purposes.contains) ?? false) {
            judgement.report(
                Self.purpose, at: .certificate(depth: 0), seen: purposes.map(\.description).joined(separator: ", "),
                expected: name, message: "the extended key usage lacks \(name)")
        }
    }
}

/// The leaf holds every name that a case of a client expects.
struct ExpectedPeerNamesRule: TrustRule {
    let names: [LimboCase.PeerName]

    private static let present = Requirement(
        "limbo.peerNames", .hostMismatch, source: "x509-limbo, expected_peer_names", advice: "see the case")

    var cacheKey: [UInt8]? { nil }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        let held = path.leaf.subjectAlternativeName ?? []
        for name in names where !held.contains(where: { Self.matches($0, name) }) {
            judgement.report(
                Self.present, at: .certificate(depth: 0), seen: "\(held.count) alternative names",
                expected: name.value, message: "the certificate does not hold the name \(name.value)")
        }
    }

    private static func matches(_ held: GeneralName, _ name: LimboCase.PeerName) -> Bool {
        switch (held, name.kind) {
        case (.dnsName(let text), .dns): text.description.lowercased() == name.value.lowercased()
        case (.ipAddress(let bytes), .ip): IPAddress(name.value)?.bytes == Array(bytes)
        // RFC 5280 §7.5: the local part is compared exactly, the host without regard to case.
        case (.rfc822Name(let text), .mail): mailbox(text.description) == mailbox(name.value)
        default: false
        }
    }

    private static func mailbox(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        return text[..<at] + text[at...].lowercased()
    }
}
