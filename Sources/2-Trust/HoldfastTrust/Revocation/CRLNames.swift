import HoldfastX509

/// The comparison of names of distribution points and of certificate issuers (RFC 5280 §6.3.3(b), §5.3.3), each counted
/// as work.
enum CRLNames {
    /// A name as it is compared: equal for names that match.
    private enum Key: Hashable {
        case directory(NormalizedName)
        case uri([UInt8])
        case dns([UInt8])
        case mailbox(local: [UInt8], host: [UInt8])
        /// Compared as it is encoded.
        case other(GeneralName)

        init(_ name: GeneralName) {
            switch name {
            case .directoryName(let name): self = .directory(name.comparisonForm)
            case .uniformResourceIdentifier(let text): self = .uri(CRLNames.normalized(text.bytes))
            // RFC 5280 §7.2: "a case-insensitive exact match on the entire DNS name".
            case .dnsName(let text): self = .dns(CRLNames.lowercased(text.bytes))
            case .rfc822Name(let text):
                // RFC 5280 §7.5: the part before the @ exactly, the host without regard to case.
                let end = text.bytes.lastIndex(of: UInt8(ascii: "@")) ?? text.bytes.startIndex
                self = .mailbox(local: Array(text.bytes[..<end]), host: CRLNames.lowercased(text.bytes[end...]))
            case .otherName, .x400Address, .ediPartyName, .ipAddress, .registeredID: self = .other(name)
            }
        }
    }

    /// Whether one of these names is one of those. What it costs grows with the number of names on both sides together.
    static func intersect(_ left: [GeneralName], _ right: [GeneralName], _ meter: inout WorkMeter) -> Bool {
        guard !left.isEmpty, !right.isEmpty, meter.spend(nameComparisons: weight(of: left) + weight(of: right)) else {
            return false
        }
        let keys = Set(right.map(Key.init))
        return left.contains { keys.contains(Key($0)) }
    }

    private static func weight(of names: [GeneralName]) -> Int { names.reduce(0) { $0 + weight(of: $1) } }

    /// Comparisons that one of this name counts for: one for each 256 octets that it has begun.
    private static func weight(of name: GeneralName) -> Int {
        switch name {
        case .directoryName(let name): weight(of: name)
        case .rfc822Name(let text), .dnsName(let text), .uniformResourceIdentifier(let text): 1 + text.bytes.count / 256
        case .otherName(_, let bytes), .x400Address(let bytes), .ediPartyName(let bytes), .ipAddress(let bytes):
            1 + bytes.count / 256
        case .registeredID: 1
        }
    }

    static func weight(of name: DistinguishedName) -> Int { 1 + name.bytes.count / 256 }

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
            guard let issuer = issuers.first, issuers.count == 1, meter.spend(nameComparisons: weight(of: issuer))
            else { return [] }
            return [.directoryName(DistinguishedName(issuer.relativeNames + [step]))]
        }
    }

    /// Names that are told of one list or certificate.
    fileprivate static let shown = 3

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

extension DistributionPoint.Name {
    /// The first names, for people: a URI as it stands, any other with its kind.
    var text: String {
        switch self {
        case .fullName(let names): names.prefix(CRLNames.shown).map(\.pointText).joined(separator: ", ")
        case .nameRelativeToCRLIssuer(let step): DistinguishedName([step]).description
        }
    }
}

extension GeneralName {
    fileprivate var pointText: String {
        if case .uniformResourceIdentifier(let text) = self { text.description } else { description }
    }
}

extension Certificate {
    /// The names of its distribution points, for people; nil where it names none.
    var pointText: String? {
        let points = (cRLDistributionPoints ?? []).prefix(CRLNames.shown).compactMap { point in
            point.distributionPoint?.text ?? point.cRLIssuer?.first?.description
        }
        return points.isEmpty ? nil : points.joined(separator: ", ")
    }
}
