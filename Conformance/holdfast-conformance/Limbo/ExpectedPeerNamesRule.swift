import HoldfastTrust
import HoldfastX509

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
        case (.dnsName(let text), "DNS"): text.description.lowercased() == name.value.lowercased()
        case (.ipAddress(let bytes), "IP"): IPAddress(name.value)?.bytes == Array(bytes)
        // RFC 5280 §7.5: the local part is compared exactly, the host without regard to case.
        case (.rfc822Name(let text), "RFC822"): mailbox(text.description) == mailbox(name.value)
        default: false
        }
    }

    private static func mailbox(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        return text[..<at] + text[at...].lowercased()
    }
}
