import HoldfastX509

/// The comparison of names of distribution points (RFC 5280 §6.3.3(b)), each counted as work.
enum ListNames {
    /// Whether one of these names is one of those.
    static func intersect(_ left: [GeneralName], _ right: [GeneralName], _ meter: inout WorkMeter) -> Bool {
        for name in left {
            guard meter.spend(nameComparisons: right.count * weight(of: name)) else { return false }
            if right.contains(where: { matches($0, name) }) { return true }
        }
        return false
    }

    /// Comparisons that one of this name counts for: one for each 256 octets that it has begun.
    private static func weight(of name: GeneralName) -> Int {
        switch name {
        case .directoryName(let name): 1 + name.bytes.count / 256
        case .rfc822Name(let text), .dnsName(let text), .uniformResourceIdentifier(let text):
            1 + text.bytes.count / 256
        case .otherName(_, let bytes), .x400Address(let bytes), .ediPartyName(let bytes), .ipAddress(let bytes):
            1 + bytes.count / 256
        case .registeredID: 1
        }
    }

    /// The names that a distribution point stands for; a relative one is a step below its issuer's name.
    ///
    /// RFC 5280 §4.2.1.13: `nameRelativeToCRLIssuer` "is appended to the X.500 distinguished name of the CRL issuer to
    /// obtain the distribution point name", and must not be used where `cRLIssuer` holds more than one such name.
    static func full(
        _ name: DistributionPoint.Name, below issuers: [DistinguishedName], _ meter: inout WorkMeter
    ) -> [GeneralName] {
        switch name {
        case .fullName(let names): return names
        case .nameRelativeToCRLIssuer(let step):
            guard let issuer = issuers.first, issuers.count == 1,
                meter.spend(nameComparisons: weight(of: .directoryName(issuer)))
            else { return [] }
            return [.directoryName(DistinguishedName(issuer.relativeNames + [step]))]
        }
    }

    static func matches(_ left: GeneralName, _ right: GeneralName) -> Bool {
        switch (left, right) {
        case (.directoryName(let left), .directoryName(let right)): left.matches(right)
        case (.uniformResourceIdentifier(let left), .uniformResourceIdentifier(let right)):
            left == right || normalized(left.bytes) == normalized(right.bytes)
        // RFC 5280 §7.2: "a case-insensitive exact match on the entire DNS name".
        case (.dnsName(let left), .dnsName(let right)): lowercased(left.bytes) == lowercased(right.bytes)
        default: left == right
        }
    }

    /// Scheme and host without regard to case, the rest as it stands (RFC 3986 §6.2.2.1).
    private static func normalized(_ uri: ArraySlice<UInt8>) -> [UInt8] {
        guard let colon = uri.firstIndex(of: UInt8(ascii: ":")) else { return Array(uri) }
        var end = uri.index(after: colon)
        if uri[end...].starts(with: "//".utf8) {
            let authority = uri[end...].dropFirst(2)
            end = authority.firstIndex { "/?#".utf8.contains($0) } ?? uri.endIndex
        }
        return lowercased(uri[..<end]) + uri[end...]
    }

    private static func lowercased(_ text: ArraySlice<UInt8>) -> [UInt8] {
        text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
