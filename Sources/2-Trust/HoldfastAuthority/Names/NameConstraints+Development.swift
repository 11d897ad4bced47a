public import HoldfastX509

extension NameConstraints {
    /// Constraints for a CA of developers: certificates below it are good for these names and no others, so that its
    /// key, lost, is no danger to the rest of the world.
    ///
    /// A kind of name that has no permitted subtree is not constrained (RFC 5280 §4.2.1.10), so each kind that names a
    /// server or a person gets one, or is excluded whole. Whether a root's constraints are looked at is up to who
    /// judges (RFC 5280 §6.1.1 takes an anchor for a name and a key): OpenSSL and Go look, and an intermediate's always
    /// count.
    ///
    /// - Parameters:
    ///   - domains: Domains with all below them, as `test` or `dev.example.com`.
    ///   - addresses: Addresses and networks, as `127.0.0.1`, `10.0.0.0/8`, `::1`; none for no addresses at all.
    /// - Throws: ``AuthorityError`` for no domain and what is no domain or no network.
    public static func only(domains: [String], addresses: [String] = []) throws(AuthorityError) -> NameConstraints {
        guard !domains.isEmpty else { throw .noNames }
        var permitted: [GeneralSubtree] = []
        var excluded: [GeneralSubtree] = []
        for domain in domains {
            guard let name = IA5String(domain), let below = IA5String("." + domain) else {
                throw .nameNotASCII(domain)
            }
            guard DomainSyntax.isHost(name.bytes, allowsWildcard: false) else {
                throw .malformedName(domain, expected: .domain)
            }
            // A dNSName constraint takes in all below; those of mail and URIs name a host or, with a dot, all below it.
            permitted.append(GeneralSubtree(.dnsName(name)))
            for base in [name, below] {
                permitted.append(GeneralSubtree(.rfc822Name(base)))
                permitted.append(GeneralSubtree(.uniformResourceIdentifier(base)))
            }
        }
        var versions: Set<Int> = []
        for text in addresses {
            let network = try network(text)
            versions.insert(network.count)
            permitted.append(GeneralSubtree(.ipAddress(network[...])))
        }
        // Four octets of address and as many of mask, or sixteen: all zero is every address of the version.
        for count in [8, 32] where !versions.contains(count) {
            excluded.append(GeneralSubtree(.ipAddress([UInt8](repeating: 0, count: count)[...])))
        }
        return NameConstraints(permittedSubtrees: permitted, excludedSubtrees: excluded.isEmpty ? nil : excluded)
    }

    /// Address and mask of a network in CIDR notation (RFC 4632 §3.1), or of one address.
    private static func network(_ text: String) throws(AuthorityError) -> [UInt8] {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first,
            case .ipAddress(let address)? = try? GeneralName.host(unchecked: String(first))
        else { throw .malformedName(text, expected: .network) }
        let bits = address.count * 8
        guard let length = parts.count == 2 ? Int(parts[1]) : bits, (0...bits).contains(length) else {
            throw .malformedName(text, expected: .networkLength(bits: bits))
        }
        let mask = (0..<address.count).map { index -> UInt8 in
            let left = min(max(length - index * 8, 0), 8)
            return left == 0 ? 0 : 0xFF << UInt8(8 - left)
        }
        return zip(address, mask).map { $0 & $1 } + mask
    }
}
