import HoldfastX509

/// A common name of the server's certificate repeats one of its alternative names, letter by letter.
struct CommonNameRule: TrustRule {
    private static let advice = "leave the common name out, or write it exactly as one of the alternative names"
    static let copy = Requirement("commonName.copy", .commonName, source: "CA/B BR 7.1.4.3", advice: advice)
    /// Nothing of its kind (host name, wildcard or address) stands among the alternative names.
    static let listed = Requirement("commonName.listed", .commonName, source: "CA/B BR 7.1.4.3", advice: advice)
    static let single = Requirement("commonName.single", .commonName, source: "CA/B BR 7.1.4.1", advice: advice)
    static let requirements = [copy, listed, single]

    var cacheKey: [UInt8]? { Array("commonName".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard judgement.asks(Self.requirements), let leaf = Programme.subscriber(path, judgement) else { return }
        let commonNames = leaf.subject.relativeNames.flatMap(\.attributes).filter { $0.type == .commonName }
        guard !commonNames.isEmpty else { return }
        let names = leaf.subjectAlternativeName ?? []
        guard judgement.meter.spend(nameComparisons: names.count) else { return }
        if commonNames.count > 1 {
            judgement.report(
                Self.single, at: .certificate(depth: 0), seen: "\(commonNames.count) common names",
                expected: "at most one", message: "the subject has \(commonNames.count) common names")
        }
        var hosts: Set<String> = []
        var addresses: Set<String> = []
        for name in names {
            switch name {
            case .dnsName(let text): hosts.insert(String(decoding: text.bytes, as: UTF8.self))
            case .ipAddress(let octets):
                if let address = IPAddress(bytes: octets) { addresses.insert(address.description) }
            default: break
            }
        }
        for attribute in commonNames {
            let text = attribute.string ?? ""
            // Dotted decimal (RFC 3986 §3.2.2) and RFC 5952's form are what the addresses are written in here.
            guard !hosts.contains(text), !addresses.contains(text) else { continue }
            let isWildcard = text.hasPrefix("*.")
            let isOfItsKind =
                Self.readsAsAddress(text)
                ? !addresses.isEmpty : hosts.contains { $0.hasPrefix("*.") == isWildcard }
            let shown = leaf.subject.shortDescription
            judgement.report(
                isOfItsKind ? Self.copy : Self.listed, at: .certificate(depth: 0), seen: "common name \(shown)",
                expected: "a copy of one of the alternative names",
                message: "the common name \(shown) is none of the alternative names")
        }
    }

    /// Whether some reader takes a text for an address: it has a colon, or ends in a decimal, octal or hexadecimal
    /// number (as `inet_aton` and the URL Standard read a host).
    static func readsAsAddress(_ text: String) -> Bool {
        if text.utf8.contains(UInt8(ascii: ":")) { return true }
        guard let last = text.split(separator: ".").last?.lowercased() else { return false }
        if last.hasPrefix("0x") { return last.dropFirst(2).allSatisfy(\.isHexDigit) }
        return last.utf8.allSatisfy { (48...57).contains($0) }
    }
}
