import HoldfastX509

/// The certificate names the server by a subject alternative name; the common name counts for nothing.
struct ServerNameRule: TrustRule {
    static let matches = Requirement(
        "serverName.matches", .hostMismatch, source: "RFC 9525 §6.3-§6.5, RFC 9110 §4.3.4",
        advice: "use a name that the certificate holds, or have it issued with this name as an alternative name")
    static let alternativeName = Requirement(
        "serverName.subjectAltName", .missingSubjectAltName,
        source: "RFC 9525 §6.4; Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15",
        advice: "have the certificate issued with the name as a subject alternative name")

    /// Names shown in a finding; a certificate may hold ten thousand.
    private static let shown = 10

    var cacheKey: [UInt8]? { Array("serverName".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard case .ssl(let name) = judgement.policy.purpose else { return }
        let names = path.leaf.subjectAlternativeName
        guard judgement.meter.spend(nameComparisons: names?.count ?? 0) else { return }
        if names == nil {
            judgement.report(
                Self.alternativeName, at: .certificate(depth: 0), seen: "no subject alternative name",
                expected: "a subject alternative name \(name)",
                message: "the certificate has no subject alternative name; a common name is not looked at")
        }
        guard !(names ?? []).contains(where: { Self.matches($0, name) }) else { return }
        judgement.report(
            Self.matches, at: .certificate(depth: 0), seen: Self.list(path.leaf), expected: name.description,
            message: "the certificate is not for \(name) but for \(Self.list(path.leaf))")
    }

    private static func matches(_ alternative: GeneralName, _ name: ServerName) -> Bool {
        switch (alternative, name) {
        case (.dnsName(let pattern), .dns(let name)): DNSPattern.matches(pattern.bytes, name)
        case (.ipAddress(let bytes), .ip(let address)): bytes.elementsEqual(address.bytes)
        default: false
        }
    }

    private static func list(_ leaf: Certificate) -> String {
        let names = leaf.subjectAlternativeName ?? []
        let servers = names.compactMap { name -> String? in
            switch name {
            case .dnsName(let name): name.description
            case .ipAddress(let bytes): IPAddress(bytes: bytes)?.description ?? "a malformed address"
            default: nil
            }
        }
        if servers.isEmpty { return "no server name" }
        let more = servers.count > shown ? " and \(servers.count - shown) more" : ""
        return servers.prefix(shown).joined(separator: ", ") + more
    }
}
